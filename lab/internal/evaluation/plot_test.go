package evaluation

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func contextReport(set, split string, queries int, gold float64) *Report {
	r := &Report{Dataset: set, Split: split, Queries: queries}
	for _, mode := range []string{"auto", "bm25"} {
		for _, budget := range []int{500, 2000} {
			r.Evidence = append(r.Evidence, Evidence{Mode: mode, Budget: budget, Gold: gold, Answered: gold / 2})
		}
	}
	return r
}

// The plot is XML with a line for each mode, measure and set; halves count by their queries.
func TestPlotContexts(t *testing.T) {
	reports := []*Report{contextReport("a", "odd", 100, 0.2), contextReport("a", "even", 300, 1), contextReport("b", "odd", 10, 0.5)}
	var b bytes.Buffer
	if err := PlotContexts(&b, reports); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	lines := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "polyline" {
			lines++
		}
	}
	if lines != 2*2*2 {
		t.Errorf("%d lines, want one for each of 2 modes, measures and sets", lines)
	}
	sets, err := averagedContexts(reports)
	if got := sets[0].shares["bm25"][2000]; err != nil || len(sets) != 2 || got[0] < 0.799 || got[0] > 0.801 || got[1] < 0.399 || got[1] > 0.401 {
		t.Errorf("%v: %v, want 0.8 and 0.4 of two sets", err, got)
	}
	if err := PlotContexts(io.Discard, []*Report{{Dataset: "a"}}); err == nil {
		t.Error("a report without contexts is drawn")
	}
}

// A table has the modes below each other and the budgets side by side.
func TestWriteContexts(t *testing.T) {
	var b strings.Builder
	r := contextReport("a", "odd", 100, 0.2)
	r.Evidence = append(r.Evidence, Evidence{Mode: "bm25", Budget: 1000})
	if err := WriteContexts(&b, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	want := "\na, odd positions, 100 queries:\n\n| mode | 500 tokens | 2000 tokens |\n| --- | --: | --: |\n| auto | 0.200/0.100 | 0.200/0.100 |\n| bm25 | 0.200/0.100 | 0.200/0.100 |\n"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
