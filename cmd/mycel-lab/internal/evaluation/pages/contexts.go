package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mycel"
	"mycel/engine"
	"mycel/engine/method"
)

// budgets are the contexts, in tokens, in which pages are looked for.
var budgets = []int{500, 1000, 2000, 4000}

// measureContexts prints for each half the share of the questions whose page is in a context of each
// budget. A question for several pages counts by the share of them.
func measureContexts(ctx context.Context, questions []question, sites map[string]*mycel.Bundle, mode string) error {
	for _, half := range []string{"tune", "check"} {
		line := fmt.Sprintf("%-8s %-5s contexts       ", mode, half)
		for _, budget := range budgets {
			found, asked := 0.0, 0
			for _, q := range questions {
				if q.Half != half {
					continue
				}
				o := engine.EvidenceOptions{Options: engine.Options{Mode: mode, Options: method.Options{K: method.MaxK}}, TokenBudget: budget}
				r, err := sites[q.Site].Retrieve(ctx, q.Query, mycel.RetrieveOptions{EvidenceOptions: o})
				if err != nil {
					return err
				}
				found += q.covered(r)
				asked++
			}
			line += fmt.Sprintf(" %d: %.3f", budget, found/float64(asked))
		}
		fmt.Println(line)
	}
	return nil
}

// covered returns the share of the wanted pages that a context has.
func (q *question) covered(e *engine.Evidence) float64 {
	parts := q.Parts
	if len(parts) == 0 {
		parts = [][]string{q.Want}
	}
	found := 0
	for _, pages := range parts {
		if slices.ContainsFunc(e.Passages, func(p engine.Passage) bool {
			page, _, _ := strings.Cut(p.URL, "#")
			return slices.Contains(pages, strings.TrimLeft(page, "/"))
		}) {
			found++
		}
	}
	return float64(found) / float64(len(parts))
}
