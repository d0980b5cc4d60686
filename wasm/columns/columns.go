// Package columns makes a Go program for the browser smaller on its way there. gzip finds little in
// machine code, where instructions, numbers of locals, offsets and constants follow each other. So a module
// has its code in columns: the instructions in one, the operands of each kind in another. A reader joins them
// while the data behind them arrives, and gets the bytes of the module (js/src/files/columns.js).
//
//	file:  magic, frames
//	frame: kind (1 byte), length of the content (uint32, not 0), content
//	plain: bytes of the module
//	code:  bytes that it joins to, number of functions, length of each column (uint32 each); the columns
//
// All numbers of a fixed size have their lowest byte first. Frames follow each other as the bytes do that they
// join to. All functions are in one frame: columns that are cut compress worse.
package columns

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

const magic = "\x00col"

// Kinds of frames.
const (
	plain = 0
	code  = 1
)

// plainBytes is how much a reader keeps until a frame is whole.
const plainBytes = 16 << 10

// Columns of code.
const (
	opcodes  = iota // with types of blocks, and what follows a prefix: see pack
	locals          // numbers of locals that have no opcode of their own
	loads           // offsets: see packOffset
	stores          // likewise
	ints            // of i32.const, as they are
	longs           // of i64.const, as they are
	branches        // depths, as they are
	callees         // numbers of functions, two bytes each, the higher first
	rest            // declarations of locals, and all other operands, as they are
	numColumns
)

// Limits of code, so that a reader needs numbers of 32 bits and three bytes for the length of a function.
const (
	mostGroups   = 1 << 7  // of locals
	mostFunction = 1 << 21 // bytes
	mostNumber   = 1 << 30 // of an offset
)

// headBytes is the length of the numbers before the columns of a frame.
const headBytes = 4 * (2 + numColumns)

// Opcodes of columns alone: an instruction for one of the first locals is an opcode of its own, and so is each of the most
// frequent pairs of opcodes.
const (
	shortLocal = op.Last + 1
	firstPair  = 0xdf
	numPairs   = op.Prefix - firstPair
)

// shortLocals are how many locals have an opcode of their own, for local.get, local.set and local.tee.
var shortLocals = [3]int{16, 8, 2}

// alignments are those of loads and stores, as powers of two: Go has no others.
var alignments = [op.MemorySize - op.I32Load]byte{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}

// ErrCode is wrapped by errors about code that columns cannot have.
var ErrCode = errors.New("code of an unknown kind")

// Split puts the code of a module into columns. It returns an error for code that Go does not write.
func Split(m []byte) ([]byte, error) {
	all, err := module.Sections(m)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(s module.Section) bool { return s.ID == module.Code })
	if i < 0 {
		return nil, fmt.Errorf("%w: there is none", ErrCode)
	}
	w := frames{[]byte(magic)}
	w.addPlain(m[:all[i].At])
	if err := w.addCode(all[i].Content); err != nil {
		return nil, err
	}
	w.addPlain(m[all[i].At+len(all[i].Content):])
	if joined, err := Join(w.all); err != nil || !bytes.Equal(joined, m) {
		return nil, fmt.Errorf("%w: its columns join to other code", ErrCode)
	}
	return w.all, nil
}

// frames writes a file.
type frames struct{ all []byte }

func (w *frames) add(kind byte, content []byte) {
	w.all = binary.LittleEndian.AppendUint32(append(w.all, kind), uint32(len(content)))
	w.all = append(w.all, content...)
}

func (w *frames) addPlain(b []byte) {
	for len(b) > 0 {
		n := min(len(b), plainBytes)
		w.add(plain, b[:n])
		b = b[n:]
	}
}

func (w *frames) addCode(section []byte) error {
	r := reader{b: section}
	functions := r.uint()
	w.addPlain(section[:r.at])
	s := splitter{reader: r}
	for number := range functions {
		if s.function(); s.bad {
			return fmt.Errorf("%w: function %d at byte %#x", ErrCode, number, s.at)
		}
	}
	if s.at != len(section) {
		return fmt.Errorf("%w: bytes behind the last function", ErrCode)
	}
	s.columns[opcodes] = pack(s.columns[opcodes])
	head := binary.LittleEndian.AppendUint32(nil, uint32(s.at-r.at))
	head = binary.LittleEndian.AppendUint32(head, uint32(functions))
	for _, c := range s.columns {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(c)))
	}
	w.add(code, append(head, bytes.Join(s.columns[:], nil)...))
	return nil
}

// reader reads code.
type reader struct {
	b   []byte
	at  int
	bad bool // whether something was not there, or not as Go writes it
}

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.bad = true
		return op.End
	}
	r.at++
	return r.b[r.at-1]
}

// raw returns the bytes of a number.
func (r *reader) raw() []byte {
	first := r.at
	for r.byte() >= 0x80 && !r.bad {
	}
	return r.b[first:r.at]
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.raw())
	r.bad = r.bad || n <= 0
	return v
}

// take reads bytes that have to be there, and reports whether they were.
func (r *reader) take(want []byte) bool {
	if !bytes.HasPrefix(r.b[r.at:], want) {
		return false
	}
	r.at += len(want)
	return true
}

// splitter puts functions into columns.
type splitter struct {
	reader
	columns [numColumns][]byte
}

func (s *splitter) put(column int, b ...byte) { s.columns[column] = append(s.columns[column], b...) }

func (s *splitter) putUint(column int, v uint64) {
	s.columns[column] = binary.AppendUvarint(s.columns[column], v)
}

func (s *splitter) function() {
	size := s.uint()
	end := s.at + int(size)
	if s.bad || size > uint64(len(s.b)-s.at) || size >= mostFunction {
		s.bad = true
		return
	}
	groups := s.uint()
	s.bad = groups >= mostGroups
	s.putUint(rest, groups)
	for ; groups > 0 && !s.bad; groups-- {
		s.put(rest, s.raw()...)
		s.put(rest, s.byte())
	}
	for depth := 1; depth > 0 && !s.bad; {
		depth += s.instruction()
	}
	s.bad = s.bad || s.at != end
}

// instruction returns by how much the depth of blocks grows.
func (s *splitter) instruction() (deeper int) {
	opcode := s.byte()
	switch {
	case opcode >= op.LocalGet && opcode <= op.LocalTee:
		s.local(opcode)
		return 0
	case opcode > op.Last && opcode != op.Prefix, opcode == op.BrTable:
		s.bad = true
	}
	s.put(opcodes, opcode)
	switch opcode {
	case op.Block, op.Block + 1, op.If:
		s.put(opcodes, s.byte())
		return 1
	case op.End:
		return -1
	case op.Call:
		s.callee()
	case op.MemorySize, op.MemoryGrow:
		s.zeros(1)
	case op.F32Const, op.F64Const:
		for range 4 << (opcode - op.F32Const) {
			s.put(rest, s.byte())
		}
	case op.Prefix:
		switch opcode := s.byte(); {
		case opcode == op.MemoryCopy || opcode == op.MemoryFill:
			s.zeros(op.MemoryFill + 1 - int(opcode))
			fallthrough
		case opcode < 8:
			s.put(opcodes, opcode)
		default:
			s.bad = true
		}
	default:
		for _, column := range copied(opcode) {
			s.put(column, s.raw()...)
		}
		if opcode >= op.I32Load && opcode < op.MemorySize {
			s.memory(opcode)
		}
	}
	return 0
}

func (s *splitter) local(opcode byte) {
	n, short := s.uint(), byte(shortLocal)
	for kind, count := range shortLocals {
		if kind == int(opcode-op.LocalGet) && n < uint64(count) {
			s.put(opcodes, short+byte(n))
			return
		}
		short += byte(count)
	}
	s.put(opcodes, opcode)
	s.putUint(locals, n)
}

// callee reads the number of a function.
func (s *splitter) callee() {
	n := s.uint()
	s.bad = s.bad || n > 0xffff
	s.put(callees, byte(n>>8), byte(n))
}

// memory reads the alignment and the offset of a load or store.
func (s *splitter) memory(opcode byte) {
	s.bad = s.byte() != alignments[opcode-op.I32Load] || s.bad
	offset := s.uint()
	s.bad = s.bad || offset >= mostNumber
	s.putUint(offsets(opcode), packOffset(offset))
}

func (s *splitter) zeros(n int) { s.bad = !s.take(make([]byte, n)) || s.bad }

// copied returns the columns of the numbers that follow an instruction and stay as they are.
func copied(opcode byte) []int {
	switch opcode {
	case op.Br, op.BrIf:
		return []int{branches}
	case op.CallIndirect:
		return []int{rest, rest}
	case op.LocalGet, op.LocalSet, op.LocalTee: // those that have no opcode of their own
		return []int{locals}
	case op.GlobalGet, op.GlobalSet:
		return []int{rest}
	case op.I32Const:
		return []int{ints}
	case op.I64Const:
		return []int{longs}
	}
	return nil
}

// offsets returns the column of the offset of a load or store.
func offsets(opcode byte) int {
	if opcode >= op.I32Store {
		return stores
	}
	return loads
}

// packOffset makes multiples of eight, which most offsets are, small.
func packOffset(offset uint64) uint64 {
	if offset%8 == 0 {
		return offset / 4
	}
	return offset*2 + 1
}

// unpackOffset is the inverse of packOffset.
func unpackOffset(packed uint64) uint64 {
	if packed%2 == 0 {
		return packed * 4
	}
	return packed / 2
}
