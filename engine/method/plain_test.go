package method_test

import (
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/lexical"
	"mycel/engine/method"
	_ "mycel/engine/method/all" // registers the methods
	"mycel/internal/must"
)

// Keyword search and the default rank documentation by its words alone; every other mode, and every mode of passages, uses the
// entities of the query.
func TestPlain(t *testing.T) {
	passages := testindex.New(t, []string{"a b", "b c"})
	pages := testindex.New(t, []string{"a b", "b c"})
	pages.Content = lexical.Documentation
	for _, mode := range append(method.Modes(), "", "no such mode") {
		want := mode == "" || mode == "auto" || mode == method.ModeWords
		must.Equal(t, pages.Plain(mode), want, "documentation, mode %q", mode)
		must.Be(t, !passages.Plain(mode), "passages, mode %q, are ranked without entities", mode)
	}
}
