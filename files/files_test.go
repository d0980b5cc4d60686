package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "a")
	must.OK(t, os.WriteFile(at, []byte("12345"), 0o600))
	for most, want := range map[int64]string{5: "12345", 6: "12345", 4: "", 0: ""} {
		got, err := Read(at, most)
		must.Be(t, string(got) == want && (err == nil) == (want != ""), "at most %d: got %q, %v", most, got, err)
		must.Be(t, err == nil || strings.Contains(err.Error(), at+": it has more than"), "got %v, want the file and the limit", err)
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err == nil {
		if got, err := Read(filepath.Join(dir, "link"), Most); string(got) != "12345" {
			t.Errorf("of a link: got %q, %v", got, err)
		}
	}
	must.Is(t, must.Err(Read(filepath.Join(dir, "b"), Most)), fs.ErrNotExist, "of no file")
	must.Say(t, must.Err(Read(dir, Most)), dir+": it is a folder", "of a folder")
}

// Files of /proc are regular and say that they are empty.
func TestReadGrows(t *testing.T) {
	const at = "/proc/self/status"
	if _, err := os.Stat(at); err != nil {
		t.Skip(err)
	}
	if got, err := Read(at, Most); len(got) == 0 || err != nil {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	must.Say(t, must.Err(Read(at, 10)), "more than 10 bytes")
}

func TestDir(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.MkdirAll(filepath.Join(dir, "below"), 0o700))
	must.OK(t, os.WriteFile(filepath.Join(dir, "below", "a.txt"), []byte("a"), 0o600))
	files := Dir(dir)
	if got, err := fs.ReadFile(files, "below/a.txt"); string(got) != "a" {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := fs.Glob(files, "below/*.txt"); len(got) != 1 {
		t.Errorf("got %q, %v", got, err)
	}
	if info, err := fs.Stat(files, "below"); err != nil || !info.IsDir() {
		t.Errorf("got %v, %v", info, err)
	}
	for _, name := range []string{"../a", "/etc/hosts", ""} {
		must.Is(t, must.Err(files.Open(name)), fs.ErrInvalid, "Open(%q)", name)
		must.Is(t, must.Err(fs.ReadFile(files, name)), fs.ErrInvalid, "ReadFile(%q)", name)
	}
}
