package builder

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/entities"
	"mycel/builder/knn"
	"mycel/builder/method/darag"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine/evidence"
	method "mycel/engine/method/darag"
	"mycel/engine/method/darag/layers"
	"mycel/engine/vector"
)

// buildDARAG makes the sections of mode da (package builder/method/darag).
func (b *build) buildDARAG(m *material) ([][]byte, error) {
	c := b.daragCorpus(m)
	related := c.Relations()
	descriptions := c.Descriptions()
	notes, err := b.daTexts(m, related)
	if err != nil {
		return nil, err
	}
	texts := b.entityTexts(m, c, descriptions, notes)
	portraits, err := b.chunkTexts(m, c)
	if err != nil {
		return nil, err
	}
	signs, err := b.daSigns(m, texts, portraits)
	if err != nil {
		return nil, err
	}
	layer := c.ChunkLayer(related, b.DARAG)
	t := &layers.Tables{
		Edges: layer.Edges, Trussness: layer.Trussness, Related: related,
		Similar:      c.Similar(similarityTexts(texts, signs), b.DARAG),
		Descriptions: descriptions,
		RowCosts:     b.rowCosts(), NameCosts: b.nameCosts(m.entities), HeadCosts: b.headCosts(),
	}
	for i := range c.Chunks {
		t.Sentences = append(t.Sentences, [2]uint32{uint32(c.Chunks[i].First), uint32(c.Chunks[i].End)})
	}
	var vectors, written []byte
	if notes != nil && len(notes.entities)+len(notes.edges) > 0 {
		written = layers.EncodeTexts(notes.entities, notes.edges)
	}
	if signs != nil {
		vectors = vector.EncodeSigns(signs.Words)
	}
	return [][]byte{layers.Encode(t), vectors, written}, b.ctx.Err()
}

// textsOfDARAG lists what DA-RAG has vectors made of: entities with their descriptions,
// and chunks with theirs.
func textsOfDARAG(b *build, m *material) [][]string {
	c := b.daragCorpus(m)
	notes, err := b.daTexts(m, c.Relations())
	if err != nil {
		return nil // the build's own error says why
	}
	portraits, err := b.chunkTexts(m, c)
	if err != nil {
		return nil
	}
	var list []string
	for _, t := range slices.Concat(b.entityTexts(m, c, c.Descriptions(), notes), portraits) {
		list = append(list, t.text)
	}
	return [][]string{list}
}

// daragCorpus numbers the sentences of all pages through.
func (b *build) daragCorpus(m *material) *darag.Corpus {
	c := &darag.Corpus{Entities: len(m.entities.Entities), Graph: m.entities.Edges, IDF: m.idf}
	perPage := make([][]darag.Sentence, len(b.pages))
	parallel.Do(len(b.pages), func(i int) { perPage[i] = describedBy(b.pages[i], m, i) })
	for i, p := range b.pages {
		before := len(c.Sentences)
		for _, k := range p.Chunks {
			c.Chunks = append(c.Chunks, darag.Chunk{First: before + k.First, End: before + k.End, Entities: m.entities.Chunks[len(c.Chunks)].IDs})
		}
		c.Sentences = append(c.Sentences, perPage[i]...)
	}
	return c
}

// describedBy returns the sentences of page number i with what they mention.
func describedBy(p *analyse.Page, m *material, i int) []darag.Sentence {
	out := make([]darag.Sentence, len(p.Sentences))
	for k, bag := range trees.Bags(p, m.vocab) {
		out[k] = darag.Sentence{Tokens: bag.Tokens, Terms: bag.Terms}
	}
	for _, mention := range m.entities.Mentions[i] {
		s := &out[mention.Sentence]
		s.Mentions = append(s.Mentions, darag.Mention{
			Entity: mention.Entity, Opens: int(mention.Start) <= p.Sentences[mention.Sentence]+entities.MaxArticle,
		})
	}
	for k := range out {
		// Of several mentions of one entity the first is kept, which may open the sentence.
		list := out[k].Mentions
		slices.SortStableFunc(list, func(a, b darag.Mention) int { return cmp.Compare(a.Entity, b.Entity) })
		out[k].Mentions = slices.CompactFunc(list, func(a, b darag.Mention) bool { return a.Entity == b.Entity })
	}
	return out
}

// entityTexts returns the name of each entity with its description behind it, or what a
// language model wrote in its place.
func (b *build) entityTexts(m *material, c *darag.Corpus, descriptions [][]uint32, notes *daNotes) []spacedText {
	at := newSentenceTexts(b.pages)
	texts := make([]spacedText, len(descriptions))
	parallel.Do((len(texts)+blockTexts-1)/blockTexts, func(block int) {
		for e := block * blockTexts; e < min(len(texts), (block+1)*blockTexts); e++ {
			parts := []string{m.entities.Entities[e].Name + "."}
			var terms []uint32
			sp := analyse.NewSpeller()
			for _, w := range b.analyser.Words(parts[0], sp) {
				if t, ok := m.vocab.Find(sp.Keys[w]); ok && !m.vocab.Stop[t] {
					terms = append(terms, uint32(t))
				}
			}
			sentences := descriptions[e]
			if text := notes.of(e); text != "" {
				sentences, parts = nil, append(parts, text)
				terms = append(terms, b.writtenTerms(m.vocab, text)...)
			}
			for _, s := range sentences {
				parts = append(parts, strings.TrimSpace(at.text(int(s))))
				terms = appendTerms(terms, c.Sentences[s].Terms)
			}
			texts[e] = spacedText{text: strings.Join(parts, " "), terms: terms}
		}
	})
	return texts
}

// blockTexts is how many texts are given to a core at once.
const blockTexts = 256

// appendTerms appends the terms of a bag, each as often as it occurs.
func appendTerms(terms []uint32, bag []summary.TermCount) []uint32 {
	for _, t := range bag {
		for range t.Count {
			terms = append(terms, t.Term)
		}
	}
	return terms
}

// sentenceTexts finds the texts of sentences by their numbers in the corpus.
type sentenceTexts struct {
	pages []*analyse.Page
	first []int // by page, and the end
}

func newSentenceTexts(pages []*analyse.Page) *sentenceTexts {
	s := &sentenceTexts{pages: pages, first: []int{0}}
	for i, p := range pages {
		s.first = append(s.first, s.first[i]+len(p.Sentences))
	}
	return s
}

func (s *sentenceTexts) text(sentence int) string {
	// Of pages without sentences, which begin at the same number, the last is found.
	i, _ := slices.BinarySearch(s.first, sentence+1)
	p, k := s.pages[i-1], sentence-s.first[i-1]
	return p.Doc.Text[p.Sentences[k]:p.SentenceEnd(k)]
}

// daSigns puts the texts of entities and those of chunks behind them into the space of the
// chunks' vectors; nil where there is none.
func (b *build) daSigns(m *material, entities, chunks []spacedText) (*embed.Signs, error) {
	if texts := slices.Concat(entities, chunks); m.space != nil && len(texts) > 0 {
		return m.space.signs(b.ctx, texts)
	}
	return nil, nil
}

// similarityTexts is what the similarity layer is made of.
func similarityTexts(texts []spacedText, signs *embed.Signs) *darag.Texts {
	out := &darag.Texts{Words: make([][]uint32, len(texts))}
	for e := range texts {
		words := slices.Clone(texts[e].terms)
		slices.Sort(words)
		out.Words[e] = slices.Compact(words)
	}
	if signs != nil {
		row := signs.Dims / vector.WordBits
		out.Signs = &knn.Signs{Words: row, Bits: signs.Words[:len(texts)*row]}
	}
	return out
}

// rowCosts bounds what each sentence costs in the row of a table, be it between the
// marks of a cell or behind another sentence, beyond what it costs in a passage.
// Tokenizers cut no piece across white space, so nothing else is next to it.
func (b *build) rowCosts() []uint32 {
	perPage := make([][]uint32, len(b.pages))
	parallel.Do(len(b.pages), func(i int) {
		p := b.pages[i]
		for k, at := range p.Sentences {
			row := cellText(p.Doc.Text[at:p.SentenceEnd(k)])
			perPage[i] = append(perPage[i], uint32(max(0, b.cellCost(row, "|")-int(p.Costs[k]))))
		}
	})
	return slices.Concat(perPage...)
}

// cellCost counts a text in a cell, with a mark in front of it or a space, and a mark
// behind it.
func (b *build) cellCost(text, mark string) int {
	return max(b.counter.Count("|"+text+mark), b.counter.Count(" "+text+mark))
}

// cellText is a text as a table has it.
func cellText(s string) string {
	row := evidence.Row([]string{s})
	return row[1 : len(row)-1]
}

// headCosts counts the heads of the tables of a context.
func (b *build) headCosts() (out []uint32) {
	for _, head := range method.Heads {
		out = append(out, uint32(b.counter.Count(head+"\n")+b.counter.Count("\n")))
	}
	return out
}

// nameCosts counts the names of the entities in cells and in lists.
func (b *build) nameCosts(t *entities.Tables) []uint32 {
	out := make([]uint32, len(t.Entities))
	parallel.Do((len(out)+blockTexts-1)/blockTexts, func(block int) {
		for e := block * blockTexts; e < min(len(out), (block+1)*blockTexts); e++ {
			name := cellText(t.Entities[e].Name)
			out[e] = uint32(max(b.cellCost(name, "|"), b.cellCost(name, ",")))
		}
	})
	return out
}
