package e2graph

import "mycel/engine/method"

// In a context one of the best sections stands before the summaries if the budget is small, and
// two do from leadBudget tokens on. On long documents two hold more answers than one; with three and
// five the figures are the same.
const leadBudget = 1000

// bookChunks is how many chunks a document has on average, from which on auto takes the corpus for
// books. Books and manuals of 237 to 790 chunks gain from summaries; of four documentation sites
// with 9 to 17, contexts lose pages.
const bookChunks = 100

// collapsed ranks the nodes of the tree by similarity alone (GLOBAL-A, whatever the query's
// entities are).
var collapsed = &method.Method{Modes: []string{Mode}, Open: func(s *method.Searcher) method.Ranker {
	m := newRanker(s)
	return func(r *method.Request) *method.Ranking {
		o := readOptions(r.Options.Params)
		o.DenseOnly = true
		out, _ := m.rank(r, o)
		return out
	}
}}

// Summarise puts the nodes of the tree behind the best sections of a ranking for a context from
// books. A summary has sentences of many sections in the tokens of one. Without vectors summaries
// are no better than sections, so the ranking stays.
func Summarise(s *method.Searcher, r *method.Request, out *method.Ranking) {
	leading := 1
	if r.Budget >= leadBudget {
		leading = 2
	}
	corpus := s.Index.Corpus
	if s.Dense == nil || corpus.NumChunks() < bookChunks*corpus.NumDocuments() || r.Options.NoFill || len(out.Items) <= leading {
		return
	}
	tree := s.Rank(collapsed, r)
	if s.Index.Waits() {
		return
	}
	best := out.Items[:leading:leading]
	out.Items = best
	for _, it := range tree.Items {
		if it.Summary > 0 || it.Node != best[0].Node && it.Node != best[leading-1].Node {
			out.Items = append(out.Items, it)
		}
	}
	out.Reason += ", and summaries stand behind the first in a context"
}
