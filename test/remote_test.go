package test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mycel"
	"mycel/builder"
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
			missing := strings.Contains(err.Error(), "404 Not Found") || strings.Contains(err.Error(), "410 Gone")
			must.Be(t, missing == errors.Is(err, fs.ErrNotExist), "%v: is fs.ErrNotExist: %v", err, !missing)
		})
	}
	for _, address := range []string{"", "public/mycel", "ftp://example.org/", "https://", "http://[::1"} {
		must.Say(t, must.Err(mycel.OpenURL(t.Context(), address)), address, "%q", address)
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
	must.Is(t, must.Err(b.Search(ctx, question, engine.Options{})), context.Canceled)
	must.Is(t, must.Err(b.Document(ctx, 0)), context.Canceled)
	must.OK(t, must.Err(b.Search(t.Context(), question, engine.Options{})))
}

func TestReopen(t *testing.T) {
	dir := copied(t, handbook)
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
	must.Say(t, must.Err(b.Reopen(t.Context())), listed)
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

// rebuilt is a folder with a bundle, and what builds it anew from other pages.
func rebuilt(t *testing.T) (dir string, rebuild func()) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "bundle")
	build := func(keeper string) {
		t.Helper()
		docs := markdown(t, map[string]string{
			"light": "# The lamp\n\nThe lamp of the tower is trimmed by " + keeper + " at dusk.\n",
			"boats": "# The boats\n\nBoats of " + keeper + " come in at high water, and wait for the lamp.\n",
		})
		built(t, builder.Config{Docs: []string{docs}, Output: dir})
	}
	build("Edvard Lund")
	return dir, func() { t.Helper(); build("Marit Solheim") }
}

// sources opens the bundle in a folder there, and over a web server.
var sources = map[string]func(t *testing.T, dir string) *mycel.Bundle{
	"folder": func(t *testing.T, dir string) *mycel.Bundle {
		t.Helper()
		return openBundle(t, dir)
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
				must.Is(t, must.Err(b.Document(t.Context(), 0)), fs.ErrNotExist, "a document by its number")
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
	must.Refuse(t, must.Err(b.Search(t.Context(), "lamp", engine.Options{})), fs.ErrNotExist, filepath.Join(dir, "packs"))
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
			// Each of these builds has replaced its bundle before the client reads a second file.
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

// An answer comes from one bundle, also while a build replaces it.
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
		got := <-answers
		must.Be(t, got == string(before.AppendJSON(nil)) || got == string(after.AppendJSON(nil)), "got %s", got)
	}
}

// bomb returns a gzip file that unpacks to size zeros.
func bomb(t testing.TB, size int64) []byte {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(gzip.NewWriterLevel(&out, gzip.BestCompression))(t)
	must.Get(io.CopyN(w, zeros{}, size))(t)
	must.OK(t, w.Close())
	return out.Bytes()
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// armed copies the handbook with another file in the place of the index, in a manifest whose row of it fits but for the
// unpacked size, which is as it was or as change has it.
func armed(t testing.TB, content []byte, change func(*manifest.File)) (dir string) {
	t.Helper()
	dir = copied(t, handbook)
	m := readManifest(t, dir)
	f := &m.Index
	must.Hold(t, f.Unpacked != 0, "the manifest does not say what %s unpacks to", f.Path)
	sum := sha256.Sum256(content)
	f.Bytes, f.SHA256 = int64(len(content)), hex.EncodeToString(sum[:])
	change(f)
	must.OK(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(f.Path)), content, 0o644))
	listed := must.Get(json.Marshal(m))(t)
	must.OK(t, os.WriteFile(filepath.Join(dir, manifest.Name), listed, 0o644))
	return dir
}

// armedPart copies the handbook and replaces a text with a longer text. The manifest gives the old length.
func armedPart(t testing.TB, size int) (dir string) {
	t.Helper()
	said := readManifest(t, handbook).Texts.Unpacked
	dir, m := repack(t, handbook, func(id int, content []byte) []byte {
		if id == 0 {
			return make([]byte, size)
		}
		return content
	})
	m.Texts.Unpacked = said
	listed, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, manifest.Name), listed, 0o644)
	}
	must.OK(t, err)
	return dir
}

// A file that unpacks to more than the manifest says is given up as soon as that shows, from
// folders and web servers, and the error names it. Where the manifest says nothing, there
// is a bound all the same.
func TestUnpackedTooLong(t *testing.T) {
	const size = 80 << 20
	content := bomb(t, size)
	unsaid := func(f *manifest.File) { f.Unpacked = 0 }
	for name, test := range map[string]struct {
		change func(*manifest.File)
		want   string
		most   uint64 // bytes
	}{
		"more than said": {func(*manifest.File) {}, "it unpacks to more than", 8 << 20},
		"nothing said":   {unsaid, "it unpacks to more than the 67108864 bytes", 600 << 20}, // the race detector doubles it
		"less than said": {func(f *manifest.File) { f.Unpacked = size + 1 }, "it unpacks to 83886080 bytes, the manifest says 83886081", 200 << 20},
		"too much said":  {func(f *manifest.File) { f.Unpacked = 1<<28 + 1 }, "more than 256 MiB", 8 << 20},
		"impossible":     {func(f *manifest.File) { f.Unpacked = f.Bytes * 2000 }, "cannot unpack to", 8 << 20},
		"negative":       {func(f *manifest.File) { f.Unpacked = -1 }, "a size is negative", 8 << 20},
	} {
		for _, part := range []bool{false, true} {
			if part && name != "more than said" {
				continue
			}
			dir := armed(t, content, test.change)
			if part {
				dir = armedPart(t, size)
			}
			server := httptest.NewServer(http.FileServer(http.Dir(dir)))
			defer server.Close()
			file, want := "index.", test.want
			if part {
				file = "packs/text."
			}
			ask := func(b *mycel.Bundle, err error) error {
				if err == nil {
					_, err = b.Search(t.Context(), question, engine.Options{})
				}
				return err
			}
			for from, open := range map[string]func() error{
				"folder": func() error { return ask(mycel.Open(dir)) },
				"server": func() error { return ask(mycel.OpenURL(t.Context(), server.URL)) },
			} {
				var err error
				taken := allocated(func() { err = open() })
				must.Say(t, err, want, "%s, %s", name, from)
				must.Say(t, err, file, "%s, %s", name, from)
				must.Be(t, taken <= test.most, "%s, %s: took %d MiB", name, from, taken>>20)
			}
		}
	}
}

// What somebody has unpacked on the way is bounded likewise.
func TestUnpackedOnTheWay(t *testing.T) {
	m := readManifest(t, handbook)
	for what, behind := range map[string]int64{"": 0, "has more than": 100 << 20} {
		dir := copied(t, handbook)
		packed := readFile(t, filepath.Join(dir, m.Index.Path))
		r := must.Get(gzip.NewReader(bytes.NewReader(packed)))(t)
		raw := must.Get(io.ReadAll(r))(t)
		must.OK(t, os.WriteFile(filepath.Join(dir, m.Index.Path), append(raw, make([]byte, behind)...), 0o644))
		b, err := mycel.Open(dir)
		if err == nil {
			_, err = b.Search(t.Context(), question, engine.Options{})
		}
		if what == "" && err != nil || what != "" && (err == nil || !strings.Contains(err.Error(), what)) {
			t.Errorf("%d bytes more: got %v", behind, err)
		}
	}
}

// The manifest says how long the longest part is. The others take memory for their own bytes alone.
func TestPartsTakeTheirOwnMemory(t *testing.T) {
	dir, _ := inParts(t)
	m := readManifest(t, dir)
	content := 0
	for _, f := range m.Parts() {
		content += int(f.Unpacked)
	}
	b := openBundle(t, dir)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // the second empties what pools of the build kept
	runtime.ReadMemStats(&before)
	must.OK(t, b.LoadAll(context.Background()))
	runtime.GC()
	runtime.ReadMemStats(&after)
	kept := int(after.HeapAlloc) - int(before.HeapAlloc)
	t.Logf("parts of %d bytes take %d", content, kept)
	must.Be(t, kept <= 6*content, "parts of %d bytes take %d", content, kept)
	runtime.KeepAlive(b)
}
