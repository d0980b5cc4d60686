//go:build js && wasm && toy

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/search" // registers the methods of search
	_ "mycel/wasm/internal/toy"    // registers a toy
)

// openEngine opens an index for an engine that only a test builds.
var openEngine = engine.Open
