package builder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/internal/must"
)

// The search page of a bundle speaks its language, and has the words.
func TestPageSpeaksLanguage(t *testing.T) {
	runtime := fstest.MapFS{
		"index.html": {Data: []byte("<html lang=\"en\" data-site-root=\"./\">\n<head>\n</head>")},
	}
	packed := "\x1f\x8b\b\x00\x00\x00\x00\x00\x02\xff\xaa\xae\x05\x04\x00\x00\xff\xffC\xbf\xa6\xa3\x02\x00\x00\x00" // {} in gzip
	words := `{"de":26,"en":26,"pt":26,"pt-br":26,"zh":26,"zh-hant":26}` + "\n" + strings.Repeat(packed, 6)
	runtime["client/ui/strings.a.pack"] = &fstest.MapFile{Data: []byte(words)}
	for tag, language := range map[string]string{"de-AT": "de", "sv": "en", "pt-BR": "pt-br", "pt-PT": "pt", "zh-CN": "zh", "zh-TW": "zh-hant", "zh-Hant-HK": "zh-hant"} {
		out := filepath.Join(t.TempDir(), "out")
		mustBuild(t, Config{Docs: []string{"testdata/handbook"}, Output: out, Version: "test", Language: tag, Runtime: runtime})
		page, err := os.ReadFile(filepath.Join(out, "index.html"))
		must.OK(t, err)
		words := strings.Contains(string(page), `<script type="application/json" lang="`+language+`">{}</script>`)
		must.Be(t, strings.HasPrefix(string(page), `<html lang="`+language+`"`) && words != (language == "en"), "%s: got %s", tag, page)
	}
}
