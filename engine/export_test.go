package engine

import "mycel/engine/method"

// Pack presents a ranking that chose its context itself.
func Pack(e *Engine, query string, ranking *method.Ranking, budget int) (out *Evidence) {
	missing, _ := e.Ask(func() {
		e.tokensAt.Ready()
		g := &gatherer{presenter: newPresenter(e, newRequest(e, query, &Options{}), ranking), ranking: ranking, items: ranking.Items, budget: budget}
		g.packContext(ranking.Context)
		out = g.evidence()
	})
	out.Missing = missing
	return out
}
