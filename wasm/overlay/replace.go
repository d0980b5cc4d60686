package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// edit replaces a stretch of a file.
type edit struct {
	from, to int
	text     string
}

// source is a parsed file with its edits.
type source struct {
	file  *ast.File
	text  string
	edits []edit
}

// replacement has what the files of a package get in an overlay.
type replacement struct {
	bodies   string // a file of the package: its functions and types take the place of those with the same signature or name
	assembly string // functions that take the place of those with the same head
}

// overlay returns the files that change, by path. files are those of one package.
func overlay(files map[string]string, r replacement) (map[string]string, error) {
	set := token.NewFileSet()
	var all []*source
	assembly := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, ".s") {
			assembly[name] = files[name]
			continue
		}
		file, err := parser.ParseFile(set, name, files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		all = append(all, &source{file: file, text: files[name]})
	}
	bodies, err := parser.ParseFile(set, "runtime.go.txt", r.bodies, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	text := func(n ast.Node) string { return r.bodies[offset(n.Pos()):offset(n.End())] }
	changed, err := replaceAssembly(assembly, r.assembly)
	if err := errors.Join(err, replaceBodies(set, all, bodies, text)); err != nil {
		return nil, err
	}
	for _, s := range all {
		if len(s.edits) == 0 {
			continue
		}
		text := s.apply()
		if text, err = blankImports(text); err != nil {
			return nil, err
		}
		changed[set.Position(s.file.Pos()).Filename] = text
	}
	return changed, nil
}

// replaceBodies gives functions the bodies that those of the same signature have in bodies, and types the definitions.
func replaceBodies(set *token.FileSet, all []*source, bodies *ast.File, text func(ast.Node) string) error {
	type place struct {
		in   *source
		node ast.Node
	}
	places := make(map[string][]place)
	for _, s := range all {
		for _, d := range s.file.Decls {
			if name, node := replaceable(d); node != nil {
				places[name] = append(places[name], place{s, node})
			}
		}
	}
	var missing []error
	for _, d := range bodies.Decls {
		name, node := replaceable(d)
		if node == nil {
			return fmt.Errorf("%s: neither a function nor a type", set.Position(d.Pos()))
		}
		if places[name] == nil {
			missing = append(missing, fmt.Errorf("there is no %s", name))
		}
		for _, p := range places[name] {
			p.in.replace(set, p.node, text(node))
		}
	}
	return errors.Join(missing...)
}

// replaceable returns the signature of a function and its body, or the name of a type and its definition; nil of others.
func replaceable(d ast.Decl) (string, ast.Node) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Body != nil {
			return signature(d), d.Body
		}
	case *ast.GenDecl:
		if t, ok := d.Specs[0].(*ast.TypeSpec); ok && len(d.Specs) == 1 {
			return "type " + t.Name.Name, t.Type
		}
	}
	return "", nil
}

// replaceAssembly returns the assembly files that change. A function begins with its head, a line that begins with TEXT,
// and ends before the next one.
func replaceAssembly(files map[string]string, replacements string) (map[string]string, error) {
	changed := make(map[string]string)
	var missing []error
	for _, function := range functionsOf(replacements)[1:] {
		head, _, _ := strings.Cut(function, "\n")
		found := false
		for name, text := range files {
			all := functionsOf(text)
			i := slices.IndexFunc(all, func(f string) bool { return strings.HasPrefix(f, head+"\n") })
			if i < 0 {
				continue
			}
			all[i], found = function, true
			files[name] = strings.Join(all, "")
			changed[name] = files[name]
		}
		if !found {
			missing = append(missing, fmt.Errorf("there is no %s", head))
		}
	}
	return changed, errors.Join(missing...)
}

// functionsOf cuts assembly before each function. The head of the file comes first.
func functionsOf(text string) (all []string) {
	for {
		i := strings.Index(text, "\nTEXT ")
		if i < 0 {
			return append(all, text)
		}
		all, text = append(all, text[:i+1]), text[i+1:]
	}
}

// signature is a function's declaration without comments and body, on one line.
func signature(f *ast.FuncDecl) string {
	var b strings.Builder
	// Positions of a declaration decide about its line breaks: there are none in a new set.
	bare := &ast.FuncDecl{Recv: f.Recv, Name: f.Name, Type: f.Type}
	if err := printer.Fprint(&b, token.NewFileSet(), bare); err != nil {
		panic(err) // a declaration that was parsed can be printed
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (s *source) replace(set *token.FileSet, n ast.Node, text string) {
	s.edits = append(s.edits, edit{set.Position(n.Pos()).Offset, set.Position(n.End()).Offset, text})
}

// apply returns the file's text with its edits, which do not overlap.
func (s *source) apply() string {
	slices.SortFunc(s.edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, e := range s.edits {
		b.WriteString(s.text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(s.text[at:])
	return b.String()
}

// blankImports gives the imports of a file that nothing uses any more the name _.
func blankImports(text string) (string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	used := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	s := source{file: file, text: text}
	for _, spec := range file.Imports {
		if spec.Name != nil {
			continue
		}
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", err
		}
		if !used[path.Base(imported)] {
			s.replace(set, spec, "_ "+spec.Path.Value)
		}
	}
	return s.apply(), nil
}
