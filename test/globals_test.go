package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"

	"mycel/internal/must"
)

// writtenVariables are variables of packages that code writes, and why. What a function needs is a parameter.
var writtenVariables = map[string]string{
	"builder/stem.isEnglish":     "made at the first use",
	"engine/bundle.groups":       "init registers in it",
	"engine/bundle.methodGroups": "init registers in it",
	"engine/method.registered":   "init registers in it",
	"engine/text.foldAt":         "made by init",
	"engine/text.foldRunes":      "made by init",
	"wasm.output":                "the memory that the host reads",
	"wasm.open":                  "the index that the host has opened",
	"wasm.pending":               "the memory that the host writes",
}

// parsed is a file of Go.
type parsed struct {
	folder string
	*ast.File
}

// Variables of packages are constants to code and tests, except for those that are listed with a reason.
func TestGuardOfVariables(t *testing.T) {
	var files []parsed
	variables := map[string]bool{}
	must.OK(t, walkSources("..", []string{"lab", "beam", "js"}, func(name, rel string) error {
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		files = append(files, parsed{path.Dir(rel), f})
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, s := range g.Specs {
					for _, n := range s.(*ast.ValueSpec).Names {
						variables[files[len(files)-1].folder+"."+n.Name] = true
					}
				}
			}
		}
		return nil
	}))
	written := map[string]bool{}
	for _, f := range files {
		for _, name := range f.written() {
			if variables[name] {
				written[name] = true
			}
		}
	}
	for name := range written {
		must.Be(t, writtenVariables[name] != "", "code writes the variable %s of its package: make it a parameter", name)
	}
	for name := range writtenVariables {
		must.Be(t, written[name], "nothing writes %s: take it from the list", name)
	}
}

// written returns the variables of packages that a file may write, as folder.name.
func (f parsed) written() (names []string) {
	note := func(e ast.Expr) {
		if x, ok := e.(*ast.IndexExpr); ok {
			e = x.X
		}
		switch x := e.(type) {
		case *ast.Ident:
			if x.Obj == nil || f.Scope.Lookup(x.Name) == x.Obj { // of another file of the package, or of this one
				names = append(names, f.folder+"."+x.Name)
			}
		case *ast.SelectorExpr:
			if p, ok := x.X.(*ast.Ident); ok && p.Obj == nil {
				names = append(names, f.imported(p.Name)+"."+x.Sel.Name)
			}
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if n.Tok != token.DEFINE {
					note(e)
				}
			}
		case *ast.IncDecStmt:
			note(n.X)
		}
		return true
	})
	return names
}

// imported returns the folder of ours that a file imports under a name.
func (f parsed) imported(name string) string {
	for _, i := range f.Imports {
		path := strings.TrimPrefix(strings.Trim(i.Path.Value, `"`), "mycel/")
		if i.Name != nil && i.Name.Name == name || i.Name == nil && path[strings.LastIndex(path, "/")+1:] == name {
			return path
		}
	}
	return ""
}
