//go:build js && wasm && systems

package main

import "mycel/engine"

// openEngine opens an index for all that Mycel can do.
var openEngine = engine.Open
