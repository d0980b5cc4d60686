package wazerohost

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStart(t *testing.T) {
	in, err := Start(t.Context(), tinyEngine, Options{CacheDir: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Open(nil); err != nil {
		t.Fatal(err)
	}
	wantAnswer(t, in, "echo x", "x")
	program := in.program
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := program.NewInstance(); err == nil {
		t.Error("the program outlives its only instance")
	}
}

// TestCompileRejects gives Compile files that are no engine.
func TestCompileRejects(t *testing.T) {
	hello := buildOther(t, `package main

import "fmt"

func main() { fmt.Println("hello") }
`)
	empty := "\x00asm\x01\x00\x00\x00"
	tests := []struct {
		name string
		wasm string
		o    Options
		want string
	}{
		{"no wasm", "<!doctype html>", Options{}, "invalid magic number"},
		{"truncated", string(tinyEngine[:len(tinyEngine)/2]), Options{}, "compile"},
		{"links fmt", string(hello), Options{}, "gojs.syscall/js.valueGet"},
		{"empty module", empty, Options{}, "no export run, mycel_alloc"},
		{"memory limit", string(tinyEngine), Options{MemoryPages: 65537}, "got MemoryPages 65537, want 65536"},
		{"limit below the program's own memory", string(tinyEngine), Options{MemoryPages: 2}, "over limit of 2 pages"},
		{"cache that is a file", string(tinyEngine), Options{CacheDir: os.Args[0]}, "compilation cache"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(t.Context(), []byte(tt.wasm), tt.o)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	if _, err := Start(t.Context(), []byte(empty), Options{}); err == nil {
		t.Error("Start takes what Compile rejects")
	}
}

// TestCacheDir checks that compiled code is left behind for the next process.
func TestCacheDir(t *testing.T) {
	files := 0
	err := filepath.WalkDir(cacheDir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("got %d files in the cache, error %v; want 1 or more", files, err)
	}
}

// buildOther builds a Go program of one file for GOOS=js.
func buildOther(t *testing.T, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": source, "go.mod": "module other\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wasm, err := buildWasm(dir, dir)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}
