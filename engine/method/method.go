package method

import (
	"errors"

	"mycel/engine/param"
)

// Method is a way of retrieval in a package of its own. A program chooses its methods by importing them: see Register.
type Method struct {
	Name    string   // of its package
	Modes   []string // names of its modes in requests
	Summary string   // the method in a sentence
	Source  string   // the paper
	Label   string   // key of its name on the search page; "" if the page does not offer it

	WordModes string // modes that ignore the vector of a query, separated by spaces

	Params []*param.Param // parameters of requests

	// Group is the group of the part with its sections; "" for a method without sections. An index has the method if it
	// has the part.
	Group string
	// Load decodes and checks the sections of that part, once for each index. Its result is immutable: see Own.
	Load func(x *Index, sections [][]byte) (own any, err error)

	// Plain is set if the method ranks without the entities of the query. They are then not looked for, unless the
	// index is a collection of passages.
	Plain bool

	Whole bool // its first mode answers questions about the documents as a whole: see AsksForWhole

	// Early notes the parts that the method reads, while rows of the query's words are still missing; nil for no parts.
	Early func(s *Searcher, r *Request)

	// Open makes a ranker with scratch space for one searcher. If the method has a part, all of the index is loaded.
	Open func(s *Searcher) Ranker
}

// Ranker answers a request in the mode r.Mode. It is not safe for concurrent use. It is a function and not an
// interface, because it does one thing.
type Ranker func(r *Request) *Ranking

// Sections holds the sections of methods that have been loaded. All searchers on an index share them.
type Sections struct{ list []any }

// LoadOwn loads the sections of a method. It refuses an index without token counts: methods with sections make room for
// each sentence, and the counts, a byte for each sentence, bound that number.
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

// Own returns the loaded data of type S of an index; nil if it is not loaded.
func Own[S any](x *Index) (own S) {
	for _, s := range x.Own.list {
		if s, ok := s.(S); ok {
			return s
		}
	}
	return own
}

// Add adds the data of a part. No question may run meanwhile.
func (s *Sections) Add(own any) { s.list = append(s.list, own) }
