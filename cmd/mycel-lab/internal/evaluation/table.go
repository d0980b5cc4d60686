package evaluation

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"mycel/engine/eval"
)

// table is rows of cells under a header. The first words columns are text, the
// others numbers.
type table struct {
	words  int
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// writeText aligns the columns with spaces.
func (t *table) writeText(w io.Writer) error {
	// Cells end in tabs, so that tabwriter pads all of them.
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{t.header}, t.rows...) {
		fmt.Fprintln(out, strings.Join(row, "\t"))
	}
	return out.Flush()
}

// writeMarkdown writes a table of GitHub's Markdown.
func (t *table) writeMarkdown(w io.Writer) error {
	rule := make([]string, len(t.header))
	for i := range rule {
		rule[i] = "--:"
		if i < t.words {
			rule[i] = "---"
		}
	}
	var b strings.Builder
	for _, row := range append([][]string{t.header, rule}, t.rows...) {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure writes a share with three decimals: with a thousand queries a fourth is
// noise.
func figure(v float64) string { return fmt.Sprintf("%.3f", v) }

func milliseconds(v float64) string { return fmt.Sprintf("%.2f", v) }

func difference(i eval.Interval) string {
	return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", i.Mean, i.Low, i.High)
}

// figuresHeader and cells are the columns of Figures.
func (r *Report) figuresHeader() []string {
	var header []string
	for _, name := range []string{"Recall", "All", "Hit"} {
		for _, k := range r.cutoffs() {
			header = append(header, fmt.Sprintf("%s@%d", name, k))
		}
	}
	return append(header, fmt.Sprintf("MRR@%d", RankCutoff), fmt.Sprintf("nDCG@%d", RankCutoff))
}

func (r *Report) cells(f Figures) []string {
	var cells []string
	for _, m := range []map[int]float64{f.Recall, f.All, f.Hit} {
		for _, k := range r.cutoffs() {
			cells = append(cells, figure(m[k]))
		}
	}
	return append(cells, figure(f.MRR), figure(f.NDCG[RankCutoff]))
}

// qualityTable has a row a mode.
func (r *Report) qualityTable() *table {
	t := &table{words: 1, header: append([]string{"mode"}, r.figuresHeader()...)}
	for _, result := range r.Results {
		t.add(append([]string{result.Mode}, r.cells(result.Figures)...)...)
	}
	return t
}

// typesTable has a row a type of query and mode; nil if the queries have no types.
func (r *Report) typesTable() *table {
	names := r.typeNames()
	if len(names) == 0 {
		return nil
	}
	t := &table{words: 2, header: append([]string{"type", "mode", "queries"}, r.figuresHeader()...)}
	for _, name := range names {
		for _, result := range r.Results {
			s := result.Types[name]
			t.add(append([]string{name, result.Mode, fmt.Sprint(s.Queries)}, r.cells(s.Figures)...)...)
		}
	}
	return t
}

// differenceTable has a row a mode other than the baseline; nil without one.
func (r *Report) differenceTable() *table {
	var t *table
	for _, result := range r.Results {
		d := result.Difference
		if d == nil {
			continue
		}
		if t == nil {
			t = &table{words: 1, header: []string{"mode − " + d.Baseline}}
			for _, k := range r.cutoffs() {
				t.header = append(t.header, fmt.Sprintf("Recall@%d", k))
			}
			t.header = append(t.header, fmt.Sprintf("nDCG@%d", RankCutoff))
		}
		row := []string{result.Mode}
		for _, k := range r.cutoffs() {
			row = append(row, difference(d.Measures[fmt.Sprintf("recall@%d", k)]))
		}
		t.add(append(row, difference(d.Measures[fmt.Sprintf("ndcg@%d", RankCutoff)]))...)
	}
	return t
}

// latencyHeader and latencyCells are the columns of Latency.
var latencyHeader = []string{"p50", "p95", "p99"}

func latencyCells(l Latency) []string {
	return []string{milliseconds(l.P50), milliseconds(l.P95), milliseconds(l.P99)}
}

// latencyTable has a row a mode.
func (r *Report) latencyTable() *table {
	t := &table{words: 1, header: append([]string{"milliseconds"}, latencyHeader...)}
	for _, part := range []string{"seeding ", "walking "} {
		for _, p := range latencyHeader {
			t.header = append(t.header, part+p)
		}
	}
	for _, result := range r.Results {
		row := append([]string{result.Mode}, latencyCells(result.Latency)...)
		for _, part := range []*Latency{result.Seeding, result.Walking} {
			if part == nil {
				row = append(row, make([]string, len(latencyHeader))...)
			} else {
				row = append(row, latencyCells(*part)...)
			}
		}
		t.add(row...)
	}
	return t
}

// WriteText writes the report for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	for _, t := range []*table{r.qualityTable(), r.differenceTable(), r.typesTable(), r.latencyTable()} {
		if t == nil {
			continue
		}
		if err := t.writeText(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}
