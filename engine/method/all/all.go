// Package all registers every method of retrieval: import it for its effect in a program that
// offers them all. An engine for browsers registers its methods in the same way.
package all

import (
	"mycel/engine/method"
	"mycel/engine/method/darag"
	"mycel/engine/method/dense"
	"mycel/engine/method/e2graph"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	_ "mycel/engine/method/search" // registers auto, bm25 and bridge, before these
	"mycel/engine/method/sprig"
)

func init() {
	method.Register(e2graph.Method, sprig.Method, dense.Method, ketrag.Method, noderag.Method, darag.Method)
}
