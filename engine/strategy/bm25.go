package strategy

// BM25 ranks chunks by the words of the query alone (Robertson & Zaragoza 2009,
// "The Probabilistic Relevance Framework").
func (s *Searcher) BM25(r *Request) *Ranking {
	s.hops.Walked = 0
	items := s.fill(nil, r, Words)
	return &Ranking{Mode: ModeBM25, Reason: "keyword search was asked for", Items: items, Stats: s.stats()}
}
