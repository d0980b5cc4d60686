package evaluation

import (
	"context"
	"fmt"
	"io"
	"time"

	"mycel"
	"mycel/engine"
	"mycel/engine/eval"
	"mycel/engine/method"
)

// Evidence is what contexts of one size achieved in one mode.
type Evidence struct {
	Mode    string  `json:"mode"`
	Budget  int     `json:"budget"`
	AllGold float64 `json:"all_gold"` // share of the queries of which all relevant documents are in the context
	Gold    float64 `json:"gold"`     // share of the relevant documents that are, averaged over queries
	// Answered is the share of the queries whose answer stands in the context, of those
	// with an answer that can: see Coverage. Answers is how many these are.
	Answered float64 `json:"answered"`
	Answers  int     `json:"answers"`
	Tokens   float64 `json:"tokens"` // of a context, averaged over queries: the bound that the engine keeps
	Latency  Latency `json:"ms"`
}

// MeasureEvidence packs a context for every query, in every mode, within every
// budget, by the native engine. As many chunks are ranked as can be: only the budget
// ends a context.
func MeasureEvidence(ctx context.Context, b *Bundle, m *Measured, parameters method.Options, budgets []int) ([]Evidence, error) {
	bundle, err := mycel.Open(b.dir)
	if err != nil {
		return nil, err
	}
	parameters.K = method.MaxK
	var out []Evidence
	for _, mode := range m.Modes {
		for _, budget := range budgets {
			row := Evidence{Mode: mode, Budget: budget}
			o := engine.EvidenceOptions{Options: engine.Options{Mode: mode, Options: parameters}, TokenBudget: budget}
			var answers []Answer
			for i, q := range m.Queries {
				start := time.Now()
				found, err := bundle.Retrieve(ctx, q.Text, mycel.RetrieveOptions{EvidenceOptions: o})
				if err != nil {
					return nil, err
				}
				answers = append(answers, Answer{Milliseconds: float64(time.Since(start).Nanoseconds()) / 1e6})
				var documents eval.Ranking
				have := map[string]bool{}
				for _, p := range found.Passages {
					if !have[p.Document] {
						have[p.Document] = true
						documents = append(documents, p.Document)
					}
				}
				row.AllGold += eval.All(m.Judgements[i], documents, len(documents))
				row.Gold += eval.Recall(m.Judgements[i], documents, len(documents))
				row.Tokens += float64(found.Tokens)
				if answerable(q.Answer) {
					row.Answers++
					if covers(found.Context, q.Answer) {
						row.Answered++
					}
				}
			}
			n := float64(max(1, len(m.Queries)))
			row.AllGold, row.Gold, row.Tokens = row.AllGold/n, row.Gold/n, row.Tokens/n
			row.Answered /= float64(max(1, row.Answers))
			row.Latency = latency(answers, func(a Answer) float64 { return a.Milliseconds })
			out = append(out, row)
		}
	}
	return out, nil
}

// WriteEvidence writes a line for each mode and budget.
func (r *Report) WriteEvidence(w io.Writer) error {
	t := &table{words: 1, header: []string{"mode", "budget", "all gold", "gold", "answer", "tokens", "p50 ms"}}
	for _, e := range r.Evidence {
		answered := ""
		if e.Answers > 0 {
			answered = figure(e.Answered)
		}
		t.add(e.Mode, fmt.Sprint(e.Budget), figure(e.AllGold), figure(e.Gold), answered, fmt.Sprintf("%.0f", e.Tokens), milliseconds(e.Latency.P50))
	}
	return t.writeText(w)
}
