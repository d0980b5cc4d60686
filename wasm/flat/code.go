package main

import (
	"encoding/binary"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// instruction is an instruction with the instructions inside it.
type instruction struct {
	op    byte
	a, b  int64  // the type of a block; the number of a local, global, function, type or depth; a constant; alignment and offset of a load or store
	raw   []byte // operands of other instructions, unchanged
	body  []instruction
	other []instruction // of an if: instructions behind else
}

// Pseudo-instructions, between reading and writing.
const (
	opJump = 0xf0 // to segment a of the function
)

// instructions reads to the end of a block, or to its else.
func instructions(r *module.Reader) (all []instruction, end byte) {
	for {
		i := instruction{op: r.Byte()}
		start := r.At
		switch {
		case i.op == op.End || i.op == op.Else:
			return all, i.op
		case i.op == op.Block || i.op == op.Loop || i.op == op.If:
			i.a = int64(r.Byte())
			var end byte
			if i.body, end = instructions(r); end == op.Else {
				i.other, _ = instructions(r)
			}
			start = r.At
		case i.op == op.Br || i.op == op.BrIf || i.op >= op.LocalGet && i.op <= op.GlobalSet:
			i.a = int64(r.Int())
		case i.op == op.Call: // Go writes the callee as a signed number
			i.a = r.Signed()
		case i.op == op.I32Const || i.op == op.I64Const:
			i.a = r.Signed()
		case i.op == op.CallIndirect || i.op >= op.I32Load && i.op < op.MemorySize:
			i.a, i.b = int64(r.Int()), int64(r.Int())
		case i.op == op.BrTable:
			for n := r.Int(); n >= 0; n-- {
				r.Int()
			}
		case i.op == op.MemorySize || i.op == op.MemoryGrow:
			r.Expect("a memory", 0)
		case i.op == op.F32Const:
			r.Take(4)
		case i.op == op.F64Const:
			r.Take(8)
		case i.op == op.Prefix:
			if i.a = int64(r.Byte()); i.a > op.LastPrefixed || i.a == op.MemoryCopy-1 || i.a == op.MemoryCopy-2 {
				module.Refuse("instruction %#x %#x", i.op, i.a)
			} else if i.a >= op.MemoryCopy {
				r.Expect("a memory", make([]byte, op.MemoryFill+1-i.a)...)
			}
		case i.op > op.Last, i.op > op.CallIndirect && i.op < op.Drop, i.op > op.Select && i.op < op.LocalGet, i.op > op.GlobalSet && i.op < op.I32Load, i.op > op.If && i.op < op.Br:
			module.Refuse("instruction %#x", i.op)
		}
		i.raw = r.B[start:r.At]
		all = append(all, i)
	}
}

// appendCode writes instructions. number gives functions their new numbers.
func appendCode(b []byte, all []instruction, number func(int64) int) []byte {
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
			b = binary.AppendUvarint(b, uint64(number(i.a)))
		case i.op == op.I32Const || i.op == op.I64Const:
			b = module.AppendSigned(b, i.a)
		case i.op == op.CallIndirect || i.op >= op.I32Load && i.op < op.MemorySize:
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(i.a)), uint64(i.b))
		default:
			b = append(b, i.raw...)
		}
	}
	return b
}

// each calls visit for all instructions, including those inside others. depth is the number of
// blocks around an instruction.
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
