package single

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// page is a search page of which all is there that is to be replaced.
const page = `<!doctype html>
<html lang="en" data-site-root="../">
  <link rel="icon" href="./icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="./page.css">
  <script type="module" src="./page.js"></script>
  <body>
  </body>
</html>
`

var classic = fstest.MapFS{
	"worker.js": {Data: []byte("worker")}, "page.js": {Data: []byte("page()")}, "classic.js": {Data: []byte("elements()")},
}

// packedObject is {} in gzip.
const packedObject = "\x1f\x8b\b\x00\x00\x00\x00\x00\x02\xff\xaa\xae\x05\x04\x00\x00\xff\xffC\xbf\xa6\xa3\x02\x00\x00\x00"

func site(page string) fstest.MapFS {
	return fstest.MapFS{"index.html": {Data: []byte(page)}, "page.css": {Data: []byte("p{}")}, "icon.svg": {Data: []byte("<svg/>")}, "client/ui/strings.a.pack": {Data: []byte("{\"de\":26}\n" + packedObject)}}
}

// bundleOf writes a folder with a manifest that says what it is given.
func bundleOf(t *testing.T, wasm string) string {
	t.Helper()
	dir := t.TempDir()
	list, table := "[]\n", manifest.EncodePacks([]manifest.Pack{{}})
	index := write.Compress(table, []int{len(table)}, false)
	listed := fmt.Sprintf(`{"format": 15, "version": "0.1.0", "index": {"path": "index.gz", "bytes": %d, "sha256": %q}, "list": {"path": "packs.json", "bytes": 3, "sha256": %q}, %s "files": [{"path": "page.js", "bytes": 1}]}`,
		len(index), write.Digest(index), write.Digest([]byte(list)), wasm)
	for name, content := range map[string]string{"mycel.json": listed, "index.gz": string(index), "packs.json": list, "mycel.wasm.gz": "engine"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	return dir
}

const engine = `"wasm": {"path": "mycel.wasm.gz", "bytes": 6},`

// Everything that the page or script names is inside, and nothing else is named.
func TestWrite(t *testing.T) {
	dir := bundleOf(t, engine)
	out := t.TempDir()
	for name, want := range map[string][]string{
		"s.html": {"<style>p{}</style>", "page()", `"index.gz":"H4sI`, `"mycel.wasm.gz":"ZW5naW5l"`, `"worker.js":"d29ya2Vy"`, `lang="de" data-site-root="./"`},
		"s.js":   {"elements()", `"index.gz":"H4sI`},
	} {
		path := filepath.Join(out, name)
		size := must.Get(Write(path, Options{Bundle: dir, SiteRoot: "./", Language: "de-CH", Classic: classic, Page: site(page)}))(t)
		b := must.Get(os.ReadFile(path))(t)
		must.Be(t, int64(len(b)) == size, "%s: got size %d, want %d", name, size, len(b))
		for _, s := range want {
			must.Be(t, strings.Contains(string(b), s), "%s: has no %s", name, s)
		}
		must.Be(t, !strings.Contains(string(b), `="./p`) && !strings.Contains(string(b), "./client"), "%s names another file:\n%s", name, b)
	}
}

func TestWriteFails(t *testing.T) {
	good := Options{Bundle: bundleOf(t, engine), Classic: classic, Page: site(page)}
	for _, test := range []struct {
		name, path string
		options    Options
		want       string
	}{
		{"another ending", "s.txt", good, "ends in .html or .js"},
		{"no engine", "s.html", Options{Bundle: bundleOf(t, ""), Classic: classic, Page: site(page)}, "without an engine"},
		{"no bundle", "s.html", Options{Bundle: t.TempDir(), Classic: classic, Page: site(page)}, "is not a bundle"},
		{"another page", "s.html", Options{Bundle: good.Bundle, Classic: classic, Page: site("<body>\n</body>\n")}, "the search page must have one line"},
		{"huge", "s.js", Options{Bundle: bundleOf(t, `"wasm": {"path": "mycel.wasm.gz", "bytes": 999999999},`), Classic: classic, Page: site(page)}, "too large"},
	} {
		path := filepath.Join(t.TempDir(), test.path)
		_, err := Write(path, test.options)
		must.Say(t, err, test.want, "%s", test.name)
		if test.want == "too large" && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: got %v, want it to be ErrTooLarge", test.name, err)
		}
		if names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(names) > 0 {
			t.Errorf("%s: left %v, %v", test.name, names, err)
		}
	}
}

// Where the file cannot be written the error names it and the cause, and nothing is left.
func TestWriteNowhere(t *testing.T) {
	out := t.TempDir()
	for path, want := range map[string]string{"gone/s.js": "no such file or directory", "taken.js": "file exists"} {
		must.OK(t, os.MkdirAll(filepath.Join(out, "taken.js", "below"), 0o755))
		path := filepath.Join(out, path)
		_, err := Write(path, Options{Bundle: bundleOf(t, engine), Classic: classic, Page: site(page)})
		if want := "writing " + path + ": " + want; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if left, err := os.ReadDir(out); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
