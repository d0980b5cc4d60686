package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// program is a linked Go program.
type program struct {
	sections  []module.Section
	types     [][]byte    // of functions
	imports   int         // number of functions of the host
	functions []*function // functions of the host come first
	exports   []int       // numbers of functions that the host calls
	tableAt   int         // place of a function in the table minus its number
	memory    []byte      // at the start, from address 0 on
}

// function is a function of the program.
type function struct {
	p      *program
	number int
	name   string
	kind   int    // number of its type
	locals []byte // unchanged declarations
	code   []instruction
	goes   bool            // it is called as Go functions are: see calls.go
	frame  int64           // bytes
	ends   bool            // it ends the program: a call of it never returns
	parts  [][]instruction // of a Go function, divided at the points to which calls return
	live   bool            // it stays
	taken  bool            // the program has its address
	checks bool            // it checks how much stack is left
	sum    int64           // of frames: see stack.go
}

// Types of functions: a Go function returns whether the stack must be left; a flat function takes the address of its
// arguments.
var (
	goType   = []byte{0x60, 1, 0x7f, 1, 0x7f}
	flatType = []byte{0x60, 1, 0x7f, 0}
)

// load splits a program into its sections and functions.
func load(b []byte) *program {
	p := &program{sections: module.Sections(b)}
	r := p.section(module.Types)
	for n := r.Int(); n > 0; n-- {
		start := r.At
		r.Byte()
		r.Take(r.Unsigned())
		r.Take(r.Unsigned())
		p.types = append(p.types, r.B[start:r.At])
	}
	if !bytes.Equal(p.types[0], goType) {
		module.Refuse("the first type of functions is not Go's")
	}
	if p.typeOf(flatType) < 0 {
		p.types = append(p.types, flatType)
	}
	r = p.section(module.Imports)
	for p.imports = r.Int(); r.At < len(r.B); r.Int() {
		r.Take(r.Unsigned())
		r.Take(r.Unsigned())
		r.Expect("an import", 0)
		p.functions = append(p.functions, &function{live: true})
	}
	r = p.section(module.Functions)
	for n := r.Int(); n > 0; n-- {
		p.functions = append(p.functions, &function{p: p, number: len(p.functions), kind: r.Int()})
	}
	r = p.section(module.Exports)
	for n := r.Int(); n > 0; n-- {
		r.Take(r.Unsigned())
		if kind, number := r.Byte(), r.Int(); kind == 0 {
			p.exports = append(p.exports, number)
		}
	}
	p.readTable()
	p.readNames()
	r = p.section(module.Code)
	r.Int()
	for _, f := range p.functions[p.imports:] {
		if err := module.Try(func() { f.read(&r) }); err != nil {
			module.Refuse("function %s: %v", f.name, err)
		}
	}
	p.memory = readMemory(p.section(module.Data))
	return p
}

func (p *program) section(id byte) module.Reader {
	for _, s := range p.sections {
		if s.ID == id {
			return module.Reader{B: s.Content}
		}
	}
	module.Refuse("no section %d", id)
	return module.Reader{}
}

func (p *program) typeOf(kind []byte) int {
	return slices.IndexFunc(p.types, func(t []byte) bool { return bytes.Equal(t, kind) })
}

// readTable reads the functions in the table: in Go programs all of them, in order.
func (p *program) readTable() {
	r := p.section(module.Elements)
	r.Expect("a table", 1, 0, op.I32Const)
	p.tableAt = int(r.Signed()) - p.imports
	r.Expect("a table", op.End)
	if r.Int() != len(p.functions)-p.imports {
		module.Refuse("a table without some functions")
	}
	for _, f := range p.functions[p.imports:] {
		if r.Int() != f.number {
			module.Refuse("a table in another order")
		}
	}
}

// readNames reads the names of functions; a program has them if it was linked without -s.
func (p *program) readNames() {
	for _, s := range p.sections {
		r := module.Reader{B: s.Content}
		if s.ID != module.Custom || string(r.Take(r.Unsigned())) != "name" {
			continue
		}
		for r.At < len(r.B) {
			kind, size := r.Byte(), r.Unsigned()
			if kind != 1 {
				r.Take(size)
				continue
			}
			for n := r.Int(); n > 0; n-- {
				p.function(int64(r.Int())).name = string(r.Take(r.Unsigned()))
			}
		}
		return
	}
	module.Refuse("no names of functions: link it without -s")
}

// function returns a function by its number.
func (p *program) function(number int64) *function {
	if number < 0 || number >= int64(len(p.functions)) {
		module.Refuse("function %d of %d", number, len(p.functions))
	}
	return p.functions[number]
}

// addressed returns the function of an address in code or memory; nil for another number. An address is the place in
// the table, times 65,536.
func (p *program) addressed(address int64) *function {
	if i := address>>16 - int64(p.tableAt); address&0xffff == 0 && i >= int64(p.imports) && i < int64(len(p.functions)) {
		return p.functions[i]
	}
	return nil
}

// address returns the address of a function in code and memory.
func (f *function) address() int64 { return int64(f.p.tableAt+f.number) << 16 }

// read reads the code of a function.
func (f *function) read(r *module.Reader) {
	end := r.Int() + r.At
	start := r.At
	for groups := r.Int(); groups > 0; groups-- {
		r.Int()
		r.Byte()
	}
	f.locals = r.B[start:r.At]
	var last byte
	if f.code, last = instructions(r); last != op.End || r.At != end {
		module.Refuse("code beyond its end")
	}
	f.goes = f.kind == 0 && begin(f.code, reload...) && f.code[0].a == stackPointer && f.code[1].a == localPointer
}

// write returns the module with the functions that stay, and their number.
func (p *program) write() (flat []byte, stay int) {
	number := make(map[*function]int)
	var kept []*function
	for _, f := range p.functions {
		if f.live {
			number[f] = len(kept)
			kept = append(kept, f)
		}
	}
	kept = kept[p.imports:]
	renumber := func(old int64) int {
		n, ok := number[p.function(old)]
		if !ok {
			module.Refuse("function %s is called and was not kept", p.function(old).name)
		}
		return n
	}
	var all []module.Section
	for _, s := range p.sections {
		switch s.ID {
		case module.Custom:
			continue
		case module.Types:
			s.Content = append(binary.AppendUvarint(nil, uint64(len(p.types))), bytes.Join(p.types, nil)...)
		case module.Functions:
			s.Content = binary.AppendUvarint(nil, uint64(len(kept)))
			for _, f := range kept {
				s.Content = binary.AppendUvarint(s.Content, uint64(f.kind))
			}
		case module.Exports:
			s.Content = p.exported(renumber)
		case module.Elements:
			s.Content = p.table(renumber)
		case module.Code:
			s.Content = binary.AppendUvarint(nil, uint64(len(kept)))
			for _, f := range kept {
				code := append(appendCode(bytes.Clone(f.locals), f.code, renumber), op.End)
				s.Content = append(binary.AppendUvarint(s.Content, uint64(len(code))), code...)
			}
		case module.Data:
			s.Content = dataOf(p.memory)
		}
		all = append(all, s)
	}
	return module.Join(all), len(kept)
}

func (p *program) exported(renumber func(int64) int) []byte {
	r := p.section(module.Exports)
	n := r.Int()
	out := binary.AppendUvarint(nil, uint64(n))
	for ; n > 0; n-- {
		start := r.At
		r.Take(r.Unsigned())
		kind := r.Byte()
		out = append(out, r.B[start:r.At]...)
		number := r.Int()
		if kind == 0 {
			number = renumber(int64(number))
		}
		out = binary.AppendUvarint(out, uint64(number))
	}
	return out
}

// table writes a segment for each run of functions whose addresses are in code or memory.
func (p *program) table(renumber func(int64) int) []byte {
	var out []byte
	segments := uint64(0)
	for i := 0; i < len(p.functions); i++ {
		end := i
		for end < len(p.functions) && p.functions[end].taken {
			end++
		}
		if end == i {
			continue
		}
		out = append(module.AppendSigned(append(out, 0, op.I32Const), int64(p.tableAt+i)), op.End)
		out = binary.AppendUvarint(out, uint64(end-i))
		for _, f := range p.functions[i:end] {
			out = binary.AppendUvarint(out, uint64(renumber(int64(f.number))))
		}
		segments++
		i = end
	}
	return append(binary.AppendUvarint(nil, segments), out...)
}

// flatten rewrites a program. It returns the program that ships, and a line about it.
func flatten(b []byte) (flat []byte, report string, err error) {
	err = module.Try(func() {
		p := load(b)
		p.mark()
		p.structure()
		stack := p.boundStack()
		var stay int
		flat, stay = p.write()
		report = fmt.Sprintf("%d of %d functions; %s", stay, len(p.functions)-p.imports, stack)
	})
	if err != nil {
		err = errors.Join(errors.New("the program is not as this version of Go writes it (make OVERLAY=no builds one with Go's whole runtime)"), err)
	}
	return flat, report, err
}
