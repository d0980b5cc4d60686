package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// opensItself lists the folders and files that open files without the package files, and why they may.
var opensItself = map[string]string{
	"files":                       "it is this package",
	"lab":                         "the laboratory reads its own data sets",
	"site/pack":                   "makes the browser's files of this project",
	"site/godoc":                  "makes the live demo of this project",
	"wasm/overlay":                "patches Go's own library for the engine",
	"wasm/internal/module":        "makes the engine",
	"release":                     "gathers the licences of libraries",
	"engine/text":                 "a generator reads its own output",
	"builder/write/claim_unix.go": "locks a folder, and reads nothing",
	"internal/must":               "writes and reads the folders of tests",
}

// readers are functions of the standard library that open a file by its name.
var readers = map[string][]string{
	"os":        {"Open", "OpenFile", "ReadFile", "DirFS", "CopyFS", "OpenInRoot"},
	"io/ioutil": {"ReadFile"},
	"syscall":   {"Open"}, "golang.org/x/sys/unix": {"Open"},
}

// The product opens files of users by one package, which waits for no named pipe and reads no device.
func TestArchitectureOpensFilesInOnePlace(t *testing.T) {
	used := map[string]bool{}
	must.OK(t, walkSources("..", nil, func(name, rel string) error {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, call := range opening(source) {
			allowed := ""
			for folder := range opensItself {
				if rel == folder || strings.HasPrefix(rel, folder+"/") {
					allowed = folder
				}
			}
			if used[allowed] = true; allowed == "" {
				t.Errorf("%s calls %s: use the package files", rel, call)
			}
		}
		return nil
	}))
	for folder := range opensItself {
		must.Be(t, used[folder], "%s opens no files itself: take it from the list", folder)
	}
}

// opening returns the functions of a file that open others.
func opening(source *ast.File) (calls []string) {
	names := map[string][]string{}
	for _, i := range source.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		name := path[strings.LastIndex(path, "/")+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		names[name] = readers[path]
	}
	ast.Inspect(source, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && slices.Contains(names[x.Name], s.Sel.Name) {
				calls = append(calls, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}
