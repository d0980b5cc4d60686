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

// What the page has of all modes together: one table of what they find, in which
// context, how fast and for how many bytes.

// structures are the families of parts that not every mode reads: what asks the builder
// for them, which modes read them, and which of these have them to themselves.
var structures = []struct {
	family, option, readers string
	own                     []string
}{
	{bundle.FamilyGraph, "always", "`e2graph`, `ket`, `node`, `da`", nil},
	{bundle.FamilyTree, "unless `--no-tree`", "`e2graph`", []string{e2graph.Mode}},
	{bundle.FamilyTreeTerms, "unless `--no-tree`", "`e2graph`", []string{e2graph.Mode}},
	{bundle.FamilySigns, "`--vectors`", "all but `bm25`, `graph`, `graph_hybrid`", []string{dense.Mode, sprig.ModeDense, sprig.ModeRRF}},
	{bundle.FamilyKET, "`--with ket`", "`ket`", []string{ketrag.Mode}},
	{bundle.FamilyNodes, "`--with node`", "`node`", []string{noderag.Mode}},
	{bundle.FamilyDARAG, "`--with da`", "`da`", []string{darag.Mode}},
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

// context returns what the largest contexts of a mode achieved, nil if they were not
// measured.
func (r *Report) context(mode string) (e *Evidence) {
	for i := range r.Evidence {
		if x := &r.Evidence[i]; x.Mode == mode && (e == nil || x.Budget > e.Budget) {
			e = x
		}
	}
	return e
}

// overview sets the modes side by side. Contexts and times are of the last split, which
// is the even one; times are those in Node.
func (p page) overview(reports, contexts []*Report) {
	node := slices.IndexFunc(reports, func(r *Report) bool { return r.Engine == "node" })
	if node < 0 || len(contexts) == 0 {
		return
	}
	halves := oncePerSplit(reports)
	t := &table{words: 1, header: []string{"mode"}}
	for _, name := range []string{"Recall@2", "Recall@5", "Recall@10", "All@5", "nDCG@10"} {
		for _, r := range halves {
			t.header = append(t.header, name+" "+r.Split)
		}
	}
	t.header = append(t.header, "tokens", "ms p50", "ms p95", "own kB")
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
		for _, k := range []int{2, 5, 10} {
			cells(func(x *Result) string { return cell(x.Recall, k) })
		}
		cells(func(x *Result) string { return cell(x.All, 5) })
		cells(func(x *Result) string { return cell(x.NDCG, RankCutoff) })
		row = append(row, contextTokens(contexts[len(contexts)-1], first.Mode))
		p50, p95 := "", ""
		if x := reports[node].result(first.Mode); x != nil {
			p50, p95 = fmt.Sprintf("%.1f", x.Latency.P50), fmt.Sprintf("%.1f", x.Latency.P95)
		}
		t.add(append(row, p50, p95, ownKilobytes(reports[0], first.Mode))...)
	}
	fmt.Fprintf(p.w, "\n### %s, all modes\n\n", reports[0].Dataset)
	p.w.WriteString("Tokens are those of a context of at most 12,000, averaged over the even queries; milliseconds a query are those in Node, even\n" +
		"queries. Own kB are the parts of the bundle that it has for this mode or a few, compressed: see the table of bytes.\n")
	p.table(t)
}

func contextTokens(r *Report, mode string) string {
	if e := r.context(mode); e != nil {
		return fmt.Sprintf("%.0f", e.Tokens)
	}
	return ""
}

// ownKilobytes adds up the structures that a mode reads besides what all do.
func ownKilobytes(r *Report, mode string) string {
	var sum int64
	for _, s := range structures {
		if slices.Contains(s.own, mode) {
			sum += r.stored(s.family)
		}
	}
	if sum == 0 {
		return ""
	}
	return kilobytes(int(sum))
}

// stored returns what a family takes in the bundle.
func (r *Report) stored(family string) int64 {
	for _, s := range r.Bundle {
		if s.Name == family {
			return s.Bytes
		}
	}
	return 0
}

// contexts has a table of what contexts for language models hold, a row for each half,
// mode and budget.
func (p page) contexts(reports []*Report) {
	t := &table{words: 2, header: []string{"split", "mode", "budget", "tokens", "gold", "all gold", "answer", "p50 ms"}}
	for _, r := range reports {
		for _, e := range r.Evidence {
			answer := ""
			if e.Answers > 0 {
				answer = figure(e.Answered)
			}
			t.add(r.Split, e.Mode, fmt.Sprint(e.Budget), fmt.Sprintf("%.0f", e.Tokens), figure(e.Gold), figure(e.AllGold), answer, milliseconds(e.Latency.P50))
		}
	}
	fmt.Fprintf(p.w, "\n### %s, contexts\n\n", reports[0].Dataset)
	p.w.WriteString("Contexts for a language model, in tokens; gold is the share of a query's relevant passages of which there is a part, all gold\n" +
		"that of the queries with all of them, answer that of those whose answer stands in the context, word for word. Times are native.\n")
	p.table(t)
}

// bytes has a table of what the structures of a bundle take on disk.
func (p page) bytes(r *Report) {
	var sum, special int64
	for _, s := range r.Bundle {
		sum += s.Bytes
	}
	t := &table{words: 3, header: []string{"structure", "there", "read by", "kB", "share"}}
	share := func(n int64) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, sum))) }
	for _, s := range structures {
		n := r.stored(s.family)
		special += n
		t.add(s.family, s.option, s.readers, kilobytes(int(n)), share(n))
	}
	t.rows = slices.Insert(t.rows, 0, []string{"words, entities, passages, texts", "always", "all modes", kilobytes(int(sum - special)), share(sum - special)})
	fmt.Fprintf(p.w, "\n### %s, bytes of the bundle\n\nCompressed, as `mycel inspect` says; %s kB in all, without engine and page.\n", r.Dataset, kilobytes(int(sum)))
	p.table(t)
}
