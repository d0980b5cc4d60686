package terms

import (
	"slices"
	"testing"

	"mycel/builder/analyse"
)

// A compound is made of forms of the corpus of four letters and more, with the letters that link them.
func TestSplitCompounds(t *testing.T) {
	forms := map[string]analyse.Form{}
	for i, w := range []string{"lotse", "lotsen", "turm", "warte", "wetter", "dienst", "plan", "dienstplan", "ordnung", "boot", "aus"} {
		forms[w] = analyse.Form(i)
	}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"lotsenturm", []string{"lotsen", "turm"}}, {"wetterwarte", []string{"wetter", "warte"}},
		{"ordnungsdienst", []string{"ordnung", "dienst"}}, {"wetterdienstplan", []string{"wetter", "dienstplan"}},
		{"bootswetterwarte", []string{"boot", "wetter", "warte"}},
		{"ausboot", nil}, {"turmuhr", nil}, {"turm", nil}, {"wetterb", nil}, {"lotsenxturm", nil},
	} {
		if got := split(c.word, forms); !slices.Equal(got, c.want) {
			t.Errorf("%s is made of %q, want %q", c.word, got, c.want)
		}
	}
}
