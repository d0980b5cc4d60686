package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// The tables of functions that the linker of Go 1.20 and later leaves for the runtime:
// package runtime, symtab.go (pcHeader) and runtime2.go (_func); numbers of tables from
// internal/abi.
const (
	headerMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08" // magic, padding, size of an instruction and of a pointer
	headerSize  = 72

	// Fields of _func, and its size without the variable part.
	nameField      = 4
	spField        = 16
	fileField      = 20
	lineField      = 24
	numTablesField = 28
	unitField      = 32
	startField     = 36
	idField        = 40
	numDataField   = 43
	functionSize   = 44

	unsafeTable   = 0 // of pcdata: where not to interrupt a goroutine; WebAssembly has no interrupts
	inlineTable   = 2 // of pcdata: which inlined call an instruction is part of
	argumentTable = 3 // of pcdata: which arguments are live, for traces
	tablesRead    = 5 // kinds of pcdata that are known
	inlineData    = 3 // of funcdata: the calls that were inlined
	argumentData  = 5 // of funcdata: where arguments lie, for traces
	liveData      = 6
	wrapData      = 7
	dataRead      = 8 // kinds of funcdata that are known

	noData = 1<<32 - 1
)

// tables are the function tables in an image of memory. All are views of it.
type tables struct {
	names     []byte // strings, each ended by 0
	units     []byte
	files     []byte
	values    []byte   // by instruction: stack depth, file, line, …, as differences
	functions [][]byte // of type _func with its variable part
	wrapper   byte     // kind of the functions that the compiler made
}

// knownWrapper is a method of the runtime that every program has and that the compiler
// made of a method on values.
const knownWrapper = "runtime.(*plainError).Error"

// findTables finds the function tables and checks that they are what this program
// takes them for.
func findTables(image []byte) (*tables, error) {
	at := bytes.Index(image, []byte(headerMagic))
	if at < 0 || at+headerSize > len(image) {
		return nil, errors.New("none found")
	}
	if bytes.Contains(image[at+1:], []byte(headerMagic)) {
		return nil, errors.New("more than one found")
	}
	table := image[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(table[8*i:])) }
	count, names, units, files, values, functions := word(1), word(4), word(5), word(6), word(7), word(8)
	if !(headerSize <= names && names <= units && units <= files && files <= values && values <= functions &&
		functions <= len(table) && count > 0 && count <= (len(table)-functions)/8) {
		return nil, errors.New("out of order")
	}
	t := &tables{
		names:  table[names:units],
		units:  table[units:files],
		files:  table[files:values],
		values: table[values:functions],
	}
	rows := table[functions:]
	for i := range count {
		row := int(binary.LittleEndian.Uint32(rows[8*i+4:]))
		f, err := t.function(rows, row)
		if err != nil {
			return nil, fmt.Errorf("function %d: %w", i, err)
		}
		t.functions = append(t.functions, f)
		if t.name(f) == knownWrapper {
			t.wrapper = f[idField]
		}
	}
	if t.wrapper == 0 {
		return nil, errors.New("no " + knownWrapper)
	}
	for _, name := range []string{"runtime.main", "main.main", "runtime.gcBgMarkWorker"} {
		if !bytes.Contains(t.names, []byte("\x00"+name+"\x00")) {
			return nil, fmt.Errorf("no %s", name)
		}
	}
	return t, nil
}

func (t *tables) function(rows []byte, at int) ([]byte, error) {
	if at+functionSize > len(rows) {
		return nil, errors.New("row out of range")
	}
	f := rows[at:]
	numTables, numData := int(field(f, numTablesField)), int(f[numDataField])
	if numTables > tablesRead || numData > dataRead {
		return nil, fmt.Errorf("%d tables and %d kinds of data, more than are known", numTables, numData)
	}
	f = f[:functionSize+4*(numTables+numData)]
	if int(field(f, nameField)) >= len(t.names) {
		return nil, errors.New("name out of range")
	}
	for _, offset := range append([]int{spField, fileField, lineField}, tableFields(f)...) {
		if _, err := t.extent(field(f, offset)); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func field(f []byte, offset int) uint32 { return binary.LittleEndian.Uint32(f[offset:]) }

func setField(f []byte, offset int, value uint32) { binary.LittleEndian.PutUint32(f[offset:], value) }

// tableFields are the offsets of a function's references to tables of pcdata, dataFields
// those to funcdata.
func tableFields(f []byte) (offsets []int) {
	for i := range int(field(f, numTablesField)) {
		offsets = append(offsets, functionSize+4*i)
	}
	return offsets
}

func dataFields(f []byte) (offsets []int) {
	for i := range int(f[numDataField]) {
		offsets = append(offsets, functionSize+4*int(field(f, numTablesField))+4*i)
	}
	return offsets
}

// extent is the end of the table of values that begins at start: pairs of varints. A pair
// whose first varint is 0 ends it, except at the beginning.
func (t *tables) extent(start uint32) (end int, err error) {
	if start == 0 {
		return 0, nil // there is none
	}
	at := int(start)
	for first := true; ; first = false {
		for i := range 2 {
			if at >= len(t.values) {
				return 0, errors.New("table out of range")
			}
			v, n := binary.Uvarint(t.values[at:])
			if n <= 0 {
				return 0, errors.New("table cut off")
			}
			at += n
			if i == 0 && v == 0 && !first {
				return at, nil
			}
		}
	}
}

func (t *tables) name(f []byte) string {
	s, _, _ := strings.Cut(string(t.names[field(f, nameField):]), "\x00")
	return s
}

// trim clears what nothing but a printed stack trace reads: names of functions and
// files, lines, inlined calls, places of arguments. What stays is what the collector of
// garbage, stack growth, panics and recover read. Recover counts inlined calls too, but
// the compiler inlines no function that calls it.
func (t *tables) trim() {
	used := make([]bool, len(t.values))
	use := func(start uint32) {
		end, _ := t.extent(start) // known to be fine since the tables were found
		for i := int(start); i < end; i++ {
			used[i] = true
		}
	}
	kept := []byte{0}
	keep := func(name string) uint32 {
		at := bytes.Index(kept, []byte("\x00"+name+"\x00"))
		if at < 0 {
			at = len(kept) - 1
			kept = append(append(kept, name...), 0)
		}
		return uint32(at + 1)
	}
	for _, f := range t.functions {
		setField(f, nameField, keep(t.neededName(f)))
		for _, offset := range []int{fileField, lineField, unitField, startField} {
			setField(f, offset, 0)
		}
		for i, offset := range tableFields(f) {
			if i == unsafeTable || i == inlineTable || i == argumentTable {
				setField(f, offset, 0)
			}
			use(field(f, offset))
		}
		use(field(f, spField))
		for i, offset := range dataFields(f) {
			if i == inlineData || i == argumentData || i == liveData || i == wrapData {
				setField(f, offset, noData)
			}
		}
	}
	for i := range t.values {
		if !used[i] {
			t.values[i] = 0
		}
	}
	clear(t.names)
	copy(t.names, kept)
	clear(t.units)
	clear(t.files)
}

// neededName is the part of a function's name that has to stay, because the runtime reads it:
// it tells its own goroutines by the prefix "runtime.", the stubs of reflection by their
// names, and reads type and method from the name of a wrapper of a method when that is
// called on nil.
func (t *tables) neededName(f []byte) string {
	name := t.name(f)
	switch {
	case f[idField] == t.wrapper, strings.HasPrefix(name, "reflect."):
		return name
	case strings.HasPrefix(name, "runtime."):
		return "runtime."
	}
	return ""
}
