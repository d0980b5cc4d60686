// Command flat rewrites a Go program for the browser that never leaves its stack (wasm/overlay) as WebAssembly that
// compilers for WebAssembly would write: calls without return addresses and resume points, control flow as blocks and
// loops in the place of a table of jumps, and no data that nothing reads. It does the same in a third of the bytes.
//
//	flat -o small.wasm program.linked
//
// The program must have the names of its functions (no -ldflags=-s). One function that is not as expected is an error, and
// no program is written: build with OVERLAY=no then.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: flat -o small.wasm program.linked")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *out); err != nil {
		fmt.Fprintf(os.Stderr, "flat: %s: %v\n", flag.Arg(0), err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	linked, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	flat, report, err := flatten(linked)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %s\n", out, report)
	if err := os.WriteFile(out+".new", flat, 0o644); err != nil {
		return err
	}
	return os.Rename(out+".new", out)
}
