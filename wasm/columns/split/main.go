// Command split puts the code of an engine into columns (package columns):
//
//	split -o engine.columns engine.wasm
//
// Code that columns cannot have stays in the module.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"mycel/wasm/columns"
)

func main() {
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: split -o engine.columns engine.wasm")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *out); err != nil {
		fmt.Fprintf(os.Stderr, "split: %s: %v\n", flag.Arg(0), err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	wasm, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	file, err := columns.Split(wasm)
	if errors.Is(err, columns.ErrCode) {
		fmt.Fprintf(os.Stderr, "split: %s: %v: it is not in columns\n", in, err)
		file, err = wasm, nil
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(out+".new", file, 0o644); err != nil {
		return err
	}
	return os.Rename(out+".new", out)
}
