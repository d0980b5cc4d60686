package evaluation

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// WritePage writes the reports as tables in Markdown, data sets in alphabetical
// order. It fails if two engines disagree about a ranking's figures: they must not.
func WritePage(w io.Writer, reports []*Report) error {
	reports = slices.Clone(reports)
	slices.SortStableFunc(reports, compareReports)
	if err := checkAgreement(reports); err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", provenance(reports))
	p := page{w: &b}
	for _, set := range group(reports) {
		p.dataset(set)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteReport writes the tables of one report in Markdown.
func WriteReport(w io.Writer, r *Report) error {
	var b strings.Builder
	p := page{w: &b}
	if len(r.Evidence) > 0 {
		p.contexts(r)
	} else {
		p.table(overview([]*Report{r}, false))
		p.types(r)
		p.times(r)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// compareReports orders by data set, split (odd first) and engine (native first).
func compareReports(a, b *Report) int {
	rank := func(r *Report) int { return slices.Index(Engines(), r.Engine) }
	return cmp.Or(strings.Compare(a.Dataset, b.Dataset), -strings.Compare(a.Split, b.Split), cmp.Compare(rank(a), rank(b)))
}

// group returns the reports of each data set.
func group(reports []*Report) [][]*Report {
	var groups [][]*Report
	for i, r := range reports {
		if i == 0 || reports[i-1].Dataset != r.Dataset {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r)
	}
	return groups
}

// checkAgreement compares the engines on each split: the native engine's figures
// must be everybody's, in the modes that were asked for in both.
func checkAgreement(reports []*Report) error {
	native := map[[2]string]*Report{}
	for _, r := range reports {
		split := [2]string{r.Dataset, r.Split}
		first := native[split]
		if len(r.Results) == 0 {
			continue // contexts
		}
		if first == nil {
			native[split] = r
			continue
		}
		for _, result := range r.Results {
			other := first.result(result.Mode)
			if other != nil && (first.Queries != r.Queries || !reflect.DeepEqual(timeless(*other), timeless(result))) {
				return fmt.Errorf("%s, split %s, mode %s: engines %s and %s rank differently", r.Dataset, r.Split, result.Mode, first.Engine, r.Engine)
			}
		}
	}
	return nil
}

// timeless returns a result without what differs from run to run.
func timeless(r Result) Result {
	r.Latency = Latency{}
	return r
}

// provenance says when, where and of what the measurements are.
func provenance(reports []*Report) string {
	distinct := func(of func(*Report) string) string {
		var values []string
		for _, r := range reports {
			values = append(values, of(r))
		}
		slices.Sort(values)
		return strings.Join(slices.Compact(values), "; ")
	}
	first := ""
	if reports[0].First > 0 {
		first = fmt.Sprintf(" **Only the first %d queries of each half were asked.**", reports[0].First)
	}
	return fmt.Sprintf("Measured on %s with mycel %s on %s.%s",
		distinct(func(r *Report) string { return r.Date }),
		distinct(func(r *Report) string { return r.Version }),
		distinct(func(r *Report) string { return r.Machine }), first)
}

// page appends the parts of the document. Writing to memory does not fail.
type page struct{ w *strings.Builder }

func (p page) table(t *table) {
	if t != nil {
		p.w.WriteByte('\n')
		_ = t.writeMarkdown(p.w)
	}
}

// dataset writes the section of one data set: what all modes find, and contexts; of a data set that was made harder what modes find.
func (p page) dataset(all []*Report) {
	reports, contexts := divide(all)
	if len(reports) == 0 {
		return
	}
	fmt.Fprintf(p.w, "\n## %s\n\n%d passages, %d queries.\n", reports[0].Dataset, reports[0].Passages, sumQueries(reports))
	p.table(overview(reports, len(contexts) > 0))
	if len(contexts) == 0 {
		return
	}
	p.contexts(contexts[len(contexts)-1])
}

// sumQueries adds up the queries of the splits.
func sumQueries(reports []*Report) (n int) {
	for _, r := range oncePerSplit(reports) {
		n += r.Queries
	}
	return n
}

// types writes what each mode finds of the types of query, if there are several.
func (p page) types(r *Report) {
	names := r.typeNames()
	if len(names) < 2 {
		return
	}
	fmt.Fprintf(p.w, "\n**Types of query**: Recall@5, split %s.\n", r.Split)
	t := &table{words: 1, header: []string{"mode"}}
	for _, name := range names {
		t.header = append(t.header, fmt.Sprintf("%s (%d)", name, r.Results[0].Types[name].Queries))
	}
	for _, result := range r.Results {
		row := []string{result.Mode}
		for _, name := range names {
			row = append(row, cell(result.Types[name].Recall, 5))
		}
		t.add(row...)
	}
	p.table(t)
}

// times writes the milliseconds of a query.
func (p page) times(r *Report) {
	t := &table{words: 1, header: []string{"mode", r.Engine + " p50", r.Engine + " p95"}}
	for _, result := range r.Results {
		t.add(result.Mode, milliseconds(result.Latency.P50), milliseconds(result.Latency.P95))
	}
	fmt.Fprintf(p.w, "\n**Milliseconds a query**, split %s.", r.Split)
	if r.BuildSeconds > 0 {
		fmt.Fprintf(p.w, " The bundle was built in %.0f s, in %.0f MB of memory at most.", r.BuildSeconds, float64(r.PeakMemory)/1e6)
	}
	p.w.WriteByte('\n')
	p.table(t)
}

// cell writes the figure at a cutoff, nothing if it was not measured.
func cell(figures map[int]float64, k int) string {
	v, ok := figures[k]
	if !ok {
		return ""
	}
	return figure(v)
}
