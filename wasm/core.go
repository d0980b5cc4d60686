//go:build js && wasm && core

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/search" // registers the methods
)

// openEngine opens an index for search alone.
var openEngine = engine.OpenCore
