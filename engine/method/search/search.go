// Package search registers the methods of a page's search: those of the search engine for browsers.
package search

import (
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
)

func init() { method.Register(auto.Method, bm25.Method, bridge.Method) }
