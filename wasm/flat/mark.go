package main

import (
	"slices"
	"strings"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// marker finds the functions and types that a program needs: functions that exports lead to, and functions and types
// whose addresses are in code or memory. It takes any number that could be an address for one, so it may keep too much,
// but never too little.
type marker struct {
	p     *program
	types *types
	queue []*function
}

// mark simplifies the functions that stay, and clears memory that no code reads.
func (p *program) mark() {
	tables := p.findTables()
	m := &marker{p: p, types: p.findTypes(tables.types)}
	for _, number := range p.exports {
		m.call(p.function(int64(number)))
	}
	unread := func(at int64) bool { return tables.functions.has(at) || tables.links.has(at) }
	for at := int64(0); at < int64(len(p.memory)); at += 8 {
		if !unread(at) && m.types.at(at) == nil {
			m.value(p.word(at))
		}
	}
	for len(m.queue) > 0 {
		f := m.queue[0]
		m.queue = m.queue[1:]
		if err := module.Try(f.simplify); err != nil {
			module.Refuse("function %s: %v", f.name, err)
		}
		if walksTypes(f.name) {
			module.Refuse("function %s reads descriptors of types that are cleared", f.name)
		}
		for _, part := range f.parts {
			each(part, func(i instruction, _ int64) {
				switch i.op {
				case op.Call:
					m.call(p.function(i.a))
				case op.I32Const, op.I64Const:
					m.value(i.a)
				}
			})
		}
	}
	m.types.clear()
	clear(p.memory[tables.functions.from:tables.functions.to])
	clear(p.memory[tables.links.from:tables.links.to])
}

// structure writes the code of the functions that stay.
func (p *program) structure() {
	for changed := true; changed; {
		changed = false
		for _, f := range p.functions {
			if f.live && f.goes && !f.ends && !slices.ContainsFunc(f.graph(), func(b *block) bool { return b.end == op.Return }) {
				f.ends, changed = true, true
			}
		}
	}
	for _, f := range p.functions {
		if !f.live || !f.goes {
			continue
		}
		if err := module.Try(func() { f.code = shorten(f.structured()) }); err != nil {
			module.Refuse("function %s: %v", f.name, err)
		}
		f.kind = p.typeOf(flatType)
	}
}

// walksTypes reports whether a function reads the data that clearUnread clears: reflection does, and so do hashes of
// values of any type.
func walksTypes(name string) bool {
	switch name {
	case "runtime.typehash", "internal_reflectlite.Swapper", "internal_reflectlite.implements", "internal_reflectlite.haveIdenticalUnderlyingType":
		return true
	}
	return strings.HasPrefix(name, "reflect.") && name != "reflect.init"
}

func (m *marker) call(f *function) {
	if !f.live {
		f.live = true
		m.queue = append(m.queue, f)
	}
}

// value takes a constant or a word of memory for an address, and keeps its target.
func (m *marker) value(v int64) {
	if f := m.p.addressed(v); f != nil {
		m.take(f)
	}
	m.keep(m.types.at(v))
}

func (m *marker) take(f *function) {
	f.taken = true
	m.call(f)
}

// keep keeps an object, and everything that a running program reaches from it.
func (m *marker) keep(o *object) {
	if o == nil || o.keep {
		return
	}
	o.keep = true
	d, p := o.descriptor, m.p
	if d == nil {
		if o.to-o.from == 8 { // it may be the address of a function
			m.value(p.word(o.from))
		}
		return
	}
	m.keep(m.types.at(p.word(d.at + 24)))
	if d.kind == kindInterface && d.list.from != d.list.to {
		m.keep(m.types.at(d.list.from))
	}
	read, _ := m.types.references(d)
	for _, at := range append(read, m.types.namesRead(d)...) {
		m.keep(m.types.at(at))
	}
	if d.methods.from != d.methods.to {
		m.keep(m.types.at(d.methods.from))
	}
	for at := d.methods.from; at < d.methods.to; at += methodSize {
		for _, number := range []int64{p.u32(at + 8), p.u32(at + 12)} {
			if f := p.addressed(number << 16); f != nil {
				m.take(f)
			}
		}
	}
}
