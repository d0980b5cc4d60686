package strategy

import (
	"slices"

	"mycel/engine/bundle"
)

// A system is a way of retrieval over sections of its own, which an index has only if
// its builder was asked for them: mycel build --with NAME. It goes by the name of its
// mode, and is there if its first section is.
type system struct{ mode, section string }

// systems lists them in the order of their modes.
var systems = []system{
	{ModeKET, bundle.SectionKET},
	{ModeNode, bundle.SectionNodes},
	{ModeDA, bundle.SectionDARAG},
}

// Systems lists the modes that an index answers in only if it was built with them.
func Systems() []string { return SystemsOf(func(string) bool { return true }) }

// SystemsOf lists those that an index was built with, by the sections that it has.
func SystemsOf(has func(section string) bool) []string {
	modes := []string{}
	for i := range systems {
		if has(systems[i].section) {
			modes = append(modes, systems[i].mode)
		}
	}
	return modes
}

// Has tells whether the index has what a mode needs; modes that are not known need
// nothing.
func (x *Index) Has(mode string) bool {
	for i := range systems {
		if systems[i].mode == mode {
			return slices.Contains(x.Systems, mode)
		}
	}
	return true
}

// Modes lists the modes that the index can answer in, the default first.
func (x *Index) Modes() []string { return x.able(all()) }

// able lists the modes that the index can answer in.
func (x *Index) able(modes []mode) (list []string) {
	for _, m := range modes {
		if x.Has(m.name) {
			list = append(list, m.name)
		}
	}
	return list
}
