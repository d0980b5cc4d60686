package test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// A reader keeps a type or a package in mind up to about these sizes.
const (
	maxMethods = 30    // of a type
	maxPackage = 4_000 // lines of a package, without tests
)

// largeTypes have more methods than others may have, up to these numbers, which may only fall.
var largeTypes = map[string]int{
	"builder.Stages": 38,
	"builder.run":    38,
}

// measured is the size of Go code without tests.
type measured struct {
	methods map[string]int // by folder.Type; functions whose first parameter is of the type count, too
	lines   map[string]int // by folder
}

// measure reads the Go files below a folder.
func measure(root string) (measured, error) {
	m := measured{map[string]int{}, map[string]int{}}
	types, functions := map[string]bool{}, map[string]int{}
	err := walkSources(root, []string{"lab"}, func(name, rel string) error {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		folder := path.Dir(rel)
		m.lines[folder] += bytes.Count(text, []byte("\n"))
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					m.methods[folder+"."+receiver(d.Recv.List[0].Type)]++
				} else if p := d.Type.Params.List; len(p) > 0 {
					functions[folder+"."+receiver(p[0].Type)]++
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						types[folder+"."+s.Name.Name] = true
					}
				}
			}
		}
		return nil
	})
	for name, n := range functions {
		if types[name] {
			m.methods[name] += n
		}
	}
	return m, err
}

// receiver names the type of a receiver: T of T, *T, T[K] and *T[K, V].
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return fmt.Sprintf("%T", t)
}

// No type has more than 30 methods, those of largeTypes aside, and no package more than 4,000 lines. A function
// that takes the type first is a method by another name.
func TestSizesOfTypesAndPackages(t *testing.T) {
	m := must.Get(measure(".."))(t)
	must.Hold(t, m.methods["engine.Engine"] != 0 && m.lines["engine"] != 0, "the code of the engine was not found")
	for name, n := range m.methods {
		if most := max(maxMethods, largeTypes[name]); n > most {
			t.Errorf("%s has %d methods, functions that take it first included, want at most %d: give some of them to types of their own", name, n, most)
		}
	}
	for name := range largeTypes {
		must.Be(t, m.methods[name] > maxMethods, "%s has %d methods: take it from largeTypes", name, m.methods[name])
	}
	for folder, n := range m.lines {
		must.Be(t, n <= maxPackage, "%s has %d lines without tests, want at most %d: divide it into packages", folder, n, maxPackage)
	}
}

// The counts of methods and of lines are right.
func TestMeasureOfTypesAndPackages(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a/one.go":               "package a\n\ntype T struct{}\n\nfunc (T) A()  {}\nfunc (t *T) B() {}\n",
		"a/two.go":               "package a\n\ntype G[K, V any] struct{}\n\nfunc (g *G[K, V]) A() {}\n\nfunc of(t *T, n int) {}\n\nfunc other(n int, t *T) {}\n",
		"a/two_test.go":          "package a\n\nfunc (T) C() {}\n",
		"a/testdata/three.go":    "package three\n",
		"node_modules/x/four.go": "package four\n",
	} {
		path := filepath.Join(root, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	}
	m := must.Get(measure(root))(t)
	must.Equal(t, fmt.Sprint(m.methods, m.lines), "map[a.G:1 a.T:3] map[a:15]")
}
