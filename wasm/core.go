//go:build js && wasm && core

package main

import (
	"mycel/engine"
	_ "mycel/engine/method/search" // registers the methods
)

// openEngine opens an index for the search engine.
var openEngine = engine.OpenCore
