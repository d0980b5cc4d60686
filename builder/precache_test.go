package builder

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// The list for service workers names every file of the bundle but itself and the
// worker, once, and another build has another revision in list and worker.
func TestPrecache(t *testing.T) {
	revisions := map[string]bool{}
	for _, page := range []string{"one", "two"} {
		dir, _ := handbook(t, func(c *Config) {
			c.Runtime = fstest.MapFS{
				"page.js": {Data: []byte(page)}, "client/a.ABCDEFG2.js": {Data: []byte("1")}, ".hidden": {Data: []byte("2")},
				manifest.WholeEngine: {Data: zipped("engine")}, manifest.CoreEngine: {Data: []byte("core")}, write.RuntimeKeeper: {Data: []byte("work()")},
			}
		})
		m, err := manifest.Read(dir)
		must.OK(t, err)
		files := must.Tree(t, dir)
		var list write.Precache
		must.OK(t, json.Unmarshal([]byte(files[write.PrecacheName]), &list))
		if want := `self.mycelRevision="` + list.Revision + "\";\nwork()"; files[write.RuntimeKeeper] != want || list.Revision == "" {
			t.Errorf("worker: got %q, want %q", files[write.RuntimeKeeper], want)
		}
		revisions[list.Revision] = true
		listed := map[string]bool{write.PrecacheName: true, write.RuntimeKeeper: true, manifest.ListName: true} // which no reader fetches
		for _, e := range slices.Concat(list.Core, list.Index, list.Text, list.Whole) {
			must.Be(t, !listed[e.URL], "%s is listed twice", e.URL)
			listed[e.URL] = true
			named := strings.HasPrefix(e.URL, "packs/") || strings.HasPrefix(e.URL, "index.") || strings.HasPrefix(e.URL, "mycel.e") || strings.Contains(e.URL, "ABCDEFG2")
			if _, wasm := strings.CutSuffix(e.URL, ".wasm.gz"); (named || wasm) != (e.Revision == nil) {
				t.Errorf("%s: got revision %v", e.URL, e.Revision)
			}
		}
		for name := range files {
			must.Be(t, listed[name], "%s is not listed", name)
		}
		if len(listed) != len(m.All()) || len(listed) != len(files) {
			t.Errorf("got %d files listed, %d in the manifest, %d in the folder", len(listed), len(m.All()), len(files))
		}
	}
	must.Be(t, len(revisions) == 2, "two builds have the same revision: %v", revisions)
}

// zipped compresses a text as files of bundles are.
func zipped(text string) []byte {
	return write.Compress([]byte(text), []int{len(text)}, false)
}
