package test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
	"mycel/manifest"
)

// A manifest is held against the files that it lists, and each error names the file.
func TestManifestsThatDisagree(t *testing.T) {
	const bundle = "../engine/testdata/handbook"
	raw := readFile(t, filepath.Join(bundle, manifest.Name))
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(bundle)))
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
	if d, err := b.Document(t.Context(), 0); err != nil || d.Title == "" {
		t.Errorf("the first document: %v", err)
	}
	must.Say(t, must.Err(b.Document(t.Context(), 1<<31)), "document 2147483648: the bundle has", "of %d documents", n)
}
