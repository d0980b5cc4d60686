package evaluation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"mycel/builder"
	buildermethod "mycel/builder/method"
	layers "mycel/builder/method/darag"
	"mycel/engine"
	"mycel/engine/ktruss"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/method/darag"
	"mycel/engine/method/dense"
	"mycel/engine/method/sprig"
)

// communityQueries is how many queries of each half are asked.
const communityQueries = 60

// communityBuilds are the bundles that are compared.
var communityBuilds = []struct {
	name   string
	change func(*builder.Config, *layers.Options)
}{
	{"", func(*builder.Config, *layers.Options) {}},
	{"without vectors", func(c *builder.Config, o *layers.Options) { c.Vectors = false }},
	{"chunks of 1,200 tokens, 100 repeated", func(c *builder.Config, o *layers.Options) { c.ChunkTokens, c.ChunkOverlap = 1200, 100 }},
	{"3 similar entities", func(c *builder.Config, o *layers.Options) { o.Neighbours = 3 }},
	{"9 similar entities", func(c *builder.Config, o *layers.Options) { o.Neighbours = 9 }},
}

// communitySettings are the rows about parameters; those of daWithout are the paper's ablations.
func communitySettings() []setting {
	rows := []setting{row("bm25", nil), row("dense", nil), row("da", nil), ofPapers[len(ofPapers)-1]}
	rows = append(rows, with("da", "daWithout", "community", "chunks", "similarity")...)
	for _, build := range communityBuilds[1:] {
		rows = append(rows, setting{name: "da, " + build.name, mode: "da", build: build.name})
	}
	rows = append(rows, with("da", "daTruss", 3.0, 5.0)...)
	rows = append(rows, with("da", "daComponents", 1.0, 2.0)...)
	rows = append(rows, with("da", "daReach", 50.0, 100.0, 400.0)...)
	return append(rows, with("da", "similarity", "words", "dense")...)
}

// WriteCommunities measures mode da on the data sets in dirs, and writes their tables; it
// says on progress where it is.
func WriteCommunities(ctx context.Context, w, progress io.Writer, dirs []string) error {
	return eachSet(ctx, w, dirs, func(a *ablation, p page) error { return a.communities(p, progress) })
}

func (a *ablation) communities(p page, progress io.Writer) error {
	set := a.set
	fmt.Fprintf(p.w, "\n## %s\n", set.Name)
	builds := &table{words: 1, header: []string{"build", "chunks", "edges of the chunk layer", "largest k", "MB of the bundle"}}
	for _, build := range communityBuilds {
		fmt.Fprintln(progress, set.Name+": build", build.name)
		if err := a.buildLayers(build.name, build.change, builds); err != nil {
			return err
		}
	}
	fmt.Fprintln(progress, set.Name+": parts")
	t := &table{words: 1, header: []string{"setting", "R@10 odd", "R@10 even", "gold odd", "gold even", "answer odd", "answer even", "p50 ms"}}
	for _, s := range communitySettings() {
		if err := a.withContexts(t, s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	fmt.Fprintf(p.w, "\n### %s: parts\n", set.Name)
	p.table(t)
	fmt.Fprintf(p.w, "\n### %s: builds\n", set.Name)
	p.table(builds)
	fmt.Fprintln(progress, set.Name+": communities")
	return a.figure5(p)
}

// withContexts adds a row with the Recall of a setting and the contents of its contexts.
func (a *ablation) withContexts(t *table, s setting) error {
	o, err := s.parameters.options()
	if err != nil {
		return err
	}
	var ranked [2]Result
	var packed [2][]Evidence
	for i, split := range []string{"odd", "even"} {
		if ranked[i], err = a.measure(s, split, communityQueries); err != nil {
			return err
		}
		queries, judgements, err := a.set.SelectFirst(split, communityQueries)
		if err != nil {
			return err
		}
		m := &Measured{Queries: queries, Judgements: judgements}
		if packed[i], err = MeasureEvidence(a.ctx, a.bundles[s.build], m, []ContextRow{{s.name, s.mode, o}}, []int{2000}); err != nil {
			return err
		}
	}
	t.add(s.name, figure(ranked[0].Recall[10]), figure(ranked[1].Recall[10]), figure(packed[0][0].Gold), figure(packed[1][0].Gold),
		figure(packed[0][0].Answered), figure(packed[1][0].Answered), milliseconds(ranked[1].Latency.P50))
	return nil
}

// buildLayers builds a bundle for mode da, and adds a row about it.
func (a *ablation) buildLayers(name string, change func(*builder.Config, *layers.Options), t *table) error {
	report, err := a.build(name, forMethod(change, func(o layers.Options) buildermethod.Method { return layers.Method{Options: o} }))
	if err != nil {
		return err
	}
	e, err := a.bundles[name].open()
	if err != nil {
		return err
	}
	x := darag.Of(e.Index())
	if name == "" {
		name = "all other rows"
	}
	t.add(name, fmt.Sprint(x.Chunks.NumNodes()), fmt.Sprint(x.Chunks.NumEdges()), fmt.Sprint(ktruss.MaxK(x.Trussness)), fmt.Sprintf("%.1f", float64(report.Bytes)/1e6))
	return nil
}

// subgraphs are measures of what was found for a query, summed up (DA-RAG, appendix B.3).
type subgraphs struct {
	n, nodes                              int
	relevance, density, diameter, similar float64
}

// figure5 compares the passages that modes find as subgraphs of the chunk layer, by the
// measures of the paper's figure 5.
func (a *ablation) figure5(p page) error {
	e, err := a.bundles[""].open()
	if err != nil {
		return err
	}
	queries, _, err := a.set.Select("even")
	if err != nil {
		return err
	}
	m := newMeasurer(e)
	if m == nil {
		return errors.New("too little text for vectors")
	}
	rows := []struct {
		name  string
		found func(*method.Searcher, *method.Request) [][]uint32
	}{
		{"da, communities of chunks", communitiesOf("nothing")},
		{"da, daWithout community: the best and their neighbours", communitiesOf("community")},
		{"bm25, first 10", firstOf(bm25.Mode)},
		{"dense, first 10", firstOf(dense.Mode)},
		{"graph, first 10", firstOf(sprig.ModeGraph)},
		{"bridge, first 10", firstOf(bridge.Mode)},
	}
	fmt.Fprintf(p.w, "\n### %s: what is found, as subgraphs of the chunk layer\n\nThe first %d even queries. Means over the subgraphs: the cosine of their chunks with the query (the paper's QRScore); edges\nover pairs of chunks; the longest of the shortest paths in the whole layer between chunks that reach each other; the\ncosine of pairs of chunks.\n", a.set.Name, min(communityQueries, len(queries)))
	t := &table{words: 1, header: []string{"found by", "subgraphs a query", "chunks", "QRScore", "density", "diameter", "pairwise similarity"}}
	s := method.NewSearcher(e.Index())
	asked := queries[:min(communityQueries, len(queries))]
	for _, row := range rows {
		var sum subgraphs
		for _, q := range asked {
			if err := a.ctx.Err(); err != nil {
				return err
			}
			r := e.Request(q.Text, engine.Options{})
			for _, chunks := range row.found(s, r) {
				m.add(&sum, s.Dense.QueryVector(r), chunks)
			}
		}
		if n := float64(sum.n); n > 0 {
			t.add(row.name, fmt.Sprintf("%.1f", n/float64(len(asked))), fmt.Sprintf("%.1f", float64(sum.nodes)/n),
				figure(sum.relevance/n), figure(sum.density/n), fmt.Sprintf("%.2f", sum.diameter/n), figure(sum.similar/n))
		}
	}
	p.table(t)
	return nil
}

// communitiesOf returns the communities of chunks that the mode finds without a part of it.
func communitiesOf(without string) func(*method.Searcher, *method.Request) [][]uint32 {
	return func(s *method.Searcher, r *method.Request) (found [][]uint32) {
		r.Options.Params = append(r.Options.Params, method.FindSwitch("daWithout").Word(without))
		_, communities := darag.Communities(s, r)
		for _, c := range communities {
			if c.Layer == darag.ChunkLayer {
				found = append(found, c.Chunks)
			}
		}
		return found
	}
}

// firstOf returns the passages that a mode finds, as one subgraph.
func firstOf(mode string) func(*method.Searcher, *method.Request) [][]uint32 {
	return func(s *method.Searcher, r *method.Request) [][]uint32 {
		var chunks []uint32
		ranking, _ := s.Run(mode, r)
		for _, it := range ranking.Items {
			chunks = append(chunks, uint32(it.Node))
		}
		if len(chunks) == 0 {
			return nil
		}
		return [][]uint32{chunks}
	}
}

// measurer measures subgraphs of the chunk layer.
type measurer struct {
	g       *ktruss.Graph
	vectors [][]float32 // by chunk, of length 1
	at      []int       // scratch: 1 + the distance
}

// newMeasurer returns nil for an index without vectors.
func newMeasurer(e *engine.Engine) *measurer {
	x := e.Index()
	if x.Vectors == nil {
		return nil
	}
	m := &measurer{g: darag.Of(x).Chunks, vectors: make([][]float32, x.Vectors.Len()), at: make([]int, x.Vectors.Len())}
	for i := range m.vectors {
		m.vectors[i] = make([]float32, x.Vectors.Dims())
		x.Vectors.AddTo(m.vectors[i], uint32(i), 1)
		scale := 1 / float32(math.Sqrt(float64(x.Vectors.Dims())))
		for d := range m.vectors[i] {
			m.vectors[i][d] *= scale // all are of signs
		}
	}
	return m
}

// add adds a subgraph, for a query with a vector.
func (m *measurer) add(sum *subgraphs, query []float32, chunks []uint32) {
	if query == nil || len(chunks) == 0 {
		return
	}
	sum.n++
	sum.nodes += len(chunks)
	in := map[uint32]bool{}
	for _, c := range chunks {
		in[c] = true
	}
	edges, longest, relevance, similar := 0, 0, 0.0, 0.0
	for i, c := range chunks {
		relevance += dot(query, m.vectors[c])
		near, _ := m.g.Neighbours(c)
		for _, v := range near {
			if v > c && in[v] {
				edges++
			}
		}
		for _, other := range chunks[:i] {
			similar += dot(m.vectors[c], m.vectors[other])
		}
		longest = max(longest, m.farthest(c, in))
	}
	n := float64(len(chunks))
	sum.relevance += relevance / n
	sum.density += float64(ktruss.Density(len(chunks), edges))
	sum.diameter += float64(longest)
	if len(chunks) > 1 {
		sum.similar += similar / (n * (n - 1) / 2)
	}
}

// farthest returns the distance of the farthest of some chunks that one reaches.
func (m *measurer) farthest(root uint32, chunks map[uint32]bool) int {
	clear(m.at)
	m.at[root] = 1
	left, longest := len(chunks)-1, 0
	for queue := []uint32{root}; len(queue) > 0 && left > 0; queue = queue[1:] {
		near, _ := m.g.Neighbours(queue[0])
		for _, v := range near {
			if m.at[v] > 0 {
				continue
			}
			m.at[v] = m.at[queue[0]] + 1
			if chunks[v] {
				left--
				longest = m.at[v] - 1
			}
			queue = append(queue, v)
		}
	}
	return longest
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v) * float64(b[i])
	}
	return sum
}
