package builder

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
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
	if err := build(nothing); err == nil || !strings.Contains(err.Error(), nothing+" is a link") {
		t.Errorf("got %v, want that %s is a link", err, nothing)
	}
	if left, err := os.ReadDir(filepath.Dir(link)); err != nil || len(left) != 2 {
		t.Errorf("beside the link are %v, %v", left, err)
	}
}

// An output path below a file cannot be; the message names it.
func TestOutputBelowFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must.OK(t, os.WriteFile(file, nil, 0o644))
	out := filepath.Join(file, "out")
	if _, err := Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: out}); err == nil || !strings.Contains(err.Error(), out) {
		t.Errorf("got %v, want an error that names %s", err, out)
	}
}
