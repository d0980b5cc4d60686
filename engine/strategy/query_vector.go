package strategy

import "mycel/engine/vector"

// embed computes the vector of the query, of length 1; false if it has none.
func (s *Searcher) Embed(r *Request) bool {
	n := s.Near
	n.single.Read = 0
	clear(n.Query)
	switch {
	case r.Vector != nil && n.projector != nil:
		n.projector.Project(n.Query, r.Vector)
	case s.Index.QueryVectors != nil:
		s.addWords(r)
	default:
		s.addCentroids(r)
	}
	return vector.Normalise(n.Query)
}

// addWords adds up the vectors of the query's words, stop words included, as the
// encoder does. Words that the table lacks add nothing. O(words · (log forms + dims)).
func (s *Searcher) addWords(r *Request) {
	n := s.Near
	clear(n.input)
	for i := range r.Query.Words {
		if form, ok := s.Index.Dictionary.Form(r.Query.Words[i].Key); ok {
			s.Index.QueryVectors.AddTo(n.input, form)
		}
	}
	n.projector.Project(n.Query, n.input)
}

// addCentroids adds up the centroids of the query's terms.
func (s *Searcher) addCentroids(r *Request) {
	n := s.Near
	read := 0
	for _, t := range r.Query.Terms {
		s.centroid(t, r.Options.BM25)
		read += n.single.Read
		weight := vector.Weight(s.Index.Dictionary.IDF(t))
		for d, v := range n.term {
			n.Query[d] += float32(weight * v)
		}
	}
	n.single.Read = read
}
