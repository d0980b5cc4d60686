package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// layers lists the packages of the engine from the bottom up. A package may
// import those of the layers above its own line only.
var layers = [][]string{
	{"model", "parts", "param"},
	{"wire", "text", "msgpack", "bitmap", "rank"},
	{"ktruss"},
	{"bundle", "corpus", "lexical", "entity", "graph", "tree", "vector", "facet", "method/ketrag/skeleton", "method/noderag/heterograph", "method/darag/layers"},
	{"ppr", "query"},
	{"method", "excerpt", "evidence"},
	{"related"},
	{"answer"},
	{""}, // package engine itself, which knows no method
	{"method/bm25", "method/bridge", "method/sprig", "method/e2graph", "method/dense", "method/ketrag", "method/noderag", "method/darag"}, // the methods
	{"method/auto"},   // which asks two of them
	{"method/search"}, // registers the methods of a page's search
	{"method/all"},    // registers all
}

// above lists, for the packages around the engine, what of ours they may import.
var above = map[string][]string{
	"mycel/files":    {},
	"mycel/manifest": {"mycel/engine/bundle", "mycel/engine/parts", "mycel/engine/wire", "mycel/files"},
	"mycel/reader":   {"mycel/engine", "mycel/manifest"},
	"mycel":          {"mycel/reader"},
	"mycel/builder":  {"mycel/reader", "mycel/manifest", "mycel/files", "mycel/engine", "mycel/builder"},
	"mycel/site":     {},
	"mycel/wasm":     {"mycel/engine", "mycel/wasm"},

	"mycel/cmd/mycel":       {"mycel", "mycel/manifest", "mycel/files", "mycel/engine", "mycel/builder", "mycel/site", "mycel/cmd/mycel"},
	"mycel/cmd/mycel-stage": {"mycel", "mycel/files", "mycel/engine", "mycel/builder", "mycel/site", "mycel/cmd/mycel-stage"},
}

// forbidden must not be linked into the browser's engine: each costs every reader
// of a site tens to hundreds of kilobytes.
var forbidden = []string{
	"fmt", "os", "time", "context", "regexp", "encoding/json", "net/http", "os/exec", "syscall/js",
	"compress/gzip", "golang.org/x/text/unicode/norm", "mycel/builder",
	"github.com/vmihailenco/msgpack/v5", "github.com/RoaringBitmap/roaring/v2",
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func list(t *testing.T, env []string, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports"}, args...)...)
	cmd.Env, cmd.Dir = append(os.Environ(), env...), ".."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	must.Hold(t, err == nil, "%v: %v\n%s", cmd.Args, err, stderr.Bytes())
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func layerOf(path string) int {
	name := strings.TrimPrefix(strings.TrimPrefix(path, "mycel/engine"), "/")
	name, _, _ = strings.Cut(name, "/internal/")
	for i, layer := range layers {
		if slices.Contains(layer, name) {
			return i
		}
	}
	return -1
}

// Imports inside the engine point one way, and packages of a layer do not import
// each other: each turns its own bytes into its own type, and the engine joins
// them.
func TestEngineLayers(t *testing.T) {
	for _, p := range list(t, nil, "./engine/...") {
		if strings.Contains(p.ImportPath, "/internal/") {
			continue // development-time references, used by generators and tests
		}
		own := layerOf(p.ImportPath)
		must.Be(t, own >= 0, "%s is in no layer: add it to the list", p.ImportPath)
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, "mycel") {
				continue
			}
			below := layerOf(imported)
			switch {
			case !strings.HasPrefix(imported, "mycel/engine"):
				t.Errorf("%s imports %s: the engine must not know what uses it", p.ImportPath, imported)
			case below > own:
				t.Errorf("%s imports %s, which is above it", p.ImportPath, imported)
			case below == own && own != 0:
				t.Errorf("%s imports %s of its own layer", p.ImportPath, imported)
			}
		}
	}
}

// Around the engine imports point one way too.
func TestOuterLayers(t *testing.T) {
	for _, p := range list(t, nil, ".", "./builder/...", "./cmd/...", "./site/...", "./wasm/...", "./test/...", "./files", "./manifest", "./reader") {
		owner := ""
		for prefix := range above {
			if (p.ImportPath == prefix || strings.HasPrefix(p.ImportPath, prefix+"/")) && len(prefix) > len(owner) {
				owner = prefix
			}
		}
		for _, imported := range p.Imports {
			if !strings.HasPrefix(imported, "mycel") {
				continue
			}
			if !slices.ContainsFunc(above[owner], func(prefix string) bool {
				return imported == prefix || prefix != "mycel" && strings.HasPrefix(imported, prefix+"/")
			}) {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
}

// What is linked into the browser's engine stays small.
func TestWasmDependencies(t *testing.T) {
	for _, p := range list(t, []string{"GOOS=js", "GOARCH=wasm"}, "-deps", "./wasm") {
		must.Be(t, !slices.Contains(forbidden, p.ImportPath), "the browser's engine links %s", p.ImportPath)
	}
}

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

// methodNames are the methods of retrieval by the names of their packages, with what
// else a file may call them.
var methodNames = map[string][]string{
	"darag":   {"darag", "da-rag"},
	"ketrag":  {"ketrag", "ket-rag"},
	"noderag": {"noderag"},
	"e2graph": {"e2graph", "e²graph"},
	"sprig":   {"sprig"},
}

// mayName tells whether a file may name methods: tests, documentation, the registry, the
// table of the format's sections, the laboratory, and files generated from declarations.
func mayName(file, method string) bool {
	switch {
	case strings.HasSuffix(file, "_test.go"), strings.HasSuffix(file, ".md"), strings.Contains(file, "testdata/"), strings.Contains(file, "/test/"), strings.HasPrefix(file, "test/"):
	case strings.HasPrefix(file, "engine/method/"+method+"/"), strings.HasPrefix(file, "builder/method/"+method+"/"):
	case strings.HasPrefix(file, "engine/method/all/"), strings.HasPrefix(file, "builder/method/all/"), strings.HasPrefix(file, "engine/bundle/"), strings.HasPrefix(file, "wasm/"):
	case strings.HasPrefix(file, "lab/"):
	case file == "js/src/params.js", file == "site/playground/parameters.js":
	case strings.HasPrefix(file, "docs/"), strings.HasPrefix(file, "examples/"), !slices.Contains([]string{".go", ".js", ".html", ".css"}, path.Ext(file)):
	default:
		return false
	}
	return true
}

// A method is a room: no file outside its packages names it.
func TestMethodNames(t *testing.T) {
	cmd := exec.Command("git", "ls-files")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("not a working tree of git: %v", err)
	}
	for _, file := range strings.Fields(string(out)) {
		var text []byte
		for method, names := range methodNames {
			if mayName(file, method) {
				continue
			}
			if text == nil {
				if text, err = os.ReadFile("../" + file); err != nil {
					continue // moved away, not yet committed
				}
				text = bytes.ToLower(text)
			}
			if slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(text, []byte(name)) }) {
				t.Errorf("%s names %s: only the packages of a method, registries, the laboratory, tests and documents may", file, method)
			}
		}
	}
}

// Every machine ranks the same. A compiler for arm64 rounds x·y + z once where it may, and that for amd64 and WebAssembly twice. It
// may not where the product is converted: float32(x*y) + z.
func TestNoFusedProducts(t *testing.T) {
	build := exec.Command("go", "build", "-gcflags=mycel/...=-S", "./engine/...")
	build.Dir = ".."
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	must.Hold(t, err == nil, "%v\n%s", err, listing[max(0, len(listing)-2000):])
	must.Hold(t, strings.Contains(string(listing), "FMULS"), "the listing has no products")
	var at []string
	for _, found := range regexp.MustCompile(`\(\S+/([^\s/]+/[^\s/]+\.go:\d+)\)\tFN?M(?:ADD|SUB)[SD]\t`).FindAllSubmatch(listing, -1) {
		at = append(at, string(found[1]))
	}
	slices.Sort(at)
	if at = slices.Compact(at); len(at) > 0 {
		t.Errorf("products are added unrounded: %s", strings.Join(at, ", "))
	}
}
