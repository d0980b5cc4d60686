package main

import (
	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// Descriptors of types (internal/abi: Type and the types that begin with it). Descriptors whose address is in neither
// code nor data are cleared; in all others the fields that only reflection, messages and a garbage collector read are
// cleared.
//
// The linker merges equal data that does not change. Descriptors and their names are merged among themselves alone
// (cmd/internal/obj: contentHashSection), so they may be cleared. Maps of pointers, to which descriptors lead, may share
// their bytes with a table of numbers, so they stay.

// Kinds of types with a longer descriptor.
const (
	kindMask      = 31
	kindArray     = 17
	kindChan      = 18
	kindFunc      = 19
	kindInterface = 20
	kindMap       = 21
	kindPointer   = 22
	kindSlice     = 23
	kindStruct    = 25
	lastKind      = 26
)

// sizes has the size of descriptors by kind; other kinds have typeSize.
var sizes = map[int64]int64{kindArray: 72, kindChan: 64, kindFunc: 56, kindInterface: 80, kindMap: 104, kindPointer: 56, kindSlice: 56, kindStruct: 80}

const (
	typeSize     = 48
	uncommonSize = 16
	methodSize   = 16
	fieldSize    = 24
	imethodSize  = 8

	hasUncommon = 1 // flag: methods follow
)

// descriptor is the descriptor of a type.
type descriptor struct {
	at, end  int64
	kind     int64
	uncommon int64 // address of the description of its methods; 0 without methods
	methods  span
	list     span // of the fields of a struct, the methods of an interface, or the types of parameters and results
}

// descriptorAt returns the descriptor at an address, nil if there is none.
func (t *types) descriptorAt(at int64) *descriptor {
	p := t.p
	if at%8 != 0 || !t.all.has(at) || at+typeSize > t.all.to {
		return nil
	}
	kind, align := p.u8(at+23)&kindMask, p.u8(at+21)
	size, pointers, name := p.word(at), p.word(at+8), p.u32(at+40)
	if kind < 1 || kind > lastKind || align == 0 || align > 8 || align&(align-1) != 0 || p.u8(at+22) != align ||
		size < 0 || size > 1<<32 || pointers < 0 || pointers > size || p.u32(at+16) == 0 || p.u8(at+20) > 127 ||
		name == 0 || t.nameEnd(t.all.from+name) == 0 {
		return nil
	}
	d := &descriptor{at: at, kind: kind, end: at + typeSize}
	if n, ok := sizes[kind]; ok {
		d.end = at + n
	}
	if p.u8(at+20)&hasUncommon != 0 {
		d.uncommon = d.end
		first := d.uncommon + p.u32(d.uncommon+8)
		d.methods = span{first, first + methodSize*p.u16(d.uncommon+4)}
		d.end += uncommonSize
	}
	switch kind {
	case kindFunc:
		d.list = span{d.end, d.end + 8*(p.u16(at+48)+p.u16(at+50)&0x7fff)}
	case kindStruct:
		d.list = span{p.word(at + 56), p.word(at+56) + fieldSize*p.word(at+64)}
	case kindInterface:
		d.list = span{p.word(at + 56), p.word(at+56) + imethodSize*p.word(at+64)}
	}
	for _, s := range []span{{d.at, d.end}, d.methods, d.list} {
		if s.from != s.to && (!t.all.has(s.from) || s.to > t.all.to || s.to < s.from) {
			return nil
		}
	}
	return d
}

// nameEnd returns the end of the name at an address; 0 if there is no name.
func (t *types) nameEnd(at int64) int64 {
	if !t.all.has(at) || t.p.u8(at) > 31 {
		return 0
	}
	flags := t.p.u8(at)
	r := module.Reader{B: t.p.memory, At: int(at) + 1}
	if module.Try(func() {
		r.Take(min(r.Unsigned(), 1<<16))
		if flags&2 != 0 { // a tag
			r.Take(min(r.Unsigned(), 1<<16))
		}
		if flags&4 != 0 { // the path of a package
			r.Take(4)
		}
	}) != nil || int64(r.At) > t.all.to {
		return 0
	}
	return int64(r.At)
}

// namesRead returns the addresses of the names that decide whether a type has the methods of an interface.
func (t *types) namesRead(d *descriptor) (names []int64) {
	p := t.p
	for at := d.methods.from; at < d.methods.to; at += methodSize {
		names = append(names, t.all.from+p.u32(at))
	}
	if d.uncommon != 0 {
		names = append(names, t.all.from+p.u32(d.uncommon))
	}
	if d.kind == kindInterface {
		names = append(names, p.word(d.at+48))
		for at := d.list.from; at < d.list.to; at += imethodSize {
			names = append(names, t.all.from+p.u32(at))
		}
	}
	for _, name := range names { // the path of the package of a name that is not exported
		if end := t.nameEnd(name); end > 0 && p.u8(name)&4 != 0 {
			names = append(names, t.all.from+p.u32(end-4))
		}
	}
	return names
}

// namesShown returns the addresses of names that only messages and reflection use.
func (t *types) namesShown(d *descriptor) (names []int64) {
	p := t.p
	names = append(names, t.all.from+p.u32(d.at+40))
	if d.kind == kindStruct {
		names = append(names, p.word(d.at+48))
		for at := d.list.from; at < d.list.to; at += fieldSize {
			names = append(names, p.word(at))
		}
	}
	return names
}

// references returns the types that a descriptor leads to: those that a running program reads, and all others.
func (t *types) references(d *descriptor) (read, others []int64) {
	p := t.p
	switch d.kind {
	case kindMap: // keys, elements, groups of these
		read = []int64{p.word(d.at + 48), p.word(d.at + 56), p.word(d.at + 64)}
	case kindArray:
		others = []int64{p.word(d.at + 48), p.word(d.at + 56)}
	case kindChan, kindPointer, kindSlice:
		others = []int64{p.word(d.at + 48)}
	case kindStruct:
		for at := d.list.from; at < d.list.to; at += fieldSize {
			others = append(others, p.word(at+8))
		}
	case kindInterface:
		for at := d.list.from; at < d.list.to; at += imethodSize {
			others = append(others, t.all.from+p.u32(at+4))
		}
	case kindFunc:
		for at := d.list.from; at < d.list.to; at += 8 {
			others = append(others, p.word(at))
		}
	}
	if offset := p.u32(d.at + 44); offset != 0 { // pointers to the type
		others = append(others, t.all.from+offset)
	}
	for at := d.methods.from; at < d.methods.to; at += methodSize {
		others = append(others, t.all.from+p.u32(at+4))
	}
	return read, others
}

// clearUnread clears the fields of a descriptor that no code reads: the map of its pointers, its name, the type of
// pointers to it, and the offsets of the fields of a struct.
func (t *types) clearUnread(d *descriptor) {
	clear(t.p.memory[d.at+32 : d.at+48])
	if d.kind == kindStruct {
		clear(t.p.memory[d.at+48 : d.at+sizes[kindStruct]])
	}
}

// object is data that stays or goes as a whole: a descriptor, its list, a name, or the address of a function that
// compares.
type object struct {
	span
	descriptor *descriptor // nil for other objects
	keep       bool
}

// types has the descriptors of a program and their objects.
type types struct {
	p     *program
	all   span // where they lie, among other data
	known map[int64]*object
	owner []*object // by byte
}

// findTypes finds all descriptors that code, memory or other descriptors lead to.
func (p *program) findTypes(all span) *types {
	t := &types{p: p, all: all, known: make(map[int64]*object), owner: make([]*object, all.to-all.from)}
	for _, f := range p.functions {
		each(f.code, func(i instruction, _ int64) {
			if i.op == op.I64Const || i.op == op.I32Const {
				t.find(i.a)
			}
		})
	}
	for at := int64(0); at < int64(len(p.memory)); at += 8 {
		t.find(p.word(at))
	}
	for _, o := range t.known {
		d := o.descriptor
		t.own(d.list)
		t.own(d.methods)
		if equal := p.word(d.at + 24); t.all.has(equal) {
			t.own(span{equal, equal + 8})
		}
		for _, name := range append(t.namesRead(d), t.namesShown(d)...) {
			if end := t.nameEnd(name); end > 0 {
				t.own(span{name, end})
			}
		}
	}
	return t
}

// find adds the descriptor at an address, if there is one, and those that it leads to.
func (t *types) find(at int64) {
	if t.known[at] != nil {
		return
	}
	d := t.descriptorAt(at)
	if d == nil {
		return
	}
	o := t.own(span{d.at, d.end})
	o.descriptor, t.known[at] = d, o
	read, others := t.references(d)
	for _, at := range append(read, others...) {
		t.find(at)
	}
}

// own makes an object. If it overlaps another, it is no descriptor or name, and both stay.
func (t *types) own(s span) *object {
	o := &object{span: s}
	for at := s.from; at < s.to; at++ {
		other := t.owner[at-t.all.from]
		switch {
		case other == nil:
			t.owner[at-t.all.from] = o
		case other.span == s:
			return other
		default:
			other.keep, o.keep = true, true
		}
	}
	return o
}

// at returns the object at an address, nil without.
func (t *types) at(at int64) *object {
	if !t.all.has(at) {
		return nil
	}
	return t.owner[at-t.all.from]
}

// clear clears objects that are not kept, and the unread fields of the others.
func (t *types) clear() {
	for i, o := range t.owner {
		if o != nil && !o.keep {
			t.p.memory[t.all.from+int64(i)] = 0
		}
	}
	for _, o := range t.known {
		t.clearUnread(o.descriptor)
	}
}
