package builder

import (
	"testing"

	"mycel/builder/ingest/document"
)

// The main language is that of the front page or of most text, whatever the order of the pages.
func TestCommonLanguage(t *testing.T) {
	page := func(id, lang, text string) document.Document {
		return document.Document{ID: id, Lang: lang, Text: text}
	}
	for name, c := range map[string]struct {
		docs []document.Document
		want string
	}{
		"nothing":                            {nil, ""},
		"one page of four declares":          {[]document.Document{page("a", "", "1234"), page("b", "", "1234"), page("c", "zh", "1234")}, ""},
		"most text, not most pages":          {[]document.Document{page("a", "de", "1"), page("b", "de", "1"), page("c", "fr", "1234")}, "fr"},
		"a tie":                              {[]document.Document{page("a", "fr", "12"), page("b", "de", "12")}, "de"},
		"a tie with pages that declare none": {[]document.Document{page("a", "", "12"), page("b", "nb", "12")}, "nb"},
		"a tie with the front page":          {[]document.Document{page("de/index.html", "de", "12"), page("index.html", "fr", "12")}, "fr"},
		"a longer translation":               {[]document.Document{page("de/index.html", "de", "123456"), page("index.html", "en", "1234")}, "en"},
		"a front page in a language of none": {[]document.Document{page("index.html", "fr", "1"), page("a.html", "de", "123456789")}, "de"},
		"tags that are none":                 {[]document.Document{page("a", "klingon!", "123"), page("b", "fr", "1234")}, "fr"},
	} {
		if got := commonLanguage(c.docs); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
