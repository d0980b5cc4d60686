package main

import "mycel/wasm/internal/op"

// shorten returns equivalent code with fewer instructions.
func shorten(l []instruction) []instruction {
	var out []instruction
	last := func(n int) *instruction { // the n-th from the end
		if len(out) < n {
			return &instruction{op: op.Nop}
		}
		return &out[len(out)-n]
	}
	for _, i := range l {
		i.body, i.other = shorten(i.body), shorten(i.other)
		if (i.op == op.If || i.op == op.BrIf) && last(1).op == op.I32Eqz && last(2).op == op.I32Eqz {
			out = out[:len(out)-2]
		}
		one := last(1)
		switch {
		case i.op == op.Nop:
			continue
		case i.op == op.If && one.op == op.I32Eqz && len(i.body) > 0 && len(i.other) > 0:
			out = out[:len(out)-1]
			i.body, i.other = i.other, i.body
		case i.op == op.I32WrapI64 && one.op == op.I64Add && last(2).op == op.I64Const && last(3).op == op.I64ExtendU32:
			constant := int64(int32(last(2).a))
			out = append(out[:len(out)-3], number(constant), plain(op.I32Add))
			continue
		case i.op == op.I64Eqz && one.op == op.I64ExtendU32:
			*one = plain(op.I32Eqz)
			continue
		case i.op == op.I32Eqz && opposite(one.op) != 0:
			one.op = opposite(one.op)
			continue
		case i.op == op.LocalGet && one.op == op.LocalSet && one.a == i.a:
			one.op = op.LocalTee
			continue
		case i.op >= op.I32Load && i.op < op.I32Store && one.op == op.I32Add && isOffset(*last(2)) && isPointer(*last(3)):
			i.b += last(2).a
			out = out[:len(out)-2]
		}
		out = append(out, i)
	}
	return shortenStores(out)
}

// opposite returns the integer comparison that is true where another is false; 0 for other instructions.
func opposite(opcode byte) byte {
	of := [...]byte{1, 0, 8, 9, 6, 7, 4, 5, 2, 3} // eq, ne, lt, lt_u, gt, gt_u, le, le_u, ge, ge_u
	switch {
	case opcode > op.I32Eqz && opcode < op.I64Eqz:
		return op.I32Eqz + 1 + of[opcode-op.I32Eqz-1]
	case opcode > op.I64Eqz && opcode <= op.I64Eqz+byte(len(of)):
		return op.I64Eqz + 1 + of[opcode-op.I64Eqz-1]
	}
	return 0
}

// isPointer reports whether an instruction loads the stack pointer. isOffset reports whether a constant may be added to
// it in a load or store, where it must not wrap around.
func isPointer(i instruction) bool { return i.op == op.LocalGet && i.a == flatPointer }
func isOffset(i instruction) bool  { return i.op == op.I32Const && i.a >= 0 && i.a < 1<<16 }

// shortenStores turns a constant that is added to the stack pointer for a store into the offset of the store.
func shortenStores(l []instruction) (out []instruction) {
	drop := make(map[int]bool)
	for at := 0; at+2 < len(l); at++ {
		if !isPointer(l[at]) || !isOffset(l[at+1]) || l[at+2].op != op.I32Add {
			continue
		}
		height := 0 // of the stack above the address
		for k := at + 3; k < len(l); k++ {
			i := l[k]
			if height == 1 && i.op >= op.I32Store && i.op < op.MemorySize {
				l[k].b += l[at+1].a
				drop[at+1], drop[at+2] = true, true
				break
			}
			takes, gives, ok := effect(i)
			if !ok || takes > height {
				break
			}
			height += gives - takes
		}
	}
	for k, i := range l {
		if !drop[k] {
			out = append(out, i)
		}
	}
	return out
}

// effect returns the number of values that an instruction pops from the stack and pushes; ok is false for unknown
// instructions.
func effect(i instruction) (takes, gives int, ok bool) {
	switch {
	case i.op == op.LocalGet, i.op == op.GlobalGet, i.op >= op.I32Const && i.op <= op.F64Const:
		return 0, 1, true
	case i.op == op.LocalSet, i.op == op.GlobalSet, i.op == op.Drop:
		return 1, 0, true
	case i.op == op.LocalTee, i.op >= op.I32Load && i.op < op.I32Store, i.op == op.Prefix && i.a < op.MemoryCopy:
		return 1, 1, true
	case i.op >= op.I32Store && i.op < op.MemorySize:
		return 2, 0, true
	case i.op == op.Select:
		return 3, 1, true
	case i.op == op.I32Eqz, i.op == op.I64Eqz, // with one operand: counts of bits, roots, roundings, conversions
		i.op >= 0x67 && i.op <= 0x69, i.op >= 0x79 && i.op <= 0x7b, i.op >= 0x8b && i.op <= 0x91, i.op >= 0x99 && i.op <= 0x9f, i.op >= op.I32WrapI64 && i.op <= op.Last:
		return 1, 1, true
	case i.op > op.I32Eqz && i.op < op.I32WrapI64:
		return 2, 1, true
	}
	return 0, 0, false
}
