package method

import (
	"mycel/engine/bundle"
	"mycel/engine/lexical"
	"mycel/engine/model"
)

// A query that misses parts of the index is asked again when they are loaded. Until then it only has to find out which
// parts it needs. It stops early: missing rows look empty, and from empty rows it would ask for the wrong parts.

// AnyMissing tells whether a part that the query needs is missing.
//
//go:noinline
func (x *Index) AnyMissing() bool { return x.Missing.Rows() }

// Waiting returns the ranking of a mode that cannot rank yet.
func Waiting(mode string) *Ranking { return &Ranking{Mode: mode} }

// Loaded tells whether the rows of all terms and entities of a request are loaded. If words may be misspelt and the
// parts of the spelling are missing, it takes the words as they are, because mostly they are right. The other parts are
// then fetched together with the spelling.
func (x *Index) Loaded(r *Request) bool {
	q, before := r.Query, x.Missing.Len()
	x.Corpus.OutlineLoaded()
	if q.Partial {
		for i := range q.Words {
			for _, key := range q.NameKeys(i) {
				if _, stop, _ := x.Dictionary.Exact(key); !stop {
					x.Postings.WillPlace(x.Dictionary.BlockOf(key))
				}
			}
		}
		return false
	}
	x.hasTerms(&q.TermQuery, q.Terms, false)
	for i := range q.Alternatives {
		x.hasTerms(&q.TermQuery, q.Alternatives[i].Terms, q.Alternatives[i].All)
	}
	x.hasTerms(&q.TermQuery, q.Excluded, true) // phrases and excluded words need places
	for i := range q.Phrases {
		x.hasTerms(&q.TermQuery, q.Phrases[i].Terms, true)
	}
	for i := range q.Names {
		x.hasTerms(&q.TermQuery, q.Names[i].Terms, true)
	}
	if q.Whole != nil {
		x.hasTerms(&q.TermQuery, q.Whole.Terms, true)
	}
	for _, l := range r.Entities {
		x.EntityChunks.HasHome(uint32(l.Entity))
	}
	return x.Missing.Len() == before
}

func (x *Index) hasTerms(q *lexical.TermQuery, terms []model.TermID, places bool) {
	for _, t := range terms {
		x.Postings.Ask(t, q.Exhaustive)
		if places {
			x.Postings.HasPlaces(t, true)
		}
	}
}

// VectorsLoaded tells whether the vectors are loaded, in an index that has vectors.
func (x *Index) VectorsLoaded() bool { return x.HasPart(bundle.GroupSigns) }

// HubsLoaded tells whether nothing is missing, and the rows of hot entities are loaded.
func (x *Index) HubsLoaded() bool {
	if !x.EntityChunks.Complete() {
		x.HasPart(bundle.GroupHubs)
	}
	return !x.AnyMissing()
}

// ownLoaded tells whether the part of a method, and all rows of the index, are loaded: its walks lead anywhere. It
// notes the missing parts. Methods without a part are always ready.
func (x *Index) ownLoaded(m *Method) bool {
	if m.Group == "" {
		return true
	}
	x.HasPart(m.Group)
	return x.allLoaded()
}

// allLoaded tells whether all rows are loaded, and notes the missing parts.
func (x *Index) allLoaded() bool {
	x.HasPart(bundle.GroupGraph)
	x.HasPart(bundle.GroupTokens)
	x.Postings.HasAll()
	x.Entities.HasAll()
	x.EntityChunks.HasAll()
	x.ChunkEntities.HasAll()
	if x.Vectors != nil {
		x.VectorsLoaded()
	}
	return !x.AnyMissing()
}
