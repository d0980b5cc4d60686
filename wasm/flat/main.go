// Command flat rewrites a Go program for the browser that never leaves its stack (wasm/overlay). The result is like
// that of other WebAssembly compilers: calls without return addresses and resume points, control flow as blocks and
// loops instead of a table of jumps, and no unused data. It does the same in a third of the bytes.
//
//	flat -o small.wasm program.linked
//
// The program must have the names of its functions (no -ldflags=-s). If one function is not as expected, flat reports
// an error and writes no program: build with OVERLAY=no then.
package main

import "mycel/wasm/internal/module"

func main() { module.Main(flatten) }
