// Command flat rewrites a Go program for the browser that never leaves its stack (wasm/overlay) as WebAssembly that
// compilers for WebAssembly would write: calls without return addresses and resume points, control flow as blocks and
// loops in the place of a table of jumps, and no data that nothing reads. It does the same in a third of the bytes.
//
//	flat -o small.wasm program.linked
//
// The program must have the names of its functions (no -ldflags=-s). One function that is not as expected is an error, and
// no program is written: build with OVERLAY=no then.
package main

import "mycel/wasm/internal/module"

func main() { module.Main(flatten) }
