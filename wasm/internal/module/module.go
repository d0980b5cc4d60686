// Package module splits WebAssembly modules into sections, and joins them.
package module

import (
	"bytes"
	"encoding/binary"
)

// Numbers of sections (WebAssembly specification, "Modules", 5.5).
const (
	Custom    = 0
	Types     = 1
	Imports   = 2
	Functions = 3
	Exports   = 7
	Elements  = 9
	Code      = 10
	Data      = 11
)

// Section is one section of a module, as it is stored.
type Section struct {
	ID      byte
	Content []byte
	At      int // where the content begins in the module
}

// magic begins every module of WebAssembly 1.
var magic = []byte("\x00asm\x01\x00\x00\x00")

// Sections cuts a module of WebAssembly 1 into its sections, which share its bytes.
func Sections(module []byte) (all []Section) {
	if !bytes.HasPrefix(module, magic) {
		Refuse("not a WebAssembly module of version 1")
	}
	for r := (Reader{B: module, At: len(magic)}); r.At < len(module); {
		id, content := r.Byte(), r.Take(r.Unsigned())
		all = append(all, Section{ID: id, Content: content, At: r.At - len(content)})
	}
	return all
}

// Join is the inverse of Sections.
func Join(all []Section) []byte {
	module := bytes.Clone(magic)
	for _, s := range all {
		module = append(module, s.ID)
		module = binary.AppendUvarint(module, uint64(len(s.Content)))
		module = append(module, s.Content...)
	}
	return module
}
