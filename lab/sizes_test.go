package main

import (
	"strings"
	"testing"
	"time"
)

func TestSizesTable(t *testing.T) {
	var x sized
	x.Name, x.cpu, x.passed, x.memory = "Lamps", 1500*time.Millisecond, time.Second, 1234
	x.Counts.Documents, x.Disk.Core = 10137, 211002
	x.Queries.First.Index = spread{P50: 999, P95: 1000}
	got := sizesTable([]sized{x, {Name: "Oil"}})
	for _, want := range []string{
		"| compressed bytes | Lamps | Oil |\n|---|--:|--:|\n| documents / sections / chunks | 10,137 / 0 / 0 | 0 / 0 / 0 |\n",
		"| core of the index | 211,002 | 0 |\n", "| first: core and parts | 999 / 1,000 | 0 / 0 |\n",
		"| seconds of all cores | 1.50 | 0.00 |\n", "| peak memory, MiB | 1,234 | 0 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestSizesRefusesArguments(t *testing.T) {
	if err := run(t.Context(), new(strings.Builder), new(strings.Builder), []string{"sizes", "Lamps=docs:folder"}); err == nil || !strings.Contains(err.Error(), "NAME=KIND:SOURCE=QUERIES") {
		t.Errorf("got %v", err)
	}
}
