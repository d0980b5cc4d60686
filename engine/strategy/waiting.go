package strategy

import "mycel/engine/model"

// A query that misses parts of the index is asked again when they are there. What it
// does until then only has to find out what it needs: it stops where going on with
// rows that only seem to be empty would ask for parts that it does not need.

// Waits tells whether anything that the query needs is missing.
//
//go:noinline
func (s *Searcher) Waits() bool { return s.Index.Want.Rows() }

// Waiting is the ranking of a mode that cannot rank yet.
func Waiting(mode string) *Ranking { return &Ranking{Mode: mode} }

// Ready tells whether the rows of all terms and entities of a request are there.
func (s *Searcher) Ready(r *Request) bool {
	q := r.Query
	// In documentation places are needed for what stands together, and scores do without.
	places := !s.Index.Paged()
	s.hasTerms(q.Terms, places)
	for i := range q.Alternatives {
		s.hasTerms(q.Alternatives[i].Terms, places || q.Alternatives[i].All)
	}
	s.hasTerms(q.Excluded, true)
	for i := range q.Phrases {
		s.hasTerms(q.Phrases[i].Terms, true)
	}
	for i := range q.Names {
		s.hasTerms(q.Names[i].Terms, true)
	}
	if q.Whole != nil {
		s.hasTerms(q.Whole.Terms, true)
	}
	for _, l := range r.Entities {
		s.Index.EntityChunks.Has(uint32(l.Entity))
	}
	return !s.Waits()
}

func (s *Searcher) hasTerms(terms []model.TermID, places bool) {
	for _, t := range terms {
		s.Index.Postings.Has(uint32(t))
		if places {
			s.Index.Postings.HasPlaces(t)
		}
	}
}

// HubsReady tells whether nothing is missing, and the hubs among the entities are there.
func (s *Searcher) HubsReady() bool {
	if !s.Index.EntityChunks.Complete() {
		s.Index.HubsAt.Ready()
	}
	return !s.Waits()
}
