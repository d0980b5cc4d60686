package write

import (
	"os"
	"path/filepath"
	"testing"

	"mycel"
)

// Folders of builds that were killed are removed; those of builds that run, files, and folders of others stay.
func TestRemoveAbandoned(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{".bundle-killed", ".bundle-running", "bundle"} {
		if err := os.MkdirAll(filepath.Join(parent, name, "client"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(parent, ".bundle-file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	f, ok, known := claim(filepath.Join(parent, ".bundle-running"))
	if !known {
		t.Skip("this file system has no locks")
	}
	if !ok {
		t.Fatal("the folder is another's")
	}
	defer f.Close()
	removeAbandoned(parent, ".bundle-")
	for name, want := range map[string]bool{".bundle-killed": false, ".bundle-running": true, ".bundle-file": true, "bundle": true} {
		if _, err := os.Stat(filepath.Join(parent, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	removeAbandoned(filepath.Join(parent, "missing"), ".bundle-")
}

// A file that two rows name is kept once.
func TestPrecacheEntries(t *testing.T) {
	a, b := mycel.File{Path: "a"}, mycel.File{Path: "b"}
	if got := entries([]mycel.File{a, b, a}); len(got) != 2 || got[0].URL != "a" || got[1].URL != "b" {
		t.Errorf("got %v", got)
	}
}
