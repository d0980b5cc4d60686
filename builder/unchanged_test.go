package builder

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"mycel/internal/must"
)

// Files that stay the same are those of the earlier bundle, and a file that is missing there
// is made anew.
func TestUnchangedFiles(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Version: "test", Output: filepath.Join(t.TempDir(), "out")}
	mustBuild(t, c)
	dir := c.Output
	want := must.Tree(t, dir)
	before := map[string]fs.FileInfo{}
	missing := ""
	for name := range want {
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		must.OK(t, err)
		before[name] = info
		if missing == "" || name < missing {
			missing = name
		}
	}
	must.OK(t, os.Remove(filepath.Join(dir, missing)))
	mustBuild(t, c)
	same(t, "after a rebuild", want, must.Tree(t, dir))
	for name, old := range before {
		now, err := os.Stat(filepath.Join(dir, name))
		must.OK(t, err)
		must.Equal(t, os.SameFile(old, now), name != missing, "%s: it is the file of before", name)
	}
}

// A build that fails after it has linked files leaves the earlier bundle whole.
func TestUnchangedFilesOfFailedBuild(t *testing.T) {
	dir, _ := handbook(t, nil)
	before := must.Tree(t, dir)
	failed := errors.New("unreadable")
	c := Config{Docs: []string{"testdata/handbook"}, Output: dir, Version: "test", Runtime: unreadable{fstest.MapFS{"a.js": {}}, failed}}
	if _, err := Build(context.Background(), c); !errors.Is(err, failed) {
		t.Fatalf("got %v, want the error of a file that cannot be read", err)
	}
	same(t, "after a failure", before, must.Tree(t, dir))
}

// unreadable is files that are there and cannot be read.
type unreadable struct {
	fstest.MapFS
	err error
}

func (u unreadable) ReadFile(string) ([]byte, error) { return nil, u.err }
