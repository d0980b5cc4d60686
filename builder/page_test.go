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
		"index.html":              {Data: []byte("<html lang=\"en\" data-site-root=\"./\">\n<head>\n</head>")},
		"client/ui/strings/de.js": {Data: []byte("export default {};")},
	}
	for language, want := range map[string]string{"de-AT": `<html lang="de"`, "sv": `<html lang="en"`} {
		out := filepath.Join(t.TempDir(), "out")
		if _, err := Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: out, Version: "test", Language: language, Runtime: runtime}); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(out, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Contains(string(page), `<link rel="modulepreload" href="./client/ui/strings/de.js">`)
		if !strings.HasPrefix(string(page), want) || words != strings.Contains(want, "de") {
			t.Errorf("%s: got %s", language, page)
		}
	}
}
