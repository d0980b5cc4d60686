package strategy

import "mycel/engine/param"

// Modes of retrieval.
const (
	ModeAuto   = "auto"
	ModeBM25   = "bm25"
	ModeBridge = "bridge"
)

// A mode is one way of retrieving that requests can name.
type mode struct {
	name   string
	run    func(*Searcher, *Request) *Ranking
	params []*param.Param
	method *Method // nil for those of this package
}

// core are the modes of a page's search, the default first.
func core() []mode {
	return []mode{
		{name: ModeAuto, run: (*Searcher).Auto},
		{name: ModeBM25, run: (*Searcher).BM25},
		{name: ModeBridge, run: (*Searcher).Bridge},
	}
}

// all are the modes of this package and those of the methods that have been registered, the
// default first.
func all() []mode {
	modes := core()
	for _, m := range registered {
		for _, name := range m.Modes {
			modes = append(modes, mode{name: name, params: m.Params, method: m})
		}
	}
	return modes
}

// Modes lists the names of all modes, the default first.
func Modes() []string { return names(all()) }

// Modes lists the names of the modes that the searcher knows and the index can answer
// in, the default first.
func (s *Searcher) Modes() []string { return s.Index.able(s.modes) }

// Param returns the parameter of that name of any mode that the searcher knows, nil if
// there is none.
func (s *Searcher) Param(name string) *param.Param {
	if p := param.Find(Common(), name); p != nil {
		return p
	}
	for i := range s.modes {
		if p := param.Find(s.modes[i].params, name); p != nil {
			return p
		}
	}
	return nil
}

func names(modes []mode) []string {
	list := make([]string, len(modes))
	for i, m := range modes {
		list[i] = m.name
	}
	return list
}
