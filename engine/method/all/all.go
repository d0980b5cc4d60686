// Package all registers every method of retrieval: import it for its effect in a program that
// has them all. An engine for browsers registers those that it needs in the same way.
package all

import (
	"mycel/engine/method"
	"mycel/engine/method/darag"
	_ "mycel/engine/method/full" // registers those without sections of their own, before these
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
)

func init() { method.Register(ketrag.Method, noderag.Method, darag.Method) }
