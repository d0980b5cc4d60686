package test

import (
	"strings"
	"testing"

	"mycel/engine"
	"mycel/internal/must"
)

// An option is found with its dashes, and a member behind what its page is about.
func TestNamesOfReferences(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"cli":   "# Commands\n\n## `--watch[=port]`\n\nLooks at files.\n\n## `-q`, `--quiet LEVEL`\n\nSays less.\n\n## `--[no-]color`\n\nPaints.",
		"watch": "# Watching\n\n## fs.watch(file)\n\nwatch is told of files. A watch ends. Watch with watch.\n\n## quiet(level)\n\nquiet is quiet. Be quiet.",
		"told":  "# Told\n\n## watch\n\nTo watch is to watch.\n\n## quiet\n\nBe quiet.",
		"crate": "# class Crate(T)\n\n## def push(x) {#push}\n\nAdds.\n\n## def pop() {#pop}\n\nTakes.\n\n## def seal() {#seal}\n\nCloses.",
		"list":  "# class CrateList\n\n## Methods\n\nLike Crate#push and Crate#pop. Crate#push adds.",
	})
	for query, want := range map[string]string{
		"--watch": "cli#--watchport", "--quiet": "cli#-q---quiet-level", "-q": "cli#-q---quiet-level", "--no-color": "cli#--no-color", "--color": "cli#--no-color",
		"Crate#push": "crate#push", "Crate#seal": "crate#seal",
	} {
		h := ask(t, b, query, engine.Options{}).Hits
		if len(h) == 0 {
			t.Errorf("%s finds nothing", query)
			continue
		}
		must.Equal(t, strings.TrimSuffix(h[0].Document, ".md")+"#"+h[0].Anchor, want, "%s finds", query)
	}
}
