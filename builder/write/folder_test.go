package write

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/engine/bundle"
	"mycel/internal/must"
	"mycel/manifest"
)

// Folders of builds that were killed are removed; those of builds that run, files, and folders of others stay.
func TestRemoveAbandoned(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{".bundle-killed", ".bundle-running", "bundle"} {
		must.OK(t, os.MkdirAll(filepath.Join(parent, name, "client"), 0o755))
	}
	must.OK(t, os.WriteFile(filepath.Join(parent, ".bundle-file"), nil, 0o644))
	f, ok, known := claim(filepath.Join(parent, ".bundle-running"))
	if !known {
		t.Skip("this file system has no locks")
	}
	must.Hold(t, ok, "the folder is another's")
	defer f.Close()
	removeAbandoned(parent, ".bundle-")
	for name, want := range map[string]bool{".bundle-killed": false, ".bundle-running": true, ".bundle-file": true, "bundle": true} {
		_, err := os.Stat(filepath.Join(parent, name))
		must.Be(t, (err == nil) == want, "%s: %v", name, err)
	}
	removeAbandoned(filepath.Join(parent, "missing"), ".bundle-")
}

// A file that two rows name is kept once.
func TestPrecacheEntries(t *testing.T) {
	a, b := manifest.File{Path: "a"}, manifest.File{Path: "b"}
	got := entries([]manifest.File{a, b, a})
	must.Be(t, len(got) == 2 && got[0].URL == "a" && got[1].URL == "b", "got %v", got)
}

// packedObject is {} in gzip.
const packedObject = "\x1f\x8b\b\x00\x00\x00\x00\x00\x02\xff\xaa\xae\x05\x04\x00\x00\xff\xffC\xbf\xa6\xa3\x02\x00\x00\x00"

// browser is the files that a browser needs, as far as a folder treats each kind on its own.
var browser = fstest.MapFS{
	".gitkeep": {}, "client/a.js": {Data: []byte("a")}, RuntimeEntry: {Data: []byte("entry;")}, "client/ui/strings.a.pack": {Data: []byte("{\"de\":26}\n" + packedObject)},
	manifest.CoreEngine: {Data: []byte("core")}, manifest.WholeEngine: {Data: []byte("whole")}, RuntimeKeeper: {Data: []byte("keeper")},
	RuntimePage: {Data: []byte("<html lang=\"en\" data-site-root=\"./\">\n<head>\n</head><a id=\"map\" href=\"map/\" hidden>")},
	RuntimeMap:  {Data: []byte(`<html lang="en" data-site-root="./">`)},
}

// writeBundle writes a bundle of two packs, and places it.
func writeBundle(t *testing.T, f *Folder, runtime fs.FS) (names []string) {
	t.Helper()
	defer f.Discard()
	part := func(n int) Part {
		return Part{Packed: append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0}, make([]byte, n)...), Bytes: 2 * n}
	}
	large := part(mostPack)
	add := func(kind string, ids []int, parts ...Part) error { return f.AddParts(kind, ids, parts) }
	index := manifest.Pack{}
	compress := func(content []byte, _ []int, _ string) []byte { return slices.Clone(content) }
	for i, err := range []error{
		add(manifest.TextPacks, []int{0}, part(3)), add(manifest.TextPacks, []int{1}, part(5)), add(manifest.TextPacks, []int{2, 9}, part(1), part(2)),
		add(manifest.TextPacks, []int{3, 10}, part(1), part(1)), add(manifest.TextPacks, []int{4}, part(1)), f.EndPack(), f.EndPack(),
		add(manifest.IndexPacks, []int{5}, large),
		f.AddIndex([]byte("core"), []int{4}, index, nil, compress),
		f.AddRuntime(runtime, false), f.AddPage("../", "Tides", "de", runtime),
	} {
		must.Hold(t, err == nil, "step %d: %v", i, err)
	}
	files, bytes := must.Get2(f.Commit(runtime))(t)
	size := f.manifestBytes
	for _, file := range f.Manifest.All() {
		names = append(names, file.Path)
		size += file.Bytes
	}
	must.Be(t, files == len(names) && bytes == size, "%d files of %d bytes are told, want %d of %d", files, bytes, len(names), size)
	return names
}

// A folder has the files that its manifest lists, each as it is written, and a sink takes the same.
func TestFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site", "mycel")
	f := must.Get(NewFolder(dir, "1.0"))(t)
	names := writeBundle(t, f, browser)
	sunk := map[string][]byte{}
	var order []string
	s := NewSink(func(path string, content []byte) error {
		sunk[path] = content
		order = append(order, path)
		return nil
	}, "1.0")
	writeBundle(t, s, browser)
	must.Equal(t, order[len(order)-1], manifest.Name)
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, name))
		must.Be(t, err == nil && string(content) == string(sunk[name]), "%s: %v, or a sink takes other bytes", name, err)
	}
	must.Equal(t, len(sunk), len(names), "a sink takes")
	if got := f.table; len(got) != 2 || len(got[0].Runs) != 3 || got[0].Runs[0].Count != 2 || got[0].Runs[1].Count != 2 || got[0].Runs[2].Count != 1 {
		t.Errorf("the packs have the runs %+v", got)
	}
	m := &f.Manifest
	if m.Texts.Unpacked != 10 || m.Rest.Unpacked != 2*mostPack || len(m.Texts.Names) != manifest.PackNameBytes || len(m.Rest.Names) != manifest.PackNameBytes {
		t.Errorf("the manifest has %+v and %+v", m.Texts, m.Rest)
	}
	must.Equal(t, f.FirstQuery(), f.manifestBytes+m.Index.Bytes+m.Core.Bytes, "a first query takes")
	page := string(sunk[RuntimePage])
	for _, want := range []string{`lang="de"`, `data-site-root="../"`, `<script type="application/json" lang="de">{}</script></head>`, `href="./` + m.Core.Path, `<a id="map" href="map/">`} {
		must.Be(t, strings.Contains(page, want), "the page lacks %s: %s", want, page)
	}
	if got, want := string(sunk[RuntimeEntry]), `entry;globalThis.mycelFirst=["../`+m.Core.Path+`","../`+m.Index.Path+`"].map(`; !strings.HasPrefix(got, want) {
		t.Errorf("the entry is %s, want %s…", got, want)
	}
	if got := string(sunk[RuntimeMap]); !strings.Contains(got, `data-site-root="../../"`) || !strings.Contains(got, `lang="de"`) {
		t.Errorf("the page of the map is %s", got)
	}
	if got := string(sunk[RuntimeKeeper]); !strings.HasPrefix(got, "self.mycelRevision=") || !strings.HasSuffix(got, "keeper") {
		t.Errorf("the service worker is %s", got)
	}
	must.Be(t, !slices.Contains(names, ".gitkeep") && m.Wasm != nil && strings.HasPrefix(m.Wasm.Path, "mycel."), "the files are %v", names)

	// A second build leaves nothing beside its folder.
	f = must.Get(NewFolder(dir, "1.1"))(t)
	writeBundle(t, f, browser)
	entries, _ := os.ReadDir(filepath.Dir(dir))
	must.Be(t, len(entries) == 1, "beside the bundle lies %v", entries)

	// Without files for a browser there is an index alone, and with vectors the whole engine.
	s = NewSink(func(string, []byte) error { return nil }, "1.0")
	if names := writeBundle(t, s, nil); len(names) != 5 {
		t.Errorf("without files for a browser: %v", names)
	}
	s = NewSink(func(string, []byte) error { return nil }, "1.0")
	if err := s.AddRuntime(browser, true); err != nil || s.Manifest.Core != nil || s.Manifest.Wasm == nil {
		t.Errorf("with vectors: %+v, %v", s.Manifest.Engines(), err)
	}
	full := errors.New("full")
	s = NewSink(func(string, []byte) error { return full }, "1.0")
	must.Refuse(t, must.Err(s.Write("a", nil)), full, "the bundle's file a", "a sink that is full")
}

// An output folder is replaced if all that is in it was written by a build, and else not touched.
func TestCheckOutput(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "mycel")
	f := must.Get(NewFolder(dir, "1.0"))(t)
	runtime := fstest.MapFS{"fonts/a.woff": {Data: []byte("font")}}
	writeBundle(t, f, runtime)
	index := f.Manifest.Index.Path
	for name, link := range map[string]string{"link": dir, "lost": filepath.Join(root, "nowhere")} {
		if err := os.Symlink(link, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	check := func(what, dir string, runtime fs.FS, want string) {
		t.Helper()
		err := CheckOutput(dir, runtime)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", what, err, want)
		}
	}
	check("a bundle", dir, runtime, "")
	check("a bundle with files of another program", dir, nil, "holds fonts/a.woff, which is not part of a Mycel bundle")
	check("a link to a bundle", filepath.Join(root, "link"), runtime, "")
	check("a link to nothing", filepath.Join(root, "lost"), runtime, "is a link to a file that does not exist")
	check("no folder", filepath.Join(root, "new"), runtime, "")
	check("a file", filepath.Join(dir, index), runtime, "is a file, want a folder")
	check("a folder below a file", filepath.Join(dir, index, "new"), runtime, "not a directory")
	write := func(name, content string) {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	read := func(name string) string {
		content := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		return string(content)
	}
	listed, content := read(manifest.Name), read(index)
	write("notes.txt", "")
	check("a file of somebody", dir, runtime, "holds notes.txt, which is not part of a Mycel bundle")
	write(manifest.Name, strings.Replace(listed, `"files":[`, `"files":[{"path":"notes.txt"},`, 1))
	check("a file of somebody that is listed", dir, runtime, "holds notes.txt, which is not part of a Mycel bundle")
	must.OK(t, os.Remove(filepath.Join(dir, "notes.txt")))
	for what, m := range map[string]string{"no manifest of a bundle": `{"name": "x"}`, "a manifest that is no JSON": "{"} {
		write(manifest.Name, m)
		check(what, dir, runtime, "which is not part of a Mycel bundle")
	}
	write(manifest.Name, listed)
	write(index, content+"x")
	check("a changed file", dir, runtime, "holds "+index+", which has changed since the bundle was built")
	f = must.Get(NewFolder(dir, "1.1"))(t)
	if _, _, err := f.Commit(runtime); err == nil || read(index) != content+"x" {
		t.Errorf("a folder with a changed file is replaced: %v", err)
	}
	f.Discard()
	must.OK(t, errors.Join(os.Remove(filepath.Join(dir, index)), os.Symlink(manifest.Name, filepath.Join(dir, index))))
	check("a link in the place of a file", dir, runtime, "which is not part of a Mycel bundle")
}

// A core that no reader opens is refused before it is written, by the names of its largest
// sections; one that just fits is not.
func TestCoreTooLarge(t *testing.T) {
	half := make([]byte, manifest.MaxUnpacked/2)
	sections := []bundle.Section{
		{Name: "small", Data: half[:100]}, {Name: "words", Data: half}, {Name: "names", Data: half[:len(half)-100-3*5]},
	}
	if err := fits(sections, 0); err != nil {
		t.Errorf("a core of the largest size: %v", err)
	}
	must.Be(t, fits(sections, 1) != nil, "a core of one byte more is taken")
	sections[2].Data = half[:100<<20]
	sections[0].Data = half[:64<<20]
	_, _, err := Pack(bundle.Header{}, sections)
	must.Say(t, err, "292 MiB")
	must.Say(t, err, "words 128 MiB, names 100 MiB, small 64 MiB")
}

func TestSlotSize(t *testing.T) {
	for _, test := range []struct {
		sizes []int
		want  int
	}{
		{[]int{0}, 64},
		{[]int{60, 60}, 64},
		{[]int{60, 61}, 128}, // a further request for half of the parts costs more than 64 bytes
		{append(slices.Repeat([]int{60}, 999), 60_000), 64}, // for a part in a thousand it does not
		{append(slices.Repeat([]int{60}, 9), 1000), 1024},
	} {
		must.Equal(t, SlotSize(test.sizes), test.want, "%d parts, the longest %d", len(test.sizes), slices.Max(test.sizes))
	}
}

func TestSlotParts(t *testing.T) {
	for slot, want := range map[int]int{64: 1024, 2048: 256, 4096: 128, 1 << 20: 1} {
		must.Equal(t, SlotParts(slot), want, "slots of %d bytes", slot)
	}
}
