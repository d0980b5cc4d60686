package main

import (
	"slices"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// block is a basic block of a function: instructions with one beginning and one end.
type block struct {
	code  []instruction
	end   byte   // opcode of its end: br to next; if, to next or to other; return; unreachable
	next  *block // the next block
	other *block // the next block if the value on the stack is 0

	seen        bool
	order       int      // number in reverse postorder: blocks that come later without a jump back have larger numbers
	from        []*block // blocks from which it is reached
	dominator   *block   // the nearest block on all paths to this one
	dominated   []*block
	head, merge bool // whether a loop begins here; whether several paths meet here
}

// structured returns the code of a function as blocks, loops and ifs.
func (f *function) structured() []instruction {
	all := f.graph()
	dominators(all)
	prologue := []instruction{local(flatPointer), number(f.frame + returnSize), plain(op.I32Sub), {op: op.LocalSet, a: flatPointer}}
	return append(prologue, tree(all[0], nil, nil)...)
}

// graph returns the reachable basic blocks of a function, in reverse postorder.
func (f *function) graph() []*block {
	g := &graph{p: f.p, entries: make([]*block, len(f.parts)+1)}
	for i := range g.entries {
		g.entries[i] = &block{}
	}
	g.entries[len(f.parts)].end = op.Unreachable
	for i, part := range f.parts {
		g.flow(part, g.entries[i], g.entries[i+1])
	}
	return reachable(g.entries[0])
}

// graph is the control flow of a function while its blocks are made.
type graph struct {
	p       *program
	entries []*block // of its parts, and the trap behind the last part
}

// flow puts instructions into blocks, from b on. Control that reaches their end continues at next.
func (g *graph) flow(l []instruction, b, next *block) {
	for _, i := range l {
		switch {
		case i.op == opJump:
			b.end, b.next = op.Br, g.entries[i.a]
			return
		case i.op == op.Return || i.op == op.Unreachable:
			b.end = i.op
			return
		case i.op == op.Call && g.p.function(i.a).ends:
			b.code, b.end = append(b.code, i), op.Unreachable
			return
		case i.op == op.If && (g.leaves(i.body) || g.leaves(i.other)):
			then, after := &block{}, &block{}
			b.end, b.next, b.other = op.If, then, after
			if i.other != nil {
				b.other = &block{}
				g.flow(i.other, b.other, after)
			}
			g.flow(i.body, then, after)
			b = after
		default:
			each([]instruction{i}, func(i instruction, _ int64) {
				if i.op == opJump {
					module.Refuse("a jump out of a block")
				}
			})
			b.code = append(b.code, i)
		}
	}
	b.end, b.next = op.Br, next
}

// leaves reports whether instructions may lead to another place than their end.
func (g *graph) leaves(l []instruction) (found bool) {
	each(l, func(i instruction, _ int64) {
		found = found || i.op == opJump || i.op == op.Return || i.op == op.Unreachable || i.op == op.Call && g.p.function(i.a).ends
	})
	return found
}

// reachable returns the blocks that are reached from the first block, in reverse postorder.
func reachable(first *block) (all []*block) {
	var visit func(b *block)
	visit = func(b *block) {
		b.seen = true
		b.next, b.other = direct(b.next), direct(b.other)
		if b.end == op.If && b.next == b.other {
			b.code = append(b.code, plain(op.Drop))
			b.end, b.other = op.Br, nil
		}
		for _, to := range []*block{b.other, b.next} {
			if to == nil {
				continue
			}
			to.from = append(to.from, b)
			if !to.seen {
				visit(to)
			}
		}
		all = append(all, b)
	}
	visit(direct(first))
	slices.Reverse(all)
	for i, b := range all {
		b.order = i
	}
	return all
}

// direct returns the first block that is not empty, from b on.
func direct(b *block) *block {
	for n := 0; b != nil && b.end == op.Br && len(b.code) == 0 && n < 1000; n++ {
		b = b.next
	}
	return b
}

// dominators computes the dominator of each block (K. D. Cooper, T. J. Harvey, K. Kennedy: A Simple, Fast Dominance
// Algorithm, 2001). It refuses a graph with a loop that has two beginnings.
func dominators(all []*block) {
	all[0].dominator = all[0]
	for changed := true; changed; {
		changed = false
		for _, b := range all[1:] {
			var nearest *block
			for _, from := range b.from {
				if from.dominator != nil {
					nearest = common(nearest, from)
				}
			}
			if nearest != b.dominator {
				b.dominator, changed = nearest, true
			}
		}
	}
	for _, b := range all {
		forward := 0
		for _, from := range b.from {
			if from.order < b.order {
				forward++
			} else if b.head = true; common(b, from) != b {
				module.Refuse("a loop with two beginnings")
			}
		}
		b.merge = forward > 1
		if b.dominator != b {
			b.dominator.dominated = append(b.dominator.dominated, b)
		}
	}
}

// common returns the nearest block that dominates both.
func common(a, b *block) *block {
	if a == nil {
		return b
	}
	for a != b {
		for a.order > b.order {
			a = a.dominator
		}
		for b.order > a.order {
			b = b.dominator
		}
	}
	return a
}

// label is the target of a branch: the beginning of the loop of head, or the end of a block, behind which follow
// stands. The label of an if has neither.
type label struct{ head, follow *block }

// tree writes a block with all blocks that it dominates (N. Ramsey: Beyond Relooper, ICFP 2022). labels are the labels
// around it, the innermost last. after is the block behind it.
func tree(b *block, labels []label, after *block) []instruction {
	var merges []*block
	for _, d := range b.dominated {
		if d.merge {
			merges = append(merges, d)
		}
	}
	slices.SortFunc(merges, func(a, b *block) int { return b.order - a.order })
	if !b.head {
		return before(b, merges, labels, after)
	}
	return []instruction{{op: op.Loop, a: noResult, body: before(b, merges, with(labels, label{head: b}), after)}}
}

// before writes a block in front of the blocks where its paths meet.
func before(b *block, merges []*block, labels []label, after *block) []instruction {
	if len(merges) > 0 {
		last := merges[0]
		inside := before(b, merges[1:], with(labels, label{follow: last}), last)
		return append([]instruction{{op: op.Block, a: noResult, body: inside}}, tree(last, labels, after)...)
	}
	out := slices.Clone(b.code)
	switch b.end {
	case op.Br:
		return append(out, goOn(b, b.next, labels, after)...)
	case op.If:
		return append(out, choice(b, labels, after)...)
	}
	return append(out, plain(b.end))
}

// goOn writes the way from one block to another.
func goOn(from, to *block, labels []label, after *block) []instruction {
	switch {
	case below(from, to):
		return tree(to, labels, after)
	case to == after && to.order > from.order:
		return nil
	}
	for i := range labels {
		l := labels[len(labels)-1-i]
		if to.order <= from.order && l.head == to || to.order > from.order && l.follow == to {
			return []instruction{{op: op.Br, a: int64(i)}}
		}
	}
	module.Refuse("a jump without a label")
	return nil
}

// below reports whether a block is written at the jump to it.
func below(from, to *block) bool { return to.order > from.order && !to.merge }

// choice writes the way from a block to one of two.
func choice(b *block, labels []label, after *block) []instruction {
	inside := with(labels, label{})
	switch {
	case !below(b, b.next):
		if then := goOn(b, b.next, labels, after); len(then) == 1 {
			return append([]instruction{{op: op.BrIf, a: then[0].a}}, goOn(b, b.other, labels, after)...)
		}
		return []instruction{plain(op.I32Eqz), {op: op.If, a: noResult, body: goOn(b, b.other, inside, after)}}
	case !below(b, b.other):
		if other := goOn(b, b.other, labels, after); len(other) == 1 {
			return append([]instruction{plain(op.I32Eqz), {op: op.BrIf, a: other[0].a}}, goOn(b, b.next, labels, after)...)
		}
		return []instruction{{op: op.If, a: noResult, body: goOn(b, b.next, inside, after)}}
	}
	then := goOn(b, b.next, inside, after)
	if n := len(then); n > 0 && (then[n-1].op == op.Return || then[n-1].op == op.Unreachable || then[n-1].op == op.Br) {
		return append([]instruction{{op: op.If, a: noResult, body: then}}, goOn(b, b.other, labels, after)...)
	}
	return []instruction{{op: op.If, a: noResult, body: then, other: goOn(b, b.other, inside, after)}}
}

func with(labels []label, l label) []label { return append(slices.Clip(labels), l) }
