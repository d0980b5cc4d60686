package main

import (
	"strings"
	"testing"

	"mycel/builder"
	"mycel/internal/must"
)

// A bundle may cost as much as its budgets say, and no byte or file more; each budget that it misses is told.
func TestEachBudget(t *testing.T) {
	r := &builder.Report{FirstQuery: 100, Bytes: 1000, Files: 10}
	for _, c := range []struct {
		budgets budgetFlags
		want    []string
	}{
		{budgetFlags{}, nil},
		{budgetFlags{100, 1000, 10}, nil},
		{budgetFlags{99, 1000, 10}, []string{"the first query loads"}},
		{budgetFlags{100, 999, 10}, []string{"the bundle has 1.0 kB"}},
		{budgetFlags{0, 0, 9}, []string{"the bundle has 10 files, the budget is 9"}},
		{budgetFlags{1, 1, 1}, []string{"the first query", "bytes", "files"}},
	} {
		err := c.budgets.check(r)
		must.Be(t, (err == nil) == (c.want == nil), "%+v: %v", c.budgets, err)
		for _, part := range c.want {
			must.Be(t, err == nil || strings.Contains(err.Error(), part), "%+v: %v, want %q", c.budgets, err, part)
		}
	}
}
