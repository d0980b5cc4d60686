//go:build js && wasm && !collector

package main

import _ "unsafe" // for go:linkname

// keepMemory keeps all memory in use; releaseMemory frees memory that was allocated later. They are part of the
// runtime that wasm/overlay makes.
//
//go:linkname keepMemory runtime.keepMemory
func keepMemory()

//go:linkname releaseMemory runtime.releaseMemory
func releaseMemory()
