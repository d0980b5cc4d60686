package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// randomGraph has blocks that each call a function with their number, and then go on as they like.
func randomGraph(r *rand.Rand, n int) []*block {
	all := make([]*block, n)
	for i := range all {
		all[i] = &block{code: []instruction{callOf(int64(i))}}
	}
	near := func(i int) *block { return all[min(n-1, max(0, i-2+r.IntN(6)))] }
	for i, b := range all {
		b.end, b.next = op.Br, near(i)
		switch r.IntN(8) {
		case 0:
			b.end, b.next = op.Return, nil
		case 1, 2, 3, 4:
			b.end, b.other = op.If, near(i)
		}
		if r.IntN(6) == 0 {
			b.code = nil
		}
	}
	return all
}

// walk calls visit for the blocks that are passed, at most so many; each choice is the next one of choices.
func walk(b *block, choices *rand.Rand, most int) (passed []int64) {
	for ; b != nil && len(passed) < most && most > 0; most-- {
		for _, i := range b.code {
			passed = append(passed, i.a)
		}
		next := b.next
		if b.end == op.If && choices.IntN(2) == 0 {
			next = b.other
		}
		b = next
	}
	return passed
}

// machine runs structured code.
type machine struct {
	choices *rand.Rand
	passed  []int64
	steps   int
	eqz     bool
}

// Where instructions lead, besides to a label.
const (
	toEnd = -1
	out   = 1 << 20
)

// run returns where instructions lead: to their end, to the label of a depth, or out of the function.
func (m *machine) run(l []instruction) int {
	for _, i := range l {
		if m.steps--; m.steps < 0 {
			return out
		}
		to := toEnd
		switch i.op {
		case op.Call:
			m.passed = append(m.passed, i.a)
		case op.Drop:
			m.choices.IntN(2)
		case op.I32Eqz:
			m.eqz = !m.eqz
		case op.Br:
			to = int(i.a)
		case op.BrIf:
			if m.choice() {
				to = int(i.a)
			}
		case op.Return, op.Unreachable:
			return out
		case op.Block:
			to = m.run(i.body) - 1
		case op.Loop:
			for to = 0; to == 0; to = m.run(i.body) {
			}
			to--
		case op.If:
			body := i.body
			if !m.choice() {
				body = i.other
			}
			to = m.run(body) - 1
		}
		if to >= 0 {
			return to
		}
	}
	return toEnd
}

func (m *machine) choice() bool {
	true_ := m.choices.IntN(2) != 0
	true_ = true_ != m.eqz
	m.eqz = false
	return true_
}

// reducible reports whether all loops of a graph have one beginning: whether it becomes a single block when loops of one
// block, and blocks that are reached from one other block alone, are merged again and again.
func reducible(first *block) bool {
	to := map[*block]map[*block]bool{}
	var visit func(b *block)
	visit = func(b *block) {
		if to[b] != nil {
			return
		}
		to[b] = map[*block]bool{}
		for _, next := range []*block{b.next, b.other} {
			if next != nil {
				to[b][next] = true
				visit(next)
			}
		}
	}
	visit(first)
	for merged := true; merged; {
		merged = false
		for b := range to {
			delete(to[b], b)
			var from []*block
			for other := range to {
				if to[other][b] {
					from = append(from, other)
				}
			}
			if b != first && len(from) == 1 {
				delete(to[from[0]], b)
				for next := range to[b] {
					to[from[0]][next] = true
				}
				delete(to, b)
				merged = true
			}
		}
	}
	return len(to) == 1
}

// Structured code goes the same ways as the graph that it was made of; a graph is refused if a loop has two beginnings.
func TestStructure(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	structured, refused := 0, 0
	for n := range 4000 {
		first := randomGraph(r, 2+n%12)[0]
		ways := make([][]int64, 8)
		for seed := range ways {
			ways[seed] = walk(first, rand.New(rand.NewPCG(7, uint64(seed))), 60)
		}
		var code []instruction
		all := reachable(first)
		fine := reducible(all[0])
		err := module.Try(func() {
			dominators(all)
			code = shorten(tree(all[0], nil, nil))
		})
		must.Hold(t, fine == (err == nil), "graph %d can be structured: %v, but %v", n, fine, err)
		if err != nil {
			refused++
			continue
		}
		structured++
		for seed, want := range ways {
			m := machine{choices: rand.New(rand.NewPCG(7, uint64(seed))), steps: 3000}
			m.run(code)
			if got := m.passed[:min(len(m.passed), len(want))]; !slices.Equal(got, want) {
				t.Fatalf("graph %d goes %v, its code %v:\n%s", n, want, m.passed, fmt.Sprint(code))
			}
		}
	}
	must.Be(t, structured >= 1000 && refused >= 100, "%d graphs were structured, %d refused", structured, refused)
}

func TestShorten(t *testing.T) {
	get := func(n int64) instruction { return instruction{op: op.LocalGet, a: n} }
	long := func(n int64) instruction { return instruction{op: op.I64Const, a: n} }
	load := func(opcode byte, offset int64) instruction { return instruction{op: opcode, a: 3, b: offset} }
	lt, ge := plain(op.I32LtU), plain(op.I32LtU+6)
	for name, c := range map[string]struct{ from, to []instruction }{
		"an address":                     {[]instruction{get(0), plain(op.I64ExtendU32), long(24), plain(op.I64Add), plain(op.I32WrapI64), load(op.I64Load, 8)}, []instruction{get(0), load(op.I64Load, 32)}},
		"an address that may wrap":       {[]instruction{get(2), number(24), plain(op.I32Add), load(op.I64Load, 8)}, []instruction{get(2), number(24), plain(op.I32Add), load(op.I64Load, 8)}},
		"an address of a store":          {[]instruction{get(0), number(24), plain(op.I32Add), get(2), load(op.I64Load, 0), load(op.I64Store, 8)}, []instruction{get(0), get(2), load(op.I64Load, 0), load(op.I64Store, 32)}},
		"a sum that is stored":           {[]instruction{get(2), get(0), number(24), plain(op.I32Add), load(op.I32Store, 8)}, []instruction{get(2), get(0), number(24), plain(op.I32Add), load(op.I32Store, 8)}},
		"a comparison negated":           {[]instruction{get(2), get(3), lt, plain(op.I32Eqz), {op: op.If}}, []instruction{get(2), get(3), ge, {op: op.If}}},
		"a float comparison negated":     {[]instruction{plain(0x5d), plain(op.I32Eqz)}, []instruction{plain(0x5d), plain(op.I32Eqz)}},
		"a local set and read":           {[]instruction{{op: op.LocalSet, a: 5}, get(5)}, []instruction{{op: op.LocalTee, a: 5}}},
		"a local set and another read":   {[]instruction{{op: op.LocalSet, a: 5}, get(6)}, []instruction{{op: op.LocalSet, a: 5}, get(6)}},
		"branches of an if change place": {[]instruction{plain(op.I32Eqz), {op: op.If, body: []instruction{get(1)}, other: []instruction{get(2)}}}, []instruction{{op: op.If, body: []instruction{get(2)}, other: []instruction{get(1)}}}},
	} {
		if got := shorten(c.from); fmt.Sprint(got) != fmt.Sprint(c.to) {
			t.Errorf("%s: got %v, want %v", name, got, c.to)
		}
	}
}
