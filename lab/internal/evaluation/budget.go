package evaluation

import (
	"context"
	"time"

	"mycel"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/lab/internal/measures"
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
func MeasureEvidence(ctx context.Context, b *Bundle, m *Measured, o method.Options, budgets []int) ([]Evidence, error) {
	if b.opened == nil {
		var err error
		if b.opened, err = mycel.Open(b.dir); err != nil {
			return nil, err
		}
	}
	var out []Evidence
	for _, mode := range m.Modes {
		for _, budget := range budgets {
			row := Evidence{Mode: mode, Budget: budget}
			var answers []Answer
			for i, q := range m.Queries {
				start := time.Now()
				if err := row.retrieve(ctx, b.opened, engine.Options{Mode: mode, Options: o}, budget, q.Text, q.Answer, m.Judgements[i], documentOf); err != nil {
					return nil, err
				}
				answers = append(answers, Answer{Milliseconds: float64(time.Since(start).Nanoseconds()) / 1e6})
			}
			row.mean(len(m.Queries))
			row.Latency = latency(answers)
			out = append(out, row)
		}
	}
	return out, nil
}

func documentOf(p *answer.Passage) []string { return []string{p.Document} }

// retrieve packs a context for a query and adds its figures to the sums of the row. labels names
// the labelled things that a passage is of.
func (e *Evidence) retrieve(ctx context.Context, b *mycel.Bundle, o engine.Options, budget int, query, answer string, judgements measures.Judgements, labels func(*answer.Passage) []string) error {
	o.K = method.MaxK
	found, err := b.Retrieve(ctx, query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: o, TokenBudget: budget}})
	if err != nil {
		return err
	}
	var labelled measures.Ranking
	have := map[string]bool{}
	for i := range found.Passages {
		for _, label := range labels(&found.Passages[i]) {
			if !have[label] {
				have[label] = true
				labelled = append(labelled, label)
			}
		}
	}
	e.AllGold += measures.All(judgements, labelled, len(labelled))
	e.Gold += measures.Recall(judgements, labelled, len(labelled))
	e.Tokens += float64(found.Tokens)
	if answerable(answer) {
		e.Answers++
		if covers(found.Context, answer) {
			e.Answered++
		}
	}
	return nil
}

// mean makes means of sums over n queries.
func (e *Evidence) mean(n int) {
	all := float64(max(1, n))
	e.AllGold, e.Gold, e.Tokens = e.AllGold/all, e.Gold/all, e.Tokens/all
	e.Answered /= float64(max(1, e.Answers))
}
