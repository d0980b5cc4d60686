package columns

import (
	"bytes"
	"encoding/binary"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// Columns of code.
const (
	opcodes  = iota // and types of blocks, and the opcode behind a prefix: see pack
	locals          // numbers of locals, without those of short forms
	loads           // offsets: see memory
	stores          // likewise
	ints            // of i32.const, as they are
	longs           // of i64.const, as they are
	branches        // depths, as they are
	callees         // numbers of functions, as they are
	rest            // declarations of locals, and all other operands, unchanged
	numColumns
)

// Limits of code, so that a reader needs numbers of 32 bits and three bytes for the length of a function.
const (
	mostGroups   = 1 << 7  // of locals
	mostFunction = 1 << 21 // bytes
	mostNumber   = 1 << 30 // of an offset
)

// Opcodes that only columns have: instructions with their most frequent operand, and pairs of opcodes.
const (
	firstPair = op.Last + 2
	numPairs  = op.Prefix - firstPair
)

// shortForms have one opcode for an instruction: local.get of the stack pointer, and blocks without a result.
var shortForms = []struct{ short, opcode, operand byte }{
	{op.Last + 1, op.LocalGet, 0}, {0x06, op.Block, 0x40}, {0x07, op.Loop, 0x40}, {0x08, op.If, 0x40},
}

// alignments are the alignments of loads and stores, as powers of two: Go has no others.
var alignments = [op.MemorySize - op.I32Load]byte{2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2}

// coder moves functions from code to columns.
type coder struct {
	code    module.Reader
	columns [numColumns][]byte
}

func (c *coder) add(column int, b ...byte) { c.columns[column] = append(c.columns[column], b...) }

func (c *coder) byte(column int) byte {
	b := c.code.Byte()
	c.add(column, b)
	return b
}

// number moves a number unchanged.
func (c *coder) number(column int) uint64 {
	raw := c.code.Raw()
	c.add(column, raw...)
	v, _ := binary.Uvarint(raw)
	return v
}

// leaveOut reads bytes that columns leave out.
func (c *coder) leaveOut(b ...byte) { c.code.Expect("an operand", b...) }

func (c *coder) function() {
	groups := c.number(rest)
	if groups >= mostGroups {
		module.Refuse("%d groups of locals", groups)
	}
	for ; groups > 0; groups-- {
		c.number(rest)
		c.byte(rest)
	}
	for depth := 1; depth > 0; {
		depth += c.instruction()
	}
}

// instruction moves an instruction. It returns the change in the depth of blocks.
func (c *coder) instruction() (deeper int) {
	opcode, short := c.shortForm()
	if !short {
		opcode = c.byte(opcodes)
	}
	switch {
	case opcode > op.Last && opcode != op.Prefix, opcode == op.BrTable:
		module.Refuse("instruction %#x", opcode)
	case opcode == op.Block, opcode == op.Loop, opcode == op.If:
		if !short {
			c.byte(opcodes)
		}
		return 1
	case opcode == op.End:
		return -1
	case opcode == op.Br, opcode == op.BrIf:
		c.number(branches)
	case opcode == op.Call:
		c.number(callees)
	case opcode == op.CallIndirect:
		c.number(rest)
		c.number(rest)
	case opcode >= op.LocalGet && opcode <= op.LocalTee && !short:
		c.number(locals)
	case opcode == op.GlobalGet, opcode == op.GlobalSet:
		c.number(rest)
	case opcode >= op.I32Load && opcode < op.I32Store:
		c.memory(opcode, loads)
	case opcode >= op.I32Store && opcode < op.MemorySize:
		c.memory(opcode, stores)
	case opcode == op.MemorySize, opcode == op.MemoryGrow:
		c.leaveOut(0)
	case opcode == op.I32Const:
		c.number(ints)
	case opcode == op.I64Const:
		c.number(longs)
	case opcode == op.F32Const, opcode == op.F64Const:
		for range 4 << (opcode - op.F32Const) {
			c.byte(rest)
		}
	case opcode == op.Prefix:
		switch opcode := c.byte(opcodes); {
		case opcode == op.MemoryCopy, opcode == op.MemoryFill:
			c.leaveOut(make([]byte, op.MemoryFill+1-opcode)...)
		case opcode >= 8:
			module.Refuse("instruction 0xfc %#x", opcode)
		}
	}
	return 0
}

// shortForm moves an instruction if it has a short form.
func (c *coder) shortForm() (opcode byte, ok bool) {
	for _, f := range shortForms {
		if bytes.HasPrefix(c.code.B[c.code.At:], []byte{f.opcode, f.operand}) {
			c.code.At += 2
			c.add(opcodes, f.short)
			return f.opcode, true
		}
	}
	return 0, false
}

// memory moves the offset of a load or store. It makes multiples of eight small, because most offsets are.
func (c *coder) memory(opcode byte, column int) {
	c.leaveOut(alignments[opcode-op.I32Load])
	offset := c.code.Unsigned()
	if offset >= mostNumber {
		module.Refuse("offset %d", offset)
	}
	if offset%8 == 0 {
		offset /= 4
	} else {
		offset = offset*2 + 1
	}
	c.columns[column] = binary.AppendUvarint(c.columns[column], offset)
}
