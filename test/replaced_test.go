package test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
)

// rebuilt is a folder with a bundle, and what builds it anew from other pages.
func rebuilt(t *testing.T) (dir string, rebuild func()) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "bundle")
	build := func(keeper string) {
		t.Helper()
		docs := t.TempDir()
		for name, page := range map[string]string{
			"light": "# The lamp\n\nThe lamp of the tower is trimmed by " + keeper + " at dusk.\n",
			"boats": "# The boats\n\nBoats of " + keeper + " come in at high water, and wait for the lamp.\n",
		} {
			must.OK(t, os.WriteFile(filepath.Join(docs, name+".md"), []byte(page), 0o644))
		}
		must.Get(builder.Build(t.Context(), builder.Config{Docs: []string{docs}, Output: dir, Version: "0"}))(t)
	}
	build("Edvard Lund")
	return dir, func() { t.Helper(); build("Marit Solheim") }
}

// sources opens the bundle in a folder there, and over a web server.
var sources = map[string]func(t *testing.T, dir string) *mycel.Bundle{
	"folder": func(t *testing.T, dir string) *mycel.Bundle {
		t.Helper()
		b := openBundle(t, dir)
		return b
	},
	"web server": func(t *testing.T, dir string) *mycel.Bundle {
		t.Helper()
		server := httptest.NewServer(http.FileServer(http.Dir(dir)))
		t.Cleanup(server.Close)
		return must.Get(mycel.OpenURL(t.Context(), server.URL))(t)
	},
}

// Every kind of answer is that of the bundle that is there, where the one that was opened
// is gone; what takes or returns numbers fails.
func TestReplaced(t *testing.T) {
	ask := map[string]func(ctx context.Context, b *mycel.Bundle) (any, error){
		"search": func(ctx context.Context, b *mycel.Bundle) (any, error) {
			return b.Search(ctx, "who trims the lamp", engine.Options{})
		},
		"retrieve": func(ctx context.Context, b *mycel.Bundle) (any, error) {
			return b.Retrieve(ctx, "who trims the lamp", mycel.RetrieveOptions{CountTokens: func(s string) int { return len(s) / 4 }})
		},
		"overview": func(ctx context.Context, b *mycel.Bundle) (any, error) { return b.Overview(ctx, "lamp", 0) },
		"related":  func(ctx context.Context, b *mycel.Bundle) (any, error) { return b.Related(ctx, "light.html", 0) },
		"titles":   func(ctx context.Context, b *mycel.Bundle) (any, error) { return b.Titles(ctx, 5) },
	}
	for source, open := range sources {
		for name, question := range ask {
			t.Run(source+" "+name, func(t *testing.T) {
				dir, rebuild := rebuilt(t)
				b := open(t, dir)
				rebuild()
				now := open(t, dir)
				want := must.Get(question(t.Context(), now))(t)
				for range 2 { // also when it is known
					got := must.Get(question(t.Context(), b))(t)
					must.Equal(t, got, want)
				}
				if _, err := b.Document(t.Context(), 0); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("a document by its number: got %v, want the file to be gone", err)
				}
			})
		}
	}
}

// Hosts of applications send a page in the place of a file that is gone.
func TestReplacedByPage(t *testing.T) {
	dir, rebuild := rebuilt(t)
	files := http.FileServer(http.Dir(dir))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path))); err != nil {
			_, _ = w.Write([]byte("<!doctype html><title>App</title>"))
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	b := must.Get(mycel.OpenURL(t.Context(), server.URL))(t)
	rebuild()
	r, err := b.Search(t.Context(), "who trims the lamp", engine.Options{})
	must.Be(t, err == nil && strings.Contains(r.Hits[0].Excerpt.Text, "Marit Solheim"), "got %+v and %v", r, err)
}

// After LoadAll there are numbers of one bundle, with which none of another must mix.
func TestReplacedWhole(t *testing.T) {
	dir, rebuild := rebuilt(t)
	b := sources["folder"](t, dir)
	must.OK(t, b.LoadAll(t.Context()))
	rebuild()
	if r, err := b.Search(t.Context(), "who trims the lamp", engine.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %+v and %v, want the texts to be gone", r, err)
	}
	next := must.Get(b.Reopen(t.Context()))(t)
	r, err := next.Search(t.Context(), "who trims the lamp", engine.Options{})
	must.Be(t, err == nil && strings.Contains(r.Hits[0].Excerpt.Text, "Marit Solheim"), "got %+v and %v", r, err)
}

// A pack that is gone while the manifest is the same is damage.
func TestNotReplaced(t *testing.T) {
	dir, _ := rebuilt(t)
	b := sources["folder"](t, dir)
	must.OK(t, os.RemoveAll(filepath.Join(dir, "packs")))
	if _, err := b.Search(t.Context(), "lamp", engine.Options{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), filepath.Join(dir, "packs")) {
		t.Errorf("got %v, want an error that names the pack", err)
	}
}

// A build may end between the manifest and the index. One more is one too many.
func TestReplacedWhileOpening(t *testing.T) {
	for builds, ok := range map[int]bool{1: true, 2: false} {
		dir, rebuild := rebuilt(t)
		listed := readFile(t, filepath.Join(dir, manifest.Name))
		rebuild()
		var asked atomic.Int32
		files := http.FileServer(http.Dir(dir))
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// The first so many manifests are of bundles that are gone.
			if n := int(asked.Add(1)); strings.HasSuffix(r.URL.Path, manifest.Name) && n <= 2*builds {
				_, _ = w.Write(append(bytes.Clone(listed), strings.Repeat("\n", n)...))
				return
			}
			files.ServeHTTP(w, r)
		}))
		b, err := mycel.OpenURL(t.Context(), server.URL)
		must.Be(t, (err == nil) == ok, "%d builds: got %v", builds, err)
		if ok && err == nil {
			if r, err := b.Search(t.Context(), "who trims the lamp", engine.Options{}); err != nil || !strings.Contains(r.Hits[0].Excerpt.Text, "Marit Solheim") {
				t.Errorf("got %+v and %v", r, err)
			}
		}
		server.Close()
	}
}

// What is answered while builds follow each other is of one bundle.
func TestReplacedMeanwhile(t *testing.T) {
	dir, rebuild := rebuilt(t)
	old := sources["folder"](t, dir)
	before := must.Get(old.Search(t.Context(), "who trims the lamp", engine.Options{}))(t)
	b := sources["folder"](t, dir)
	answers := make(chan string)
	for range 4 {
		go func() {
			r, err := b.Search(context.Background(), "who trims the lamp", engine.Options{})
			if err != nil {
				answers <- err.Error()
				return
			}
			answers <- string(r.AppendJSON(nil))
		}()
	}
	rebuild()
	after := must.Get(sources["folder"](t, dir).Search(t.Context(), "who trims the lamp", engine.Options{}))(t)
	for range 4 {
		if got := <-answers; got != string(before.AppendJSON(nil)) && got != string(after.AppendJSON(nil)) {
			t.Errorf("got %s", got)
		}
	}
}
