//go:build js && wasm && !core && !systems && !toy

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/full" // registers the methods
)

// openEngine opens an index for all that does not need sections of its own.
var openEngine = engine.Open
