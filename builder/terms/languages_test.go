package terms

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mycel/builder/analyse"
	"mycel/builder/stem"
	"mycel/internal/must"
)

// A word has the same weight with translations in the bundle as without them. The test has words that other languages lack,
// and names that all languages have. The length of a passage is compared with the passages of its language.
func TestWeightsWithinLanguages(t *testing.T) {
	english := must.Get(stem.New("en"))(t)
	for _, heading := range []string{"# Ships\n\nAll of them.\n\n## Part\n\n", ""} { // documentation, and a collection of passages
		index := func(translations ...string) (*Vocabulary, *PostingLists) {
			dir := t.TempDir()
			write := func(name, lang, text string) {
				must.OK(t, os.WriteFile(filepath.Join(dir, name+".md"), []byte("---\nlang: "+lang+"\n---\n"+text), 0o600))
			}
			for i := range 12 {
				text := "keel sails north"
				if i%3 == 0 {
					text = "harbour keel Mycel and further boats that are listed here"
				}
				write(fmt.Sprintf("a%02d", i), "en-GB", heading+text)
				for _, lang := range translations {
					text := "zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela zzvela"
					if i%3 == 0 {
						text += " Mycel"
					}
					write(fmt.Sprintf("b%s%02d", lang, i), lang, heading+text)
				}
			}
			pages, forms, _ := pagesOf(t, dir)
			spoken := []string{"en-GB"}
			languages := analyse.LanguagesOf(english, append(spoken, translations...))
			v := MakeVocabulary(pages, forms, languages)
			l := ChunkPostings(pages, v)
			l.SetLanguages(pages, languages)
			return v, l
		}
		v, alone := index()
		w, among := index("fr", "ru", "ja", "zh")
		if alone.languages != nil || among.Documentation() != (heading != "") {
			t.Fatalf("%q: languages %v, documentation %v", heading, alone.languages, among.Documentation())
		}
		counts := alone.counted()
		if counts == nil {
			counts = alone.DF()
		}
		for _, word := range []string{"harbour", "keel", "north", "mycel"} {
			a, _ := v.Find(word)
			b, _ := w.Find(word)
			share, got := (float64(counts[a])+0.5)/float64(len(alone.Length)+1), (float64(among.counted()[b])+0.5)/float64(len(among.Length)+1)
			must.Be(t, math.Abs(share-got) <= 0.5/60, "%s counts in a share of %.3f among translations, want %.3f", word, got, share)
		}
		if among.Documentation() {
			if want, got := alone.languages.lengthFactors(alone.Fields.prose)[0], among.languages.lengthFactors(among.Fields.prose)[0]; want != got {
				t.Errorf("length factor %v among translations, want %v", got, want)
			}
		} else if want, got := alone.languages.means(alone)[0], among.languages.means(among)[among.languages.language(0)]; want != got {
			t.Errorf("mean length %v among translations, want %v", got, want)
		}
	}
}
