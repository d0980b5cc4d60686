// Package full registers the methods that need no sections of their own in a bundle: those of
// search, and those that the second engine for browsers has besides.
package full

import (
	"mycel/engine/method"
	"mycel/engine/method/dense"
	"mycel/engine/method/e2graph"
	_ "mycel/engine/method/search" // registers auto, bm25 and bridge, before these
	"mycel/engine/method/sprig"
)

func init() {
	method.Register(e2graph.Method, sprig.Method, dense.Method)
}
