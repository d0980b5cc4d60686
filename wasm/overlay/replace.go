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

// overlay returns the files that change, by path.
// files are those of one package. Functions of replacements, a file of the same package,
// give their bodies to those of the same name and signature. Reads of the variables and
// fields that constants has become its values.
func overlay(files map[string]string, replacements string, constants map[string]string) (map[string]string, error) {
	set := token.NewFileSet()
	var all []*source
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := parser.ParseFile(set, name, files[name], parser.ParseComments)
		if err != nil {
			return nil, err
		}
		all = append(all, &source{file: file, text: files[name]})
	}
	bodies, err := parser.ParseFile(set, "runtime.go.txt", replacements, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	offset := func(p token.Pos) int { return set.Position(p).Offset }
	replaced, err := replaceBodies(set, all, bodies, func(b *ast.BlockStmt) string {
		return replacements[offset(b.Pos()):offset(b.End())]
	})
	if err != nil {
		return nil, err
	}
	dropPrints(set, all, replaced)
	if err := replaceReads(set, all, constants, replaced); err != nil {
		return nil, err
	}
	changed := make(map[string]string)
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

// replaceBodies returns the functions whose bodies are to be replaced.
func replaceBodies(set *token.FileSet, all []*source, bodies *ast.File, text func(*ast.BlockStmt) string) (map[ast.Node]bool, error) {
	type place struct {
		in *source
		f  *ast.FuncDecl
	}
	functions := make(map[string]place)
	for _, s := range all {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				functions[signature(f)] = place{s, f}
			}
		}
	}
	var missing []error
	replaced := make(map[ast.Node]bool)
	for _, d := range bodies.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			return nil, fmt.Errorf("%s: a declaration that is no function", set.Position(d.Pos()))
		}
		p, ok := functions[signature(f)]
		if !ok {
			missing = append(missing, fmt.Errorf("there is no %s", signature(f)))
			continue
		}
		replaced[p.f] = true
		p.in.replace(set, p.f.Body, text(f.Body))
	}
	return replaced, errors.Join(missing...)
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

// printing are the functions that keep their output, which says why the program ended.
var printing = []string{"throw", "fatal", "printindented"}

// dropPrints removes all other output of the runtime, which are details of fatal errors, and
// adds it to skip. Variables that it alone used stay used.
func dropPrints(set *token.FileSet, all []*source, skip map[ast.Node]bool) {
	for _, s := range all {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok && slices.Contains(printing, f.Name.Name) || skip[n] {
				return false
			}
			statement, ok := n.(*ast.ExprStmt)
			if !ok {
				return true
			}
			call, ok := statement.X.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, ok := call.Fun.(*ast.Ident)
			if !ok || name.Name != "print" && name.Name != "println" {
				return true
			}
			var used strings.Builder
			for _, local := range locals(s.file, call.Args) {
				fmt.Fprintf(&used, "_ = %s; ", local)
			}
			s.replace(set, statement, used.String())
			skip[statement] = true
			return false
		})
	}
}

// locals are the names of local variables in expressions, each once.
func locals(file *ast.File, all []ast.Expr) (names []string) {
	for _, e := range all {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				names = append(names, locals(file, []ast.Expr{n.X})...)
				return false
			case *ast.Ident:
				if n.Obj != nil && n.Obj.Kind == ast.Var && !global(file, n) {
					names = append(names, n.Name)
				}
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// replaceReads replaces reads of package variables ("name"), of their fields ("name.field")
// and of the fields of anything (".field") by constants. Nodes in skip are left
// alone, and so are reads that are all the use of a local variable.
func replaceReads(set *token.FileSet, all []*source, constants map[string]string, skip map[ast.Node]bool) error {
	unread := maps.Clone(constants)
	for _, s := range all {
		other := notRead(s.file)
		uses := make(map[*ast.Object]int)
		reads := make(map[*ast.Object][]func())
		ast.Inspect(s.file, func(n ast.Node) bool {
			if skip[n] {
				return false
			}
			e, ok := n.(ast.Expr)
			if !ok || other[e] {
				return true
			}
			if id, ok := e.(*ast.Ident); ok {
				uses[id.Obj]++
			}
			for _, name := range names(s.file, e) {
				value, ok := constants[name]
				if !ok {
					continue
				}
				local := localIn(s.file, e)
				if local != nil {
					uses[local]++
				}
				reads[local] = append(reads[local], func() {
					s.replace(set, e, value)
					delete(unread, name)
				})
				return false
			}
			return true
		})
		for local, all := range reads {
			if local != nil && local.Kind == ast.Var && len(all) == uses[local] {
				continue
			}
			for _, replace := range all {
				replace()
			}
		}
	}
	if len(unread) > 0 {
		return fmt.Errorf("nothing reads %s", strings.Join(slices.Sorted(maps.Keys(unread)), ", "))
	}
	return nil
}

// localIn is the local variable whose field e is, or a field of whose field, or nil.
func localIn(file *ast.File, e ast.Expr) *ast.Object {
	for {
		switch x := e.(type) {
		case *ast.SelectorExpr:
			e = x.X
		case *ast.Ident:
			if global(file, x) {
				return nil
			}
			return x.Obj
		default:
			return nil
		}
	}
}

// names are those that constants may have for an expression.
func names(file *ast.File, e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.Ident:
		if global(file, e) {
			return []string{e.Name}
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && global(file, x) {
			return []string{x.Name + "." + e.Sel.Name, "." + e.Sel.Name}
		}
		return []string{"." + e.Sel.Name}
	}
	return nil
}

// global reports whether an identifier is of the package, not of a function.
func global(file *ast.File, id *ast.Ident) bool {
	return id.Obj == nil || file.Scope.Lookup(id.Name) == id.Obj
}

// notRead are the expressions of a file that declare, name or change a variable or field,
// or take its address.
func notRead(file *ast.File) map[ast.Expr]bool {
	other := make(map[ast.Expr]bool)
	add := func(all ...ast.Expr) {
		for _, e := range all {
			other[e] = true
		}
	}
	identifiers := func(all ...*ast.Ident) {
		for _, id := range all {
			other[id] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			add(n.Lhs...)
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.RangeStmt:
			add(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				add(n.X)
			}
		case *ast.KeyValueExpr:
			add(n.Key)
		case *ast.SelectorExpr:
			identifiers(n.Sel)
			if n.Sel.Name == "set" { // a method that changes what it is called on
				add(n.X)
			}
		case *ast.ValueSpec:
			identifiers(n.Names...)
		case *ast.TypeSpec:
			identifiers(n.Name)
		case *ast.Field:
			identifiers(n.Names...)
		case *ast.FuncDecl:
			identifiers(n.Name)
		case *ast.LabeledStmt:
			identifiers(n.Label)
		case *ast.BranchStmt:
			identifiers(n.Label)
		}
		return true
	})
	return other
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
