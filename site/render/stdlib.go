package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// libraryNote says whose text it is.
const libraryNote = "From the doc comments of the Go standard library, © The Go Authors, under the licence of the Go distribution."

// skipped are folders of the library's sources without packages for users.
var skipped = []string{"cmd", "internal", "testdata", "vendor"}

// libraryPackages lists the import paths of the packages below src, sorted.
func libraryPackages(src string) ([]string, error) {
	var paths []string
	err := fs.WalkDir(os.DirFS(src), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || name == "." {
			return err
		}
		if slices.Contains(skipped, d.Name()) || strings.HasPrefix(d.Name(), "_") {
			return fs.SkipDir
		}
		paths = append(paths, name)
		return nil
	})
	slices.Sort(paths)
	return paths, err
}

// addPackage adds a page with the comments of a package of the library. A folder without a package
// for this platform adds nothing.
func (s *site) addPackage(src, path string) error {
	p, fset, err := readPackage(filepath.Join(src, filepath.FromSlash(path)), path)
	if err != nil || p == nil {
		return err
	}
	w := &packageWriter{fset: fset, printer: p.Printer()}
	w.printer.HeadingLevel = 3
	w.printer.DocLinkURL = docLink(path)
	w.write(p)
	body, err := parseFragment(strings.NewReader(w.out.String()))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	first, _, _ := strings.Cut(path, "/")
	return s.add(&page{
		source: source{group: groupLibrary, source: path, out: "pkg/" + path + ".html", label: path},
		title:  "package " + path, subtitle: "import \"" + path + "\"", note: libraryNote, goPath: "/pkg/" + path + "/",
		filters: []filter{{"part", first}}, body: body,
	})
}

// readPackage parses a folder; it returns nil if there is no package with comments.
func readPackage(dir, path string) (*doc.Package, *token.FileSet, error) {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = "linux", "amd64", false // the same pages everywhere
	found, err := context.ImportDir(dir, build.ImportComment)
	if err != nil {
		return nil, nil, nil // no Go files for this platform
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range found.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(fset, files, path)
	if err != nil || p.Name == "main" || p.Doc == "" {
		return nil, nil, err
	}
	return p, fset, nil
}

// docLink returns the targets of links in comments, as paths on go.dev, which the site resolves.
func docLink(path string) func(*comment.DocLink) string {
	return func(l *comment.DocLink) string {
		to, name := path, l.Name
		if l.ImportPath != "" {
			to = l.ImportPath
		}
		if l.Recv != "" {
			name = l.Recv + "." + l.Name
		}
		if name != "" {
			name = "#" + name
		}
		return "/pkg/" + to + "/" + name
	}
}

// packageWriter writes the documentation of a package as HTML.
type packageWriter struct {
	out     strings.Builder
	fset    *token.FileSet
	printer *comment.Printer
}

func (w *packageWriter) write(p *doc.Package) {
	w.heading(2, "Overview", "pkg-overview")
	w.comment(p, p.Doc)
	w.values(p, "Constants", p.Consts)
	w.values(p, "Variables", p.Vars)
	if len(p.Funcs) > 0 {
		w.heading(2, "Functions", "pkg-functions")
		w.functions(p, p.Funcs, "")
	}
	for _, t := range p.Types {
		w.heading(2, "type "+t.Name, t.Name)
		w.code(t.Decl)
		w.comment(p, t.Doc)
		w.functions(p, t.Funcs, "")
		w.functions(p, t.Methods, t.Name+".")
	}
}

func (w *packageWriter) values(p *doc.Package, title string, values []*doc.Value) {
	if len(values) == 0 {
		return
	}
	w.heading(2, title, "pkg-"+strings.ToLower(title))
	for _, v := range values {
		w.code(v.Decl)
		w.comment(p, v.Doc)
	}
}

// functions writes functions, or methods, whose anchors begin with the receiver.
func (w *packageWriter) functions(p *doc.Package, list []*doc.Func, receiver string) {
	for _, f := range list {
		title := "func " + f.Name
		if f.Recv != "" {
			title = "func (" + f.Recv + ") " + f.Name
		}
		w.heading(3, title, receiver+f.Name)
		w.code(f.Decl)
		w.comment(p, f.Doc)
	}
}

func (w *packageWriter) heading(level int, title, id string) {
	fmt.Fprintf(&w.out, "<h%d id=\"%s\">%s</h%d>\n", level, html.EscapeString(id), html.EscapeString(title), level)
}

func (w *packageWriter) comment(p *doc.Package, text string) {
	w.out.Write(w.printer.HTML(p.Parser().Parse(text)))
}

// code writes a declaration without the body of a function.
func (w *packageWriter) code(decl ast.Decl) {
	if f, ok := decl.(*ast.FuncDecl); ok {
		signature := *f
		signature.Body, signature.Doc = nil, nil
		decl = &signature
	}
	w.out.WriteString("<pre><code>")
	var code strings.Builder
	if err := format.Node(&code, w.fset, decl); err == nil {
		w.out.WriteString(html.EscapeString(code.String()))
	}
	w.out.WriteString("</code></pre>\n")
}

// librarySource returns the folder of the library's sources, "" if this
// installation has none.
func librarySource(root string) string {
	src := filepath.Join(root, "src")
	if _, err := os.Stat(filepath.Join(src, "fmt", "print.go")); err != nil {
		return ""
	}
	return src
}

// goVersion is the version of the toolchain whose documentation is shown.
func goVersion() string { return strings.TrimPrefix(runtime.Version(), "go") }
