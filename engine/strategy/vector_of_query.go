package strategy

import "slices"

// QueryVector returns the vector that the dense modes search for, of length 1; nil
// if there is none. It is for tools that compare ways of searching.
func (s *Searcher) QueryVector(r *Request) []float32 {
	if s.Near == nil || !s.Embed(r) {
		return nil
	}
	return slices.Clone(s.Near.Query)
}
