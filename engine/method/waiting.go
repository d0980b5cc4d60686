package method

import (
	"mycel/engine/model"
)

// A query that misses parts of the index is asked again when they are loaded. Until then it
// only has to find out which parts it needs. It stops early, because rows that are missing
// look empty, and from empty rows it would ask for the wrong parts.

// AnyMissing tells whether anything that the query needs is missing.
//
//go:noinline
func (x *Index) AnyMissing() bool { return x.Missing.Rows() }

// Waiting is the ranking of a mode that cannot rank yet.
func Waiting(mode string) *Ranking { return &Ranking{Mode: mode} }

// Loaded tells whether the rows of all terms and entities of a request are there. If words may be misspelt and the parts
// that tell are missing, it takes the words as they are: mostly they are right, and what the request needs then is asked for
// together with these parts.
func (x *Index) Loaded(r *Request) bool {
	q, before := r.Query, x.Missing.Len()
	// Where the weights of postings are known, places are needed for what stands together, and scores do without.
	places := !x.Paged() && !x.byImpacts()
	if !x.Root() {
		x.Corpus.OutlineLoaded()
	}
	if places && !x.Root() {
		x.Postings.LengthsLoaded()
	}
	if q.Partial {
		for i := range q.Words {
			if w := &q.Words[i]; !w.Stop && (places || q.Named(i)) {
				x.Postings.WillPlace(x.Dictionary.BlockOf(w.Key))
			}
		}
		return false
	}
	x.hasTerms(q.Terms, places)
	for i := range q.Alternatives {
		x.hasTerms(q.Alternatives[i].Terms, places || q.Alternatives[i].All)
	}
	x.hasTerms(q.Excluded, true)
	for i := range q.Phrases {
		x.hasTerms(q.Phrases[i].Terms, true)
	}
	for i := range q.Names {
		x.hasTerms(q.Names[i].Terms, true)
	}
	if q.Whole != nil {
		x.hasTerms(q.Whole.Terms, true)
	}
	for _, l := range r.Entities {
		x.EntityChunks.HasHome(uint32(l.Entity))
	}
	if x.byImpacts() && x.Whole(r) {
		x.hasWhole(q.Terms)
		for i := range q.Alternatives {
			x.hasWhole(q.Alternatives[i].Terms)
		}
	}
	return x.Missing.Len() == before
}

// byImpacts tells whether words are weighed by the impacts that the index has.
func (x *Index) byImpacts() bool { return x.Impacts != nil }

// Whole tells whether lists are read whole: a request would miss passages otherwise that filters or operators
// choose, or that values of filters are counted by.
func (x *Index) Whole(r *Request) bool {
	q := r.Query
	return !x.byImpacts() || x.Counted || r.Only != nil && !r.collapsed || r.wanted != nil || len(q.Phrases)+len(q.Excluded) > 0 || q.Whole != nil
}

func (x *Index) hasWhole(terms []model.TermID) {
	for _, t := range terms {
		x.Postings.HasWhole(t)
	}
}

func (x *Index) hasTerms(terms []model.TermID, places bool) {
	for _, t := range terms {
		x.Postings.Has(uint32(t))
		if places {
			x.Postings.HasPlaces(t)
		}
	}
}

// VectorsLoaded tells whether the vectors of an index that has them are there.
func (x *Index) VectorsLoaded() bool { return x.SignsAt.Loaded() }

// HubsLoaded tells whether nothing is missing, and the hubs among the entities are there.
func (x *Index) HubsLoaded() bool {
	if !x.EntityChunks.Complete() {
		x.HubsAt.Loaded()
	}
	return !x.AnyMissing()
}

// ownLoaded tells whether the part of a method is loaded, and all rows, since its walks lead
// anywhere. It notes the missing parts. Methods without a part are always ready.
func (x *Index) ownLoaded(m *Method) bool {
	for i := range x.OwnAt {
		if own := &x.OwnAt[i]; own.Method == m {
			own.At.Loaded()
			return x.allLoaded()
		}
	}
	return true
}

// allLoaded tells whether all rows are loaded, and notes the missing parts.
func (x *Index) allLoaded() bool {
	x.GraphAt.Loaded()
	x.CostsAt.Loaded()
	x.Postings.HasAll()
	x.Entities.HasAll()
	x.EntityChunks.HasAll()
	x.ChunkEntities.HasAll()
	if x.Vectors != nil {
		x.VectorsLoaded()
	}
	return !x.AnyMissing()
}
