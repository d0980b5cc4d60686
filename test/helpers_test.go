package test

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"mycel"
	"mycel/builder"
	writing "mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// built builds a bundle, in a new folder if the configuration names none.
func built(t testing.TB, c builder.Config) (dir string) {
	t.Helper()
	if c.Version = "0"; c.Output == "" {
		c.Output = filepath.Join(t.TempDir(), "bundle")
	}
	must.Get(builder.Build(t.Context(), c))(t)
	return c.Output
}

// markdown writes pages, given by their names, into a new folder.
func markdown(t testing.TB, pages map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, page := range pages {
		must.Write(t, filepath.Join(dir, name+".md"), page)
	}
	return dir
}

// openBundle opens the bundle in dir.
func openBundle(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

// readManifest reads the manifest of the bundle in dir.
func readManifest(t testing.TB, dir string) *manifest.Manifest {
	t.Helper()
	return must.Get(manifest.Read(dir))(t)
}

// readFile returns the content of a file.
func readFile(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))(t)
}

// repack copies a bundle with every part in a pack, as change returns it, and none in the index file. change may be nil.
func repack(t testing.TB, dir string, change func(id int, content []byte) []byte) (out string, m *manifest.Manifest) {
	t.Helper()
	out = copied(t, dir)
	m = readManifest(t, out)
	u := unpack(t, out)
	texts := u.texts(t)
	must.OK(t, os.RemoveAll(filepath.Join(out, "packs")))
	must.OK(t, os.Mkdir(filepath.Join(out, "packs"), 0o755))
	m.Packs = nil
	table := []manifest.Pack{{}}
	add := func(kind string, names *manifest.PackNames, first, end int) {
		*names = manifest.PackNames{Names: []byte{}}
		if first == end {
			return
		}
		run := manifest.Run{Firsts: []int{first}, Count: end - first}
		var pack []byte
		for id := first; id < end; id++ {
			content := u.parts[id]
			if change != nil {
				content = change(id, content)
			}
			packed := manifest.Pad(zip(content))
			run.Lengths = append(run.Lengths, len(packed))
			manifest.PutPlace(packed, len(pack))
			pack = append(pack, packed...)
			names.Unpacked = max(names.Unpacked, int64(len(content)))
		}
		sum := sha256.Sum256(pack)
		names.Names, names.Bytes = sum[:manifest.PackNameBytes], int64(len(pack))
		path := manifest.PackPath(kind, names.Names)
		m.Packs = append(m.Packs, manifest.NewFile(path, pack, writing.Digest(pack)))
		table = append(table, manifest.Pack{Bytes: len(pack), Runs: []manifest.Run{run}})
		must.OK(t, os.WriteFile(filepath.Join(out, path), pack, 0o644))
	}
	add(manifest.TextPacks, &m.Texts, 0, texts)
	add(manifest.IndexPacks, &m.Rest, texts, len(u.parts))
	putIndex(t, out, m, u.core, manifest.EncodePacks(table))
	listed := readManifest(t, out)
	return out, listed
}

// putIndex replaces the index file of a bundle by one with a core and what stands behind it, and the list of its packs.
func putIndex(t testing.TB, dir string, m *manifest.Manifest, core, behind []byte) {
	t.Helper()
	content := append(append([]byte{}, core...), behind...)
	packed := manifest.Pad(zip(content))
	m.Index = manifest.NewFile(m.Index.Path, packed, writing.Digest(packed))
	m.Index.Core = int64(len(core))
	list := must.Get(json.Marshal(m.Packs))(t)
	m.List = new(manifest.NewFile(manifest.ListName, list, writing.Digest(list)))
	listed := must.Get(json.Marshal(m))(t)
	for path, content := range map[string][]byte{m.Index.Path: packed, manifest.ListName: list, manifest.Name: listed} {
		must.OK(t, os.WriteFile(filepath.Join(dir, path), content, 0o644))
	}
}

// allocated returns the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// copied copies the bundle in a folder to a new one, which the test may change.
func copied(t testing.TB, dir string) (out string) {
	t.Helper()
	out = t.TempDir()
	must.OK(t, os.CopyFS(out, os.DirFS(dir)))
	return out
}

// spoil writes bytes in the place of a part, and zeros behind them.
func spoil(t testing.TB, dir string, m *manifest.Manifest, f manifest.File, with []byte) {
	t.Helper()
	pack := must.Get(os.OpenFile(filepath.Join(dir, m.Packs[f.Pack-1].Path), os.O_RDWR, 0))(t)
	defer pack.Close()
	content := make([]byte, f.Bytes)
	copy(content, with)
	must.Get(pack.WriteAt(content, f.At))(t)
}
