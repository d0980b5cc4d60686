package test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
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

var update = flag.Bool("update", false, "rewrite the number of lines in testdata/lines.txt")

// fewer is how many lines less than the number make it one to lower.
const fewer = 500

// The product may only get smaller: the number in testdata/lines.txt is of lines of code, without comments, blank lines
// and tests, in Go and in the client. A commit that raises it says why in its message.
func TestTotalOfLines(t *testing.T) {
	got := 0
	must.OK(t, walkSources("..", []string{"lab", "beam", "js/test", "internal/must"}, func(path, rel string) error {
		goCode := strings.HasSuffix(rel, ".go") && !strings.HasSuffix(rel, "_test.go")
		if !goCode && !(strings.HasPrefix(rel, "js/src/") && strings.HasSuffix(rel, ".js")) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && goCode {
			got += linesOfGo(text)
		} else if err == nil {
			got += linesOfJS(string(text))
		}
		return err
	}))
	const file = "testdata/lines.txt"
	if *update {
		must.OK(t, os.WriteFile(file, fmt.Appendf(nil, "%d\n", got), 0o644))
	}
	text := readFile(t, file)
	var want int
	must.Get(fmt.Sscan(string(text), &want))(t)
	switch {
	case got > want:
		t.Errorf("%d lines of code, %s has %d: delete as many elsewhere; or run go test ./test -run TotalOfLines -update, and say in the commit why the product has to grow", got, file, want)
	case got < want-fewer:
		t.Errorf("%d lines of code, %s has %d: lower it with go test ./test -run TotalOfLines -update", got, file, want)
	}
}

// linesOfGo counts the lines that have a token other than a comment.
func linesOfGo(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		at, tok, literal := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue
		}
		first := file.Line(at)
		for i := range 1 + bytes.Count([]byte(literal), []byte("\n")) {
			lines[first+i] = true
		}
	}
}

// linesOfJS counts the lines that are neither blank nor comments, which begin lines of their own.
func linesOfJS(text string) (n int) {
	comment := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case comment:
			comment = !strings.Contains(line, "*/")
		case line == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "/*"):
			comment = !strings.Contains(line, "*/")
		default:
			n++
		}
	}
	return n
}

func TestLinesOfCode(t *testing.T) {
	source := "// Package a.\npackage a\n\n/*\nA comment.\n*/\nvar x = `one\n\nthree` // a remark\n\nfunc f() {\n\tg( // of two lines\n\t\t1)\n}\n"
	must.Equal(t, linesOfGo([]byte(source)), 8, "Go")
	must.Equal(t, linesOfJS("/** A comment.\n * more\n */\nconst a = 1; // a remark\n\n// no code\n/* one */\nf();\n"), 2, "JavaScript")
}

// walkSources calls visit for each file below root, with its slash path below root. It leaves out installed
// packages, fixtures, the folder build, hidden folders, and the folders without.
func walkSources(root string, without []string, visit func(path, rel string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || rel == "." {
			return err
		}
		rel = filepath.ToSlash(rel)
		name := d.Name()
		switch {
		case !d.IsDir():
			return visit(path, rel)
		case strings.HasPrefix(name, "."), name == "node_modules", name == "testdata", rel == "build", slices.Contains(without, rel):
			return fs.SkipDir
		}
		return nil
	})
}
