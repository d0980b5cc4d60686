//go:build js && wasm && !collector

package main

import _ "unsafe" // for go:linkname

// keepMemory keeps all memory in use, and releaseMemory gives back memory that was allocated since. The runtime that
// wasm/overlay makes has them.
//
//go:linkname keepMemory runtime.keepMemory
func keepMemory()

//go:linkname releaseMemory runtime.releaseMemory
func releaseMemory()
