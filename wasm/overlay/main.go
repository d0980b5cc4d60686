// Command overlay prepares a Go runtime without the parts that an engine in the browser
// never uses: tracing, stack traces, profiles, checks of the runtime on itself, switches of
// GODEBUG. Linkers drop code that nothing reaches, so the engine has fewer bytes to download.
//
//	overlay -o FOLDER
//	go build -overlay FOLDER/overlay.json …
//
// It reads the source of package runtime from the Go installation, and replaces functions and types by
// those of runtime.go.txt and runtime.s.txt with the same signature or name. It writes the files that
// change. It reports an error for a function that is not declared as expected, and for another version
// of Go than the tested one: build without an overlay then (make OVERLAY=no).
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tested is the version of Go for whose runtime the replacements were written.
const tested = "go1.26"

var (
	//go:embed runtime.go.txt
	bodies string
	//go:embed runtime.s.txt
	assembly string
	//go:embed memory.go.txt
	memory string
)

func main() {
	out := flag.String("o", "", "folder to write to")
	flag.Parse()
	if *out == "" || flag.NArg() != 0 {
		fmt.Fprintln(os.Stderr, "usage: overlay -o FOLDER")
		os.Exit(2)
	}
	if err := run(*out); err != nil {
		fmt.Fprintf(os.Stderr, "overlay: %v\n", err)
		os.Exit(1)
	}
}

func run(out string) error {
	runtime, err := listed()
	if err != nil {
		return err
	}
	changed, err := overlay(runtime, bodies+assembly)
	if err != nil {
		return fmt.Errorf("the runtime of this Go is not as expected (make OVERLAY=no builds without an overlay): %w", err)
	}
	for path := range runtime {
		changed[filepath.Join(filepath.Dir(path), "memory_engine.go")] = memory
	}
	return write(out, changed)
}

// listed returns the source files of package runtime for the browser, by path.
func listed() (map[string]string, error) {
	list := exec.Command("go", "list", "-f", `{{context.ReleaseTags | len}} {{.Dir}}{{range .GoFiles}} {{.}}{{end}}{{range .SFiles}} {{.}}{{end}}`, "runtime")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list.Stderr = os.Stderr
	answer, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list runtime: %w", err)
	}
	words := strings.Fields(string(answer))
	if len(words) < 3 {
		return nil, errors.New("go list runtime: no files")
	}
	if version := "go1." + words[0]; version != tested {
		return nil, fmt.Errorf("this is %s and the overlay is for %s: build with that, or without an overlay (make OVERLAY=no)", version, tested)
	}
	files := make(map[string]string)
	for _, name := range words[2:] {
		path := filepath.Join(words[1], name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files[path] = string(text)
	}
	return files, nil
}

// write writes the changed files, and the list of them that go build reads.
func write(out string, changed map[string]string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	absolute, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	list := struct{ Replace map[string]string }{make(map[string]string)}
	for path, text := range changed {
		to := filepath.Join(absolute, filepath.Base(path))
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			return err
		}
		list.Replace[path] = to
	}
	b, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "overlay.json"), append(b, '\n'), 0o644)
}
