package builder

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// A forged manifest makes no build delete a file that a build has not written.
func TestForgedManifest(t *testing.T) {
	const thesis = "years of work"
	row := func(path string) manifest.File {
		return manifest.File{Path: path, Bytes: int64(len(thesis)), SHA256: write.Digest([]byte(thesis))}
	}
	listed := new(row("packs/thesis.pack"))
	indexName := write.Hashed("index.", write.Digest([]byte("other")), ".gz")
	for name, test := range map[string]struct {
		path   string
		listed manifest.Manifest
		says   string
	}{
		"index":                   {"precious.txt", manifest.Manifest{Format: 6, Index: manifest.File{Path: "precious.txt"}}, "not part of"},
		"index, right hash":       {"precious.txt", manifest.Manifest{Format: 6, Index: row("precious.txt")}, "not part of"},
		"page, right hash":        {"thesis.html", manifest.Manifest{Format: 6, Files: []manifest.File{row("thesis.html")}}, "not part of"},
		"list, right hash":        {"packs/thesis.pack", manifest.Manifest{Format: 6, List: listed}, "not part of"},
		"own name, other content": {indexName, manifest.Manifest{Format: 6, Index: manifest.File{Path: indexName, Bytes: int64(len(thesis)), SHA256: write.Digest([]byte("other"))}}, "has changed"},
		"own name, no hash":       {"index.html", manifest.Manifest{Format: 6, Files: []manifest.File{{Path: "index.html"}}}, "has changed"},
		"own name, not listed":    {"index.html", manifest.Manifest{Format: 6}, "not part of"},
		"no format":               {"index.html", manifest.Manifest{Files: []manifest.File{row("index.html")}}, "not part of"},
		"no clean path":           {"index.html", manifest.Manifest{Format: 6, Files: []manifest.File{row("./index.html")}}, "not part of"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			precious := filepath.Join(dir, filepath.FromSlash(test.path))
			b, err := json.Marshal(test.listed)
			must.OK(t, err)
			for path, content := range map[string]string{precious: thesis, filepath.Join(dir, manifest.Name): string(b)} {
				must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must.OK(t, os.WriteFile(path, []byte(content), 0o644))
			}
			_, err = Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: dir})
			if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), filepath.FromSlash(test.path)) {
				t.Errorf("got %v, want an error about %s that says %q", err, test.path, test.says)
			}
			if got, err := os.ReadFile(precious); err != nil || string(got) != thesis {
				t.Errorf("%s has %q, %v", precious, got, err)
			}
		})
	}
}

// A link in the place of a file of the bundle is not the bundle's, and its target is not read.
func TestLinkInOutput(t *testing.T) {
	dir, _ := handbook(t, nil)
	m, err := manifest.Read(dir)
	must.OK(t, err)
	index := filepath.Join(dir, m.Index.Path)
	moved := filepath.Join(t.TempDir(), "index")
	must.OK(t, os.Rename(index, moved))
	if err := os.Symlink(moved, index); err != nil {
		t.Skip(err)
	}
	if err := write.CheckOutput(dir, nil); err == nil || !strings.Contains(err.Error(), m.Index.Path) {
		t.Errorf("got %v, want an error about %s", err, m.Index.Path)
	}
}

// The names of the runtime files that a build is given are the bundle's, whatever they are.
func TestOwnRuntimeNames(t *testing.T) {
	runtime := fstest.MapFS{"extra/data.bin": {Data: []byte("1")}}
	dir, _ := handbook(t, func(c *Config) { c.Runtime = runtime })
	if err := write.CheckOutput(dir, runtime); err != nil {
		t.Error(err)
	}
	must.Be(t, write.CheckOutput(dir, nil) != nil, "a file of another runtime is taken for one of this project")
}
