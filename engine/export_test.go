package engine

import (
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/method"
)

// Pack presents a ranking that chose its context itself.
func Pack(e *Engine, query string, ranking *method.Ranking, budget int) (out *answer.Evidence) {
	missing, _ := e.Ask(func() {
		e.index.HasPart(bundle.GroupTokens)
		out = answer.NewEvidence(&e.tables, newRequest(e, query, &Options{}), ranking, budget, 0)
	})
	if out == nil {
		out = &answer.Evidence{}
	}
	out.Missing = missing
	return out
}
