package text

import (
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	for word, want := range map[string]string{
		"useEffect": "use Effect", "HashMap": "Hash Map", "HTTPServer": "HTTP Server", "parseJSON": "parse JSON",
		"utf8Decoder": "utf8 Decoder", "ÜberGröße": "Über Größe", "größeÄndern": "größe Ändern",
		"isEmpty": "Empty", "iPhone": "Phone", "RefCellB": "Ref Cell", "baseURLs": "base", "allJSONs": "all JSONs",
		"word": "", "Word": "", "WORD": "", "": "", "éa": "", "URLs": "", "aB": "", "mRNAs": "", "pH": "", "HeLa": "",
	} {
		var got []string
		for _, p := range Parts(word) {
			got = append(got, word[p[0]:p[1]])
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("Parts(%q) = %q, want %q", word, g, want)
		}
		if len(got) > 0 && !Compound(word) {
			t.Errorf("%q has parts, but is no compound", word)
		}
	}
}

// Whatever the word, parts ascend, do not overlap and lie inside it.
func FuzzParts(f *testing.F) {
	f.Add("HTTPServerÄB")
	f.Fuzz(func(t *testing.T, word string) {
		at := 0
		for _, p := range Parts(word) {
			if p[0] < at || p[1] <= p[0] || p[1] > len(word) {
				t.Fatalf("%q: part %v behind %d", word, p, at)
			}
			at = p[1]
		}
	})
}
