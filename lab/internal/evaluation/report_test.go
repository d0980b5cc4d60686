package evaluation

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"mycel/lab/internal/measures"
)

// ranked makes answers from ids; query i takes i+1 milliseconds.
func ranked(lists ...string) []Answer {
	answers := make([]Answer, len(lists))
	for i, list := range lists {
		for rank, id := range strings.Fields(list) {
			answers[i].Documents = append(answers[i].Documents, Scored{Document: id, Score: float32(10 - rank)})
		}
		answers[i].Milliseconds = float64(i + 1)
	}
	return answers
}

// measured is four questions about birds: bm25 finds six of their eight passages
// within five, auto seven.
func measured() *Measured {
	two := func(a, b string) measures.Judgements { return measures.Judgements{a: 1, b: 1} }
	auto := ranked("a b x", "c x d", "f e", "x g")
	return &Measured{
		Queries:    []Query{{"q1", "?", "bridge", ""}, {"q2", "?", "bridge", ""}, {"q3", "?", "comparison", ""}, {"q4", "?", "", ""}},
		Judgements: []measures.Judgements{two("a", "b"), two("c", "d"), two("e", "f"), two("g", "h")},
		Modes:      []string{"auto", "bm25"},
		Answers: [][]Answer{
			auto,
			ranked("a x b", "x c", "e f", "x y g"),
		},
	}
}

func TestResults(t *testing.T) {
	results := measured().Results()
	auto, bm25 := results[0], results[1]
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"auto Recall@2", auto.Recall[2], (1 + 0.5 + 1 + 0.5) / 4},
		{"auto Recall@5", auto.Recall[5], (1 + 1 + 1 + 0.5) / 4},
		{"auto All@2", auto.All[2], 0.5},
		{"auto All@5", auto.All[5], 0.75},
		{"auto MRR", auto.MRR, (1 + 1 + 1 + 0.5) / 4},
		{"bm25 Recall@5", bm25.Recall[5], (1 + 0.5 + 1 + 0.5) / 4},
		{"bm25 MRR", bm25.MRR, (1 + 0.5 + 1 + 1.0/3) / 4},
		// DCG of ranks 1 and 2 is 1.630930: q1 1.5, q2 0.630930, q3 all, q4 0.5 of it.
		{"bm25 nDCG@10", bm25.NDCG[10], (1.5 + 0.630930 + 1.630930 + 0.5) / 1.630930 / 4},
		{"bridge Recall@5", bm25.Types["bridge"].Recall[5], 0.75},
		{"comparison nDCG@10", auto.Types["comparison"].NDCG[10], 1},
		{"difference Recall@5", auto.Difference.Mean, 0.125},
		{"p50", auto.Latency.P50, 2},
		{"p95", auto.Latency.P95, 4},
	} {
		if math.Abs(test.got-test.want) > 1e-6 {
			t.Errorf("%s: got %f, want %f", test.name, test.got, test.want)
		}
	}
	if len(auto.Types) != 2 || auto.Types["bridge"].Queries != 2 || bm25.Difference != nil {
		t.Errorf("got types %v, and difference %v of the baseline", auto.Types, bm25.Difference)
	}
	if again := measured().Results(); !reflect.DeepEqual(again, results) {
		t.Error("the same answers gave other results")
	}
}

func TestLatency(t *testing.T) {
	var answers []Answer
	for i := 200; i > 0; i-- {
		answers = append(answers, Answer{Milliseconds: float64(i)})
	}
	if got, want := latency(answers), (Latency{100, 190}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := latency(answers[199:]), (Latency{1, 1}); got != want {
		t.Errorf("one query: got %v, want %v", got, want)
	}
	if got := latency(nil); got != (Latency{}) {
		t.Errorf("no query: got %v", got)
	}
}

// report is of the birds.
func report(dataset, split, engine string) *Report {
	return &Report{
		Dataset: dataset, Split: split, Queries: 4, Passages: 12, Engine: engine, Version: "1.2.3", Date: "2026-01-02",
		Machine: "2 × test core", BuildSeconds: 1.5, PeakMemory: 64_000_000, Results: measured().Results(),
	}
}

func TestReportJSON(t *testing.T) {
	want := report("birds", "odd", "native")
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"dataset":"birds"`, `"build_seconds":1.5`, `"peak_memory_bytes":64000000`, `"recall":{"10":0.875,"2":0.75,"5":0.875}`,
		`"difference":{"mean":0.125,"low":0,"high":`,
		`"ms":{"p50":2,"p95":4}`, `"types":{"bridge":{"queries":2,"recall":`,
	} {
		if !bytes.Contains(b, []byte(part)) {
			t.Errorf("got %s, want it to contain %s", b, part)
		}
	}
	got := &Report{}
	if err := json.Unmarshal(b, got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read back: got %+v, want %+v", got, want)
	}
}

func TestWriteReport(t *testing.T) {
	var out strings.Builder
	if err := WriteReport(&out, report("birds", "odd", "native")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| mode | Recall@5 odd | nDCG@10 odd |", "\n| bm25 | 0.750 |", "\n| auto | 0.875 |", "+0.125 [+0.000, ",
		"| mode | bridge (2) | comparison (1) |", "| mode | native p50 | native p95 |", "\n| auto | 2.00 | 4.00 |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant it to contain %q", out.String(), want)
		}
	}
}
