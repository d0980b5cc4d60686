package builder

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// The search page of a bundle speaks its language, and asks for the words.
func TestPageSpeaksLanguage(t *testing.T) {
	runtime := fstest.MapFS{
		"index.html": {Data: []byte("<html lang=\"en\" data-site-root=\"./\">\n<head>\n</head>")},
	}
	for _, language := range []string{"de", "en", "pt", "pt-br", "zh", "zh-hant"} {
		runtime["client/ui/strings/"+language+".js"] = &fstest.MapFile{Data: []byte("export default {};")}
	}
	for tag, language := range map[string]string{"de-AT": "de", "sv": "en", "pt-BR": "pt-br", "pt-PT": "pt", "zh-CN": "zh", "zh-TW": "zh-hant", "zh-Hant-HK": "zh-hant"} {
		out := filepath.Join(t.TempDir(), "out")
		if _, err := Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: out, Version: "test", Language: tag, Runtime: runtime}); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(out, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Contains(string(page), `<link rel="modulepreload" href="./client/ui/strings/`+language+`.js">`)
		if !strings.HasPrefix(string(page), `<html lang="`+language+`"`) || words == (language == "en") {
			t.Errorf("%s: got %s", tag, page)
		}
	}
}
