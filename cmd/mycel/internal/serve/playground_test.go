package serve

import (
	"io/fs"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/site"
)

// TestPlayground checks that the playground is served when it is asked for, or when
// the bundle has it, and not otherwise.
func TestPlayground(t *testing.T) {
	files := maps.Clone(browserFiles)
	files["playground/index.html"] = &fstest.MapFile{Data: []byte("<title>Playground</title>")}
	files["playground/playground.js"] = &fstest.MapFile{Data: []byte("export {};")}
	for name, test := range map[string]struct {
		built fs.FS // what the bundle was built with
		asked bool
		want  int
	}{
		"not asked for":             {site.Without(files, site.PlaygroundFolder), false, http.StatusNotFound},
		"asked for":                 {site.Without(files, site.PlaygroundFolder), true, http.StatusOK},
		"asked for, no page at all": {nil, true, http.StatusOK},
		"in the bundle":             {files, false, http.StatusOK},
		"lent, but not asked for":   {nil, false, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir() + "/bundle"
			build(t, out, `{"_id":"a","text":"A text."}`, nil, test.built)
			h, _ := serving(t, Options{Bundle: out, Runtime: func() (fs.FS, error) { return files, nil }, Playground: test.asked})
			for path, content := range map[string]string{"/playground/": "<title>Playground</title>", "/playground/playground.js": "export {};"} {
				w := get(h, path)
				if w.Code != test.want || test.want == http.StatusOK && !strings.Contains(w.Body.String(), content) {
					t.Errorf("%s: got %d %q, want %d", path, w.Code, w.Body, test.want)
				}
			}
		})
	}
}
