package builder

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"mycel/builder/write"
	"mycel/internal/must"
	"mycel/manifest"
)

// A link to a folder stays, and the bundle is where it leads; one to nothing is refused
// before anything is read.
func TestOutputIsLink(t *testing.T) {
	temp := t.TempDir()
	real, link, nothing := filepath.Join(temp, "real"), filepath.Join(temp, "links", "link"), filepath.Join(temp, "links", "nothing")
	for _, dir := range []string{real, filepath.Dir(link)} {
		must.OK(t, os.Mkdir(dir, 0o755))
	}
	for path, to := range map[string]string{link: filepath.Join("..", "real"), nothing: "elsewhere"} {
		if err := os.Symlink(to, path); err != nil {
			t.Skip(err)
		}
	}
	build := func(out string) error {
		_, err := Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: out, Version: "test"})
		return err
	}
	for range 2 { // into an empty folder, and in the place of a bundle
		must.OK(t, build(link))
		if to, err := os.Readlink(link); err != nil || len(must.Tree(t, real)) == 0 {
			t.Errorf("the link leads to %q, %v, where there are %d files", to, err, len(must.Tree(t, real)))
		}
	}
	must.Say(t, build(nothing), nothing+" is a link")
	if left, err := os.ReadDir(filepath.Dir(link)); err != nil || len(left) != 2 {
		t.Errorf("beside the link are %v, %v", left, err)
	}
}

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
			must.Say(t, err, test.says)
			must.Say(t, err, filepath.FromSlash(test.path))
			if got, err := os.ReadFile(precious); err != nil || string(got) != thesis {
				t.Errorf("%s has %q, %v", precious, got, err)
			}
		})
	}
}

// A build that fails after it has written files leaves the earlier bundle whole.
func TestFailedBuildChangesNoFile(t *testing.T) {
	dir, _ := handbook(t, nil)
	before := must.Tree(t, dir)
	failed := errors.New("unreadable")
	c := Config{Docs: []string{"testdata/handbook"}, Output: dir, Version: "test", Runtime: unreadable{fstest.MapFS{"a.js": {}}, failed}}
	must.Is(t, must.Err(Build(context.Background(), c)), failed)
	same(t, "after a failure", before, must.Tree(t, dir))
}

// unreadable is files that are there and cannot be read.
type unreadable struct {
	fstest.MapFS
	err error
}

func (u unreadable) ReadFile(string) ([]byte, error) { return nil, u.err }
