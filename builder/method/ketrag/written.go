package ketrag

import (
	"cmp"
	"slices"

	"mycel/builder/method"
)

// drawing is the data from which a skeleton is made.
type drawing struct {
	described [][]uint32 // by entity: the sentences that describe it; nil for an entity that is not in the skeleton
	relations []Relation // ascending; Sentence is the number in the corpus
	// Texts of a language model or a given graph; nil for none.
	texts   map[uint32]string
	related map[[2]uint32]string
}

// drawSentences describes the skeleton by sentences: see the package.
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

// readCore describes the skeleton by texts of a given graph and of a language model, which reads one core chunk at a
// time. Sentences describe the chunks for which the model has no usable answer. Descriptions of several chunks are
// joined, and weights added. The model is not asked about chunks without entities. The sentences chosen without a model
// stay: they are the places where the documents mention an entity.
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

// addGiven adds the facts of a given graph, also those of chunks outside the core. It returns a sentence for each
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

// readChunks makes a language model read the core chunks, if there is a model. It returns the sentences of the chunks
// for which it has an answer.
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
			clear(read[c.First:c.End]) // including those that it shares with other chunks
		}
	}
	return read, nil
}

// nearest returns the first sentence that mentions both entities, or else the first that mentions one.
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

// join joins the statements with the sentences chosen from the other chunks. chosen is the drawing from the sentences
// of all chunks.
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
