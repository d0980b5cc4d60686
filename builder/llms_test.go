package builder

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"mycel/builder/large"
	"mycel/builder/llmstxt"
	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// llmsFiles leaves the files for language models of all files of a bundle.
func llmsFiles(files map[string]string) map[string]string {
	return map[string]string{llmstxt.ListName: files[llmstxt.ListName], llmstxt.FullName: files[llmstxt.FullName]}
}

// The files for language models are the bundle's: its manifest lists them, the rest of the bundle
// is the same without them (no service worker keeps them), and a build without them removes them.
func TestLLMs(t *testing.T) {
	runtime := fstest.MapFS{write.RuntimePage: {Data: []byte("<p>")}, write.RuntimeKeeper: {Data: []byte("work()")}}
	plain, _ := handbook(t, func(c *Config) { c.Runtime = runtime })
	dir, report := handbook(t, func(c *Config) { c.LLMs, c.Runtime = true, runtime })
	files := must.Tree(t, dir)
	m := must.Get(manifest.Read(dir))(t)
	for _, name := range []string{llmstxt.ListName, llmstxt.FullName} {
		i := slices.IndexFunc(m.Files, func(f manifest.File) bool { return f.Path == name })
		must.Hold(t, i >= 0 && files[name] != "", "%s is not in the manifest or empty", name)
		if row := m.Files[i]; row.Bytes != int64(len(files[name])) || row.SHA256 != write.Digest([]byte(files[name])) {
			t.Errorf("%s: got the row %+v, which is not of its content", name, row)
		}
	}
	must.Be(t, report.Files == len(files), "got %d files in the report, %d in the folder", report.Files, len(files))
	before := must.Tree(t, plain)
	for name := range before {
		must.Be(t, name == manifest.Name || files[name] == before[name], "%s differs where there are files for language models", name)
	}
	handbook(t, func(c *Config) { c.Output, c.Runtime = dir, runtime })
	same(t, "built again without", before, must.Tree(t, dir))
}

// A large corpus, whose texts are not kept in memory, has the same files.
func TestLLMsOfPackedPages(t *testing.T) {
	change := func(c *Config) { c.LLMs, c.Vectors = true, false }
	kept, _ := handbook(t, change)
	packed, _ := handbook(t, func(c *Config) {
		change(c)
		c.Large = new(large.Usual())
		c.Large.Text = 0
	})
	same(t, "packed", llmsFiles(must.Tree(t, kept)), llmsFiles(must.Tree(t, packed)))
}

// After edits a build with kept pages has the bytes of a clean one.
func TestIncrementalLLMs(t *testing.T) {
	g := newGarden(t, 5)
	c := Config{LLMs: true}
	lists := map[string]bool{}
	for step := range 6 {
		what := g.change(&c)
		g.buildBoth(c, fmt.Sprintf("step %d, after %s", step, what))
		lists[must.Tree(t, g.clean)[llmstxt.FullName]] = true
	}
	must.Be(t, len(lists) >= 3 && !lists[""], "got %d lists, want 3 or more", len(lists))
}
