// Command trim makes a Go program for the browser smaller after it was linked, without
// changing what it computes: it clears the tables that only printed stack traces read,
// and writes the initial memory as few segments instead of tens of thousands.
//
//	trim -o small.wasm program.wasm
//
// A panic that is not recovered prints a trace without names and lines from the result;
// all else is as before. Of a program whose tables it does not know, because it is of a
// newer version of Go, it says so and leaves the tables as they are.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"mycel/wasm/internal/module"
)

func main() {
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: trim -o small.wasm program.wasm")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *out); err != nil {
		fmt.Fprintf(os.Stderr, "trim: %s: %v\n", flag.Arg(0), err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	program, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	small, err := trim(program)
	if errors.Is(err, errTables) {
		fmt.Fprintf(os.Stderr, "trim: %s: %v: they stay as they are\n", in, err)
	} else if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+".new")
	if err := os.WriteFile(temp, small, 0o644); err != nil {
		return err
	}
	return os.Rename(temp, out)
}

// errTables is wrapped by errors about function tables that are not as expected.
var errTables = errors.New("function tables of an unknown version of Go")

// trim returns a smaller program that does the same. With an error that wraps errTables
// comes one whose function tables are whole.
func trim(program []byte) (small []byte, unknown error) {
	all, err := module.Sections(program)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].ID != module.Data {
			continue
		}
		image, err := memory(all[i].Content)
		if err != nil {
			return nil, err
		}
		if functions, err := findTables(image); err != nil {
			unknown = fmt.Errorf("%w: %v", errTables, err)
		} else {
			functions.trim()
		}
		all[i].Content = dataOf(image)
	}
	return module.Join(all), unknown
}
