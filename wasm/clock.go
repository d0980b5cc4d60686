//go:build js && wasm

package main

import _ "unsafe" // for go:linkname

// nanotime is the runtime's monotonic clock. The same clock in package time would
// add 59 kB.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64
