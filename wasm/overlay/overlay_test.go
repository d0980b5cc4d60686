package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mycel/wasm/wazerohost"
)

// build builds the program under testdata as the engines are built, trimmed, with more
// environment and arguments.
func build(t *testing.T, environment []string, arguments ...string) []byte {
	t.Helper()
	dir := t.TempDir()
	linked, out := filepath.Join(dir, "linked"), filepath.Join(dir, "program.wasm")
	arguments = append([]string{"build", "-trimpath", "-ldflags=-s -w -X runtime.godebugDefault=gcstoptheworld=1", "-o", linked}, arguments...)
	command(t, append([]string{"GOOS=js", "GOARCH=wasm"}, environment...), append(arguments, "./testdata/program")...)
	command(t, nil, "run", "mycel/wasm/trim", "-o", out, linked)
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func command(t *testing.T, environment []string, arguments ...string) {
	t.Helper()
	c := exec.Command("go", arguments...)
	c.Env = append(os.Environ(), environment...)
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, text)
	}
}

func start(t *testing.T, program []byte) *wazerohost.Instance {
	t.Helper()
	in, err := wazerohost.Start(context.Background(), program, wazerohost.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	})
	return in
}

// A program that leans on collections, stacks that grow, recover and goroutines does the
// same with the overlay and without.
func TestProgramWithOverlayDoesTheSame(t *testing.T) {
	dir := t.TempDir()
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	plain := build(t, nil)
	small := build(t, []string{"GOEXPERIMENT=nogreenteagc"}, "-overlay", filepath.Join(dir, "overlay.json"))
	if len(small) > len(plain)*2/3 {
		t.Errorf("%d bytes with the overlay, %d without", len(small), len(plain))
	}
	whole, cut := start(t, plain), start(t, small)
	contains := map[string]string{
		"deep":       "200010000",
		"lists":      "",
		"words":      "",
		"goroutines": "tree 7 ",
		"panics":     "panic: runtime error: index out of range [0] with length 0",
		"garbage":    "collected",
	}
	for exercise, part := range contains {
		want, err := whole.Search([]byte(exercise))
		if err != nil {
			t.Fatalf("%s without the overlay: %v", exercise, err)
		}
		got, err := cut.Search([]byte(exercise))
		if err != nil {
			t.Fatalf("%s: %v", exercise, err)
		}
		if string(got) != string(want) || !strings.Contains(string(got), part) {
			t.Errorf("%s:\n%s\nwithout the overlay:\n%s\nwant %q in both", exercise, got, want, part)
		}
	}
	if more, less := whole.MemoryBytes(), cut.MemoryBytes(); less > more*5/4 {
		t.Errorf("%d bytes of memory with the overlay, %d without", less, more)
	}
	if got, err := cut.Search([]byte("wrapper")); err != nil || !strings.Contains(string(got), "panic: value method called using nil pointer") {
		t.Errorf("a method called on nil: %s, %v", got, err)
	}
}

// What ends a program is still said, in one line.
func TestFatalErrors(t *testing.T) {
	dir := t.TempDir()
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	program := build(t, []string{"GOEXPERIMENT=nogreenteagc"}, "-overlay", filepath.Join(dir, "overlay.json"))
	for exercise, want := range map[string]string{
		"dies": "panic: mistake",
	} {
		in := start(t, program)
		_, err := in.Search([]byte(exercise))
		var dead *wazerohost.Dead
		if !errors.As(err, &dead) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", exercise, err, want)
		}
	}
}

var small = map[string]string{
	"/a.go": `package p

import (
	"fmt"
	"strings"
)

var debug struct{ level, other int32 }

// Trace has a comment.
//go:nosplit
func (t *T) Trace(a, b int) string { return fmt.Sprint(a, b) }

func use(t *T) {
	debug.level = 3
	p := &debug.other
	if debug.level > 1 && debug.other < *p {
		print("level ", t.n, "\n")
	}
	strings.ToUpper("")
}
`,
	"/b.go": `package p

type T struct{ n int; bubble *T }

func (t *T) reads() bool {
	debug := t
	only := t.bubble
	return debug.bubble != nil && t.n > 0 && only != nil
}

func alone(t *T) bool { u := t; return u.bubble == nil }

func throw(s string) { print("fatal error: ", s, "\n") }
`,
	"/c.go": "package p\n",
}

var smallConstants = map[string]string{"debug.level": "int32(0)", ".bubble": "(*T)(nil)"}

func TestOverlay(t *testing.T) {
	got, err := overlay(small, "package p\n\nfunc (t *T) Trace(a, b int) string { return \"\" }\n", smallConstants)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"/a.go": `package p

import (
	_ "fmt"
	"strings"
)

var debug struct{ level, other int32 }

// Trace has a comment.
//go:nosplit
func (t *T) Trace(a, b int) string { return "" }

func use(t *T) {
	debug.level = 3
	p := &debug.other
	if int32(0) > 1 && debug.other < *p {
		_ = t; 
	}
	strings.ToUpper("")
}
`, "/b.go": strings.NewReplacer("only := t.bubble", "only := (*T)(nil)").Replace(small["/b.go"])}
	if !maps.Equal(got, want) {
		for path, text := range got {
			if text != want[path] {
				t.Errorf("%s:\n%s\nwant:\n%s", path, text, want[path])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d files changed, want %d", len(got), len(want))
		}
	}
}

func TestOverlayRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		replacements string
		constants    map[string]string
		want         string
	}{
		"no such function":    {"package p\n\nfunc trace() {}\n", nil, "there is no func trace()"},
		"another signature":   {"package p\n\nfunc (t *T) Trace(a int) string { return \"\" }\n", nil, "there is no func (t *T) Trace(a int) string"},
		"not a function":      {"package p\n\nvar x = 1\n", nil, "no function"},
		"not Go":              {"package p\n\nfunc {\n", nil, "expected"},
		"a variable not read": {"package p\n", map[string]string{"debug.gone": "0"}, "nothing reads debug.gone"},
	} {
		if _, err := overlay(small, c.replacements, c.constants); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
