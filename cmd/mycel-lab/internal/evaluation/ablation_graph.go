package evaluation

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"mycel/cmd/mycel-lab/internal/evaluation/hnsw"
	"mycel/engine"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/strategy"
)

// seeds compares the nearest passages by vectors, exact, with those that an index for
// approximate search comes by.
func (a *ablation) seeds(p page) error {
	e, err := a.bundles[""].open()
	if err != nil {
		return err
	}
	queries, err := a.queryVectors(e)
	if err != nil || len(queries) == 0 {
		return err
	}
	vectors := e.Index().Vectors
	passages := make([][]float32, vectors.Len())
	for i := range passages {
		passages[i] = make([]float32, vectors.Dims())
		vectors.AddTo(passages[i], uint32(i), 1)
	}
	scorer := vectors.NewScorer()
	exact := make([][]float32, len(queries)) // scores of all passages
	start := time.Now()
	for i, q := range queries {
		exact[i] = make([]float32, len(passages))
		scorer.SetQuery(q)
		scorer.All(exact[i])
	}
	scan := perQuery(start, len(queries))
	start = time.Now()
	graph := hnsw.New(passages, hnsw.Params{M: 32, EfConstruction: 200}, seed)
	built := time.Since(start)
	fmt.Fprintf(p.w, "\n### %s: seeds by vectors, exact and by HNSW\n\n", a.set.Name)
	fmt.Fprintf(p.w, "%d passages, %d dimensions. The graph of HNSW (M 32, efConstruction 200) took %.1f s to build, and its links would be\n"+
		"%d bytes a passage, where the vectors are %d. Recall is the share of the exact nearest passages that are found, ties counted.\n",
		len(passages), vectors.Dims(), built.Seconds(), 2*32*4, vectors.Dims()/8)
	t := &table{words: 1, header: []string{"search", "recall of 3", "recall of 5", "recall of 20", "ms a query"}}
	t.add("exact", figure(1), figure(1), figure(1), fmt.Sprintf("%.3f", scan))
	for _, ef := range []int{16, 64, 128} {
		found := make([][]hnsw.Near, len(queries))
		start := time.Now()
		for i, q := range queries {
			found[i] = graph.Search(q, 20, ef)
		}
		took := perQuery(start, len(queries))
		row := []string{fmt.Sprintf("HNSW, efSearch %d", ef)}
		for _, k := range []int{3, 5, 20} {
			row = append(row, figure(recallOf(found, exact, k)))
		}
		t.add(append(row, fmt.Sprintf("%.3f", took))...)
	}
	p.table(t)
	return nil
}

// queryVectors returns the vectors of all labelled queries that have one.
func (a *ablation) queryVectors(e *engine.Engine) ([][]float32, error) {
	queries, _, err := a.set.Select("all")
	if err != nil {
		return nil, err
	}
	searcher := strategy.NewSearcher(e.Index())
	var vectors [][]float32
	for _, q := range queries {
		r := &strategy.Request{Query: e.Index().Dictionary.ParseQuery(q.Text)}
		r.Options.SetDefaults()
		if v := searcher.QueryVector(r); v != nil {
			vectors = append(vectors, v)
		}
	}
	return vectors, nil
}

func perQuery(start time.Time, n int) float64 {
	return float64(time.Since(start).Nanoseconds()) / 1e6 / float64(n)
}

// recallOf is the mean share of the k best scores that were found. What is found has
// the place that its exact score gives it, so that passages of equal score can stand
// for each other; the two ways of adding up differ in the last bits.
func recallOf(found [][]hnsw.Near, exact [][]float32, k int) float64 {
	hits, wanted := 0, 0
	for i, scores := range exact {
		sorted := slices.Clone(scores)
		slices.Sort(sorted)
		k := min(k, len(sorted))
		last := sorted[len(sorted)-k]
		for _, n := range found[i][:min(k, len(found[i]))] {
			if scores[n.ID] >= last {
				hits++
			}
		}
		wanted += k
	}
	return float64(hits) / math.Max(1, float64(wanted))
}

// graphs tells the sizes of the graphs that are walked.
func (a *ablation) graphs(p page) error {
	fmt.Fprintf(p.w, "\n### %s: graphs\n\nNodes are passages, and the entities that any of them mentions.\n", a.set.Name)
	t := &table{words: 1, header: []string{"entities by", "nodes", "edges", "edges a passage", "passages an entity, p50", "p95", "most", "entities a passage, p50", "p95", "most"}}
	for _, build := range append([]string{""}, buildNames()...) {
		e, err := a.bundles[build].open()
		if err != nil {
			return err
		}
		x := e.Index()
		var byEntity, byPassage []int
		for i := range x.Entities.Len() {
			byEntity = append(byEntity, x.EntityChunks.Len(uint32(i)))
		}
		for c := range x.Corpus.NumChunks() {
			byPassage = append(byPassage, x.ChunkEntities.Len(uint32(c)))
		}
		name := build
		if name == "" {
			name = defaultBuild
		}
		t.add(degrees(name, byEntity, byPassage)...)
		if build == "" {
			byTerm, byPassage := termDegrees(x)
			t.add(degrees("terms, instead", byTerm, byPassage)...)
		}
	}
	p.table(t)
	return nil
}

// termDegrees counts the edges of the graph of terms by term and by passage.
func termDegrees(x *strategy.Index) (byTerm, byPassage []int) {
	byPassage = make([]int, x.Corpus.NumChunks())
	var buffer lexical.Block
	for t := range x.Dictionary.NumTerms() {
		df := int(x.Dictionary.DF(model.TermID(t)))
		if df < 3 || df*10 > len(byPassage) {
			continue
		}
		byTerm = append(byTerm, df)
		list := x.Postings.List(model.TermID(t))
		for block := list.Read(&buffer); len(block) > 0; block = list.Read(&buffer) {
			for _, posting := range block {
				byPassage[posting.Passage]++
			}
		}
	}
	return byTerm, byPassage
}

// degrees is a row about a bipartite graph.
func degrees(name string, byEntity, byPassage []int) []string {
	byEntity = slices.DeleteFunc(byEntity, func(n int) bool { return n == 0 })
	slices.Sort(byEntity)
	slices.Sort(byPassage)
	edges := 0
	for _, n := range byEntity {
		edges += n
	}
	row := []string{name, fmt.Sprint(len(byEntity) + len(byPassage)), fmt.Sprint(edges), fmt.Sprintf("%.1f", float64(edges)/float64(max(1, len(byPassage))))}
	for _, sorted := range [][]int{byEntity, byPassage} {
		if len(sorted) == 0 {
			row = append(row, "", "", "")
			continue
		}
		for _, percent := range []int{50, 95, 100} {
			row = append(row, fmt.Sprint(sorted[max(0, (len(sorted)*percent+99)/100-1)]))
		}
	}
	return row
}

// memory tells what the engine allocates for a mode's first query.
func (a *ablation) memory(p page) error {
	b := a.bundles[""]
	fmt.Fprintf(p.w, "\n### %s: memory of the engine\n\nMegabytes in use after a query, beside the index of %.1f MB, without texts.\n", a.set.Name, float64(len(b.index))/1e6)
	t := &table{words: 1, header: []string{"after", "MB"}}
	before := heap()
	e, err := b.open()
	if err != nil {
		return err
	}
	t.add("opening", megabytes(heap()-before))
	for _, s := range []setting{row("bm25", nil), row("bridge", nil), row("graph", nil), row("graph_rrf", nil), row("graph", Parameters{"nodes": "terms"})} {
		o, err := s.parameters.options()
		if err != nil {
			return err
		}
		if _, err := e.Search(a.set.Queries[0].Text, engine.Options{Mode: s.mode, Options: o}); err != nil {
			return err
		}
		t.add("… then "+s.name, megabytes(heap()-before))
	}
	runtime.KeepAlive(e)
	p.table(t)
	return nil
}

// heap is what is in use, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1e6) }
