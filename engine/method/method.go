package method

import (
	"errors"

	"mycel/engine/param"
	"mycel/engine/parts"
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
	// Load decodes and checks the sections of that part, once an index, and adds them to Index.Own: see Index.AddOwn.
	Load func(x *Index, sections [][]byte) error

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

// Section is what the part of a method holds. It is immutable.
type Section interface {
	// Method names the method.
	Method() string
}

// Sections are those of the parts that have been loaded. All searchers on an index share them.
type Sections struct{ list []Section }

// AddOwn adds the sections of a method that were decoded without an error. Methods with sections make room for each
// sentence when they are asked, which the token counts justify: a byte for each sentence.
func (x *Index) AddOwn(s Section, err error) error {
	if err == nil && x.Costs == nil {
		err = errors.New("the index has no token counts")
	}
	if err == nil {
		x.Own.Add(s)
	}
	return err
}

// Own returns the section of type S of an index, nil if its part is not loaded.
func Own[S Section](x *Index) (own S) {
	for _, s := range x.Own.list {
		if s, ok := s.(S); ok {
			return s
		}
	}
	return own
}

// Add adds a section; no question may run meanwhile.
func (s *Sections) Add(own Section) { s.list = append(s.list, own) }

// OwnPart is where the part of a method is.
type OwnPart struct {
	Method *Method
	At     parts.Reader
}
