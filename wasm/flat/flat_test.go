package main

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mycel/internal/must"
	"mycel/wasm/flat/testdata/exercises"
	"mycel/wasm/internal/module"
	"mycel/wasm/wazerohost"
)

// programs returns the program of the exercises with Go's whole runtime, linked for flat, and flat.
var programs = sync.OnceValues(func() (p struct{ whole, linked, flat []byte }, err error) {
	dir, err := os.MkdirTemp("", "flat-test-")
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(dir)
	run := func(environment []string, arguments ...string) {
		c := exec.Command("go", arguments...)
		c.Env = append(os.Environ(), environment...)
		if text, failed := c.CombinedOutput(); failed != nil && err == nil {
			err = errors.New("go " + strings.Join(arguments, " ") + "\n" + string(text))
		}
	}
	file := func(name string) []byte {
		b, failed := os.ReadFile(filepath.Join(dir, name))
		err = errors.Join(err, failed)
		return b
	}
	js := []string{"GOOS=js", "GOARCH=wasm"}
	run(nil, "run", "mycel/wasm/overlay", "-o", filepath.Join(dir, "_overlay"))
	run(js, "build", "-trimpath", "-ldflags=-w -X runtime.godebugDefault=gcstoptheworld=1", "-o", filepath.Join(dir, "whole"), "./testdata/program")
	run(js, "build", "-trimpath", "-overlay", filepath.Join(dir, "_overlay", "overlay.json"), "-gcflags=all=-wb=false", "-ldflags=-w", "-o", filepath.Join(dir, "linked"), "./testdata/program")
	p.whole, p.linked = file("whole"), file("linked")
	if err == nil {
		p.flat, _, err = flatten(p.linked)
	}
	return p, err
})

func start(t *testing.T, program []byte) *wazerohost.Instance {
	t.Helper()
	p := must.Get(wazerohost.Compile(t.Context(), program))(t)
	t.Cleanup(func() { p.Close() })
	return must.Get(p.NewInstance())(t)
}

// A program says the same natively, with Go's whole runtime, and flat, in wazero and in Node.
func TestFlatProgramDoesTheSame(t *testing.T) {
	p := must.Get(programs())(t)
	must.Be(t, len(p.flat) <= len(p.whole)/4, "%d bytes are flat, %d whole", len(p.flat), len(p.whole))
	whole, flat := start(t, p.whole), start(t, p.flat)
	var said map[string]string
	inNode(t, &said, "program.mjs", p.flat, slices.Sorted(maps.Keys(exercises.All))...)
	for name, exercise := range exercises.All {
		want := exercise()
		must.Be(t, len(want) >= 10, "%s says nothing: %q", name, want)
		for where, in := range map[string]*wazerohost.Instance{"whole": whole, "flat": flat} {
			got, err := in.Search([]byte(name))
			must.Be(t, err == nil && string(got) == want, "%s, %s: %v\n%s\nwant:\n%s", name, where, err, got, want)
		}
		must.Equal(t, said[name], want, "%s, flat in Node", name)
	}
}

// inNode runs a script of testdata on a program, and decodes the JSON that it prints.
func inNode(t *testing.T, into any, script string, program []byte, arguments ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	must.OK(t, os.WriteFile(file, program, 0o644))
	c := exec.Command("node", append([]string{"testdata/" + script, file}, arguments...)...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, into)
	}
	must.OK(t, err)
}

// A function that calls itself for ever traps before it overwrites what lies below the stack.
func TestFullStackTraps(t *testing.T) {
	p := must.Get(programs())(t)
	lowest := strconv.FormatInt(load(p.linked).lowestStack(), 10)
	var found struct {
		Trap    string
		Changed int
	}
	inNode(t, &found, "crash.mjs", p.flat, lowest)
	must.Be(t, strings.Contains(found.Trap, "unreachable") && found.Changed <= 0, "got %+v", found)
}

// What flat does not know is an error that names the function.
func TestRefusals(t *testing.T) {
	p := must.Get(programs())(t)
	for name, c := range map[string]struct {
		program []byte
		want    string
	}{
		"a runtime that leaves stacks": {p.whole, "function "},
		"flat already":                 {p.flat, "a table of an unknown kind"},
		"cut off":                      {p.linked[:len(p.linked)/2], "cut off"},
		"no module":                    {[]byte("\x00asm\x02\x00\x00\x00"), "not a WebAssembly module"},
		"no names":                     {withoutNames(p.linked), "no names of functions"},
	} {
		out, _, err := flatten(c.program)
		must.Be(t, err != nil && strings.Contains(err.Error(), c.want) && out == nil, "%s: got %d bytes, %v, want %q", name, len(out), err, c.want)
	}
}

func withoutNames(program []byte) []byte {
	return module.Join(slices.DeleteFunc(module.Sections(program), func(s module.Section) bool { return s.ID == module.Custom }))
}
