package main

import (
	"encoding/binary"
	"fmt"

	"mycel/wasm/internal/op"
)

// instruction is an instruction with the ones inside.
type instruction struct {
	op    byte
	a, b  int64  // the type of a block; the number of a local, global, function, type or depth; a constant; alignment and offset of a load or store
	raw   []byte // operands of other instructions, as they are
	body  []instruction
	other []instruction // of an if: instructions behind else
}

// Pseudo-instructions, between reading and writing.
const (
	opJump = 0xf0 // to segment a of the function
)

// refusal is the panic of code that finds something unknown in a program.
type refusal string

func refuse(format string, arguments ...any) { panic(refusal(fmt.Sprintf(format, arguments...))) }

// try returns a refusal as an error.
func try(do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", string(what))
		}
	}()
	do()
	return nil
}

// reader reads a section, and refuses one that is cut off.
type reader struct {
	b  []byte
	at int
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)-r.at) {
		refuse("cut off")
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 {
		refuse("cut off")
	}
	r.at += n
	return v
}

func (r *reader) int() int {
	v := r.unsigned()
	if v > 1<<32 {
		refuse("a number of more than 32 bits")
	}
	return int(v)
}

func (r *reader) signed() (v int64) {
	for shift := 0; ; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		switch {
		case b < 0x80 && shift < 57 && b&0x40 != 0:
			return v | -1<<(shift+7)
		case b < 0x80:
			return v
		case shift > 63:
			refuse("a number of more than 64 bits")
		}
	}
}

// expect reads bytes that have to be there.
func (r *reader) expect(what string, want ...byte) {
	if string(r.take(uint64(len(want)))) != string(want) {
		refuse("%s of an unknown kind", what)
	}
}

// instructions reads up to the end of a block, or its else.
func (r *reader) instructions() (all []instruction, end byte) {
	for {
		i := instruction{op: r.byte()}
		start := r.at
		switch {
		case i.op == op.End || i.op == op.Else:
			return all, i.op
		case i.op == op.Block || i.op == op.Loop || i.op == op.If:
			i.a = int64(r.byte())
			var end byte
			if i.body, end = r.instructions(); end == op.Else {
				i.other, _ = r.instructions()
			}
			start = r.at
		case i.op == op.Br || i.op == op.BrIf || i.op >= op.LocalGet && i.op <= op.GlobalSet:
			i.a = int64(r.int())
		case i.op == op.Call: // Go writes the callee as a signed number
			i.a = r.signed()
		case i.op == op.I32Const || i.op == op.I64Const:
			i.a = r.signed()
		case i.op == op.CallIndirect || i.op >= op.I32Load && i.op < op.MemorySize:
			i.a, i.b = int64(r.int()), int64(r.int())
		case i.op == op.BrTable:
			for n := r.int(); n >= 0; n-- {
				r.int()
			}
		case i.op == op.MemorySize || i.op == op.MemoryGrow:
			r.expect("a memory", 0)
		case i.op == op.F32Const:
			r.take(4)
		case i.op == op.F64Const:
			r.take(8)
		case i.op == op.Prefix:
			if i.a = int64(r.byte()); i.a > op.LastPrefixed || i.a == op.MemoryCopy-1 || i.a == op.MemoryCopy-2 {
				refuse("instruction %#x %#x", i.op, i.a)
			} else if i.a >= op.MemoryCopy {
				r.expect("a memory", make([]byte, op.MemoryFill+1-i.a)...)
			}
		case i.op > op.Last, i.op > op.CallIndirect && i.op < op.Drop, i.op > op.Select && i.op < op.LocalGet, i.op > op.GlobalSet && i.op < op.I32Load, i.op > op.If && i.op < op.Br:
			refuse("instruction %#x", i.op)
		}
		i.raw = r.b[start:r.at]
		all = append(all, i)
	}
}

// appendCode writes instructions. number gives functions their new numbers.
func appendCode(b []byte, all []instruction, number func(int) int) []byte {
	for _, i := range all {
		b = append(b, i.op)
		switch {
		case i.op == op.Block || i.op == op.Loop || i.op == op.If:
			b = appendCode(append(b, byte(i.a)), i.body, number)
			if i.other != nil {
				b = appendCode(append(b, op.Else), i.other, number)
			}
			b = append(b, op.End)
		case i.op == op.Br || i.op == op.BrIf || i.op >= op.LocalGet && i.op <= op.GlobalSet:
			b = binary.AppendUvarint(b, uint64(i.a))
		case i.op == op.Call:
			b = binary.AppendUvarint(b, uint64(number(int(i.a))))
		case i.op == op.I32Const || i.op == op.I64Const:
			b = appendSigned(b, i.a)
		case i.op == op.CallIndirect || i.op >= op.I32Load && i.op < op.MemorySize:
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(i.a)), uint64(i.b))
		default:
			b = append(b, i.raw...)
		}
	}
	return b
}

// appendSigned writes a number as reader.signed reads it.
func appendSigned(b []byte, value int64) []byte {
	for {
		low := byte(value & 0x7f)
		value >>= 7
		if value == 0 && low&0x40 == 0 || value == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// each calls visit for all instructions, also those inside. depth counts the blocks around one.
func each(all []instruction, visit func(i instruction, depth int64)) {
	var list func(all []instruction, depth int64)
	list = func(all []instruction, depth int64) {
		for _, i := range all {
			visit(i, depth)
			list(i.body, depth+1)
			list(i.other, depth+1)
		}
	}
	list(all, 0)
}

// begin reports whether instructions begin with these opcodes.
func begin(all []instruction, ops ...byte) bool {
	if len(all) < len(ops) {
		return false
	}
	for i, want := range ops {
		if all[i].op != want {
			return false
		}
	}
	return true
}
