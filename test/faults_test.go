package test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/internal/must"
	"mycel/manifest"
)

// folderOf copies the fixture bundle to a folder that may be damaged.
func folderOf(t *testing.T) (dir string, m *manifest.Manifest) {
	t.Helper()
	dir = copied(t, handbook)
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
	must.Be(t, err != nil || len(r.Hits) != 0 && r.Hits[0].Excerpt != nil, "got no hit with an excerpt, and no error")
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
		must.Say(t, try(t, dir), filepath.FromSlash(f.Path), "%s: missing", f.Path)
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
		must.Say(t, try(t, dir), filepath.Base(m.Index.Path), "%s %d", what, at)
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

// A manifest is held against the files that it lists, and each error names the file.
func TestManifestsThatDisagree(t *testing.T) {
	raw := readFile(t, filepath.Join(handbook, manifest.Name))
	dir := copied(t, handbook)
	list := func(content string) func(m *manifest.Manifest) {
		return func(m *manifest.Manifest) {
			sum := sha256.Sum256([]byte(content))
			m.List = &manifest.File{Path: manifest.ListName, Bytes: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}
			must.OK(t, os.WriteFile(filepath.Join(dir, manifest.ListName), []byte(content), 0o644))
		}
	}
	for _, test := range []struct {
		name   string
		change func(m *manifest.Manifest)
		want   string
	}{
		{"as it is", func(*manifest.Manifest) {}, ""},
		{"a core longer than the index", func(m *manifest.Manifest) { m.Index.Core = 1 << 30 }, "the manifest says that 1073741824 are the core"},
		{"a core of less than nothing", func(m *manifest.Manifest) { m.Index.Core = -1 }, "the manifest says that -1 are the core"},
		{"a shorter core", func(m *manifest.Manifest) { m.Index.Core-- }, "the table of its packs is damaged"},
		{"half a name of a pack", func(m *manifest.Manifest) { m.Texts.Names = m.Texts.Names[1:] }, "the names of the packs are damaged"},
		{"half a name of another pack", func(m *manifest.Manifest) { m.Rest.Names = append(m.Rest.Names, 1) }, "the names of the packs are damaged"},
		{"parts that unpack to less than nothing", func(m *manifest.Manifest) { m.Texts.Unpacked = -1 }, "the names of the packs are damaged"},
		{"parts that unpack to more than any", func(m *manifest.Manifest) { m.Rest.Unpacked = manifest.MaxUnpacked + 1 }, "the names of the packs are damaged"},
		{"more packs than any bundle", func(m *manifest.Manifest) { m.Rest.Names = make([]byte, manifest.PackNameBytes*(1<<16+1)) }, "the names of the packs are damaged"},
		{"many packs", func(m *manifest.Manifest) { m.Rest.Names = make([]byte, manifest.PackNameBytes<<16) }, "it has not 65538 packs"},
		{"one pack more", func(m *manifest.Manifest) {
			m.Texts.Names = append(make([]byte, manifest.PackNameBytes), m.Texts.Names...)
		}, "it has not "},

		{"no list of packs", func(m *manifest.Manifest) { m.List = nil }, "no list of packs"},
		{"an empty list of packs", list("[]"), "it lists other packs than"},
		{"a list that is no JSON", list("["), "packs.json: unexpected end"},
	} {
		var m manifest.Manifest
		must.OK(t, json.Unmarshal(raw, &m))
		test.change(&m)
		changed := must.Get(json.Marshal(m))(t)
		must.OK(t, os.WriteFile(filepath.Join(dir, manifest.Name), changed, 0o644))
		_, err := manifest.Read(dir)
		if test.want == "" && err == nil {
			continue
		}
		if err == nil || test.want == "" || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// A document that a bundle does not have is an error, and no other document.
func TestDocumentOutOfRange(t *testing.T) {
	b := openBundle(t, "../engine/testdata/handbook")
	n := b.Engine().Header().Counts.Documents
	d, err := b.Document(t.Context(), 0)
	must.Be(t, err == nil && d.Title != "", "the first document: %v", err)
	must.Say(t, must.Err(b.Document(t.Context(), 1<<31)), "document 2147483648: the bundle has", "of %d documents", n)
}

// Every bundle of the tests verifies, with questions in each of its modes.
func TestVerify(t *testing.T) {
	for _, dir := range append([]string{handbook}, systemBundles()...) {
		b := openBundle(t, dir)
		v, err := b.Verify(t.Context())
		modes := len(b.Engine().Index().Modes())
		if err != nil || v.Files == 0 || v.Parts != len(b.Manifest().Parts()) || v.Questions != 3*(1+2*modes+2) {
			t.Errorf("%s: %+v, error %v", dir, v, err)
		}
	}
}

// systemBundles are the handbook built with one system each.
func systemBundles() (dirs []string) {
	for _, name := range method.Systems() {
		dirs = append(dirs, filepath.Join("../engine/testdata/systems", name))
	}
	return dirs
}

// All that is wrong is told, not the first fault alone; and a question that stops the engine
// is a fault as well.
func TestVerifyFaults(t *testing.T) {
	dir := copied(t, handbook)
	b := must.Get(mycel.Open(dir))(t)
	b.Engine().SetClock(func() int64 { panic("the clock fell from the wall") })
	if _, err := b.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "search in mode graph for") || !strings.Contains(err.Error(), "the clock fell from the wall") {
		t.Errorf("got %v, want what stopped the engine", err)
	}
	dir, m := repack(t, dir, nil)
	b = must.Get(mycel.Open(dir))(t)
	files := m.Parts()
	for _, f := range []manifest.File{files[0], files[2]} {
		spoil(t, dir, m, f, []byte("damaged"))
	}
	_, err := b.Verify(t.Context())
	for _, f := range []manifest.File{files[0], files[2]} {
		must.Be(t, err != nil && strings.Contains(err.Error(), f.Path), "got %v, want it to name %s", err, f.Path)
	}
}

// A method that panics fails its own question, and the bundle answers those that follow.
// The clock stands for such a method: it is called in the middle of a ranking, and it is
// the one thing in there that a test can replace.
func TestPanicsBecomeErrors(t *testing.T) {
	walking := engine.Options{Mode: bridge.Mode} // the mode has to read the clock
	for what, ask := range map[string]func(*mycel.Bundle) error{
		"search": func(b *mycel.Bundle) error {
			_, err := b.Search(t.Context(), question, walking)
			return err
		},
		"retrieve": func(b *mycel.Bundle) error {
			_, err := b.Retrieve(t.Context(), question, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: walking}})
			return err
		},
	} {
		b := must.Get(mycel.Open(handbook))(t)
		b.Engine().SetClock(func() int64 { panic("the clock fell from the wall") })
		err := ask(b)
		b.Engine().SetClock(nil)
		var stopped *mycel.PanicError
		if !errors.Is(err, mycel.ErrPanic) || !errors.As(err, &stopped) || !strings.Contains(err.Error(), "the clock fell") || !strings.Contains(string(stopped.Stack), "faults_test.go") {
			t.Errorf("%s: got %v", what, err)
		}
		// The engine that has panicked keeps its clock, and would do so again.
		r, err := b.Search(t.Context(), question, engine.Options{})
		must.Be(t, err == nil && len(r.Hits) != 0, "after %s: %v", what, err)
	}
}
