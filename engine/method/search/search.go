// Package search registers the methods of a page's search: those of the smallest engine for
// browsers.
package search

import (
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/strategy"
)

func init() { strategy.Register(auto.Method, bm25.Method, bridge.Method) }
