package serve

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mycel"
	"mycel/builder"
	"mycel/internal/must"
	"mycel/manifest"
	"mycel/site"
)

const linkPlain = `data-site-root="./"`

// browserFiles stands for the files that a browser needs.
var browserFiles = fstest.MapFS{
	"index.html":      {Data: []byte(`<!doctype html><html data-site-root="./"><title>Search</title>`)},
	"page.css":        {Data: []byte("body{}")},
	"client/index.js": {Data: []byte("export {};")},
	"mycel.wasm.gz":   {Data: []byte("compressed engine")},
}

func lend() (fs.FS, error) { return browserFiles, nil }

// build makes a bundle at out from JSON Lines and Markdown.
func build(t *testing.T, out, lines string, pages map[string]string, runtime fs.FS) {
	t.Helper()
	c := builder.Config{Output: out, Version: "1.2.3", Runtime: runtime}
	if lines != "" {
		file := must.File(t, "corpus.jsonl", lines)
		c.JSONL = []string{file}
	}
	if pages != nil {
		dir := t.TempDir()
		for name, text := range pages {
			must.Write(t, filepath.Join(dir, name), text)
		}
		c.Docs = []string{dir}
	}
	must.Get(builder.Build(t.Context(), c))(t)
}

var tidePages = map[string]string{
	"guide/tides.md": "# Tides\n\nThe moon pulls.\n\nTwice a day.\n\n## Spring Tide\n\nSun and moon in line.\n\n### At Full Moon\n\nAlso then.\n",
	"waves.md":       "# Waves\n\nWind makes waves.\n",
}

// start serves a bundle of pages about the sea, with the given changes.
func start(t *testing.T, change func(*Options)) (*Handler, *bytes.Buffer) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, "", tidePages, browserFiles)
	o := Options{Bundle: out, Runtime: lend}
	if change != nil {
		change(&o)
	}
	return serving(t, o)
}

func serving(t *testing.T, o Options) (*Handler, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	o.Log = log.New(&out, "", 0)
	h := must.Get(New(o))(t)
	t.Cleanup(h.Close)
	return h, &out
}

func get(h http.Handler, target string, headers ...string) *httptest.ResponseRecorder {
	return request(h, http.MethodGet, target, headers...)
}

func request(h http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestHeaders checks types, caching and policy of every file of a bundle.
func TestHeaders(t *testing.T) {
	h, _ := start(t, nil)
	m := h.bundle.current().bundle.Manifest()
	for path, want := range map[string]struct{ contentType, cache string }{
		"/":                       {"text/html; charset=utf-8", revalidate},
		"/index.html":             {"text/html; charset=utf-8", revalidate},
		"/mycel.json":             {"application/json", revalidate},
		"/page.css":               {"text/css; charset=utf-8", revalidate},
		"/client/index.js":        {"text/javascript; charset=utf-8", revalidate},
		"/document/style.css":     {"text/css; charset=utf-8", revalidate},
		"/waves.html":             {"text/html; charset=utf-8", revalidate},
		"/" + m.Index.Path:        {"application/gzip", forever},
		"/" + m.Packs[0].Path:     {"application/octet-stream", forever},
		"/" + m.Wasm.Path:         {"application/gzip", forever},
		"/waves.html?from=search": {"text/html; charset=utf-8", revalidate},
	} {
		w := get(h, path)
		header := w.Header()
		if w.Code != http.StatusOK || header.Get("Content-Type") != want.contentType || header.Get("Cache-Control") != want.cache {
			t.Errorf("%s: got %d, %q, %q, want 200, %q, %q", path, w.Code, header.Get("Content-Type"), header.Get("Cache-Control"), want.contentType, want.cache)
		}
		must.Equal(t, header.Get("Content-Security-Policy"), policy, "%s: policy", path)
		for name, value := range map[string]string{
			"Access-Control-Allow-Origin": "", "X-Content-Type-Options": "nosniff", "Content-Encoding": "",
		} {
			must.Equal(t, header.Get(name), value, "%s: %s", path, name)
		}

		head := request(h, http.MethodHead, path)
		if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != header.Get("Content-Length") {
			t.Errorf("HEAD %s: got %d, %d bytes, length %q, want 200, nothing, %q", path, head.Code, head.Body.Len(), head.Header().Get("Content-Length"), header.Get("Content-Length"))
		}
		again := get(h, path, "If-None-Match", header.Get("ETag"))
		must.Be(t, again.Code == http.StatusNotModified, "%s again: got %d, want %d", path, again.Code, http.StatusNotModified)
	}
}

// TestFiles checks that every file that the manifest lists arrives as it is.
func TestFiles(t *testing.T) {
	h, _ := start(t, nil)
	s := h.bundle.current()
	for _, f := range s.bundle.Manifest().All() {
		want := must.Get(os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(f.Path))))(t)
		w := get(h, "/"+f.Path)
		must.Be(t, bytes.Equal(w.Body.Bytes(), want), "%s: got %q, want %q", f.Path, w.Body, want)
	}
}

func TestRange(t *testing.T) {
	h, _ := start(t, nil)
	path := "/" + h.bundle.current().bundle.Manifest().Index.Path
	whole := get(h, path).Body.String()
	w := get(h, path, "Range", "bytes=2-5")
	if w.Code != http.StatusPartialContent || w.Body.String() != whole[2:6] {
		t.Errorf("got %d and %q, want %d and %q", w.Code, w.Body, http.StatusPartialContent, whole[2:6])
	}
	if w := get(h, path, "Range", "bytes=99999999-"); w.Code != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("got %d, want %d", w.Code, http.StatusRequestedRangeNotSatisfiable)
	}
}

func TestMethods(t *testing.T) {
	h, _ := start(t, nil)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		w := request(h, method, "/")
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: got %d, Allow %q", method, w.Code, w.Header().Get("Allow"))
		}
	}
}

// TestNotFound checks that nothing is served but what belongs there: no folder, no
// file beside, no way out.
func TestNotFound(t *testing.T) {
	parent := t.TempDir()
	must.Write(t, filepath.Join(parent, "secret.txt"), "secret")
	root := filepath.Join(parent, "site")
	must.Write(t, filepath.Join(root, "index.html"), "home")
	must.Write(t, filepath.Join(root, "empty/readme.txt"), "no index here")
	must.Write(t, filepath.Join(root, ".git/config"), "secret")
	must.Write(t, filepath.Join(root, "a/.env"), "secret")
	if err := os.Symlink(filepath.Join(parent, "secret.txt"), filepath.Join(root, "link.txt")); err != nil {
		t.Skip(err)
	}
	out := filepath.Join(parent, "bundle")
	build(t, out, "", tidePages, browserFiles)
	alone, _ := serving(t, Options{Bundle: out, Runtime: lend})
	below, _ := serving(t, Options{Bundle: out, Root: root, Runtime: lend})
	for _, path := range []string{
		"/text", "/text/", "/client/", "/nothing", "/secret.txt", "/document", "/document?id=nobody", "/document/",
		"/../secret.txt", "/text/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%5csecret.txt",
		"//secret.txt", "/mycel/../../secret.txt", "/mycel/%2e%2e/%2e%2e/secret.txt",
		"/link.txt", "/.git/config", "/a/.env", "/empty/", "/index.html/", "/mycel.json%00", "/./index.htm",
	} {
		for name, h := range map[string]*Handler{"bundle": alone, "site": below} {
			if w := get(h, path); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "secret") {
				t.Errorf("%s: %s: got %d and %q, want %d", name, path, w.Code, w.Body, http.StatusNotFound)
			}
		}
	}
}

// TestSite checks a site with its bundle beside or inside.
func TestSite(t *testing.T) {
	for name, test := range map[string]struct {
		bundle string // relative to the site
		mount  string
		root   string // where the search page's links start from
	}{
		"beside": {"../bundle", "/mycel/", "../"},
		"inside": {"assets/search", "/assets/search/", "../../"},
		"same":   {".", "/", "./"},
	} {
		t.Run(name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "site")
			out := filepath.Join(root, test.bundle)
			build(t, out, "", tidePages, browserFiles)
			must.Write(t, filepath.Join(root, "about/index.html"), "about <script>let own = 1</script>")
			must.Write(t, filepath.Join(root, "app.js"), "let app")
			must.Write(t, filepath.Join(root, ".well-known/security.txt"), "Contact: us")
			h, _ := serving(t, Options{Bundle: out, Root: root, Runtime: lend})
			must.Hold(t, h.SearchPath() == test.mount, "got the bundle at %s, want %s", h.SearchPath(), test.mount)
			page := get(h, test.mount)
			if want := `data-site-root="` + test.root + `"`; page.Code != http.StatusOK || !strings.Contains(page.Body.String(), want) {
				t.Errorf("got %d and page %q, want %s in it", page.Code, page.Body, want)
			}
			if w := get(h, test.mount+"mycel.json"); w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != policy {
				t.Errorf("manifest: got %d, %v", w.Code, w.Header())
			}
			for path, want := range map[string]struct{ body, contentType string }{
				"/about/":                   {"about", "text/html; charset=utf-8"},
				"/app.js":                   {"let app", "text/javascript; charset=utf-8"},
				"/.well-known/security.txt": {"Contact", "text/plain; charset=utf-8"},
			} {
				w := get(h, path)
				if w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), want.body) || w.Header().Get("Content-Type") != want.contentType {
					t.Errorf("%s: got %d, %q, %q, want %q, %q", path, w.Code, w.Body, w.Header().Get("Content-Type"), want.body, want.contentType)
				}
				if w.Header().Get("Content-Security-Policy") != "" || w.Header().Get("Access-Control-Allow-Origin") != "" {
					t.Errorf("%s: got headers %v, want no policy over the site's own", path, w.Header())
				}
			}
			if w := get(h, "/about?x=1"); w.Code != http.StatusTemporaryRedirect || w.Header().Get("Location") != "/about/?x=1" {
				t.Errorf("folder: got %d to %q", w.Code, w.Header().Get("Location"))
			}
			if w := get(h, "/waves.html"); w.Code != http.StatusNotFound {
				t.Errorf("got %d for a page that the site does not have", w.Code)
			}
		})
	}
}

// TestDocument checks a page that is made of a document's text.
func TestDocument(t *testing.T) {
	h, _ := start(t, nil)
	got := get(h, "/guide/tides.html").Body.String()
	for _, want := range []string{
		`<html lang="en">`, `<title>Tides</title>`, `<link rel="stylesheet" href="/document/style.css">`, `<a href="/">Search</a>`,
		`<h1 id="tides">Tides</h1>`, "<p>The moon pulls.</p>", "<p>Twice a day.</p>",
		`<h2 id="spring-tide">Spring Tide</h2>`, `<h3 id="at-full-moon">At Full Moon</h3>`,
	} {
		must.Be(t, strings.Contains(got, want), "got:\n%s\nwant %s in it", got, want)
	}
	must.Equal(t, strings.Count(got, "Tides</h"), 1, "headings with the title")
}

// TestHostileDocument checks that nothing in a document becomes markup.
func TestHostileDocument(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, `{"_id":"\"><script>x</script>","title":"</title><script>alert(1)</script>","text":"<img src=x onerror=alert(2)>\n\n</p><iframe>"}`+"\n"+
		`{"_id":"../../etc/passwd","title":"Odd & \"quoted\"","text":"Text.","url":"javascript:alert(3)"}`+"\n", nil, browserFiles)
	h, _ := serving(t, Options{Bundle: out, Runtime: lend})
	for target, want := range map[string]string{
		"/document?id=%22%3E%3Cscript%3Ex%3C/script%3E": "&lt;script&gt;alert(1)&lt;/script&gt;",
		"/document?id=../../etc/passwd":                 "Odd &amp; &#34;quoted&#34;",
	} {
		w := get(h, target)
		body := w.Body.String()
		must.Be(t, w.Code == http.StatusOK && strings.Contains(body, want), "%s: got %d and:\n%s\nwant %s in it", target, w.Code, body, want)
		for _, bad := range []string{"<script", "<img", "<iframe", "javascript:"} {
			must.Be(t, !strings.Contains(body, bad), "%s: got %s in:\n%s", target, bad, body)
		}
	}
}

// TestAddresses checks where the documents are, whatever their address looks like.
func TestAddresses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, `{"_id":"plain","title":"Plain","text":"x","url":"a/b.html"}
{"_id":"query","title":"Query","text":"x","url":"page?id=7"}
{"_id":"rooted","title":"Rooted","text":"x","url":"/abs/c.html"}
{"_id":"spaced","title":"Spaced","text":"x","url":"d%20e.html"}
{"_id":"web","title":"Web","text":"x","url":"https://example.org/f.html"}
{"_id":"none","title":"None","text":"x"}
{"_id":"home","title":"Home","text":"x","url":"/"}
`, nil, browserFiles)
	h, _ := serving(t, Options{Bundle: out, Runtime: lend})
	for path, title := range map[string]string{
		"/a/b.html": "Plain", "/page?id=7": "Query", "/abs/c.html": "Rooted", "/d%20e.html": "Spaced",
		"/document?id=none": "None", "/document?id=web": "Web", "/a/b.html?utm=x": "Plain",
		"/page": "", "/page?id=8": "", "/f.html": "", "/b.html": "",
	} {
		w := get(h, path)
		if title == "" {
			must.Equal(t, w.Code, http.StatusNotFound, "%s", path)
		} else if !strings.Contains(w.Body.String(), "<title>"+title+"</title>") {
			t.Errorf("%s: got %d and %q, want the page %s", path, w.Code, w.Body, title)
		}
	}
	page := get(h, "/").Body.String()
	want := `data-document-page="./document" ` + linkPlain
	must.Be(t, strings.Contains(page, want), "got page %q, want %s", page, want)
}

// TestShadowedDocument checks that a document whose address is the search page's
// can be followed all the same.
func TestShadowedDocument(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, "", map[string]string{"README.md": "# Welcome\n\nHome.\n", "waves.md": "# Waves\n\nWind.\n"}, browserFiles)
	h, _ := serving(t, Options{Bundle: out, Runtime: lend})
	if page := get(h, "/").Body.String(); !strings.Contains(page, `data-site-root="./pages/"`) {
		t.Errorf("got %q, want the search page with links below pages/", page)
	}
	for path, title := range map[string]string{"/pages/": "Welcome", "/pages/waves.html": "Waves", "/waves.html": "Waves"} {
		got := get(h, path).Body.String()
		must.Be(t, strings.Contains(got, "<title>"+title+"</title>"), "%s: got %q, want the page %s", path, got, title)
	}
	h, _ = start(t, nil)
	if page := get(h, "/").Body.String(); !strings.Contains(page, linkPlain+">") {
		t.Errorf("without such a document: got %q, want the page as it is", page)
	}
}

// TestLentRuntime checks that a bundle without browser files gets those of the
// program.
func TestLentRuntime(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, "", tidePages, nil)
	h, _ := serving(t, Options{Bundle: out, Runtime: lend})
	with, _ := start(t, nil)
	lent, built := get(h, "/mycel.json").Body.String(), get(with, "/mycel.json").Body.String()
	must.Be(t, lent == built, "got manifest %s\nwant the one of a bundle that was built with them: %s", lent, built)
	for _, path := range []string{"/", "/client/index.js", "/" + with.bundle.current().bundle.Manifest().Wasm.Path} {
		a, b := get(h, path), get(with, path)
		if a.Code != http.StatusOK || a.Body.String() != b.Body.String() || a.Header().Get("Cache-Control") != b.Header().Get("Cache-Control") {
			t.Errorf("%s: got %d and %q, want %q", path, a.Code, a.Body, b.Body)
		}
	}

	cause := errors.New("none here")
	_, err := New(Options{Bundle: out, Runtime: func() (fs.FS, error) { return nil, cause }, Log: log.Default()})
	must.Be(t, errors.Is(err, cause) && strings.Contains(err.Error(), out), "got %v, want an error that names %s and the cause", err, out)
}

// TestRebuilt checks that another bundle at the same place is picked up, and that a
// broken one is not.
func TestRebuilt(t *testing.T) {
	h, logged := start(t, nil)
	dir := h.bundle.current().dir
	if w := get(h, "/rocks.html"); w.Code != http.StatusNotFound {
		t.Fatalf("got %d before there is such a page", w.Code)
	}
	build(t, dir, "", map[string]string{"rocks.md": "# Rocks\n\nHard.\n"}, browserFiles)
	if w := get(h, "/rocks.html"); w.Code != http.StatusOK {
		t.Errorf("got %d after the build, want %d; log: %s", w.Code, http.StatusOK, logged)
	}
	if w := get(h, "/waves.html"); w.Code != http.StatusNotFound {
		t.Errorf("got %d for a page that is gone", w.Code)
	}

	must.Write(t, filepath.Join(dir, manifest.Name), "{")
	for range 2 {
		if w := get(h, "/rocks.html"); w.Code != http.StatusOK {
			t.Errorf("got %d with a broken bundle, want the old one", w.Code)
		}
	}
	must.Equal(t, strings.Count(logged.String(), "cannot be opened"), 1)
	h.bundle.failed = time.Now().Add(-2 * retryAfter) // instead of waiting
	must.OK(t, os.RemoveAll(dir))
	build(t, dir, "", tidePages, browserFiles)
	if w := get(h, "/waves.html"); w.Code != http.StatusOK {
		t.Errorf("got %d after the repair, want %d; log: %s", w.Code, http.StatusOK, logged)
	}
}

// TestLostFile checks that a file which is listed but gone is an error with a line
// in the log.
func TestLostFile(t *testing.T) {
	h, logged := start(t, nil)
	s := h.bundle.current()
	path := s.bundle.Manifest().Index.Path
	must.OK(t, os.Remove(filepath.Join(s.dir, path)))
	if w := get(h, "/"+path); w.Code != http.StatusInternalServerError || !strings.Contains(logged.String(), path) {
		t.Errorf("got %d and log %q, want %d and the name", w.Code, logged, http.StatusInternalServerError)
	}
}

func TestNewFailures(t *testing.T) {
	out := filepath.Join(t.TempDir(), "bundle")
	build(t, out, "", tidePages, browserFiles)
	file := must.File(t, "file", "")
	empty := t.TempDir()
	headless := filepath.Join(t.TempDir(), "headless")
	build(t, headless, "", tidePages, fstest.MapFS{"mycel.wasm.gz": {Data: []byte("x")}})
	for name, o := range map[string]Options{
		"no bundle":  {Bundle: filepath.Join(empty, "gone")},
		"not one":    {Bundle: empty},
		"no site":    {Bundle: out, Root: filepath.Join(empty, "gone")},
		"site file":  {Bundle: out, Root: file},
		"no page":    {Bundle: headless},
		"both wrong": {Bundle: empty, Root: empty},
	} {
		o.Runtime, o.Log = lend, log.Default()
		h, err := New(o)
		must.Be(t, err != nil && h == nil, "%s: got no error", name)
	}
}

// TestRun checks that a server answers until it is told to end.
func TestRun(t *testing.T) {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	h, _ := start(t, nil)
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, l, "127.0.0.1:0", h, log.Default()) }()
	response, err := http.Get("http://" + l.Addr().String() + "/waves.html")
	must.Hold(t, err == nil && response.StatusCode == http.StatusOK, "got %v, %v", response, err)
	response.Body.Close()
	other := must.Get(http.NewRequest(http.MethodGet, "http://"+l.Addr().String()+"/waves.html", nil))(t)
	other.Host = "evil.example"
	if response, err = http.DefaultClient.Do(other); err != nil || response.StatusCode != http.StatusMisdirectedRequest {
		t.Fatalf("another host: got %v, %v", response, err)
	}
	response.Body.Close()
	stop()
	select {
	case err := <-ended:
		must.Be(t, err == nil, "got %v, want no error", err)
	case <-time.After(5 * time.Minute):
		t.Fatal("it does not end")
	}
	must.Be(t, must.Err(http.Get("http://"+l.Addr().String()+"/")) != nil, "it still answers")

	must.Be(t, Run(t.Context(), l, "127.0.0.1:0", h, log.Default()) != nil, "a closed listener: got no error")
}

// A bundle that is replaced between two looks at it is given up for the new one.
func TestReplaced(t *testing.T) {
	var o Options
	h, logged := start(t, func(options *Options) { o = *options })
	o.Log = h.log
	old := h.bundle.current()
	b := must.Get(mycel.Open(o.Bundle))(t)
	build(t, o.Bundle, "", map[string]string{"waves.md": "# Waves\n\nNow of the moon, too.\n"}, browserFiles)
	s, err := takeAnew(b, o, "/")
	must.Be(t, err == nil && len(s.addresses) == 1, "opening: got %+v, %v", s, err)
	w := httptest.NewRecorder()
	served, err := h.serveAnew(old, w, httptest.NewRequest(http.MethodGet, "/waves.html", nil))
	if err != nil || !served || !strings.Contains(w.Body.String(), "Now of the moon") {
		t.Errorf("serving: got %v, %v, %s; log %s", served, err, w.Body, logged)
	}
}

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
