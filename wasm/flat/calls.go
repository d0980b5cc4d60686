package main

import (
	"slices"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// How Go calls (cmd/internal/obj/wasm/wasmobj.go). The stack lies in memory. Its pointer is a global, and each function
// keeps a copy in a local. A caller pushes a return address and passes 0, the point at which the callee begins. The
// callee lowers the pointer by its frame. It returns whether the stack must be left; then the caller returns as well:
// so goroutines change. Code is cut into parts at these points. A jump sets the local with the next point and repeats a
// loop, which begins with a table of the parts.
//
// If nothing leaves the stack, a function can take its place on the stack as a parameter, calls can be plain calls, and
// parts can be joined as blocks and loops (graph.go). This file removes the instructions for the stack. An instruction
// that it does not know is an error.

// Globals and locals of Go functions.
const (
	stackPointer = 0 // global
	goroutine    = 2 // global

	point        = 0 // local: the point at which to continue
	localPointer = 1 // local: the stack pointer

	flatPointer = 0 // local of flat functions: first the parameter, then the stack pointer
	scratch     = 1 // local of flat functions
)

// noResult is the type of blocks without a result.
const noResult = 0x40

// returnSize is the size of a return address.
const returnSize = 8

// reload begins a function, and follows each call: global.get of the pointer, local.set.
var reload = []byte{op.GlobalGet, op.LocalSet}

func reloads(l []instruction) bool {
	return begin(l, reload...) && l[0].a == stackPointer && l[1].a == localPointer
}

func local(number int64) instruction  { return instruction{op: op.LocalGet, a: number} }
func number(value int64) instruction  { return instruction{op: op.I32Const, a: value} }
func plain(opcode byte) instruction   { return instruction{op: opcode} }
func callOf(number int64) instruction { return instruction{op: op.Call, a: number} }

// movesPointer matches five instructions that add a number to the stack pointer, or subtract it.
func movesPointer(l []instruction, how byte) (by int64, ok bool) {
	if begin(l, op.LocalGet, op.I32Const, how, op.LocalTee, op.GlobalSet) &&
		l[0].a == localPointer && l[3].a == localPointer && l[4].a == stackPointer {
		return l[1].a, true
	}
	return 0, false
}

// simplify removes Go's calling convention from a function.
func (f *function) simplify() {
	if f.goes {
		f.takeApart()
	} else {
		f.code = f.hostCode()
		f.parts = [][]instruction{f.code}
	}
}

// takeApart cuts a Go function into its parts, and simplifies each.
func (f *function) takeApart() {
	l := f.code[2:]
	unwinds := false // whether a block around the code is left when a callee leaves the stack
	if begin(l, op.Block, op.I32Const) && len(l) == 2 && l[1].a == 1 {
		unwinds, l = true, l[0].body
	}
	if len(l) == 0 || l[len(l)-1].op != op.Unreachable {
		module.Refuse("its end is no trap")
	}
	l = l[:len(l)-1]
	loops := false // whether there is a loop around the parts
	if begin(l, op.Loop) && len(l) == 1 && begin(l[0].body, op.Block) {
		loops, l = true, l[0].body
	}
	// Each block encloses the blocks before it, and the innermost encloses the table.
	inside := l
	for begin(inside, op.Block) {
		f.parts = append(f.parts, inside[1:])
		inside = inside[0].body
	}
	x := simplifier{function: f}
	switch {
	case f.parts == nil && !loops:
		f.parts = [][]instruction{l}
	case begin(inside, op.LocalGet, op.BrTable) && len(inside) == 2 && inside[0].a == point:
		slices.Reverse(f.parts)
		r := module.Reader{B: inside[1].raw}
		for n := r.Int(); n >= 0; n-- {
			x.points = append(x.points, int64(r.Int()))
		}
	default:
		module.Refuse("parts without a table")
	}
	for i, part := range f.parts {
		x.part = i
		x.loop, x.unwind = int64(len(f.parts)-1-i), int64(len(f.parts)-1-i)
		if loops {
			x.unwind++
		} else {
			x.loop = -1
		}
		if !unwinds {
			x.unwind = -1
		}
		f.parts[i] = x.list(part, 0)
	}
}

// simplifier simplifies the code of a part.
type simplifier struct {
	*function
	part   int
	points []int64 // the part of each point; the last is the part of all other points
	loop   int64   // depth of the loop of jumps, seen from the part; -1 without a loop
	unwind int64   // depth of the block that is left with the stack; -1 without one
}

// list simplifies instructions inside depth explicit blocks.
func (x *simplifier) list(l []instruction, depth int64) (out []instruction) {
	for len(l) > 0 {
		n := x.checksStack(l)
		if n == 0 {
			if by, ok := movesPointer(l, op.I32Sub); ok && !x.pushesReturn(l) {
				if x.part != 0 || depth != 0 || len(out) != 0 || x.frame != 0 {
					module.Refuse("a frame is made in the middle")
				}
				x.frame, n = by, 5
			}
		}
		var add []instruction
		for _, kind := range []func([]instruction, int64) ([]instruction, int){x.call, x.leave, x.jump, x.other} {
			if n == 0 {
				add, n = kind(l, depth)
			}
		}
		out, l = append(out, add...), l[n:]
	}
	return out
}

// checksStack matches the check for remaining stack, with the call that makes the stack grow.
func (x *simplifier) checksStack(l []instruction) int {
	if !begin(l, op.LocalGet, op.GlobalGet, op.I32WrapI64, op.I32Load) || l[0].a != localPointer || l[1].a != goroutine || l[3].b != 16 {
		return 0
	}
	n := 4
	if begin(l[n:], op.I32Const, op.I32Add) {
		n += 2
	}
	if !begin(l[n:], op.I32LeU, op.If) {
		return 0
	}
	calls := 0
	each(l[n+1].body, func(i instruction, _ int64) {
		if i.op == op.Call {
			if name := x.p.function(i.a).name; name != "runtime.morestack" && name != "runtime.morestack_noctxt" {
				module.Refuse("a full stack calls %s", name)
			}
			calls++
		}
	})
	if calls != 1 {
		module.Refuse("a check of the stack of an unknown kind")
	}
	return n + 2
}

// pushesReturn matches the instructions that push a return address.
func (x *simplifier) pushesReturn(l []instruction) bool {
	by, ok := movesPointer(l, op.I32Sub)
	return ok && by == returnSize && begin(l[5:], op.LocalGet, op.I64Const, op.I64Store) &&
		l[5].a == localPointer && l[6].a&^0xffff == x.address() && l[7].b == 0
}

// callee matches the middle of a call, and returns the call instruction.
func (x *simplifier) callee(l []instruction) (called instruction, n int) {
	switch {
	case begin(l, op.I32Const, op.Call) && l[0].a == 0 && x.p.function(l[1].a).goes && reloads(l[2:]):
		return l[1], 4
	case begin(l, op.I64Const, op.I64ShrU, op.I32WrapI64, op.LocalSet, op.I32Const, op.LocalGet, op.CallIndirect) &&
		l[0].a == 16 && l[3].a == point && l[4].a == 0 && l[5].a == point && l[6].a == 0 && reloads(l[7:]):
		return l[6], 9
	}
	return instruction{}, 0
}

// flatCall calls with an address of arguments above the stack pointer.
func (x *simplifier) flatCall(called instruction, above int64) []instruction {
	var l []instruction
	if called.op == op.CallIndirect { // the callee's address is on the stack
		l = append(l, instruction{op: op.I64Const, a: 16}, plain(op.I64ShrU), plain(op.I32WrapI64), instruction{op: op.LocalSet, a: scratch})
	}
	l = append(l, local(flatPointer))
	if above != 0 {
		l = append(l, number(above), plain(op.I32Add))
	}
	if called.op == op.CallIndirect {
		return append(l, local(scratch), instruction{op: op.CallIndirect, a: int64(x.p.typeOf(flatType))})
	}
	return append(l, callOf(called.a))
}

// call matches a call, and a jump to another function.
func (x *simplifier) call(l []instruction, depth int64) ([]instruction, int) {
	at, pushes := 0, x.pushesReturn(l)
	if pushes {
		at = 8
	}
	called, n := x.callee(l[at:])
	at += n
	rest := l[min(at, len(l)):]
	switch {
	case n == 0 && pushes:
		module.Refuse("a return address without a call")
	case n == 0:
		return nil, 0
	case pushes && begin(rest, op.BrIf) && x.unwind >= 0 && rest[0].a == x.unwind+depth,
		pushes && begin(rest, op.If) && begin(rest[0].body, op.Unreachable) && len(rest[0].body) == 1 && rest[0].other == nil:
		return x.flatCall(called, 0), at + 1
	case !pushes && (begin(rest, op.Return) || begin(rest, op.Unreachable)) && x.frame == 0:
		return append(x.flatCall(called, returnSize), plain(rest[0].op)), at + 1
	}
	module.Refuse("a call of an unknown kind")
	return nil, 0
}

// leave matches the end of a function: it removes the frame and the return address, or another function takes both
// over.
func (x *simplifier) leave(l []instruction, _ int64) ([]instruction, int) {
	by, ok := movesPointer(l, op.I32Add)
	if !ok {
		return nil, 0
	}
	at := 0
	if x.frame != 0 {
		if by != x.frame {
			module.Refuse("a frame of %d bytes goes as one of %d", x.frame, by)
		}
		at = 5
		if called, n := x.callee(l[at:]); n > 0 && begin(l[at+n:], op.Return) {
			return append(x.flatCall(called, x.frame+returnSize), plain(op.Return)), at + n + 1
		}
	}
	if by, ok := movesPointer(l[at:], op.I32Add); !ok || by != returnSize || !begin(l[at+5:], op.I32Const, op.Return) || l[at+5].a != 0 {
		module.Refuse("a return of an unknown kind")
	}
	return []instruction{plain(op.Return)}, at + 7
}

// jump matches a jump to a part.
func (x *simplifier) jump(l []instruction, depth int64) ([]instruction, int) {
	if x.loop < 0 || !begin(l, op.I32Const, op.LocalSet, op.Br) || l[1].a != point {
		return nil, 0
	}
	if l[2].a != x.loop+depth {
		module.Refuse("a jump elsewhere than to its table")
	}
	part := x.points[min(int(l[0].a), len(x.points)-1)]
	return []instruction{{op: opJump, a: part}}, 3
}

// other matches all other instructions, which must not touch the stack pointer.
func (x *simplifier) other(l []instruction, depth int64) ([]instruction, int) {
	i := l[0]
	switch i.op {
	case op.CallIndirect:
		module.Refuse("an indirect call of an unknown kind")
	case op.Call: // of the host, or of assembly with a calling convention of its own
		if x.p.function(i.a).goes || !reloads(l[1:]) {
			module.Refuse("a call of %s of an unknown kind", x.p.function(i.a).name)
		}
		return []instruction{i}, 3
	case op.LocalGet:
		if i.a == point {
			module.Refuse("the point to go on at is read")
		} else if i.a == localPointer {
			if len(l) > 1 && l[1].op >= op.I32Load && l[1].op < op.I32Store && l[1].b >= x.frame && l[1].b < x.frame+returnSize {
				module.Refuse("the return address is read")
			}
			i.a = flatPointer
		}
	case op.LocalSet, op.LocalTee:
		if i.a <= localPointer {
			module.Refuse("local %d is set", i.a)
		}
	case op.GlobalGet, op.GlobalSet:
		if i.a == stackPointer {
			module.Refuse("the stack pointer is moved")
		}
	case op.Br, op.BrIf:
		if i.a >= depth {
			module.Refuse("a branch of an unknown kind")
		}
	case op.BrTable:
		module.Refuse("a table of branches")
	case op.Block, op.Loop, op.If:
		if i.a != noResult {
			module.Refuse("a block with a result")
		}
		i.body = x.list(i.body, depth+1)
		if i.other != nil {
			i.other = x.list(i.other, depth+1)
		}
	}
	return []instruction{i}, 1
}

// hostCode returns the code of a function that the host calls, or of assembly with a calling convention of its own. The
// first kind moves the stack pointer around calls of Go functions.
func (f *function) hostCode() (out []instruction) {
	for l := f.code; len(l) > 0; {
		i := l[0]
		switch {
		case begin(l, op.I32Const, op.Call) && l[0].a == 0 && f.p.function(l[1].a).goes:
			// The callee's arguments lie above the return address, which it has popped when it returns.
			above := []instruction{{op: op.GlobalGet, a: stackPointer}, number(returnSize), plain(op.I32Add)}
			out = append(append(out, above...), l[1])
			switch rest := l[2:]; {
			case begin(rest, op.If): // if the stack was left
				out = append(append(out, above...), instruction{op: op.GlobalSet, a: stackPointer})
			case !begin(rest, op.Drop):
				module.Refuse("a call of an unknown kind")
			}
			l = l[3:]
			continue
		case i.op == op.Call && f.p.function(i.a).goes, i.op == op.CallIndirect:
			module.Refuse("a call of an unknown kind")
		}
		if begin(l, op.GlobalGet, op.I32Eqz, op.If) && i.a == stackPointer {
			l = l[3:] // Before the start there is no stack: the program traps anyway.
			continue
		}
		out, l = append(out, i), l[1:]
	}
	return out
}
