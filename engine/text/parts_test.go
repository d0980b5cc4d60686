package text

import (
	"strings"
	"testing"

	"mycel/internal/must"
)

func TestParts(t *testing.T) {
	for word, want := range map[string]string{
		"useEffect": "use Effect", "HashMap": "Hash Map", "HTTPServer": "HTTP Server", "parseJSON": "parse JSON",
		"utf8Decoder": "utf8 Decoder", "ÜberGröße": "Über Größe", "größeÄndern": "größe Ändern",
		"isEmpty": "Empty", "iPhone": "Phone", "RefCellB": "Ref Cell", "baseURLs": "base", "allJSONs": "all JSONs",
		"100ms": "100 ms", "1.5GB": "1.5 GB", "TLS1.3": "TLS 1.3", "python3.11": "python 3.11", "5µs": "5 µs",
		"v2.10": "", "sha256": "", "a1.x": "", "py3.11b": "", "TLS1,3": "", "3D1": "", "20kelvin": "", "0x1f": "", "1.3": "",
		"word": "", "Word": "", "WORD": "", "": "", "éa": "", "URLs": "", "aB": "", "mRNAs": "", "pH": "", "HeLa": "",
	} {
		var got []string
		for _, p := range Parts(word) {
			got = append(got, word[p[0]:p[1]])
		}
		must.Equal(t, strings.Join(got, " "), want, "Parts(%q)", word)
	}
}

// A hyphen makes one word of two, not of three, nor of numbers alone.
func TestJoinedWords(t *testing.T) {
	for in, want := range map[string]string{
		"a hand-off.": "handoff", "E-Mail": "EMail", "Wi\u2011Fi-": "WiFi", "utf-8": "utf8", "useA-Effect": "useAEffect",
		"state-of-the-art": "", "2024-05": "", "a - b": "", "a--b": "", "中-文": "", "one-two-3": "", "v-for": "",
	} {
		var got []string
		for sc := NewScanner(in); sc.Next(); {
			for _, p := range sc.Parts() {
				if strings.ContainsAny(in[p.Start:p.End], "-\u2011") {
					got = append(got, p.Text)
				}
			}
		}
		must.Equal(t, strings.Join(got, " "), want, "%q", in)
	}
}

// Whatever the word, parts ascend, do not overlap and lie inside it.
func FuzzParts(f *testing.F) {
	f.Add("HTTPServerÄB")
	f.Fuzz(func(t *testing.T, word string) {
		at := 0
		for _, p := range Parts(word) {
			must.Hold(t, p[0] >= at && p[1] > p[0] && p[1] <= len(word), "%q: part %v behind %d", word, p, at)
			at = p[1]
		}
	})
}
