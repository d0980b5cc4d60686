package main

import "testing"

// Imports of the module are renamed and sorted; other imports and strings that look like them stay.
func TestRenameImports(t *testing.T) {
	const src = `package x

import (
	. "mycel"
	"mycel/engine"
	"mycelium"
	"strings"
)

var name = "mycel/engine" + strings.ToUpper(mycelium.X)
`
	const want = `package x

import (
	. "example.org/mycel"
	"example.org/mycel/engine"
	"mycelium"
	"strings"
)

var name = "mycel/engine" + strings.ToUpper(mycelium.X)
`
	got, err := renameImports([]byte(src), "example.org/mycel")
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s", err, got)
	}
	if _, err := renameImports([]byte("no Go"), "example.org/mycel"); err == nil {
		t.Error("no error of a file that is not Go")
	}
}
