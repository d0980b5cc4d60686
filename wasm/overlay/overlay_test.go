package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// The replacements fit the Go that is installed: each is found, and the files are written.
func TestOverlayOfInstalledRuntime(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, run(dir))
	b := must.Get(os.ReadFile(filepath.Join(dir, "overlay.json")))(t)
	var list struct{ Replace map[string]string }
	must.OK(t, json.Unmarshal(b, &list))
	for _, name := range []string{"proc.go", "malloc.go", "asm_wasm.s", "rt0_js_wasm.s", "memory_engine.go"} {
		found := false
		for path, file := range list.Replace {
			_, err := os.Stat(file)
			found = found || filepath.Base(path) == name && err == nil
		}
		must.Be(t, found, "no %s among %d files", name, len(list.Replace))
	}
}

var small = map[string]string{
	"/a.go": `package p

import (
	"fmt"
	"strings"
)

// Trace has a comment.
//go:nosplit
func (t *T) Trace(a, b int) string { return fmt.Sprint(a, b) }

func init() { println(1) }

func use(t *T) { strings.ToUpper("") }
`,
	"/b.go": `package p

type T struct{ n int; bubble *T }

func init() {
	println(2)
}
`,
	"/c.go": "package p\n",
	"/d.s":  "#include \"textflag.h\"\n\nTEXT one(SB), $8\n\tRET\n\nTEXT two(SB), $8\n\tRET\n\nTEXT three(SB), $8\n\tRET\n",
}

func TestOverlay(t *testing.T) {
	got := must.Get(overlay(small, "package p\n\ntype T struct{ n [9]byte }\n\nfunc (t *T) Trace(a, b int) string {\n\treturn \"\"\n}\n\nfunc init() {}\n"+
		"// Comment.\n\nTEXT two(SB), $8\n\tUNDEF\n\n"))(t)
	want := map[string]string{
		"/a.go": strings.NewReplacer(`"fmt"`, `_ "fmt"`, "{ return fmt.Sprint(a, b) }", "{\n\treturn \"\"\n}", "{ println(1) }", "{}").Replace(small["/a.go"]),
		"/b.go": strings.NewReplacer("struct{ n int; bubble *T }", "struct{ n [9]byte }", "{\n\tprintln(2)\n}", "{}").Replace(small["/b.go"]),
		"/d.s":  strings.Replace(small["/d.s"], "TEXT two(SB), $8\n\tRET\n\n", "TEXT two(SB), $8\n\tUNDEF\n\n", 1),
	}
	if !maps.Equal(got, want) {
		for path, text := range got {
			must.Equal(t, text, want[path], "%s", path)
		}
		must.Be(t, len(got) == len(want), "%d files changed, want %d", len(got), len(want))
	}
}

func TestOverlayRefuses(t *testing.T) {
	for name, c := range map[string]struct{ replacements, want string }{
		"no such function":       {"package p\n\nfunc trace() {}\n", "there is no func trace()"},
		"another signature":      {"package p\n\nfunc (t *T) Trace(a int) string { return \"\" }\n", "there is no func (t *T) Trace(a int) string"},
		"no such type":           {"package p\n\ntype U int\n", "there is no type U"},
		"no such assembly":       {"\nTEXT four(SB), $8\n\tRET\n", "there is no TEXT four(SB), $8"},
		"assembly with a frame":  {"\nTEXT two(SB), $16\n\tRET\n", "there is no TEXT two(SB), $16"},
		"assembly with a suffix": {"\nTEXT two(SB), $\n\tRET\n", "there is no TEXT two(SB), $"},
	} {
		must.Say(t, must.Err(overlay(small, c.replacements)), c.want, "%s", name)
	}
}
