//go:build js && wasm && !core && !systems

package main

import "mycel/engine"

// openEngine opens an index for all that does not need sections of its own.
var openEngine = engine.OpenPlain
