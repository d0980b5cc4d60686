package main

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Every module that the linker has put into the command is named with its version, and Go is.
func TestNotices(t *testing.T) {
	text := must.Get(notices("../.."))(t)
	binary := filepath.Join(t.TempDir(), "mycel")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "../../cmd/mycel").CombinedOutput()
	must.Hold(t, err == nil, "%v\n%s", err, out)
	info := must.Get(buildinfo.ReadFile(binary))(t)
	must.Be(t, len(info.Deps) >= 10, "the command has %d modules", len(info.Deps))
	for _, module := range info.Deps {
		must.Be(t, strings.Contains(string(text), "\n"+module.Path+" "+module.Version+"\n"), "%s %s is not named", module.Path, module.Version)
	}
	must.Contain(t, string(text), "\nThe Go standard library and runtime\n", "Copyright 2009 The Go Authors", "Apache License", "MIT License")
}

// A module without a licence is an error; texts of a folder below count, and those of a folder beside do not.
func TestCollect(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a/b/LICENSE.txt": "of b", "a/NOTICE": "of a", "c/COPYING": "of c", "a/license.go": "package a"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	owners := map[string][]string{}
	must.OK(t, collect(owners, "m v1", filepath.Join(root, "a"), filepath.Join(root, "a/b")))
	must.Be(t, len(owners) == 2 && len(owners["of b"]) == 1 && len(owners["of a"]) == 1, "got %v", owners)
	must.Say(t, collect(owners, "m v2", root, filepath.Join(root, "a")), "m v2 has no licence")
}
