//go:build js && wasm && !core && !toy

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/all" // registers the methods
)

// openEngine opens an index for the full engine.
var openEngine = engine.Open
