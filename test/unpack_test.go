package test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
)

// bomb is a gzip file of so many zeros.
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
	dir = t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
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
	said := manifestOf(t, handbook).Texts.Unpacked
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
	if err != nil {
		t.Fatal(err)
	}
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
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := open()
				runtime.ReadMemStats(&after)
				if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
					t.Errorf("%s, %s: got %v, want %q of %s", name, from, err, want, file)
				}
				if taken := after.TotalAlloc - before.TotalAlloc; taken > test.most {
					t.Errorf("%s, %s: took %d MiB", name, from, taken>>20)
				}
			}
		}
	}
}

// What somebody has unpacked on the way is bounded likewise.
func TestUnpackedOnTheWay(t *testing.T) {
	m := readManifest(t, handbook)
	for what, behind := range map[string]int64{"": 0, "has more than": 100 << 20} {
		dir := t.TempDir()
		must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
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
