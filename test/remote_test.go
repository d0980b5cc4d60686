package test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
)

// handbook is a small bundle with one text block.
const handbook = "../engine/testdata/handbook"

const question = "Which town did the designer of the float gauge learn clockmaking in?"

// site is a web server with the handbook in /docs/mycel/, some of whose answers a
// test replaces.
func site(t *testing.T, instead map[string]http.HandlerFunc) string {
	t.Helper()
	files := http.StripPrefix("/docs/mycel/", http.FileServer(http.Dir(handbook)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for part, handler := range instead {
			if strings.Contains(r.URL.Path, part) {
				handler(w, r)
				return
			}
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/docs/mycel"
}

// A bundle on a web server answers as the same one on disk.
func TestOpenURL(t *testing.T) {
	local := openBundle(t, handbook)
	want := must.Get(local.Search(t.Context(), question, engine.Options{}))(t)
	for _, suffix := range []string{"", "/", "/?v=1#x"} {
		b := must.Get(mycel.OpenURL(t.Context(), site(t, nil)+suffix))(t)
		got := must.Get(b.Search(t.Context(), question, engine.Options{}))(t)
		must.Be(t, reflect.DeepEqual(got, want) && len(got.Hits) != 0, "got %+v, want %+v", got, want)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func body(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, s) }
}

// What a server can get wrong, each with an error that says which address and why.
func TestOpenURLFailures(t *testing.T) {
	endless := func(w http.ResponseWriter, _ *http.Request) {
		for junk := make([]byte, 1<<16); ; {
			if _, err := w.Write(junk); err != nil {
				return
			}
		}
	}
	loop := func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }
	for name, test := range map[string]struct {
		instead map[string]http.HandlerFunc
		want    []string
	}{
		"no bundle":     {map[string]http.HandlerFunc{"mycel.json": status(404)}, []string{"/docs/mycel/ is not a bundle", "/docs/mycel/mycel.json", "404 Not Found"}},
		"server error":  {map[string]http.HandlerFunc{"mycel.json": status(503)}, []string{"mycel.json", "503 Service Unavailable"}},
		"not JSON":      {map[string]http.HandlerFunc{"mycel.json": body("<!doctype html>")}, []string{"/docs/mycel/mycel.json", "invalid character '<'"}},
		"other format":  {map[string]http.HandlerFunc{"mycel.json": body(`{"format":999}`)}, []string{"mycel.json", "got 999"}},
		"leads out":     {map[string]http.HandlerFunc{"mycel.json": body(`{"format":15,"index":{"path":"../../secret"}}`)}, []string{`"../../secret" leads out of the bundle`}},
		"no index":      {map[string]http.HandlerFunc{"index": status(410)}, []string{"/docs/mycel/index", "410 Gone"}},
		"other index":   {map[string]http.HandlerFunc{"index": body("junk")}, []string{"/docs/mycel/index", "not the one the manifest lists"}},
		"endless index": {map[string]http.HandlerFunc{"index": endless}, []string{"/docs/mycel/index", "the server sends more than "}},
		"endless list":  {map[string]http.HandlerFunc{"mycel.json": endless}, []string{"mycel.json", "the server sends more than 16777216 bytes"}},
		"huge index":    {map[string]http.HandlerFunc{"mycel.json": body(`{"format":15,"index":{"path":"index","bytes":999999999}}`)}, []string{"/docs/mycel/index", "999999999 bytes, more than 256 MiB"}},
		"redirects":     {map[string]http.HandlerFunc{"mycel.json": loop}, []string{"http://127.0.0.1", "/docs/mycel/mycel.json: more than 5 redirects, the last to http://127.0.0.1"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := mycel.OpenURL(t.Context(), site(t, test.instead))
			must.Hold(t, err != nil, "got no error")
			for _, want := range test.want {
				must.Be(t, strings.Contains(err.Error(), want), "got %q, want it to contain %q", err, want)
			}
			if missing := strings.Contains(err.Error(), "404 Not Found") || strings.Contains(err.Error(), "410 Gone"); missing != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%v: is fs.ErrNotExist: %v", err, !missing)
			}
		})
	}
	for _, address := range []string{"", "public/mycel", "ftp://example.org/", "https://", "http://[::1"} {
		if _, err := mycel.OpenURL(t.Context(), address); err == nil || !strings.Contains(err.Error(), address) {
			t.Errorf("%q: got %v", address, err)
		}
	}
}

// Texts are checked when they are needed, and a failure is not kept.
func TestOpenURLTexts(t *testing.T) {
	answers := map[string]http.HandlerFunc{"packs/": body("junk")}
	b := must.Get(mycel.OpenURL(t.Context(), site(t, answers)))(t)
	must.Say(t, must.Err(b.Search(t.Context(), question, engine.Options{})), "the server sends other bytes than the pack")
	delete(answers, "packs/")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Search(ctx, question, engine.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want it to be cancelled", err)
	}
	if _, err := b.Document(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want it to be cancelled", err)
	}
	if _, err := b.Search(t.Context(), question, engine.Options{}); err != nil {
		t.Error(err)
	}
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
	b := openBundle(t, dir)
	if same, err := b.Reopen(t.Context()); err != nil || same != b {
		t.Errorf("got %p, %v, want the same bundle %p", same, err, b)
	}
	listed := filepath.Join(dir, manifest.Name)
	content := readFile(t, listed)
	write := func(content string) {
		t.Helper()
		must.OK(t, os.WriteFile(listed, []byte(content), 0o644))
	}
	write(string(content) + "\n")
	if other, err := b.Reopen(t.Context()); err != nil || other == b {
		t.Errorf("got the same bundle, %v", err)
	}
	write("{")
	if _, err := b.Reopen(t.Context()); err == nil || !strings.Contains(err.Error(), listed) {
		t.Errorf("got %v, want an error that names %s", err, listed)
	}
}

// zip compresses b.
func zip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

// Hosts that unpack what is compressed, compress it once more, or fail once, do no harm;
// what one of them damages is refused.
func TestOpenURLEncoded(t *testing.T) {
	unzip := func(b []byte) []byte {
		r := must.Get(gzip.NewReader(bytes.NewReader(b)))(t)
		b = must.Get(io.ReadAll(r))(t)
		return b
	}
	encoded := http.Header{"Content-Encoding": {"gzip"}}
	failed := map[string]bool{}
	for name, test := range map[string]struct {
		header http.Header
		change func(path string, b []byte) []byte // nil: the server fails
		want   string                             // of the error
	}{
		"declared":          {encoded, func(path string, b []byte) []byte { return b }, ""},
		"unpacked":          {nil, func(path string, b []byte) []byte { return unzip(b) }, ""},
		"packed twice":      {encoded, func(path string, b []byte) []byte { return zip(b) }, ""},
		"unpacked, damaged": {nil, func(path string, b []byte) []byte { return append(unzip(b), 0) }, "not the one the manifest lists"},
		"fails once": {nil, func(path string, b []byte) []byte {
			if !failed[path] {
				failed[path] = true
				return nil
			}
			return b
		}, ""},
		"fails twice": {nil, func(path string, b []byte) []byte { return nil }, "500 Internal Server Error"},
	} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				b, err := os.ReadFile(filepath.Join(handbook, filepath.FromSlash(r.URL.Path)))
				if err != nil {
					w.WriteHeader(http.StatusNotFound)
					return
				}
				if strings.HasSuffix(r.URL.Path, ".gz") {
					if b = test.change(r.URL.Path, b); b == nil {
						w.WriteHeader(http.StatusInternalServerError)
						return
					}
					maps.Copy(w.Header(), test.header)
				} else if test.header != nil { // also of what is not compressed
					maps.Copy(w.Header(), test.header)
					b = zip(b)
				}
				_, _ = w.Write(b)
			}))
			defer server.Close()
			b, err := mycel.OpenURL(t.Context(), server.URL)
			if err == nil {
				_, err = b.Search(t.Context(), question, engine.Options{})
			}
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
