// Command godoc writes the documentation of the installed Go as plain pages, which the live demo searches: the
// specification, the memory model, and the comments of the standard library. Usage: godoc FOLDER
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"html/template"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed page.html
var layout string

// page is a page of the site. Up is the relative path to the root. Part, the first element of an import path, is a
// filter.
type page struct {
	Name, Title, Part, Up string
	Body                  template.HTML
	Pages                 []page // pages that the first page lists; only there
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: godoc FOLDER")
	}
	if err := write(os.Args[1], template.Must(template.New("page").Parse(layout))); err != nil {
		log.Fatal("godoc: ", err)
	}
}

func write(dir string, layout *template.Template) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	var pages []page
	for name, title := range map[string]string{"spec": "The Go programming language specification", "mem": "The Go memory model"} {
		if raw, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "doc", "go_"+name+".html")); err == nil { // some installations lack this file
			_, body, _ := bytes.Cut(raw, []byte("-->"))
			pages = append(pages, page{Name: name, Title: title, Body: template.HTML(bytes.ReplaceAll(body, []byte(`href="/`), []byte(`href="https://go.dev/`)))})
		}
	}
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .GoFiles}}\t{{$.Dir}}/{{.}}{{end}}", "std")
	list.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64") // the same pages everywhere
	packages, err := list.Output()
	for line := range strings.Lines(string(packages)) {
		path, files, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if err != nil || strings.Contains("/"+path+"/", "/internal/") || strings.HasPrefix(path, "vendor/") {
			continue
		}
		part, _, _ := strings.Cut(path, "/")
		p := page{Name: "pkg/" + path, Title: "package " + path, Part: part, Up: strings.Repeat("../", 1+strings.Count(path, "/"))}
		p.Body, err = library(path, strings.Split(files, "\t"))
		pages = append(pages, p)
	}
	slices.SortFunc(pages, func(a, b page) int { return cmp.Compare(a.Name, b.Name) })
	for _, p := range append(pages, page{Name: "index", Title: "The documentation of Go", Pages: pages}) {
		var out bytes.Buffer
		file := filepath.Join(dir, filepath.FromSlash(p.Name)+".html")
		err = cmp.Or(err, layout.Execute(&out, p), os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, out.Bytes(), 0o644))
	}
	return err
}

// library returns the comments of a package as HTML, with an anchor for each name.
func library(path string, names []string) (template.HTML, error) {
	fset, files := token.NewFileSet(), []*ast.File{}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return "", err
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(fset, files, path)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	entry := func(level int, id, title string, decl ast.Decl, comment string) {
		fmt.Fprintf(&out, "<h%d id=\"%s\">%s</h%[1]d>\n", level, id, title)
		if f, ok := decl.(*ast.FuncDecl); ok {
			f.Body, f.Doc = nil, nil
		}
		var code strings.Builder
		if decl != nil && format.Node(&code, fset, decl) == nil {
			fmt.Fprintf(&out, "<pre><code>%s</code></pre>\n", template.HTMLEscapeString(code.String()))
		}
		out.Write(p.HTML(comment))
	}
	functions := func(receiver string, list []*doc.Func) {
		for _, f := range list {
			entry(3, receiver+f.Name, strings.ReplaceAll("func ("+f.Recv+") "+f.Name, "() ", ""), f.Decl, f.Doc)
		}
	}
	entry(2, "pkg-overview", "Overview", nil, p.Doc)
	for _, v := range slices.Concat(p.Consts, p.Vars) {
		entry(2, v.Names[0], v.Decl.Tok.String()+" "+v.Names[0], v.Decl, v.Doc)
	}
	functions("", p.Funcs)
	for _, t := range p.Types {
		entry(2, t.Name, "type "+t.Name, t.Decl, t.Doc)
		functions("", t.Funcs)
		functions(t.Name+".", t.Methods)
	}
	return template.HTML(out.String()), nil
}
