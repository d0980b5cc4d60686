package ketrag

import (
	"cmp"
	"slices"

	"mycel/builder/method"
)

// drawing is what a skeleton is drawn from.
type drawing struct {
	described [][]uint32 // by entity: the sentences that describe it, none for what is no entity
	relations []Relation // ascending; Sentence is the number in the corpus
	// What a language model or a given graph says; nil for nothing.
	texts   map[uint32]string
	related map[[2]uint32]string
}

// drawSentences chooses sentences: see the package.
func (k *builder) drawSentences(core []Sentence) *drawing {
	all := len(k.Entities.Entities)
	d := &drawing{described: make([][]uint32, all), relations: Relate(core, all, k.IDF)}
	for e, at := range Describe(core, all, k.IDF) {
		for _, s := range at {
			d.described[e] = append(d.described[e], core[s].ID)
		}
	}
	for i := range d.relations {
		d.relations[i].Sentence = int(core[d.relations[i].Sentence].ID)
	}
	return d
}

// readCore has a given graph draw the skeleton, and a language model, a core chunk at a time. Sentences draw the
// chunks for which it has no usable answer. Descriptions of several chunks are joined, and
// weights added. A chunk that mentions no entity is not asked about. The sentences of the drawing
// without a model stay, as the places where the documents speak of an entity.
func (k *builder) readCore(core []Sentence) (*drawing, error) {
	w := method.NewStatements()
	said, err := k.readChunks(w)
	if err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(core), func(s Sentence) bool { return said[s.ID] })
	at := k.addGiven(w)
	d := k.join(w, k.drawSentences(core), k.drawSentences(rest))
	for e, s := range at {
		if len(d.described[e]) == 0 { // no core chunk mentions it
			d.described[e] = []uint32{s}
		}
	}
	k.written = len(d.texts)+len(d.related) > 0
	if k.Reader != nil {
		k.Reader.Said.Written = len(d.texts) + len(d.related)
	}
	return d, nil
}

// addGiven adds the facts of a given graph, whether their chunks are in the core or not. It returns a sentence for each
// entity of a fact.
func (k *builder) addGiven(w *method.Statements) map[uint32]uint32 {
	at := map[uint32]uint32{}
	for _, f := range k.Given.All() {
		c := k.parts.Chunks[f.Chunk]
		if len(c.Ends) == 0 {
			continue
		}
		chunk := k.sentences[c.First : int(c.First)+c.Ends[len(c.Ends)-1]]
		near := func(a, b uint32) int { return int(nearest(chunk, a, b).ID) }
		w.Add(f.Facts, near)
		for i, r := range f.Relations {
			s := w.Pairs[[2]uint32{r.A, r.B}]
			s.Weight = max(s.Weight, f.Weights[i])
			at[r.A], at[r.B] = uint32(near(r.A, r.B)), uint32(near(r.A, r.B))
		}
		for _, e := range f.Entities {
			at[e.ID] = uint32(near(e.ID, e.ID))
		}
	}
	return at
}

// readChunks has a language model read the core chunks, if there is a model, and returns the sentences of the chunks for
// which it has an answer.
func (k *builder) readChunks(w *method.Statements) (read []bool, err error) {
	read = make([]bool, len(k.sentences))
	if k.Reader == nil {
		return read, nil
	}
	chunks := k.ChunkQuestions(func(chunk int) bool { return k.parts.Chunks[chunk].Core })
	facts, err := k.ReadFacts(k.Context, chunks)
	if err != nil {
		return nil, err
	}
	for i, c := range chunks {
		if facts[i] != nil {
			chunk := k.sentences[c.First:c.End]
			w.Add(*facts[i], func(a, b uint32) int { return int(nearest(chunk, a, b).ID) })
			for s := c.First; s < c.End; s++ {
				read[s] = true
			}
		}
	}
	for i, c := range chunks {
		if facts[i] == nil {
			clear(read[c.First:c.End]) // also those that it shares with chunks that were read
		}
	}
	return read, nil
}

// nearest returns the first sentence that mentions both entities, else one of them.
func nearest(chunk []Sentence, a, b uint32) *Sentence {
	best, most := &chunk[0], 0
	for i := range chunk {
		has := func(e uint32) bool {
			return slices.ContainsFunc(chunk[i].Mentions, func(m Mention) bool { return m.Entity == e })
		}
		n := 0
		if has(a) {
			n++
		}
		if has(b) {
			n++
		}
		if n > most {
			best, most = &chunk[i], n
		}
	}
	return best
}

// join joins the statements with the sentences chosen from the rest of the chunks. chosen is
// the drawing from the sentences of all chunks.
func (k *builder) join(w *method.Statements, chosen, rest *drawing) *drawing {
	d := &drawing{described: make([][]uint32, len(rest.described)), texts: map[uint32]string{}, related: map[[2]uint32]string{}}
	keep := func(e uint32) { d.described[e] = chosen.described[e] }
	for e, at := range rest.described {
		if len(at) > 0 {
			keep(uint32(e))
		}
	}
	for e, texts := range w.Entities {
		keep(e)
		d.texts[e] = k.JoinStatements(texts)
	}
	relations := map[[2]uint32]Relation{}
	for _, r := range chosen.relations {
		relations[[2]uint32{r.A, r.B}] = r
	}
	for _, r := range rest.relations {
		if _, ok := w.Pairs[[2]uint32{r.A, r.B}]; !ok {
			d.relations = append(d.relations, r)
		}
	}
	weights := map[[2]uint32]int{}
	for _, r := range rest.relations {
		weights[[2]uint32{r.A, r.B}] = r.Weight
	}
	for pair, s := range w.Pairs {
		r, ok := relations[pair]
		if !ok {
			r = Relation{A: pair[0], B: pair[1], Sentence: s.Sentence}
		}
		r.Weight = max(s.Chunks+weights[pair], s.Weight)
		keep(r.A)
		keep(r.B)
		d.related[pair] = k.JoinStatements(s.Texts)
		d.relations = append(d.relations, r)
	}
	slices.SortFunc(d.relations, func(a, b Relation) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return d
}
