package terms

import (
	"strings"
	"testing"

	"mycel/builder/analyse"
	"mycel/internal/must"
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
		must.Equal(t, split(c.word, forms), c.want, "%s is made of", c.word)
	}
}

// Each beginning of the word is a form, and no end of it is: there are billions of ways to split it, and each end is tried once.
func TestSplitOfOneLetter(t *testing.T) {
	forms := map[string]analyse.Form{}
	for n := leastPart; n <= 30; n++ {
		forms[strings.Repeat("a", n)] = analyse.Form(n)
	}
	got := split(strings.Repeat("a", mostLetters-4)+"zzzz", forms)
	must.Be(t, got == nil, "a word with an end that is no form is made of %q", got)
}
