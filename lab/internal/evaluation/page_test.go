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
		"Measured on 2026-01-02 with mycel 1.2.3 on 2 × test core.\n",
		"## birds\n\n12 passages, 8 queries.\n", "| mode | Recall@5 odd | Recall@5 even |", "| nDCG@10 odd | nDCG@10 even | Recall@5 − bm25, even |", "| bm25 | 0.750 |",
		"## scifact\n",
	} {
		i := strings.Index(page.String()[at+1:], want)
		if i < 0 {
			t.Fatalf("want %q, and it after what comes before it, in\n%s", want, page.String())
		}
		at += 1 + i
	}
	var again strings.Builder
	if err := WritePage(&again, []*Report{reports[4], reports[3], reports[2], reports[1], reports[0]}); err != nil || again.String() != page.String() {
		t.Errorf("the order of the reports shows in the page (%v)", err)
	}
}

// A report of contexts brings a table of all modes side by side, and of bytes.
func TestWritePageOverview(t *testing.T) {
	contexts := report("birds", "even", "native")
	contexts.Results = nil
	contexts.Evidence = []Evidence{
		{Mode: "auto", Budget: 2000, Tokens: 1800}, {Mode: "auto", Budget: 12000, Tokens: 9000, Gold: 0.75, Answers: 3, Answered: 0.5},
		{Mode: "ket", Budget: 12000, Tokens: 11000},
	}
	reports := []*Report{report("birds", "odd", "native"), report("birds", "even", "native"), report("birds", "even", "node"), contexts}
	for _, r := range reports {
		r.First = 4
		r.Bundle = []Stored{{coreFiles, 1_000_000}, {"text", 2_000_000}, {"signs", 500_000}, {"ket", 1_500_000}}
	}
	reports[0].Results[1].Mode, reports[1].Results[1].Mode, reports[2].Results[1].Mode = "ket", "ket", "ket"
	var page strings.Builder
	if err := WritePage(&page, reports); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"**Only the first 4 queries of each half were asked.**",
		"| auto | 0.875 | 0.875 |", "| Recall@5 − bm25, even | own kB |\n", " | 1500 |\n",
		"| mode | 2000: tokens | gold | answer | 12000: tokens | gold | answer |\n",
		"| auto | 1800 | 0.000 |  | 9000 | 0.750 | 0.500 |\n", "| ket |  |  |  | 11000 | 0.000 |  |\n",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("want %q in\n%s", want, page.String())
		}
	}

	// What an engine was not asked for cannot disagree.
	reports[2].Results = reports[2].Results[:1]
	if err := WritePage(&strings.Builder{}, reports); err != nil {
		t.Error(err)
	}
}

// Engines that rank differently are a fault that no table must hide.
func TestWritePageDisagreement(t *testing.T) {
	native, node := report("birds", "even", "native"), report("birds", "even", "node")
	node.Results[1].Recall[5] -= 0.001
	err := WritePage(&strings.Builder{}, []*Report{native, node})
	if err == nil || !strings.Contains(err.Error(), "mode bm25: engines native and node rank differently") {
		t.Errorf("got error %v", err)
	}
	node = report("birds", "even", "node")
	node.Results[0].Latency.P50 = 77 // times do differ
	if err := WritePage(&strings.Builder{}, []*Report{native, node}); err != nil {
		t.Error(err)
	}
}
