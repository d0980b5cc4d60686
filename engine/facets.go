package engine

import (
	"strconv"
	"strings"

	"mycel/engine/bundle"
	"mycel/engine/facet"
	"mycel/engine/model"
	"mycel/engine/msgpack"
	"mycel/engine/rank"
	"mycel/engine/strategy"
)

// Sort orders the hits by a key that the builder was told of. The zero value orders
// them by relevance.
type Sort struct {
	Key        string
	Descending bool
}

// ParseSort reads "key", "key:asc" or "key:desc".
func ParseSort(s string) Sort {
	if key, ok := strings.CutSuffix(s, ":desc"); ok {
		return Sort{Key: key, Descending: true}
	}
	return Sort{Key: strings.TrimSuffix(s, ":asc")}
}

// decodeFacets reads the sections that say something of whole documents.
func (s *shared) decodeFacets(d *decoder) {
	s.facets = &facet.Table{}
	if d.err != nil {
		return
	}
	docs := s.index.Corpus.NumDocuments()
	optional := func(name string, decode func([]byte) error) {
		if d.file.Has(name) {
			d.section(name, decode)
		}
	}
	optional(bundle.SectionFacets, func(b []byte) (err error) {
		s.facets, err = facet.Decode(b, docs)
		return err
	})
	optional(bundle.SectionMetadata, func(b []byte) (err error) {
		s.metadata, err = facet.DecodeMetadata(b, docs)
		return err
	})
	optional(bundle.SectionBoosts, func(b []byte) (err error) {
		s.index.Boosts, err = facet.DecodeBoosts(b, s.index.Corpus.NumChunks())
		return err
	})
}

// ValueCount is how many documents have a value of a filter.
type ValueCount struct {
	Key, Value string
	Documents  int
}

// Filters returns all values of all filters with the numbers of their documents, by
// key, then by value.
func (e *Engine) Filters() []ValueCount { return e.countValues(nil) }

// SortKeys returns the keys by which results can be sorted, ascending.
func (e *Engine) SortKeys() []string { return list(e.facets.Sort.Len(), e.facets.Sort.At) }

// Metadata returns the fields of a document, none for a bundle without any.
func (e *Engine) Metadata(d model.DocID) []facet.Field {
	if e.metadata == nil {
		return nil
	}
	return e.metadata.Fields(d)
}

func list(n int, at func(int) string) []string {
	var out []string
	for i := range n {
		out = append(out, at(i))
	}
	return out
}

// countValues names the values of the matching documents.
func (e *Engine) countValues(matches []bool) []ValueCount {
	var out []ValueCount
	for _, c := range e.facets.Counts(matches) {
		out = append(out, ValueCount{e.facets.Key.At(c.Key), e.facets.Value.At(c.Value), c.Documents})
	}
	return out
}

// checkFacets refuses keys that the index has not: a misspelt one would otherwise pass
// for a filter that nothing matches.
func (e *Engine) checkFacets(o *Options) error {
	if o.Filter != nil {
		if key, unknown := e.facets.UnknownKey(o.Filter); unknown {
			return noSuchKey("filters", key, list(e.facets.Key.Len(), e.facets.Key.At))
		}
	}
	if o.Sort.Key != "" {
		if _, ok := e.facets.Sort.Find(o.Sort.Key); !ok {
			return noSuchKey("sort", o.Sort.Key, e.SortKeys())
		}
	}
	return nil
}

func noSuchKey(option, key string, known []string) error {
	has := "none"
	if len(known) > 0 {
		has = strings.Join(known, ", ")
	}
	return optionError(option, "there is no "+strconv.Quote(key)+"; the index has "+has)
}

// narrow tells a request which chunks the filters leave, and how deep to rank so that
// boosts and sorting have something to choose from.
func (e *Engine) narrow(r *strategy.Request, o *Options) {
	if e.index.Boosts != nil || o.Sort.Key != "" {
		r.Depth = strategy.MaxDepth
	}
	if o.Filter == nil {
		return
	}
	c := e.index.Corpus
	r.Only = make([]bool, c.NumChunks())
	for d, wanted := range e.facets.Matches(o.Filter) {
		first, end := c.DocChunks(model.DocID(d))
		for i := first; i < end; i++ {
			r.Only[i] = wanted
		}
	}
}

// arrange puts a ranking in its final order and cuts it to its length.
func (e *Engine) arrange(ranking *strategy.Ranking, o *Options, k int) {
	e.searcher.Boost(ranking.Items)
	if key, ok := e.facets.Sort.Find(o.Sort.Key); ok {
		e.sort(ranking.Items, key, o.Sort.Descending)
	}
	ranking.Items = ranking.Items[:min(k, len(ranking.Items))]
}

// sort orders items by the places of their documents; equal ones stay in their order.
// Documents without a place come last either way.
func (e *Engine) sort(items []strategy.Item, key int, descending bool) {
	place := func(it strategy.Item) uint32 { return e.facets.Place(key, e.searcher.Document(uint32(it.Node))) }
	rank.Stable(items, func(a, b strategy.Item) int {
		x, y := place(a), place(b)
		switch {
		case x == y:
			return 0
		case y == facet.Unplaced:
			return -1
		case x != facet.Unplaced && (x < y) != descending:
			return -1
		}
		return 1
	})
}

// browse ranks what a request without words asks for: the first chunk of each
// document that the filters leave, in the order of the corpus.
func (e *Engine) browse(r *strategy.Request) *strategy.Ranking {
	out := &strategy.Ranking{Mode: strategy.ModeBM25, Reason: "no words were asked for, so the documents are listed"}
	for d := range e.index.Corpus.NumDocuments() {
		first, _ := e.index.Corpus.DocChunks(model.DocID(d))
		if r.Only == nil || r.Only[first] {
			out.Items = append(out.Items, strategy.Item{Node: model.NodeID(first), Score: 1, Reader: strategy.Words, Pair: -1})
		}
	}
	return out
}

// addFacets counts the values of the documents that match: those with a word of the
// query, and those of the hits.
func (e *Engine) addFacets(out *Result, r *strategy.Request, ranking *strategy.Ranking) {
	if e.facets.Key.Len() == 0 {
		return
	}
	matches := e.searcher.Matches(r)
	for _, it := range ranking.Items {
		matches[e.searcher.Document(uint32(it.Node))] = true
	}
	if len(r.Query.Words) == 0 && r.Only != nil {
		for c, wanted := range r.Only {
			if wanted {
				matches[e.searcher.Document(uint32(c))] = true
			}
		}
	}
	out.Filters = e.countValues(matches)
}

// Bounds of the conditions in a request.
const (
	maxConditionDepth = 8
	maxConditionParts = 256
)

// conditionReader reads a condition on documents:
//
//	{"version": "2.1"}                 the document has the value
//	{"tags": ["a", "b"]}               all of them
//	{"tags": {"any": ["a", "b"]}}      any, all, none or not (which is none)
//	{"any": [{…}, {…}]}                likewise, of conditions
type conditionReader struct {
	*msgpack.Reader
	parts int
}

// read reads what stands behind a key, or at the top, where key is "".
func (r *conditionReader) read(op facet.Op, key string, depth int) (facet.Condition, error) {
	r.parts++
	if depth > maxConditionDepth || r.parts > maxConditionParts {
		return facet.Condition{}, optionError("filters", "more than "+strconv.Itoa(maxConditionParts)+" conditions, or deeper than "+strconv.Itoa(maxConditionDepth))
	}
	c := facet.Condition{Op: op}
	switch t := r.Peek(); {
	case t == msgpack.Str && key != "":
		is := facet.Condition{Op: facet.Is, Key: key, Value: r.Str()}
		if op == facet.All {
			return is, nil
		}
		c.Parts = []facet.Condition{is}
	case t == msgpack.Array:
		for i, n := 0, r.ArrayLen(); i < n && r.Err() == nil; i++ {
			part, err := r.read(facet.All, key, depth+1)
			if err != nil {
				return c, err
			}
			c.Parts = append(c.Parts, part)
		}
	case t == msgpack.Map:
		for i, n := 0, r.MapLen(); i < n && r.Err() == nil; i++ {
			part, err := r.entry(r.Str(), key, depth+1)
			if err != nil {
				return c, err
			}
			c.Parts = append(c.Parts, part)
		}
	case r.Err() == nil:
		return c, optionError("filters", "want a value, a list of values, or any, all, none or not of them")
	}
	return c, nil
}

// entry reads the value of an entry of a map.
func (r *conditionReader) entry(name, key string, depth int) (facet.Condition, error) {
	switch name {
	case "any":
		return r.read(facet.Any, key, depth)
	case "all":
		return r.read(facet.All, key, depth)
	case "none", "not":
		return r.read(facet.None, key, depth)
	}
	if key != "" {
		return facet.Condition{}, optionError("filters", "got "+strconv.Quote(name)+" of "+strconv.Quote(key)+", want any, all, none or not")
	}
	return r.read(facet.All, name, depth)
}
