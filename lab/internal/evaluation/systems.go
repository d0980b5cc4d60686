package evaluation

import (
	"fmt"
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/method/darag"
	"mycel/engine/method/dense"
	"mycel/engine/method/e2graph"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"mycel/engine/method/sprig"
)

// Tables of all modes together: rankings and contexts.

// structures are the groups of parts that a mode or a few have to themselves.
var structures = []struct {
	group string
	own   []string
}{
	{bundle.GroupTree, []string{e2graph.Mode}},
	{bundle.GroupTreeTerms, []string{e2graph.Mode}},
	{bundle.GroupSigns, []string{dense.Mode, sprig.ModeDense, sprig.ModeRRF}},
	{bundle.GroupKET, []string{ketrag.Mode}},
	{bundle.GroupNodes, []string{noderag.Mode}},
	{bundle.GroupDARAG, []string{darag.Mode}},
}

// divide returns the reports about rankings and those about contexts.
func divide(reports []*Report) (rankings, contexts []*Report) {
	for _, r := range reports {
		if len(r.Results) > 0 {
			rankings = append(rankings, r)
		} else {
			contexts = append(contexts, r)
		}
	}
	return rankings, contexts
}

// oncePerSplit returns the first report of each split: other engines have the same
// figures.
func oncePerSplit(reports []*Report) (list []*Report) {
	for i, r := range reports {
		if i == 0 || reports[i-1].Split != r.Split {
			list = append(list, r)
		}
	}
	return list
}

// result returns what a mode achieved, nil if it was not measured.
func (r *Report) result(mode string) *Result {
	if i := slices.IndexFunc(r.Results, func(x Result) bool { return x.Mode == mode }); i >= 0 {
		return &r.Results[i]
	}
	return nil
}

// overview sets the modes side by side; own adds the bytes of each.
func overview(reports []*Report, own bool) *table {
	halves := oncePerSplit(reports)
	last := halves[len(halves)-1]
	t := &table{words: 1, header: []string{"mode"}}
	for _, name := range []string{"Recall@5", "nDCG@10"} {
		for _, r := range halves {
			t.header = append(t.header, name+" "+r.Split)
		}
	}
	t.header = append(t.header, "Recall@5 − bm25, "+last.Split)
	if own {
		t.header = append(t.header, "own kB")
	}
	for _, first := range halves[0].Results {
		row := []string{first.Mode}
		cells := func(of func(*Result) string) {
			for _, r := range halves {
				text := ""
				if x := r.result(first.Mode); x != nil {
					text = of(x)
				}
				row = append(row, text)
			}
		}
		cells(func(x *Result) string { return cell(x.Recall, 5) })
		cells(func(x *Result) string { return cell(x.NDCG, RankCutoff) })
		d := ""
		if x := last.result(first.Mode); x != nil && x.Difference != nil {
			d = difference(*x.Difference)
		}
		if row = append(row, d); own {
			row = append(row, ownKilobytes(reports[0], first.Mode))
		}
		t.add(row...)
	}
	return t
}

// ownKilobytes adds up the structures that a mode reads besides what all do.
func ownKilobytes(r *Report, mode string) string {
	var sum int64
	for _, s := range structures {
		if slices.Contains(s.own, mode) {
			sum += r.stored(s.group)
		}
	}
	if sum == 0 {
		return ""
	}
	return kilobytes(int(sum))
}

// stored returns what a group takes in the bundle.
func (r *Report) stored(group string) int64 {
	for _, s := range r.Bundle {
		if s.Name == group {
			return s.Bytes
		}
	}
	return 0
}

// contexts has a table of what contexts for language models hold, a row for each mode.
func (p page) contexts(r *Report) {
	fmt.Fprintf(p.w, "\n**Contexts** by their largest number of tokens, split %s.\n", r.Split)
	p.table(r.contextTable([]string{"%d: tokens", "gold", "answer"}, func(e *Evidence) []string {
		answer := ""
		if e.Answers > 0 {
			answer = figure(e.Answered)
		}
		return []string{fmt.Sprintf("%.0f", e.Tokens), figure(e.Gold), answer}
	}))
}

// contextTable has a row for each mode, and for each budget the same columns: the header of the first
// has the budget.
func (r *Report) contextTable(header []string, cells func(*Evidence) []string) *table {
	t := &table{words: 1, header: []string{"mode"}}
	row := map[string]int{} // by mode
	column := map[int]int{} // by budget
	for i := range r.Evidence {
		e := &r.Evidence[i]
		if _, ok := column[e.Budget]; !ok {
			column[e.Budget] = len(t.header)
			t.header = append(append(t.header, fmt.Sprintf(header[0], e.Budget)), header[1:]...)
		}
		if _, ok := row[e.Mode]; !ok {
			row[e.Mode] = len(t.rows)
			t.add(e.Mode)
		}
	}
	for i := range t.rows {
		t.rows[i] = append(t.rows[i], make([]string, len(t.header)-1)...)
	}
	for i := range r.Evidence {
		e := &r.Evidence[i]
		copy(t.rows[row[e.Mode]][column[e.Budget]:], cells(e))
	}
	return t
}

func kilobytes(n int) string { return fmt.Sprintf("%.0f", float64(n)/1e3) }
