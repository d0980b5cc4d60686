package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
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
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.Bytes())
	}
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
