//go:build js && wasm && collector

package main

// An engine with Go's whole runtime has its collector of garbage.
func keepMemory()    {}
func releaseMemory() {}
