// Package full registers the methods that need no sections of their own in a bundle: those of
// the engine for browsers that has more than search.
package full

import (
	"mycel/engine/method/dense"
	"mycel/engine/method/e2graph"
	"mycel/engine/method/sprig"
	"mycel/engine/strategy"
)

func init() { strategy.Register(e2graph.Method, sprig.Method, dense.Method) }
