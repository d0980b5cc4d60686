package ingest

import (
	"os"
	"path/filepath"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// Addresses from which pages or a file redirect are aliases of the page to which they lead in the end.
func TestRedirects(t *testing.T) {
	refresh := func(to string) string {
		return `<html><head><meta http-equiv="Refresh" content="0; URL='` + to + `'"></head><body>Moved</body></html>`
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"new/index.html": `<html lang="en"><body><main><h1>New</h1><p>Text.</p></main></body></html>`,
		"index.html":     `<html lang="en"><body><main><h1>Home</h1><p>Start.</p></main></body></html>`,
		"old/index.html": refresh("../new/"), "rooted.html": refresh("/New/#part"), "below.html": refresh("https://example.org/docs/new"),
		"twice.html": refresh("old/"), "loop.html": refresh("loop.html"), "away.html": refresh("https://example.org/elsewhere"),
		"_redirects": "# moved\n/older /old 301\n/any/* /new\n/home /\n/broken\n",
	} {
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(content), 0o644))
	}
	c := mustRead(t, Site, dir, document.Options{})
	got := map[string][]string{}
	for _, d := range c.Documents {
		got[d.ID] = d.Aliases
	}
	want := map[string][]string{"index.html": {"home"}, "new/index.html": {"below", "old", "rooted", "twice", "older"}}
	must.Equal(t, got, want, "aliases")
}
