// Command rename gives the modules of a tree other paths: in each go.mod and in the imports of all Go files.
// A release is tagged on a tree whose module path is the address of the repository, as go install wants it.
//
//	go run ./release/rename -module example.org/mycel DIR
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// old is the module path of this repository.
const old = "mycel"

func main() {
	module := flag.String("module", "", "`PATH` of the module")
	flag.Parse()
	if *module == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "rename: want -module PATH DIR")
		os.Exit(2)
	}
	if err := rename(flag.Arg(0), *module); err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

func rename(dir, module string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if d.Name() == "go.mod" {
			return renameModule(name, module)
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		changed, err := renameImports(src, module)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if bytes.Equal(changed, src) {
			return nil
		}
		return os.WriteFile(name, changed, 0o644)
	})
}

// ownPath is a line of go.mod that names this module or one of its folders.
var ownPath = regexp.MustCompile(`(?m)^(module|require|replace) ` + old + `\b`)

func renameModule(name, module string) error {
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, ownPath.ReplaceAll(src, []byte("${1} "+module)), 0o644)
}

// renameImports returns the file with its imports of the module below the new path.
func renameImports(src []byte, module string) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	changed := slices.Clone(src)
	for _, spec := range slices.Backward(file.Imports) {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		rest, ok := strings.CutPrefix(name, old)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		from, to := files.Position(spec.Path.Pos()).Offset, files.Position(spec.Path.End()).Offset
		changed = slices.Replace(changed, from, to, []byte(strconv.Quote(module+rest))...)
	}
	if bytes.Equal(changed, src) {
		return src, nil
	}
	return format.Source(changed)
}
