package builder

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/method/ketrag"
	"mycel/builder/terms"
)

// drawing is what a skeleton is drawn from.
type drawing struct {
	described [][]uint32        // by entity: the sentences that describe it, none for what is no entity
	relations []ketrag.Relation // ascending; Sentence is the number in the corpus
	// What a language model wrote; nil for nothing.
	texts   map[uint32]string
	related map[[2]uint32]string
}

// drawSentences chooses sentences: see package ket.
func (k *ketBuild) drawSentences(core []ketrag.Sentence) *drawing {
	all := len(k.entities.Entities)
	d := &drawing{described: make([][]uint32, all), relations: ketrag.Relate(core, all, k.idf)}
	for e, at := range ketrag.Describe(core, all, k.idf) {
		for _, s := range at {
			d.described[e] = append(d.described[e], core[s].ID)
		}
	}
	for i := range d.relations {
		d.relations[i].Sentence = int(core[d.relations[i].Sentence].ID)
	}
	return d
}

// writtenTokens bounds what a description is joined of, if several chunks have an entity.
const writtenTokens = 150

// chunkToRead is a chunk that the model is asked about.
type chunkToRead struct {
	inquiry
	first, end int      // sentences of the corpus
	names      []uint32 // entities, ascending
}

// readCore has a language model draw the skeleton, a core chunk at a time. Chunks of
// which it says nothing that can be read are drawn as without it. Descriptions of several
// chunks are joined, and weights added. A chunk that mentions no entity is not asked
// about. The sentences of the drawing without a model remain, to say where the documents
// speak of what is described.
func (k *ketBuild) readCore(core []ketrag.Sentence) (*drawing, error) {
	chunks := k.chunksToRead(k.material, func(chunk int) bool { return k.parts.Chunks[chunk].Core })
	facts, err := k.reader.readFacts(k.material, chunks)
	if err != nil {
		return nil, err
	}
	w := newWritten(k.counter.Count)
	read := make([]bool, len(k.sentences))
	for i, c := range chunks {
		if facts[i] != nil {
			w.add(*facts[i], k.sentences[c.first:c.end])
			setAll(read[c.first:c.end], true)
		}
	}
	for i, c := range chunks {
		if facts[i] == nil {
			setAll(read[c.first:c.end], false) // also those that it shares with chunks that were read
		}
	}
	rest := slices.DeleteFunc(slices.Clone(core), func(s ketrag.Sentence) bool { return read[s.ID] })
	d := w.join(k.drawSentences(core), k.drawSentences(rest))
	k.reader.said.Written = len(d.texts) + len(d.related)
	return d, nil
}

func setAll(a []bool, v bool) {
	for i := range a {
		a[i] = v
	}
}

// chunksToRead lists those of the chunks, numbered through, that mention an entity.
func (b *build) chunksToRead(m *material, want func(chunk int) bool) (out []chunkToRead) {
	chunk, sentence := 0, 0
	for i, p := range b.pages {
		for _, own := range p.Chunks {
			if want(chunk) && own.First < own.End {
				if one := b.chunkToRead(m, i, own.First, own.End); len(one.names) > 0 {
					one.first, one.end = sentence+own.First, sentence+own.End
					out = append(out, one)
				}
			}
			chunk++
		}
		sentence += len(p.Sentences)
	}
	return out
}

// chunkToRead makes the question about sentences of a page.
func (b *build) chunkToRead(m *material, page, first, end int) (c chunkToRead) {
	p := b.pages[page]
	var names []string
	for _, mention := range entities.MentionsWithin(m.entities.Mentions[page], first, end) {
		if e := mention.Entity; !mention.Nested && !slices.Contains(c.names, e) && len(names) < extract.MaxNames {
			c.names = append(c.names, e)
			names = append(names, m.entities.Entities[e].Name)
		}
	}
	slices.Sort(c.names)
	text := p.Doc.Text[p.Sentences[first]:p.SentenceEnd(end-1)]
	c.inquiry = inquiry{prompt: extract.Prompt(text, names), tokens: extract.Tokens(len(names)), about: p.Doc.ID}
	return c
}

// readFacts returns what the model says of chunks, nil where that cannot be read.
func (r *reader) readFacts(m *material, chunks []chunkToRead) ([]*extract.Facts, error) {
	inquiries := make([]inquiry, len(chunks))
	for i := range chunks {
		inquiries[i] = chunks[i].inquiry
	}
	replies, err := r.ask(inquiries)
	if err != nil {
		return nil, err
	}
	out := make([]*extract.Facts, len(chunks))
	for i, c := range chunks {
		facts := extract.Parse(replies[i].text(), replies[i].answer.Cut, m.entities.Among(c.names))
		r.said.Dropped += facts.Dropped
		if len(facts.Entities)+len(facts.Relations) > 0 {
			out[i] = &facts
		} else {
			r.fallback(c.inquiry, replies[i])
		}
	}
	return out, nil
}

// written gathers what a model said of the chunks.
type written struct {
	count   func(string) int
	texts   map[uint32][]string
	related map[[2]uint32]*statement
}

func newWritten(count func(string) int) *written {
	return &written{count: count, texts: map[uint32][]string{}, related: map[[2]uint32]*statement{}}
}

// statement is what is said of a pair.
type statement struct {
	texts    []string
	chunks   int // that say it
	sentence int // of the corpus, that has one of both at least
}

// add adds what the model said of a chunk; its sentences may be left out.
func (w *written) add(f extract.Facts, chunk []ketrag.Sentence) {
	for _, e := range f.Entities {
		w.texts[e.ID] = append(w.texts[e.ID], e.Text)
	}
	for _, r := range f.Relations {
		pair := [2]uint32{r.A, r.B}
		s := w.related[pair]
		if s == nil {
			s = &statement{}
			if len(chunk) > 0 {
				s.sentence = int(nearest(chunk, r.A, r.B).ID)
			}
			w.related[pair] = s
		}
		s.texts = append(s.texts, r.Text)
		s.chunks++
	}
}

// nearest returns the first sentence that mentions both entities, else one of them.
func nearest(chunk []ketrag.Sentence, a, b uint32) *ketrag.Sentence {
	best, most := &chunk[0], 0
	for i := range chunk {
		has := func(e uint32) bool {
			return slices.ContainsFunc(chunk[i].Mentions, func(m ketrag.Mention) bool { return m.Entity == e })
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

// join puts what was written and what was chosen from the rest of the chunks together.
// chosen is what sentences of all chunks say.
func (w *written) join(chosen, rest *drawing) *drawing {
	d := &drawing{described: make([][]uint32, len(rest.described)), texts: map[uint32]string{}, related: map[[2]uint32]string{}}
	keep := func(e uint32) { d.described[e] = chosen.described[e] }
	for e, at := range rest.described {
		if len(at) > 0 {
			keep(uint32(e))
		}
	}
	for e, texts := range w.texts {
		keep(e)
		d.texts[e] = w.joined(texts)
	}
	relations := map[[2]uint32]ketrag.Relation{}
	for _, r := range chosen.relations {
		relations[[2]uint32{r.A, r.B}] = r
	}
	for _, r := range rest.relations {
		if _, ok := w.related[[2]uint32{r.A, r.B}]; !ok {
			d.relations = append(d.relations, r)
		}
	}
	weights := map[[2]uint32]int{}
	for _, r := range rest.relations {
		weights[[2]uint32{r.A, r.B}] = r.Weight
	}
	for pair, s := range w.related {
		r, ok := relations[pair]
		if !ok {
			r = ketrag.Relation{A: pair[0], B: pair[1], Sentence: s.sentence}
		}
		r.Weight = s.chunks + weights[pair]
		keep(r.A)
		keep(r.B)
		d.related[pair] = w.joined(s.texts)
		d.relations = append(d.relations, r)
	}
	slices.SortFunc(d.relations, func(a, b ketrag.Relation) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return d
}

// joined joins texts, each once, as long as there is room; the first has it always.
func (w *written) joined(texts []string) string {
	var out []string
	room := writtenTokens
	for _, t := range texts {
		if n := w.count(t); !slices.Contains(out, t) && (n <= room || len(out) == 0) {
			out = append(out, t)
			room -= n
		}
	}
	return strings.Join(out, " ")
}

// writtenTerms returns the terms of a text that a model wrote, stop words and words
// that the corpus has not left out.
func (b *build) writtenTerms(v *terms.Vocabulary, text string) (terms []uint32) {
	sp := analyse.NewSpeller()
	for _, w := range b.analyser.Words(text, sp) {
		if t, ok := v.Find(sp.Keys[w]); ok && !v.Stop[t] {
			terms = append(terms, uint32(t))
		}
	}
	return terms
}
