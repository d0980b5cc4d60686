package test

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// methodNames are the methods of retrieval by the names of their packages, with what
// else a file may call them.
var methodNames = map[string][]string{
	"darag":   {"darag", "da-rag"},
	"ketrag":  {"ketrag", "ket-rag"},
	"noderag": {"noderag"},
	"e2graph": {"e2graph", "e²graph"},
	"sprig":   {"sprig"},
}

// mayName tells whether a file may name methods: tests, documentation, the registry, the
// table of the format's sections, the laboratory, and files generated from declarations.
func mayName(file, method string) bool {
	switch {
	case strings.HasSuffix(file, "_test.go"), strings.HasSuffix(file, ".md"), strings.Contains(file, "testdata/"), strings.Contains(file, "/test/"), strings.HasPrefix(file, "test/"):
	case strings.HasPrefix(file, "engine/method/"+method+"/"), strings.HasPrefix(file, "builder/method/"+method+"/"):
	case strings.HasPrefix(file, "engine/method/all/"), strings.HasPrefix(file, "builder/method/all/"), strings.HasPrefix(file, "engine/bundle/"), strings.HasPrefix(file, "wasm/"):
	case strings.HasPrefix(file, "lab/"):
	case file == "js/src/params.js", file == "site/playground/parameters.js":
	case strings.HasPrefix(file, "docs/"), strings.HasPrefix(file, "examples/"), !slices.Contains([]string{".go", ".js", ".html", ".css"}, path.Ext(file)):
	default:
		return false
	}
	return true
}

// A method is a room: no file outside its packages names it.
func TestMethodNames(t *testing.T) {
	cmd := exec.Command("git", "ls-files")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("not a working tree of git: %v", err)
	}
	for _, file := range strings.Fields(string(out)) {
		var text []byte
		for method, names := range methodNames {
			if mayName(file, method) {
				continue
			}
			if text == nil {
				if text, err = os.ReadFile("../" + file); err != nil {
					continue // moved away, not yet committed
				}
				text = bytes.ToLower(text)
			}
			if slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(text, []byte(name)) }) {
				t.Errorf("%s names %s: only the packages of a method, registries, the laboratory, tests and documents may", file, method)
			}
		}
	}
}
