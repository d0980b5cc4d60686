package engine

import (
	"strconv"
	"strings"

	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/msgpack"
)

// Sort orders the hits by a sort key of the index. The zero value orders them by relevance.
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

// decodeFacets reads the sections about whole documents.
func (s *shared) decodeFacets(d *decoder) {
	s.facets = &facet.Table{}
	if d.err != nil {
		return
	}
	docs := s.all.Corpus.NumDocuments()
	d.optional(bundle.SectionFacets, func(b []byte) (err error) {
		if s.facets, err = facet.Decode(b, docs); err == nil {
			s.all.Counted = s.facets.Key.Len() > 0
		}
		return err
	})
}

// Filters returns all values of all filters, each with its number of documents, by key, then by value.
func (e *Engine) Filters() []answer.ValueCount { return e.tables.Count(nil) }

// SortKeys returns the keys by which results can be sorted, ascending.
func (e *Engine) SortKeys() []string { return e.facets.SortKeys() }

// Metadata returns the fields of a document; nil for a bundle without metadata.
func (e *Engine) Metadata(d model.DocID) []facet.Field {
	return e.tables.Fields(d)
}

// checkFacets refuses keys that the index does not have. Otherwise a misspelt key would look like a filter without
// matches.
func (s *shared) checkFacets(o *Options) error {
	if o.Filter != nil {
		if key, unknown := s.facets.UnknownKey(o.Filter); unknown {
			return noSuchKey("filters", key)
		}
	}
	if _, known := s.facets.Sort.Find(o.Sort.Key); o.Sort.Key != "" && !known {
		return noSuchKey("sort", o.Sort.Key)
	}
	return nil
}

//go:noinline
func noSuchKey(option, key string) error {
	return optionError(option, "the index has no "+quoted(key))
}

// narrow writes into a request the chunks that the filters leave. Where boosts or a sort key reorder the hits, it
// also makes the ranking deeper.
func (e *Engine) narrow(r *method.Request, o *Options) {
	if e.index.Boosts != nil || o.Sort.Key != "" {
		r.Depth, r.Sorted = method.MaxDepth, o.Sort.Key != ""
	}
	if o.Filter == nil {
		return
	}
	wanted := e.facets.Matches(o.Filter)
	if wanted == nil {
		return
	}
	r.Only = make([]bool, e.index.Corpus.NumChunks())
	for c := range r.Only {
		r.Only[c] = wanted[e.index.Document(uint32(c))]
	}
}

// arrange puts a ranking in its final order and cuts it to its length. It leaves a context that a method has chosen
// as it is.
func (e *Engine) arrange(ranking *method.Ranking, o *Options, k int) {
	if ranking.Context != nil {
		return
	}
	if !ranking.Boosted {
		e.index.Boost(ranking.Items)
	}
	if key, ok := e.facets.Sort.Find(o.Sort.Key); ok {
		sortItems(e.index, ranking.Items, e.facets, key, o.Sort.Descending)
	}
	ranking.Items = ranking.Items[:min(k, len(ranking.Items))]
}

// sortItems orders items by the places of their documents; equal items keep their order. Documents without a place
// come last in both directions.
func sortItems(x *method.Index, items []method.Item, facets *facet.Table, key int, descending bool) {
	scores := make([]float32, len(items))
	for i := range items {
		place := facets.Place(key, x.Document(uint32(items[i].Node)))
		switch {
		case place == facet.Unplaced:
			scores[i] = -facet.Unplaced
		case descending:
			scores[i] = float32(place)
		default:
			scores[i] = -float32(place)
		}
	}
	method.Reorder(items, scores)
}

// browse answers a request without words: it ranks the first chunk of each document that the filters leave, in the
// order of the corpus.
func browse(x *method.Index, r *method.Request) *method.Ranking {
	out := &method.Ranking{Mode: method.ModeWords, Reason: "no words were asked for, so the documents are listed"}
	last := -1
	for c := range x.Corpus.NumChunks() {
		if d := int(x.Document(uint32(c))); d != last && (r.Only == nil || r.Only[c]) {
			out.Items = append(out.Items, method.Item{Node: model.NodeID(c), Score: 1, Source: method.Words})
			last = d
		}
	}
	return out
}

// countMatches counts the values of the documents that match: documents with a word of the query, and documents of
// hits.
func (e *Engine) countMatches(r *method.Request, ranking *method.Ranking) []answer.ValueCount {
	if e.facets.Key.Len() == 0 {
		return nil
	}
	matches := searcherOf(e).Matches(r)
	for i := range ranking.Items {
		matches[e.index.Document(uint32(ranking.Items[i].Node))] = true
	}
	return e.tables.Count(matches)
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
	wrong bool
}

// readCondition reads a condition of a request.
func readCondition(r *msgpack.Reader) (*facet.Condition, error) {
	c := conditionReader{Reader: r}
	condition := c.read("", 0)
	if c.wrong {
		return nil, optionError("filters", "want values of keys, lists of values, or any, all, none or not of them; at most "+
			strconv.Itoa(maxConditionParts)+" in all, "+strconv.Itoa(maxConditionDepth)+" deep")
	}
	return &condition, nil
}

// read reads the condition behind a key, or at the top, where key is "". All parts of the condition have to hold.
func (r *conditionReader) read(key string, depth int) facet.Condition {
	var c facet.Condition
	r.parts++
	n, kind := 0, r.Peek()
	switch {
	case r.wrong || depth > maxConditionDepth || r.parts > maxConditionParts:
		r.wrong = true
	case kind == msgpack.Array:
		n = r.ArrayLen()
	case kind == msgpack.Map:
		n = r.MapLen()
	case kind == msgpack.Str && key != "":
		c = facet.Condition{Op: facet.Is, Key: key, Value: r.Str()}
	default:
		r.wrong = true
	}
	for ; n > 0 && !r.wrong && r.Err() == nil; n-- {
		op, name := facet.All, key
		if kind == msgpack.Map {
			op, name = r.entry(key)
		}
		part := r.read(name, depth+1)
		if op != facet.All {
			// Another operator joins the parts of a list, or the only part.
			if part.Op != facet.All {
				part = facet.Condition{Parts: []facet.Condition{part}}
			}
			part.Op = op
		}
		c.Parts = append(c.Parts, part)
	}
	return c
}

// entry reads the key of a map: an operator, or the name of a filter. key is the filter that is already known, or
// "".
func (r *conditionReader) entry(key string) (op facet.Op, name string) {
	name = r.Str()
	switch name {
	case "any":
		return facet.Any, key
	case "all":
		return facet.All, key
	case "none", "not":
		return facet.None, key
	}
	r.wrong = r.wrong || key != ""
	return facet.All, name
}
