package evaluation

import (
	"fmt"
	"runtime"
	"slices"

	"mycel/engine"
	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/sprig"
	"mycel/engine/model"
)

// reachQueries is how many queries of each half tell which passages a threshold finds.
const reachQueries = 100

// reach tells which passages a walk finds that ends at a threshold.
func (a *ablation) reach(p page) error {
	e, err := a.bundles[""].open()
	if err != nil {
		return err
	}
	x, s := e.Index(), method.NewSearcher(e.Index())
	total := 0
	for c := range x.Corpus.NumChunks() {
		total += x.ChunkEntities.Len(uint32(c))
	}
	fmt.Fprintf(p.w, "\n### %s: what thresholds find\n\nThe first ten passages of mode graph, over %d queries of each half: those that mention an entity of the query, and the\nentities that a passage mentions, on average; of all passages these are %.1f.\n", a.set.Name, reachQueries, float64(total)/float64(x.Corpus.NumChunks()))
	t := &table{words: 1, header: []string{"epsilon", "mention an entity of the query", "entities a passage"}}
	for _, epsilon := range thresholds {
		o, err := Parameters{"epsilon": epsilon}.options()
		if err != nil {
			return err
		}
		found, near, mentions := 0, 0, 0
		for _, split := range []string{"odd", "even"} {
			queries, _, err := a.set.SelectFirst(split, reachQueries)
			if err != nil {
				return err
			}
			for _, q := range queries {
				if err := a.ctx.Err(); err != nil {
					return err
				}
				r := e.Request(q.Text, engine.Options{Options: o})
				ranking, _ := s.Run(sprig.ModeGraph, r)
				for _, it := range ranking.Items[:min(10, len(ranking.Items))] {
					found++
					mentions += x.ChunkEntities.Len(uint32(it.Node))
					if slices.ContainsFunc(r.Entities, func(l entity.Link) bool { return x.ChunkEntities.Count(uint32(it.Node), uint32(l.Entity)) > 0 }) {
						near++
					}
				}
			}
		}
		t.add(fmt.Sprint(epsilon), figure(float64(near)/float64(max(1, found))), fmt.Sprintf("%.1f", float64(mentions)/float64(max(1, found))))
	}
	p.table(t)
	return nil
}

// byEntities tells the worth of a walk by how many entities a query names.
func (a *ablation) byEntities(p page) error {
	e, err := a.bundles[""].open()
	if err != nil {
		return err
	}
	queries, judgements, err := a.set.Select("all")
	if err != nil {
		return err
	}
	job := &Job{Bundle: a.bundles[""], Depth: 10}
	named, counts := map[string]int{}, [4]int{}
	for _, q := range queries {
		job.Queries = append(job.Queries, q.Text)
		named[q.ID] = min(len(e.Request(q.Text, engine.Options{}).Entities), len(counts)-1)
		counts[named[q.ID]]++
	}
	rows := []setting{row("bm25", nil), row("graph", nil), row("graph", Parameters{"fallback": "none"}), row("graph_hybrid", nil), row("bridge", nil)}
	m := &Measured{Queries: queries, Judgements: judgements}
	t := &table{words: 1, header: []string{"entities in the query", "queries"}}
	for _, s := range rows {
		t.header = append(t.header, s.name)
		if job.Options, err = s.parameters.options(); err != nil {
			return err
		}
		searcher, err := a.engine(job, "")
		if err != nil {
			return err
		}
		answers, err := job.answer(a.ctx, searcher, s.mode)
		if err != nil {
			return err
		}
		m.Answers = append(m.Answers, answers)
	}
	for n, count := range counts {
		name := fmt.Sprint(n)
		if n == len(counts)-1 {
			name += " or more"
		}
		cells := []string{name, fmt.Sprint(count)}
		for i := range rows {
			cell := ""
			if count > 0 {
				cell = figure(m.figures(i, []int{10}, func(q Query) bool { return named[q.ID] == n }).Recall[10])
			}
			cells = append(cells, cell)
		}
		t.add(cells...)
	}
	fmt.Fprintf(p.w, "\n### %s: by entities of the query\n\nRecall@10 over all queries, by the number of entities that the index has of those in the query.\n", a.set.Name)
	p.table(t)
	return nil
}

// pruned tells which of the passages that are looked for are still reached by their titles when
// hubs are pruned.
func (a *ablation) pruned(p page) error {
	e, err := a.bundles[""].open()
	if err != nil {
		return err
	}
	_, judgements, err := a.set.Select("all")
	if err != nil {
		return err
	}
	x := e.Index()
	var byDF []uint32
	for entity := range x.Entities.Len() {
		byDF = append(byDF, uint32(entity))
	}
	slices.SortStableFunc(byDF, func(a, b uint32) int { return x.EntityChunks.Len(b) - x.EntityChunks.Len(a) })
	titles := map[string][]uint32{} // entities, by document
	for section := range x.Corpus.NumSections() {
		id := x.Corpus.DocID.At(int(x.Corpus.SectionDoc(model.SectionID(section))))
		titles[id] = append(titles[id], x.Titles.Of(model.SectionID(section))...)
	}
	t := &table{words: 1, header: []string{"hubTopPercent", "entities left out", "of at least so many passages", "titles left", "R@10 odd", "R@10 even"}}
	for _, percent := range []float64{0, 0.1, 1, 5, 20} {
		out := byDF[:int(float32(len(byDF))*float32(percent)/100)]
		left, all := 0, 0
		for _, j := range judgements {
			for document := range j {
				all++
				if slices.ContainsFunc(titles[document], func(entity uint32) bool { return !slices.Contains(out, entity) }) {
					left++
				}
			}
		}
		least := ""
		if len(out) > 0 {
			least = fmt.Sprint(x.EntityChunks.Len(out[len(out)-1]))
		}
		cells := []string{fmt.Sprint(percent), fmt.Sprint(len(out)), least, figure(float64(left) / float64(max(1, all)))}
		for _, split := range []string{"odd", "even"} {
			r, err := a.measure(row("graph_hybrid", Parameters{"hubTopPercent": percent}), split, 0)
			if err != nil {
				return err
			}
			cells = append(cells, figure(r.Recall[10]))
		}
		t.add(cells...)
	}
	fmt.Fprintf(p.w, "\n### %s: titles under pruning\n\nPruning leaves out the entities in most passages. Titles left are the labelled passages with a title entity in the graph;\nRecall is that of mode graph_hybrid.\n", a.set.Name)
	p.table(t)
	return nil
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
func termDegrees(x *method.Index) (byTerm, byPassage []int) {
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
