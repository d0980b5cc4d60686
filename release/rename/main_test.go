package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Each module of a tree gets the path of its folder below the new one.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.Mkdir(filepath.Join(dir, "hugo"), 0o755))
	const rest = "\n\nrequire mycelium v1.0.0\n\nrequire %s v0.0.0\n\nreplace %s => ../\n"
	for name, path := range map[string]string{"go.mod": "mycel", "hugo/go.mod": "mycel/hugo"} {
		src := "module " + path + strings.ReplaceAll(rest, "%s", "mycel")
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644))
	}
	must.OK(t, rename(dir, "example.org/mycel"))
	for name, path := range map[string]string{"go.mod": "example.org/mycel", "hugo/go.mod": "example.org/mycel/hugo"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if want := "module " + path + strings.ReplaceAll(rest, "%s", "example.org/mycel"); err != nil || string(got) != want {
			t.Errorf("%s: got %v\n%s", name, err, got)
		}
	}
}

// Imports of the module are renamed and sorted; other imports and strings that look like them stay.
func TestRenameImports(t *testing.T) {
	const src = `package x

import (
	. "mycel"
	"mycel/engine"
	"mycelium"
	"strings"
)

var name = "mycel/engine" + strings.ToUpper(mycelium.X)
`
	const want = `package x

import (
	. "example.org/mycel"
	"example.org/mycel/engine"
	"mycelium"
	"strings"
)

var name = "mycel/engine" + strings.ToUpper(mycelium.X)
`
	got, err := renameImports([]byte(src), "example.org/mycel")
	must.Be(t, err == nil && string(got) == want, "got %v\n%s", err, got)
	if _, err := renameImports([]byte("no Go"), "example.org/mycel"); err == nil {
		t.Error("no error of a file that is not Go")
	}
}
