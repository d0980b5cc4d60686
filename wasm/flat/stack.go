package main

import (
	"fmt"
	"slices"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// stackSize is the size that wasm/overlay gives the stack (m0Stack). Other data lies below it, which must not be
// overwritten.
const stackSize = 512 << 10

// boundStack sums the frames of functions that call each other, and returns a line about the result. A recursive
// function has no sum. So one function of each circle checks how much stack is left, and traps if there is too little.
func (p *program) boundStack() string {
	checking := 0
	for f := p.circle(); f != nil; f = p.circle() {
		f.checks = true
		checking++
	}
	deepest, lowest := int64(0), p.lowestStack()
	for _, f := range p.functions {
		if f.live {
			deepest = max(deepest, p.sum(f))
		}
		if !f.checks {
			continue
		}
		f.code = append([]instruction{
			local(flatPointer), number(lowest + f.sum), plain(op.I32LtU),
			{op: op.If, a: noResult, body: []instruction{plain(op.Unreachable)}},
		}, f.code...)
	}
	if deepest > stackSize/4 {
		module.Refuse("calls take %d bytes of the stack, of %d, before one checks it", deepest, stackSize)
	}
	return fmt.Sprintf("%d check the stack, and take %d bytes of it before another does", checking, deepest)
}

// lowestStack returns the end of the stack. The first function that a host calls sets its beginning, 16 bytes below its
// top.
func (p *program) lowestStack() int64 {
	for _, f := range p.functions {
		if f.name == "wasm_export_run" && begin(f.code, op.I64Const, op.I32WrapI64, op.GlobalSet) && f.code[2].a == stackPointer {
			return f.code[0].a + 16 - stackSize
		}
	}
	module.Refuse("no beginning of the stack")
	return 0
}

// callees returns the functions that f calls and that do not check the stack. A nil stands for the functions that it
// calls by address: these may be any in the table.
func (p *program) callees(f *function) (all []*function) {
	if f == nil {
		for _, callee := range p.functions {
			if callee.taken && !callee.checks {
				all = append(all, callee)
			}
		}
		return all
	}
	each(f.code, func(i instruction, _ int64) {
		switch i.op {
		case op.CallIndirect:
			all = append(all, nil)
		case op.Call:
			if callee := p.function(i.a); callee.code != nil && !callee.checks {
				all = append(all, callee)
			}
		}
	})
	return all
}

// circle returns a function that calls itself, directly or through others; nil if there is none. For a circle with a
// call by address it returns the caller.
func (p *program) circle() *function {
	done := make(map[*function]bool)
	var way []*function
	var visit func(f *function) *function
	visit = func(f *function) *function {
		if i := slices.Index(way, f); i >= 0 {
			circle := way[i:]
			if at := slices.Index(circle, nil); at > 0 {
				return circle[at-1]
			} else if at == 0 {
				return circle[len(circle)-1]
			}
			return f
		}
		if done[f] {
			return nil
		}
		way = append(way, f)
		for _, callee := range p.callees(f) {
			if found := visit(callee); found != nil {
				return found
			}
		}
		way = way[:len(way)-1]
		done[f] = true
		return nil
	}
	for _, f := range p.functions {
		if f.live {
			if found := visit(f); found != nil {
				return found
			}
		}
	}
	return nil
}

// sum returns the stack that a function and its callees use, in bytes, up to functions that check it.
func (p *program) sum(f *function) (sum int64) {
	if f != nil && f.sum > 0 {
		return f.sum
	}
	for _, callee := range p.callees(f) {
		sum = max(sum, p.sum(callee))
	}
	if f != nil {
		sum += f.frame + returnSize
		f.sum = sum
	}
	return sum
}
