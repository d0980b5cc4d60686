package test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/internal/must"
	"mycel/manifest"
)

// folderOf copies the fixture bundle to a folder that may be damaged.
func folderOf(t *testing.T) (dir string, m *manifest.Manifest) {
	t.Helper()
	dir = t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
	return dir, readManifest(t, dir)
}

// try opens a bundle and answers a query from it.
func try(t *testing.T, dir string) error {
	t.Helper()
	b, err := mycel.Open(dir)
	if err != nil {
		return err
	}
	r, err := b.Search(t.Context(), "stilling well", engine.Options{})
	if err == nil && (len(r.Hits) == 0 || r.Hits[0].Excerpt == nil) {
		t.Errorf("got no hit with an excerpt, and no error")
	}
	return err
}

// put replaces a file of a bundle. Listed, it is the one that the manifest names.
func put(t *testing.T, dir string, m *manifest.Manifest, f *manifest.File, content []byte, listed bool) {
	t.Helper()
	must.OK(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(f.Path)), content, 0o644))
	if !listed {
		return
	}
	sum := sha256.Sum256(content)
	f.Bytes, f.SHA256 = int64(len(content)), hex.EncodeToString(sum[:])
	b := must.Get(json.Marshal(m))(t)
	must.OK(t, os.WriteFile(filepath.Join(dir, manifest.Name), b, 0o644))
}

// Whatever happened to a file, the error names it.
func TestDamagedFolder(t *testing.T) {
	dir, m := folderOf(t)
	must.OK(t, try(t, dir))
	flip := func(bit int) func([]byte) []byte {
		return func(b []byte) []byte {
			c := bytes.Clone(b)
			bit := (bit + 8*len(b)) % (8 * len(b))
			c[bit/8] ^= 1 << (bit % 8)
			return c
		}
	}
	damages := map[string]func([]byte) []byte{
		"empty":          func([]byte) []byte { return nil },
		"no end":         func(b []byte) []byte { return b[:len(b)-1] },
		"half":           func(b []byte) []byte { return b[:len(b)/2] },
		"more":           func(b []byte) []byte { return append(bytes.Clone(b), 0) },
		"first bit":      flip(0),
		"header bit":     flip(8*4 + 3),
		"middle bit":     flip(8*200 + 1),
		"last bit":       flip(-1),
		"HTML":           func([]byte) []byte { return []byte("<!doctype html>") },
		"another bundle": func([]byte) []byte { return zip([]byte("another")) },
	}
	for _, f := range []*manifest.File{&m.Index, &m.Packs[0]} {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		good := readFile(t, path)
		for name, damage := range damages {
			put(t, dir, m, f, damage(good), false)
			if err := try(t, dir); (err == nil || !strings.Contains(err.Error(), filepath.FromSlash(f.Path))) && (f == &m.Index || name == "empty" || name == "half") {
				t.Errorf("%s: %s: got %v, want an error that names the file", f.Path, name, err)
			}
		}
		must.OK(t, os.Remove(path))
		if err := try(t, dir); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(f.Path)) {
			t.Errorf("%s: missing: got %v, want an error that names the file", f.Path, err)
		}
		put(t, dir, m, f, good, false)
	}
	packed, p := repack(t, dir, nil)
	for _, f := range p.Parts()[:2] {
		pack := readFile(t, filepath.Join(packed, p.Packs[f.Pack-1].Path))
		good := pack[f.At : f.At+f.Bytes]
		for name, damage := range damages {
			spoil(t, packed, p, f, damage(good))
			// What comes behind a part is the next one, and its last byte is a zero.
			if err := try(t, packed); name != "more" && name != "no end" && (err == nil || !strings.Contains(err.Error(), filepath.FromSlash(f.Path))) {
				t.Errorf("%s: %s: got %v, want an error that names the part", f.Path, name, err)
			}
		}
		spoil(t, packed, p, f, good)
	}
	for name, damage := range damages {
		good := readFile(t, filepath.Join(dir, manifest.Name))
		bad := damage(good)
		must.OK(t, os.WriteFile(filepath.Join(dir, manifest.Name), bad, 0o644))
		// A bit may fall into white space, or into what is not read.
		if err := try(t, dir); err != nil && !strings.Contains(err.Error(), dir) {
			t.Errorf("manifest: %s: got %v, want it to name the place", name, err)
		}
		must.OK(t, os.WriteFile(filepath.Join(dir, manifest.Name), good, 0o644))
	}
}

// An index that is listed as it is, and damaged all the same, is refused by what is
// checked inside: at every border of a section, and anywhere.
func TestDamagedContent(t *testing.T) {
	dir, m := folderOf(t)
	raw := must.Get(m.ReadFile(dir, m.Index))(t)
	parsed := must.Get(bundle.Parse(raw))(t)
	ends := map[int]bool{0: true, 1: true, len(raw) - 1: true}
	for _, s := range parsed.Sections {
		if len(s.Data) == 0 {
			continue
		}
		start := bytes.LastIndex(raw, s.Data)
		ends[start], ends[start+len(s.Data)-1] = true, true
		if end := start + len(s.Data); end < len(raw) {
			ends[end] = true
		}
	}
	must.Hold(t, len(ends) >= len(parsed.Sections), "got %d borders of %d sections", len(ends), len(parsed.Sections))
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		ends[random.IntN(len(raw))] = true
	}
	refused := func(what string, at int, content []byte) {
		t.Helper()
		put(t, dir, m, &m.Index, zip(content), true)
		if err := try(t, dir); err == nil || !strings.Contains(err.Error(), filepath.Base(m.Index.Path)) {
			t.Errorf("%s %d: got %v, want an error that names the index", what, at, err)
		}
	}
	for end := range ends {
		refused("end", end, raw[:end])
	}
	// The header has free text, of which one value is as good as another.
	header := bytes.Index(raw, parsed.Sections[0].Data)
	for range 100 {
		bit := 8*header + random.IntN(8*(len(raw)-header))
		damaged := bytes.Clone(raw)
		damaged[bit/8] ^= 1 << (bit % 8)
		refused("bit", bit, damaged)
	}
}
