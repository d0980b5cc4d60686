//go:build js && wasm && core

package main

import "mycel/engine"

// openEngine opens an index for search alone.
var openEngine = engine.OpenCore
