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

// Split puts the code of a module into columns. It returns an error for code that Go does not write.
func Split(m []byte) (file []byte, err error) {
	err = module.Try(func() {
		all := module.Sections(m)
		i := slices.IndexFunc(all, func(s module.Section) bool { return s.ID == module.Code })
		if i < 0 {
			module.Refuse("there is no code")
		}
		r := module.Reader{B: all[i].Content}
		functions := r.Int()
		before := all[i].At + r.At
		frame := splitFunctions(&r, functions)
		if r.At != len(r.B) {
			module.Refuse("bytes behind the last function")
		}
		file = appendPlain([]byte(magic), m[:before])
		file = appendFrame(file, code, frame)
		file = appendPlain(file, m[all[i].At+len(r.B):])
		if joined, err := Join(file); err != nil || !bytes.Equal(joined, m) {
			module.Refuse("the columns join to other code")
		}
	})
	return file, err
}

func appendFrame(file []byte, kind byte, content []byte) []byte {
	file = binary.LittleEndian.AppendUint32(append(file, kind), uint32(len(content)))
	return append(file, content...)
}

func appendPlain(file, b []byte) []byte {
	for piece := range slices.Chunk(b, plainBytes) {
		file = appendFrame(file, plain, piece)
	}
	return file
}

// Join is the inverse of Split. A file without columns is a module already.
func Join(file []byte) (m []byte, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		return file, nil
	}
	err = module.Try(func() {
		for r := (module.Reader{B: file, At: len(magic)}); r.At < len(file); {
			kind := r.Byte()
			content := r.Take(uint64(fixed(&r)))
			switch kind {
			case plain:
				m = append(m, content...)
			case code:
				m = joinFunctions(m, content)
			default:
				module.Refuse("a frame of kind %d", kind)
			}
		}
	})
	return m, err
}

// fixed reads a number of four bytes.
func fixed(r *module.Reader) int { return int(binary.LittleEndian.Uint32(r.Take(4))) }

// splitFunctions reads functions and returns the content of their frame.
func splitFunctions(r *module.Reader, functions int) []byte {
	first := r.At
	var c coder
	for range functions {
		c.code = module.Reader{B: r.Take(r.Unsigned())}
		if len(c.code.B) >= mostFunction {
			module.Refuse("a function of %d bytes", len(c.code.B))
		}
		c.function()
		if c.code.At != len(c.code.B) {
			module.Refuse("bytes behind the end of a function")
		}
	}
	c.columns[opcodes].B = pack(c.columns[opcodes].B)
	frame := binary.LittleEndian.AppendUint32(nil, uint32(r.At-first))
	frame = binary.LittleEndian.AppendUint32(frame, uint32(functions))
	for _, column := range c.columns {
		frame = binary.LittleEndian.AppendUint32(frame, uint32(len(column.B)))
	}
	for _, column := range c.columns {
		frame = append(frame, column.B...)
	}
	return frame
}

// joinFunctions appends the functions of a frame to m.
func joinFunctions(m, frame []byte) []byte {
	r := module.Reader{B: frame}
	size, functions := fixed(&r), fixed(&r)
	c := coder{joins: true}
	var lengths [numColumns]int
	for i := range lengths {
		lengths[i] = fixed(&r)
	}
	for i, n := range lengths {
		c.columns[i].B = r.Take(uint64(n))
	}
	c.columns[opcodes].B = unpack(c.columns[opcodes].B)
	before := len(m)
	for range functions {
		c.code.B = c.code.B[:0]
		c.function()
		m = append(binary.AppendUvarint(m, uint64(len(c.code.B))), c.code.B...)
	}
	if len(m)-before != size {
		module.Refuse("functions of %d bytes, want %d", len(m)-before, size)
	}
	return m
}
