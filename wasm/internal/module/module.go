// Package module takes WebAssembly modules apart, and puts them together.
package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
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

// magic is how a module of WebAssembly 1 begins.
var magic = []byte("\x00asm\x01\x00\x00\x00")

// Sections cuts a module of WebAssembly 1 into its sections. They are parts of its bytes.
func Sections(module []byte) ([]Section, error) {
	rest, ok := bytes.CutPrefix(module, magic)
	if !ok {
		return nil, errors.New("not a WebAssembly module of version 1")
	}
	var all []Section
	for len(rest) > 0 {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("section %d of the module is cut off", len(all))
		}
		end := 1 + n + int(size)
		all = append(all, Section{ID: id, Content: rest[1+n : end], At: len(module) - len(rest) + 1 + n})
		rest = rest[end:]
	}
	return all, nil
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
