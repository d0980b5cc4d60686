package strategy

import (
	"slices"

	"mycel/engine/bundle"
)

// A system is a way of retrieval over sections of its own, which an index has only if
// its builder was asked for them: mycel build --with NAME. It goes by the name of its
// mode, and is there if the part with its sections is.
type system struct{ mode, family string }

// systems lists them in the order of their modes.
var systems = []system{
	{ModeKET, bundle.FamilyKET},
	{ModeNode, bundle.FamilyNodes},
	{ModeDA, bundle.FamilyDARAG},
}

// Systems lists the modes that an index answers in only if it was built with them.
func Systems() []string { return SystemsOf(func(string) bool { return true }) }

// SystemsOf lists those that an index was built with, by the families of parts that it
// has.
func SystemsOf(has func(family string) bool) []string {
	modes := []string{}
	for i := range systems {
		if has(systems[i].family) {
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

// systemReady tells whether everything is there that a mode of a system reads, and notes
// what is not: its own part, and all rows, since its walks lead anywhere. Of other modes
// it knows nothing.
func (s *Searcher) systemReady(mode string) bool {
	x := s.x
	switch mode {
	case ModeKET:
		x.KETAt.Ready()
	case ModeNode:
		x.NodesAt.Ready()
	case ModeDA:
		x.DARAGAt.Ready()
	default:
		return true
	}
	x.GraphAt.Ready()
	x.CostsAt.Ready()
	x.Postings.HasAll()
	x.Entities.HasAll()
	x.ChunkEntities.HasAll()
	if s.near != nil {
		s.vectorsReady()
	}
	return !s.waits()
}
