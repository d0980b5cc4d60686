package main

import (
	"bytes"
	"encoding/binary"

	"mycel/wasm/internal/module"
)

// Tables that Go's linker writes into memory for the runtime (runtime/symtab.go: pcHeader, moduledata, _func). A flat
// program reads little of them. pcHeader begins with headerMagic: its magic number, padding, the sizes of an
// instruction and of a pointer.
const headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Fields of moduledata.
const (
	minField       = 160
	textField      = 176
	typesField     = 296
	etypesField    = 304
	epclntabField  = 328
	typelinksField = 360
)

// span is a range of addresses.
type span struct{ from, to int64 }

func (s span) has(at int64) bool { return s.from <= at && at < s.to }

func (p *program) word(at int64) int64 { return int64(binary.LittleEndian.Uint64(p.at(at, 8))) }
func (p *program) u32(at int64) int64  { return int64(binary.LittleEndian.Uint32(p.at(at, 4))) }
func (p *program) u16(at int64) int64  { return int64(binary.LittleEndian.Uint16(p.at(at, 2))) }
func (p *program) u8(at int64) int64   { return int64(p.at(at, 1)[0]) }

// at returns n bytes of memory. Beyond its initial content there are zeros.
func (p *program) at(at, n int64) []byte {
	if at < 0 || at > 1<<32 {
		module.Refuse("address %#x", at)
	}
	if at+n > int64(len(p.memory)) {
		return append(bytes.Clone(p.memory[min(at, int64(len(p.memory))):]), make([]byte, n)...)[:n]
	}
	return p.memory[at : at+n]
}

// layout has the places of a program's tables.
type layout struct {
	functions span // names, lines, depths and pointers of the stack, by function
	links     span // offsets of types, for reflection
	types     span // descriptors of types, and other data that does not change
}

// findTables finds the tables, and checks that they have the expected form.
func (p *program) findTables() (l layout) {
	header := int64(bytes.Index(p.memory, []byte(headerMagic)))
	if header < 0 || bytes.Contains(p.memory[header+1:], []byte(headerMagic)) {
		module.Refuse("not one table of functions")
	}
	found := 0
	for at := int64(0); at < int64(len(p.memory)); at += 8 {
		if p.word(at) != header || p.word(at+minField) != p.functions[p.imports].address() {
			continue
		}
		found++
		links := p.word(at + typelinksField)
		l = layout{
			functions: span{header, p.word(at + epclntabField)},
			types:     span{p.word(at + typesField), p.word(at + etypesField)},
			links:     span{links, links + 4*p.word(at+typelinksField+8)},
		}
		if p.word(at+textField) != 0 {
			module.Refuse("methods are numbered otherwise")
		}
	}
	if found != 1 || l.types.from <= 0 || l.types.from >= l.types.to || l.types.to > header ||
		l.functions.to <= header || l.functions.to > l.links.from || l.links.from > l.links.to || l.links.to > int64(len(p.memory)) {
		module.Refuse("tables of functions and types in another order")
	}
	return l
}
