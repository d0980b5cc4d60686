//go:build js && wasm && !core && !toy

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/all" // registers the methods
)

// openEngine opens an index for all that Mycel can do.
var openEngine = engine.Open
