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
	opcodes  = iota // with types of blocks, and what follows a prefix
	locals          // numbers of locals that have no opcode of their own
	loads           // offsets: see packOffset
	stores          // likewise
	ints            // of i32.const, as they are
	longs           // of i64.const, as they are
	branches        // depths, as they are
	tables          // of br_table: number of targets, then each as distance from the one before
	callees         // numbers of functions, two bytes each, the higher first
	resumes         // distances of resume points: see resumingCall
	rest            // declarations of locals, and all other operands, as they are
	numColumns
)

// Limits of code, so that a reader needs numbers of 32 bits and three bytes for the length of a function.
const (
	mostGroups   = 1 << 7  // of locals
	mostFunction = 1 << 21 // bytes
	mostNumber   = 1 << 30 // of a target or an offset
)

// headBytes is the length of the numbers before the columns of a frame.
const headBytes = 4 * (2 + numColumns)

// Opcodes (WebAssembly specification, "Instructions", 5.4).
const (
	opBlock        = 0x02
	opIf           = 0x04
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opLoad         = 0x28 // the first of the loads
	opStore        = 0x36 // the first of the stores
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opLast         = 0xc4 // of those without a prefix
	opPrefix       = 0xfc
	opMemoryCopy   = 10 // behind the prefix
	opMemoryFill   = 11
)

// Opcodes of columns alone. An instruction for one of the first locals is an opcode of its own.
const (
	shortLocal   = opLast + 1
	endLocals    = 0xdf // behind those
	resumingCall = 0xe0 // callBegin, return address, callMiddle, call, callEnd, depth of a branch
	plainCall    = 0xe1 // callBegin, return address, callMiddle, call
	returnPoint  = 0xe2 // callBegin, return address, callMiddle
)

// shortLocals are how many locals have an opcode of their own, for local.get, local.set and local.tee.
var shortLocals = [3]int{16, 8, 2}

// How a Go program calls a function: it pushes a return address, an i64.const between these instructions. If the callee
// says that the stack is to be unwound, the caller branches. The address is the number of the function, from
// firstFunction on, times 65,536, plus the number of the resume point. Numbers of resume points ascend.
var (
	callBegin  = []byte{opLocalGet, 1, opI32Const, 8, 0x6b, opLocalTee, 1, opGlobalSet, 0, opLocalGet, 1, opI64Const}
	callMiddle = []byte{0x37, 3, 0, opI32Const, 0}
	callEnd    = []byte{opGlobalGet, 0, 0x21, 1, opBrIf}
)

const firstFunction = 0x1000

// alignments are those of loads and stores, as powers of two: Go has no others.
var alignments = [opMemorySize - opLoad]byte{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}

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
	for ; uint64(s.number) < functions; s.number++ {
		if s.function(); s.bad {
			return fmt.Errorf("%w: function %d at byte %#x", ErrCode, s.number, s.at)
		}
	}
	if s.at != len(section) {
		return fmt.Errorf("%w: bytes behind the last function", ErrCode)
	}
	head := binary.LittleEndian.AppendUint32(nil, uint32(s.at-r.at))
	head = binary.LittleEndian.AppendUint32(head, uint32(s.number))
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
		return opEnd
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
	number  int // of the function
	resume  uint64
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
	s.resume = 0
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
	if s.call() {
		return 0
	}
	op := s.byte()
	switch {
	case op >= opLocalGet && op <= opLocalTee:
		s.local(op)
		return 0
	case op > opLast && op != opPrefix:
		s.bad = true
	}
	s.put(opcodes, op)
	switch op {
	case opBlock, opBlock + 1, opIf:
		s.put(opcodes, s.byte())
		return 1
	case opEnd:
		return -1
	case opBrTable:
		s.table()
	case opCall:
		s.callee()
	case opMemorySize, opMemoryGrow:
		s.zeros(1)
	case opF32Const, opF64Const:
		for range 4 << (op - opF32Const) {
			s.put(rest, s.byte())
		}
	case opPrefix:
		switch op := s.byte(); {
		case op == opMemoryCopy || op == opMemoryFill:
			s.zeros(opMemoryFill + 1 - int(op))
			fallthrough
		case op < 8:
			s.put(opcodes, op)
		default:
			s.bad = true
		}
	default:
		for _, column := range copied(op) {
			s.put(column, s.raw()...)
		}
		if op >= opLoad && op < opMemorySize {
			s.memory(op)
		}
	}
	return 0
}

// call reads the sequence of a call, and reports whether there was one.
func (s *splitter) call() bool {
	saved := s.reader
	if s.take(callBegin) {
		address := signed(s.raw())
		resume := uint64(address) & 0xffff
		if s.take(callMiddle) && address>>16 == firstFunction+int64(s.number) && resume > s.resume && resume-s.resume < 256 {
			s.put(resumes, byte(resume-s.resume))
			s.resume = resume
			s.putCall()
			return true
		}
	}
	s.reader = saved
	return false
}

// putCall reads what follows a return address.
func (s *splitter) putCall() {
	if !s.take([]byte{opCall}) {
		s.put(opcodes, returnPoint)
		return
	}
	s.callee()
	if !s.take(callEnd) {
		s.put(opcodes, plainCall)
		return
	}
	s.put(opcodes, resumingCall)
	s.put(branches, s.raw()...)
}

func (s *splitter) local(op byte) {
	n, short := s.uint(), byte(shortLocal)
	for kind, count := range shortLocals {
		if kind == int(op-opLocalGet) && n < uint64(count) {
			s.put(opcodes, short+byte(n))
			return
		}
		short += byte(count)
	}
	s.put(opcodes, op)
	s.putUint(locals, n)
}

// callee reads the number of a function, which Go's linker writes as a signed number.
func (s *splitter) callee() {
	n := signed(s.raw())
	s.bad = s.bad || n < 0 || n > 0xffff
	s.put(callees, byte(n>>8), byte(n))
}

func (s *splitter) table() {
	n := s.uint()
	s.putUint(tables, n)
	last := int64(0)
	for ; n+1 > 0 && !s.bad; n-- {
		target := int64(s.uint())
		s.bad = s.bad || target >= mostNumber
		s.columns[tables] = binary.AppendVarint(s.columns[tables], target-last)
		last = target
	}
}

// memory reads the alignment and the offset of a load or store.
func (s *splitter) memory(op byte) {
	s.bad = s.byte() != alignments[op-opLoad] || s.bad
	offset := s.uint()
	s.bad = s.bad || offset >= mostNumber
	s.putUint(offsets(op), packOffset(offset))
}

func (s *splitter) zeros(n int) { s.bad = !s.take(make([]byte, n)) || s.bad }

// copied returns the columns of the numbers that follow an instruction and stay as they are.
func copied(op byte) []int {
	switch op {
	case opBr, opBrIf:
		return []int{branches}
	case opCallIndirect:
		return []int{rest, rest}
	case opLocalGet, opLocalGet + 1, opLocalTee: // those that have no opcode of their own
		return []int{locals}
	case opGlobalGet, opGlobalSet:
		return []int{rest}
	case opI32Const:
		return []int{ints}
	case opI64Const:
		return []int{longs}
	}
	return nil
}

// offsets returns the column of the offset of a load or store.
func offsets(op byte) int {
	if op >= opStore {
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

// signed returns the value of a signed number, 0 of one that is too long.
func signed(raw []byte) (v int64) {
	if len(raw) > 9 {
		return 0
	}
	for i, b := range raw {
		v |= int64(b&0x7f) << (7 * i)
	}
	if unused := 64 - 7*len(raw); len(raw) > 0 {
		v = v << unused >> unused
	}
	return v
}
