package darag

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/embed"
	"mycel/builder/entities"
	"mycel/builder/method"
	"mycel/builder/parallel"
	"mycel/builder/trees"
	"mycel/builder/vectors"
	"mycel/engine/evidence"
	"mycel/engine/method/darag"
	"mycel/engine/method/darag/layers"
	"mycel/engine/param"
	"mycel/engine/vector"
)

var paramNeighbours = &param.Param{Name: "da-neighbours", Least: 1, Most: 64, Default: 5, Meaning: "similar entities to which each entity is tied"} // the paper found 3 to 9 equally good

// Method builds the sections of DA-RAG.
var Method = method.Method{Name: darag.Mode, Params: []*param.Param{paramNeighbours}, Sections: sections, Texts: texts}

// builder makes the sections.
type builder struct{ *method.Work }

func sections(w *method.Work) (*method.Output, error) {
	b := &builder{w}
	c := b.corpus()
	related := b.related(c)
	descriptions := c.Descriptions()
	notes, err := b.notes(related)
	if err != nil {
		return nil, err
	}
	texts := b.entityTexts(c, descriptions, notes)
	signs, err := b.signs(texts)
	if err != nil {
		return nil, err
	}
	layer := c.ChunkLayer(related)
	t := &layers.Tables{
		Edges: layer.Edges, Trussness: layer.Trussness, Related: related,
		Similar:      c.Similar(similarityTexts(texts, signs), b.Int(paramNeighbours)),
		Descriptions: descriptions,
		RowCosts:     b.rowCosts(), NameCosts: b.nameCosts(b.Entities), HeadCosts: b.headCosts(),
	}
	for i := range c.Chunks {
		t.Sentences = append(t.Sentences, [2]uint32{uint32(c.Chunks[i].First), uint32(c.Chunks[i].End)})
	}
	var signBytes, written []byte
	if notes != nil && len(notes.entities)+len(notes.edges) > 0 {
		written = layers.EncodeTexts(notes.entities, notes.edges)
	}
	if signs != nil {
		signBytes = vector.EncodeSigns(signs.Words)
	}
	return &method.Output{Sections: [][]byte{layers.Encode(t), signBytes, written}}, b.Context.Err()
}

// texts lists entities with their descriptions.
func texts(w *method.Work) ([][]string, error) {
	b := &builder{w}
	c := b.corpus()
	notes, err := b.notes(b.related(c))
	if err != nil {
		return nil, err
	}
	return [][]string{vectors.Strings(b.entityTexts(c, c.Descriptions(), notes))}, nil
}

// corpus numbers the sentences across all pages.
func (b *builder) corpus() *Corpus {
	c := &Corpus{Entities: len(b.Entities.Entities), Graph: b.Entities.Edges, IDF: b.IDF}
	perPage := make([][]Sentence, len(b.Pages))
	parallel.Do(len(b.Pages), func(i int) { perPage[i] = b.describedBy(i) })
	for i, p := range b.Pages {
		before := len(c.Sentences)
		for _, k := range p.Chunks {
			c.Chunks = append(c.Chunks, Chunk{First: before + k.First, End: before + k.End, Entities: b.Entities.Chunks[len(c.Chunks)].IDs})
		}
		c.Sentences = append(c.Sentences, perPage[i]...)
	}
	return c
}

// related tells which edges of the graph are relations. Those of a given graph always are.
func (b *builder) related(c *Corpus) []bool {
	related := c.Relations()
	for _, pair := range b.Given.Related() {
		if i, ok := c.edge(pair[0], pair[1]); ok {
			related[i] = true
		}
	}
	return related
}

// describedBy returns the sentences of page number i with their mentions.
func (b *builder) describedBy(i int) []Sentence {
	p := b.Pages[i]
	out := make([]Sentence, len(p.Sentences))
	for k, bag := range trees.Bags(p, b.Vocabulary) {
		out[k] = Sentence{Tokens: bag.Tokens, Terms: bag.Terms}
	}
	for _, mention := range b.Entities.Mentions[i] {
		s := &out[mention.Sentence]
		s.Mentions = append(s.Mentions, Mention{
			Entity: mention.Entity, Opens: int(mention.Start) <= p.Sentences[mention.Sentence]+entities.MaxArticle,
		})
	}
	for k := range out {
		// Of several mentions of one entity the first is kept, which may open the sentence.
		list := out[k].Mentions
		slices.SortStableFunc(list, func(a, b Mention) int { return cmp.Compare(a.Entity, b.Entity) })
		out[k].Mentions = slices.CompactFunc(list, func(a, b Mention) bool { return a.Entity == b.Entity })
	}
	return out
}

// entityTexts returns the name of each entity, followed by its description or by a language model's text.
func (b *builder) entityTexts(c *Corpus, descriptions [][]uint32, notes *notes) []vectors.Text {
	texts := make([]vectors.Text, len(descriptions))
	parallel.Do(len(texts), func(e int) {
		parts := []string{b.Entities.Entities[e].Name + "."}
		terms := b.Corpus.Terms(parts[0])
		sentences := descriptions[e]
		if text := notes.of(e); text != "" {
			sentences, parts = nil, append(parts, text)
			terms = append(terms, b.Corpus.Terms(text)...)
		}
		for _, s := range sentences {
			parts = append(parts, strings.TrimSpace(b.Sentences.Text(int(s))))
			for _, t := range c.Sentences[s].Terms {
				terms = append(terms, slices.Repeat([]uint32{t.Term}, int(t.Count))...)
			}
		}
		texts[e] = vectors.Text{Text: strings.Join(parts, " "), Terms: terms}
	})
	return texts
}

// signs makes sign vectors of the entities' texts in the space of the chunks' vectors; nil without vectors.
func (b *builder) signs(texts []vectors.Text) (*embed.Signs, error) {
	if b.Space != nil && len(texts) > 0 {
		return b.Space.Signs(b.Context, texts)
	}
	return nil, nil
}

// similarityTexts returns the input of the similarity layer.
func similarityTexts(texts []vectors.Text, signs *embed.Signs) *Texts {
	out := &Texts{Words: make([][]uint32, len(texts)), Signs: signs}
	for e := range texts {
		words := slices.Clone(texts[e].Terms)
		slices.Sort(words)
		out.Words[e] = slices.Compact(words)
	}
	return out
}

// rowCosts bounds, for each sentence, the tokens that it takes in the row of a table beyond those in a passage: it
// stands between the marks of a cell or behind another sentence. Tokenizers make no piece across white space, so no
// other text matters.
func (b *builder) rowCosts() []uint32 {
	perPage := make([][]uint32, len(b.Pages))
	parallel.Do(len(b.Pages), func(i int) {
		p := b.Pages[i]
		for k, at := range p.Sentences {
			row := cellText(p.Doc.Text[at:p.SentenceEnd(k)])
			perPage[i] = append(perPage[i], uint32(max(0, b.cellCost(row, "|")-int(p.Costs[k]))))
		}
	})
	return slices.Concat(perPage...)
}

// cellCost counts the tokens of a text in a cell, behind a mark or a space and in front of mark.
func (b *builder) cellCost(text, mark string) int {
	return max(b.Count("|"+text+mark), b.Count(" "+text+mark))
}

// cellText returns a text as a table shows it.
func cellText(s string) string {
	row := evidence.Row([]string{s})
	return row[1 : len(row)-1]
}

// headCosts counts the heads of the tables of a context.
func (b *builder) headCosts() (out []uint32) {
	for _, head := range darag.Heads {
		out = append(out, uint32(b.Count(head+"\n")+b.Count("\n")))
	}
	return out
}

// nameCosts counts the names of the entities in cells and in lists.
func (b *builder) nameCosts(t *entities.Tables) []uint32 {
	out := make([]uint32, len(t.Entities))
	parallel.Do(len(out), func(e int) {
		name := cellText(t.Entities[e].Name)
		out[e] = uint32(max(b.cellCost(name, "|"), b.cellCost(name, ",")))
	})
	return out
}
