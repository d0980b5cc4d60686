package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mycel/internal/must"
)

// goImports are the packages that examples of documents name.
var goImports = map[string]string{
	"context": "context", "fmt": "fmt", "fs": "io/fs", "os": "os", "mycel": "mycel", "builder": "mycel/builder",
	"ingest": "mycel/builder/ingest", "engine": "mycel/engine", "facet": "mycel/engine/facet",
	"method": "mycel/engine/method", "param": "mycel/engine/param",
}

// goGiven are what examples take from the text around them.
const goGiven = `
var (
	ctx    context.Context
	b      *mycel.Bundle
	files  fs.FS
	bucket interface{ Put(string, []byte) error }
)
`

var (
	goBlock    = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")
	goDeclared = regexp.MustCompile(`(?m)^(\w+)(?:, err)? :=`)
)

// asPackage makes a package of an example that is part of a function.
func asPackage(example string) string {
	var out strings.Builder
	out.WriteString("package example\n\nimport (\n\t\"context\"\n\t\"io/fs\"\n\t\"mycel\"\n")
	for name, path := range goImports {
		if name != "context" && name != "fs" && name != "mycel" && regexp.MustCompile(`\b`+name+`\.[A-Z]`).MatchString(example) {
			out.WriteString("\t\"" + path + "\"\n")
		}
	}
	out.WriteString(")\n" + goGiven + "\nfunc _() error {\n")
	if !strings.Contains(example, "err :=") {
		out.WriteString("\tvar err error\n")
	}
	out.WriteString(example)
	for _, m := range goDeclared.FindAllStringSubmatch(example, -1) {
		out.WriteString("\t_ = " + m[1] + "\n")
	}
	out.WriteString("\treturn err\n}\n")
	return out.String()
}

// Examples in Go compile.
func TestExamplesOfDocuments(t *testing.T) {
	found := 0
	for _, name := range []string{"README.md", "docs/go.md"} {
		text := readFile(t, filepath.Join("..", filepath.FromSlash(name)))
		for _, m := range goBlock.FindAllStringSubmatch(string(text), -1) {
			found++
			source := m[1]
			if !strings.HasPrefix(source, "package ") {
				source = asPackage(source)
			}
			file := filepath.Join(t.TempDir(), "example.go")
			must.OK(t, os.WriteFile(file, []byte(source), 0o644))
			if out, err := exec.Command("go", "vet", file).CombinedOutput(); err != nil {
				t.Errorf("%s: an example does not compile: %s\n%s", name, out, source)
			}
		}
	}
	must.Be(t, found >= 5, "got %d examples, want 5 or more", found)
}
