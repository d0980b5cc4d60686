package modes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel"
	"mycel/builder"
	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/auto"
)

// budgets are the contexts, in tokens, in which pages are looked for.
var budgets = []int{500, 1000, 2000, 4000}

// share is the sum of the shares of wanted pages that contexts have, over n questions.
type share struct {
	sum float64
	n   int
}

// Contexts measures the share of the questions whose page is in a context of the default mode, and returns a
// table. Of a question for several pages the share of them counts.
func (a *AgainstAuto) Contexts(ctx context.Context) (string, error) {
	questions, err := readQuestions(filepath.Join(a.Questions, "questions.jsonl"))
	if err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp("", "mycel-contexts-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	shares := map[string][]share{"tune": make([]share, len(budgets)), "check": make([]share, len(budgets))}
	for site, asked := range bySite(questions) {
		fmt.Fprintln(a.Progress, site)
		b, err := evaluation.Build(ctx, builder.Config{Docs: []string{filepath.Join(a.Questions, site)}, Output: filepath.Join(temp, site)})
		if err != nil {
			return "", err
		}
		for _, q := range asked {
			for i, budget := range budgets {
				o := engine.EvidenceOptions{Options: engine.Options{Mode: auto.Mode, Options: method.Options{K: method.MaxK}}, TokenBudget: budget}
				found, err := b.Retrieve(ctx, q.Query, mycel.RetrieveOptions{EvidenceOptions: o})
				if err != nil {
					return "", err
				}
				s := &shares[q.Half][i]
				s.sum += q.covered(found)
				s.n++
			}
		}
	}
	var b strings.Builder
	b.WriteString("| tokens | tune | check |\n|--:|--:|--:|\n")
	for i, budget := range budgets {
		tune, check := shares["tune"][i], shares["check"][i]
		fmt.Fprintf(&b, "| %d | %.3f | %.3f |\n", budget, tune.sum/float64(tune.n), check.sum/float64(check.n))
	}
	return b.String(), nil
}

// covered returns the share of the wanted pages that a context has.
func (q *question) covered(found *engine.Evidence) float64 {
	parts := q.Parts
	if len(parts) == 0 {
		parts = [][]string{q.Want}
	}
	n := 0
	for _, pages := range parts {
		if slices.ContainsFunc(found.Passages, func(p engine.Passage) bool { return slices.Contains(pages, p.Document) }) {
			n++
		}
	}
	return float64(n) / float64(len(parts))
}
