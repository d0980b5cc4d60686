//go:build js && wasm && collector

package main

// An engine with Go's whole runtime has its garbage collector.
func keepMemory()    {}
func releaseMemory() {}
