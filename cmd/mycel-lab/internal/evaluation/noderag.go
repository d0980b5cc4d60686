package evaluation

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"strings"

	"mycel/builder"
	buildermethod "mycel/builder/method"
	"mycel/builder/method/noderag"
	"mycel/engine/bundle"
	ranker "mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
)

// nodeBuilds are the graphs that mode node is compared on; the first, "", is the default.
var nodeBuilds = []struct {
	name   string
	change func(*builder.Config, *noderag.Options)
}{
	{"", func(*builder.Config, *noderag.Options) {}},
	{"without vectors", func(c *builder.Config, o *noderag.Options) { c.Vectors = false }},
	{"without semantic edges", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartSemanticEdges }},
	{"without attributes", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartAttributes }},
	{"without elements and overviews", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartElements }},
	{"without relations", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartRelations }},
	{"units without their page's subject", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartSubjects }},
	{"units without their page's title", func(c *builder.Config, o *noderag.Options) { o.Without = noderag.PartTitles }},
	{"5 neighbours", func(c *builder.Config, o *noderag.Options) { o.Neighbours = 5 }},
	{"16 neighbours", func(c *builder.Config, o *noderag.Options) { o.Neighbours = 16 }},
	{"mutual neighbours", func(c *builder.Config, o *noderag.Options) { o.Mutual = true }},
	{"important by k-core", func(c *builder.Config, o *noderag.Options) { o.Core = noderag.CorePeel }},
	{"relations tied to units", func(c *builder.Config, o *noderag.Options) { o.UnitEdges = true }},
}

// nodeSettings are the rows of the table of parameters.
func nodeSettings() []setting {
	const mode = ranker.Mode
	rows := []setting{row("bm25", nil), row("graph_rrf", nil), row("bridge", nil), row(mode, nil)}
	rows = append(rows,
		nodeOfPaper,
		row(mode, Parameters{"nodeEntryTypes": "elements"}), row(mode, Parameters{"nodeOrder": "found"}),
		row(mode, Parameters{"nodeEntryWeight": "equal"}), row(mode, Parameters{"nodeQuota": "perType", "nodeOrder": "found"}))
	rows = append(rows, with(mode, "similarity", "words", "dense")...)
	rows = append(rows, with(mode, "nodeWithout", "dual", "correction")...)
	for _, n := range []float64{10, 20, 30} {
		rows = append(rows, row(mode, Parameters{"nodeWithout": "cross", "nodeEntries": n, "nodeOrder": "found"}))
	}
	rows = append(rows, with(mode, "nodeWalk", "lazy")...)
	rows = append(rows, with(mode, "nodeSteps", 1.0, 3.0, 5.0)...)
	return append(rows, with(mode, "nodeAlpha", 0.3, 0.7)...)
}

// WriteNodeRAG measures mode node on the data sets in dirs, and writes their tables; it says
// on progress where it is. Of each half of the queries the first are asked, and of the
// graphs the first compared; 0 is all.
func WriteNodeRAG(ctx context.Context, w, progress io.Writer, dirs []string, first, graphs int) error {
	var b strings.Builder
	if first > 0 {
		fmt.Fprintf(&b, "Of each half the first %d queries were asked.\n", first)
	}
	p := page{w: &b}
	sizes := &table{words: 1, header: []string{"data set", "T", "S", "N", "R", "A", "H", "O", "edges", "build s", "nodes kB", "node vectors kB", "bundle kB", "without node kB"}}
	contexts := &table{words: 1, header: []string{"data set", "tokens of all that is found", "gold", "tokens of 2,000", "gold", "p50 ms"}}
	var parts strings.Builder
	all := true // graphs are compared on the first data set
	err := eachSet(ctx, &parts, dirs, func(a *ablation, p page) error {
		n := &nodeEvaluation{ablation: a, progress: progress, sizes: sizes, contexts: contexts, first: first, graphs: graphs}
		err := n.run(p, all)
		all = false
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n## Nodes, edges and bytes\n\nKilobytes are compressed; those of the two sections are compressed by themselves. Seconds are those of the whole build.\nNames that no unit has are no nodes, and are not counted.\n")
	p.table(sizes)
	fmt.Fprintf(&b, "\n## Contexts\n\nTokens, averaged over the even queries, of a context of everything that mode node finds, and of one of at most 2,000\ntokens; gold is the share of the relevant passages that it has sentences of.\n")
	p.table(contexts)
	b.WriteString(parts.String())
	_, err = io.WriteString(w, b.String())
	return err
}

// nodeEvaluation measures one data set.
type nodeEvaluation struct {
	*ablation
	progress        io.Writer
	sizes, contexts *table
	built           *builder.Report // of the default graph
	first, graphs   int
}

func (n *nodeEvaluation) run(p page, all bool) (err error) {
	set := n.set
	if n.built, err = n.buildGraph("", nodeBuilds[0].change); err != nil {
		return err
	}
	if err := n.size(); err != nil {
		return err
	}
	fmt.Fprintln(n.progress, set.Name+": contexts")
	if err := n.context(); err != nil {
		return err
	}
	fmt.Fprintln(n.progress, set.Name+": parameters")
	t, err := n.compare(comparison{title: "parameters", settings: nodeSettings(), first: n.first})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.w, "\n## %s: parameters\n", set.Name)
	p.table(t)
	if !all {
		return nil
	}
	var rows []setting
	for i, b := range nodeBuilds {
		if n.graphs > 0 && i == n.graphs {
			break
		}
		if b.name != "" {
			if _, err := n.buildGraph(b.name, b.change); err != nil {
				return err
			}
		}
		name := b.name
		if name == "" {
			name = "the default graph"
		}
		rows = append(rows, setting{name: name, mode: ranker.Mode, build: b.name})
	}
	if t, err = n.compare(comparison{title: "graphs", settings: rows, first: n.first}); err != nil {
		return err
	}
	fmt.Fprintf(p.w, "\n## %s: graphs\n\nWhat parts of the graph are worth.\n", set.Name)
	p.table(t)
	return nil
}

// buildGraph makes a bundle with the graph.
func (n *nodeEvaluation) buildGraph(name string, change func(*builder.Config, *noderag.Options)) (*builder.Report, error) {
	fmt.Fprintln(n.progress, n.set.Name+": building", name)
	return n.build(name, forMethod(change, func(o noderag.Options) buildermethod.Method { return noderag.Method{Options: o} }))
}

// size adds a row about the graph, and what it costs.
func (n *nodeEvaluation) size() error {
	plain, err := n.build("without", func(*builder.Config) {})
	if err != nil {
		return err
	}
	row := []string{n.set.Name}
	e, err := n.bundles[""].open()
	if err != nil {
		return err
	}
	g := ranker.Of(e.Index()).Graph
	for _, t := range []heterograph.Type{heterograph.Text, heterograph.Unit, heterograph.Entity, heterograph.Relation, heterograph.Attribute, heterograph.Element, heterograph.Overview} {
		first, end := g.Range(t)
		count := 0
		for node := first; node < end; node++ {
			if t != heterograph.Entity || g.Degree(node) > 0 {
				count++
			}
		}
		row = append(row, fmt.Sprint(count))
	}
	seconds := 0.0
	for _, phase := range n.built.Phases {
		seconds += phase.Seconds
	}
	row = append(row, fmt.Sprint(g.NumEdges()), fmt.Sprintf("%.0f", seconds))
	part, _ := e.Directory().Range(bundle.FamilyNodes)
	sections, err := e.Directory().Open(part, n.bundles[""].parts[part])
	if err != nil {
		return err
	}
	for _, b := range sections {
		row = append(row, kilobytes(compressed(b)))
	}
	n.sizes.add(append(row, kilobytes(int(n.built.Bytes)), kilobytes(int(plain.Bytes)))...)
	return nil
}

func kilobytes(n int) string { return fmt.Sprintf("%.0f", float64(n)/1e3) }

func compressed(b []byte) int {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = w.Write(b) // into memory: it cannot fail
	_ = w.Close()
	return out.Len()
}

// context adds a row about contexts for language models.
func (n *nodeEvaluation) context() error {
	queries, judgements, err := n.set.SelectFirst("even", n.first)
	if err != nil {
		return err
	}
	m := &Measured{Queries: queries, Judgements: judgements}
	found, err := MeasureEvidence(n.ctx, n.bundles[""], m, []ContextRow{{Name: ranker.Mode, Mode: ranker.Mode}}, []int{1 << 30, 2000})
	if err != nil {
		return err
	}
	n.contexts.add(n.set.Name, fmt.Sprintf("%.0f", found[0].Tokens), figure(found[0].Gold), fmt.Sprintf("%.0f", found[1].Tokens), figure(found[1].Gold), milliseconds(found[1].Latency.P50))
	return nil
}
