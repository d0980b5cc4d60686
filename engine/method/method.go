package method

import (
	"errors"

	"mycel/engine/param"
)

// Method is a way of retrieval that lies in a package of its own. Programs choose the
// methods that they have by importing them: see Register.
type Method struct {
	Name    string   // of its package
	Modes   []string // by which requests name it
	Summary string   // the method in a sentence
	Source  string   // the paper
	Label   string   // key of its name on the search page; "" if the page does not offer it

	WordModes string // modes that ignore the vector of a query, separated by spaces

	Params []*param.Param // parameters of requests

	// Group is the group of the part with its sections, "" for a method without any.
	// An index has the method if it has the part.
	Group string
	// Load decodes and checks the sections of that part, once an index. Its result is immutable: see Own.
	Load func(x *Index, sections [][]byte) (own any, err error)

	// Plain: the method ranks without the entities of the query, which are then not looked for, unless the index is a collection
	// of passages.
	Plain bool

	Whole bool // its first mode answers questions about the documents as a whole: see AsksForWhole

	// Early asks for what the method reads while rows of the query's words are still missing; nil for nothing.
	Early func(s *Searcher, r *Request)

	// Open makes a ranker with scratch space for one searcher. All of the index is there if the method has a part.
	Open func(s *Searcher) Ranker
}

// Ranker answers a request in the mode r.Mode. It is not safe for concurrent use. It is a
// function, not an interface: there is one thing to do.
type Ranker func(r *Request) *Ranking

// Sections are what the parts of methods hold that have been loaded. All searchers on an index share them.
type Sections struct{ list []any }

// LoadOwn loads the sections of a method. Methods with sections make room for each sentence when they are asked, which
// the token counts justify: a byte for each sentence.
func (x *Index) LoadOwn(m *Method, sections [][]byte) error {
	own, err := m.Load(x, sections)
	if err == nil && x.Costs == nil {
		err = errors.New("the index has no token counts")
	}
	if err == nil {
		x.Own.Add(own)
	}
	return err
}

// Own returns what the part of type S of an index holds, nil if it is not loaded.
func Own[S any](x *Index) (own S) {
	for _, s := range x.Own.list {
		if s, ok := s.(S); ok {
			return s
		}
	}
	return own
}

// Add adds what a part holds; no question may run meanwhile.
func (s *Sections) Add(own any) { s.list = append(s.list, own) }
