package method

// nameFactor is the factor for a passage that has a name of code from the query whole: std::sync::Arc, and not only
// std, sync and arc.
const nameFactor = 1.25

// WidenForNames makes a list deeper than it is shown if the query has such names, so that passages with them can rise.
func (r *Request) WidenForNames() {
	if len(r.Query.Names) > 0 {
		r.Depth = max(r.Depth, min(3*r.Options.K, MaxDepth))
	}
}

// BoostNames raises the passages of a list that have the query's names of code whole. It reads only the texts of
// passages with all words of a name in one sentence. A name that is itself a word of the index needs no text.
func (s *Searcher) BoostNames(r *Request, items []Item) {
	if len(r.Query.Names) == 0 {
		return
	}
	items = items[Exacts(items):]
	factors := make([]float32, len(items))
	for i := range factors {
		factors[i] = 1
	}
	for i := range r.Query.Names {
		p := &r.Query.Names[i]
		together := s.meeting(p.Terms)
		for j := range items {
			if c := uint32(items[j].Node); together[c] != 0 && (len(p.Terms) == 1 || r.contains(p, c)) {
				factors[j] *= nameFactor
			}
		}
	}
	multiply(items, factors)
}
