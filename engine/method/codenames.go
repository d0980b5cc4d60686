package method

// nameFactor is what a passage counts more by for having a name of code that the query
// asks about among other words whole: std::sync::Arc, and not std, sync and arc.
const nameFactor = 1.25

// WidenForNames has a list go deeper than it is shown if the query has such names, so that
// passages which have them can come up.
func (r *Request) WidenForNames() {
	if len(r.Query.Names) > 0 {
		r.Depth = max(r.Depth, min(3*r.Options.K, MaxDepth))
	}
}

// BoostNames brings passages up that have the query's names of code whole. Only those of a list are looked at that have
// all words of a name in one sentence; a name that is a word of the index need not be looked for in texts.
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
