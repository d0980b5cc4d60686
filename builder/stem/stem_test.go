package stem

import (
	"slices"
	"testing"
)

func TestStem(t *testing.T) {
	for _, c := range []struct{ tag, word, want string }{
		{"en", "sharing", "share"}, {"en-GB", "libraries", "librari"}, {"en", "café", "cafe"},
		{"fr", "continuellement", "continuel"}, {"es", "corriendo", "corr"}, {"sv", "flickorna", "flick"},
		{"ru", "книгами", "книг"}, {"nb", "havnedistrikt", "havnedistrikt"}, {"hu", "házakban", "haz"},
		{"zh", "東京", "東京"}, {"de", "Häuser", "hauser"}, // no stemmer: the key of the word
	} {
		s, err := New(c.tag)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Stem(c.word); got != c.want {
			t.Errorf("%s: Stem(%q) = %q, want %q", c.tag, c.word, got, c.want)
		}
	}
	if _, err := New("not a language"); err == nil {
		t.Error("accepted a tag that is none")
	}
}

func TestStopWords(t *testing.T) {
	en, _ := New("en")
	for _, w := range en.StopWords() {
		if !en.IsStop(w) {
			t.Errorf("%q is listed and no stop word", w)
		}
	}
	// Every stop word of the library with at most three letters is listed.
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a' - 1; b <= 'z'; b++ {
			for c := 'a' - 1; c <= 'z'; c++ {
				w := ""
				for _, r := range []rune{a, b, c} {
					if r >= 'a' {
						w += string(r)
					}
				}
				if len(w) > 1 && en.isStop(w) && !slices.Contains(en.StopWords(), w) {
					t.Errorf("%q is a stop word and not listed", w)
				}
			}
		}
	}
	if fr, _ := New("fr"); !fr.IsStop("avec") || fr.IsStop("with") {
		t.Error("French stop words")
	}
	if de, _ := New("de"); de.IsStop("und") || de.StopWords() != nil {
		t.Error("German has no list")
	}
}
