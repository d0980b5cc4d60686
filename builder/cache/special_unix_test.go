//go:build unix

package cache

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A named pipe in the place of a cache is not waited for.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	c, problem := Open(path, "program")
	if problem == "" {
		t.Error("a named pipe is read")
	}
	c.Put(KeyOf("k"), []byte("value"))
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	if c, problem := Open(path, "program"); problem != "" || !c.Found() {
		t.Errorf("the cache is not in its place: %q", problem)
	}
}
