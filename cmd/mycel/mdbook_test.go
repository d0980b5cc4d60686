package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// bookPage is a page as mdBook writes it, as far as search needs it.
func bookPage(text string) string {
	return `<!DOCTYPE HTML><html lang="en"><body><div id="menu-bar"><div class="right-buttons"></div></div><main>` + text + `</main></body></html>`
}

// mdbookRun starts the backend as mdBook does: for a book whose pages are in book/html.
func mdbookRun(t *testing.T, folder string, args ...string) outcome {
	t.Helper()
	tells := must.Get(json.Marshal(map[string]any{"root": folder, "destination": filepath.Join(folder, "book/mycel"),
		"config": map[string]any{"output": map[string]any{"mycel": map[string]any{"command": "x", "args": args}}}}))(t)
	t.Chdir(t.TempDir())
	p := world()
	p.in = strings.NewReader(string(tells))
	return p.capture(t, "mdbook")
}

func TestMdbook(t *testing.T) {
	folder := must.Files(t, map[string]string{
		"book/html/index.html":      bookPage("<h1>Soil</h1><p>Worms dig.</p>"),
		"book/html/guide/oven.html": bookPage("<h1>Oven</h1><p>Bricks keep heat.</p>"),
		"book/html/toc.html":        "<p>no menu</p>",
	})
	mdbookRun(t, folder, "--exclude-selectors", "h1").want(t, exitDone)
	for page, script := range map[string]string{"index.html": `src="mycel/client/ui/define.js"`, "guide/oven.html": `src="../mycel/client/ui/define.js"`} {
		text, err := os.ReadFile(filepath.Join(folder, "book/html", page))
		if err != nil || !strings.Contains(string(text), `right-buttons"><script type="module" `+script) || strings.Count(string(text), "<mycel-search-trigger") != 1 {
			t.Errorf("%s: %v, %s", page, err, text)
		}
	}
	bundle := filepath.Join(folder, "book/html/mycel")
	found := mycelRun(t, "query", "--bundle", bundle, "bricks").want(t, exitDone)
	must.Be(t, strings.Contains(found.out, "guide/oven.html"), "got %s", found.out)
	page, err := os.ReadFile(filepath.Join(bundle, "index.html"))
	must.Be(t, err == nil && !strings.Contains(string(page), "mycel-search-trigger"), "the bundle's own page got a button, or is missing: %v", err)
}

func TestMdbookRefuses(t *testing.T) {
	p := world()
	p.in = strings.NewReader("")
	p.capture(t, "mdbook").want(t, exitUsage, "mdBook starts this command")
	mycelRun(t, "mdbook", "book").want(t, exitUsage, "mdBook starts this command")
	mdbookRun(t, must.Files(t, map[string]string{"book.toml": ""})).want(t, exitFailed, "book.toml needs [output.html]")
	plain := must.Files(t, map[string]string{"book/html/index.html": "<main><h1>Soil</h1><p>Worms dig.</p></main>"})
	mdbookRun(t, plain).want(t, exitFailed, "index.hbs")
	mdbookRun(t, plain, "--sight").want(t, exitUsage, "--sight")
}
