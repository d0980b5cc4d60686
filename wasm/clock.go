//go:build js && wasm

package main

import _ "unsafe" // for go:linkname

// nanotime is the runtime's monotonic clock. Package time, which has the same, is
// another 59 kB.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64
