package bridge

import (
	"mycel/engine/method"
	"mycel/engine/param"
)

// Mode is the mode of the bridge walk.
const Mode = "bridge"

// Source marks passages that a link led to.
const Source method.Source = "bridge"

// Method is the bridge walk as a method.
var Method = &method.Method{
	Name: "bridge", Modes: []string{Mode}, Label: param.Text("connected"),
	Summary: param.Text("Follows links over entities from the best passages to passages with the words that they lack."),
	Early:   Early,
	Open:    func(s *method.Searcher) method.Ranker { return newRanker(s).Rank },
}

// Early notes the parts with the places of the query's words, which the
// walk reads.
func Early(s *method.Searcher, r *method.Request) {
	x, q := s.Index, r.Query
	if q.Partial {
		for i := range q.Words {
			if w := &q.Words[i]; !w.Stop {
				x.Postings.WillPlace(x.Dictionary.BlockOf(w.Key))
			}
		}
	}
	for _, t := range q.Terms {
		x.Postings.HasPlaces(t, q.Exhaustive)
	}
}
