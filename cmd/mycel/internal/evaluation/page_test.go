package evaluation

import (
	"strings"
	"testing"
)

func TestWritePage(t *testing.T) {
	reports := []*Report{
		report("scifact", "even", "native"), report("birds", "even", "node"), report("birds", "odd", "native"),
		report("scifact", "odd", "native"), report("birds", "even", "native"),
	}
	var page strings.Builder
	if err := WritePage(&page, reports); err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, want := range []string{
		"# Evaluation\n", "Measured on 2026-01-02 with mycel 1.2.3 on 2 × test core.\n",
		"## birds\n\n12 passages.\n", "### birds, split odd: 4 queries\n", "| mode | Recall@2 |", "| --- | --: |", "| bm25 | 0.500 |",
		"| mode − bm25 | Recall@2 | Recall@5 | nDCG@10 |", "| auto | +0.250 [", "| comparison | bm25 | 1 | 1.000 |",
		"### birds, split even: 4 queries\n",
		"### birds, milliseconds a query and memory\n", "| odd | native | auto | 2.00 | 4.00 | 4.00 | 0.50 | 0.00 | 1.5 | 64 |", "| even | native |", "| even | node |",
		"## scifact\n", "### scifact, beside the figures of others\n", "| **mycel auto**, split odd | 0.875 |  | ", "| BM25 (Lucene) |  |  | 0.679 | [5] |",
		"## Sources\n\n- [5] Anserini",
	} {
		i := strings.Index(page.String()[at+1:], want)
		if i < 0 {
			t.Fatalf("want %q, and it after what comes before it, in\n%s", want, page.String())
		}
		at += 1 + i
	}
	if n := strings.Count(page.String(), "### birds, split even"); n != 1 {
		t.Errorf("got the even queries of two engines %d times, want once", n)
	}

	var again strings.Builder
	if err := WritePage(&again, []*Report{reports[4], reports[3], reports[2], reports[1], reports[0]}); err != nil || again.String() != page.String() {
		t.Errorf("the order of the reports shows in the page (%v)", err)
	}
}

// Engines that rank differently are a fault that no table must hide.
func TestWritePageDisagreement(t *testing.T) {
	native, node := report("birds", "even", "native"), report("birds", "even", "node")
	node.Results[1].Recall[5] -= 0.001
	err := WritePage(&strings.Builder{}, []*Report{native, node})
	if err == nil || !strings.Contains(err.Error(), "engines native and node rank differently") {
		t.Errorf("got error %v", err)
	}
	node = report("birds", "even", "node")
	node.Results[0].Latency.P50 = 77 // times do differ
	if err := WritePage(&strings.Builder{}, []*Report{native, node}); err != nil {
		t.Error(err)
	}
}

// Every figure of others names a source that there is.
func TestPublished(t *testing.T) {
	for set, rows := range published {
		for _, p := range rows {
			if p.source < 0 || p.source >= len(sources) || p.recall5+p.recall10+p.nDCG10 == "" {
				t.Errorf("%s: got %+v", set, p)
			}
		}
		if protocols[set] == "" {
			t.Errorf("%s: nothing says how its measurement differs from others'", set)
		}
	}
}
