package builder

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
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
		page := must.Get(os.ReadFile(filepath.Join(out, "index.html")))(t)
		words := strings.Contains(string(page), `<script type="application/json" lang="`+language+`">{}</script>`)
		must.Be(t, strings.HasPrefix(string(page), `<html lang="`+language+`"`) && words != (language == "en"), "%s: got %s", tag, page)
	}
}

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
		m := must.Get(manifest.Read(dir))(t)
		files := must.Tree(t, dir)
		var list write.Precache
		must.OK(t, json.Unmarshal([]byte(files[write.PrecacheName]), &list))
		want := `self.mycelRevision="` + list.Revision + "\";\nwork()"
		must.Be(t, files[write.RuntimeKeeper] == want && list.Revision != "", "worker: got %q, want %q", files[write.RuntimeKeeper], want)
		revisions[list.Revision] = true
		listed := map[string]bool{write.PrecacheName: true, write.RuntimeKeeper: true, manifest.ListName: true} // which no reader fetches
		for _, e := range slices.Concat(list.Core, list.Index, list.Text, list.Whole) {
			must.Be(t, !listed[e.URL], "%s is listed twice", e.URL)
			listed[e.URL] = true
			named := strings.HasPrefix(e.URL, "packs/") || strings.HasPrefix(e.URL, "index.") || strings.HasPrefix(e.URL, "mycel.e") || strings.Contains(e.URL, "ABCDEFG2")
			_, wasm := strings.CutSuffix(e.URL, ".wasm.gz")
			must.Be(t, (named || wasm) == (e.Revision == nil), "%s: got revision %v", e.URL, e.Revision)
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
