// Package ketrag builds the data of KET-RAG (Huang et al. 2025, "KET-RAG: A Cost-Efficient Multi-Granular Indexing
// Framework for Graph-RAG", arXiv 2502.09304): a graph of nearest neighbours over the chunks, the core chunks that
// PageRank finds in it, the skeleton of entities and relations in these, and the pieces of chunks to which keywords
// lead.
//
// In the paper a language model extracts the skeleton. Here descriptions are sentences of the corpus (describe.go),
// and relations are entities that share sentences (relate.go). docs/ketrag.md lists the consequences.
package ketrag

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/builder/embed"
	"mycel/builder/knn"
	"mycel/builder/method"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/builder/vectors"
	"mycel/engine/evidence"
	"mycel/engine/lexical"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/vector"
)

// Parameters of the build: beta, the choice of core chunks, K and tau of the paper.
var (
	paramCore       = &param.Param{Name: "ket-core", Kind: param.Number, Least: 0.001, Most: 1, Default: 0.8, Meaning: "share of the chunks from which the skeleton is drawn"}
	paramCoreBy     = &param.Param{Name: "ket-core-by", Kind: param.Choice, Words: []string{"pagerank", "none"}, Meaning: "choose these chunks by PageRank, or none of them (no skeleton)"}
	paramNeighbours = &param.Param{Name: "ket-neighbours", Least: 1, Most: 1000, Default: 2, Meaning: "nearest neighbours of a chunk in the graph, half of them by words"}
	paramHalvings   = &param.Param{Name: "ket-halvings", Most: 6, Meaning: "how often chunks are halved to make pieces"}
)

// Method builds the sections of KET-RAG.
var Method = method.Method{
	Name: ketrag.Mode, Params: []*param.Param{paramCore, paramCoreBy, paramNeighbours, paramHalvings}, Sections: sections, Texts: texts,
}

// builder makes the sections.
type builder struct {
	*method.Work
	sentences []Sentence // of the whole corpus
	terms     [][]uint32 // parallel to sentences
	parts     skeleton.Parts
	written   bool // a language model or a given graph has a text in the skeleton
}

// newBuilder does all work that needs no encoder.
func newBuilder(w *method.Work) (*builder, error) {
	k := &builder{Work: w}
	k.readSentences()
	k.cutPieces()
	if k.Word(paramCoreBy) > 0 {
		k.chooseCore(0)
		return k, nil
	}
	k.chooseCore(k.Value(paramCore))
	return k, k.draw()
}

// texts lists sentences, entities with their descriptions, and pieces unless each chunk is one piece.
func texts(w *method.Work) (lists [][]string, err error) {
	k, err := newBuilder(w)
	if err != nil {
		return nil, err
	}
	lists = [][]string{vectors.Strings(k.sentenceTexts()), vectors.Strings(k.entityTexts())}
	if k.divided() {
		lists = append(lists, vectors.Strings(k.pieceTexts()))
	}
	return lists, nil
}

// divided reports whether any chunk has more than one piece.
func (k *builder) divided() bool {
	return slices.ContainsFunc(k.parts.Chunks, func(c skeleton.Chunk) bool { return len(c.Ends) > 1 })
}

// readSentences collects the data of every sentence.
func (k *builder) readSentences() {
	starts := k.Sentences.First
	k.sentences = make([]Sentence, starts[len(k.Pages)])
	k.terms = make([][]uint32, len(k.sentences))
	parallel.Do(len(k.Pages), func(i int) {
		p, first := k.Pages[i], starts[i]
		bags := trees.Bags(p, k.Vocabulary)
		for s, at := range p.Sentences {
			k.sentences[first+s] = Sentence{ID: uint32(first + s), Text: p.Doc.Text[at:p.SentenceEnd(s)], Bag: bags[s]}
			k.terms[first+s] = k.TermsOf(p.SentenceWords(s, s+1))
		}
		for _, m := range k.Entities.Mentions[i] {
			at := p.Sentences[m.Sentence]
			s := &k.sentences[first+int(m.Sentence)]
			s.Mentions = append(s.Mentions, Mention{Entity: m.Entity, Start: int(m.Start) - at, End: int(m.End) - at})
		}
	})
}

// cutPieces lists the chunks with their pieces.
func (k *builder) cutPieces() {
	for i, p := range k.Pages {
		for _, c := range p.Chunks {
			k.parts.Chunks = append(k.parts.Chunks, skeleton.Chunk{
				First: model.SentenceID(k.Sentences.First[i] + c.First),
				Ends:  Pieces(p.Tokens[c.First:c.End], k.Int(paramHalvings)),
			})
		}
	}
}

// maxWordShare is the share of the chunks above which a word joins none of them.
const maxWordShare = 0.2

// chooseCore joins the chunks with their nearest neighbours, and marks the core of this graph.
func (k *builder) chooseCore(share float64) {
	n := len(k.parts.Chunks)
	words := knn.NewWords(k.wordChunks(), n, maxWordShare)
	byWords := k.Int(paramNeighbours) / 2
	byMeaning := k.Int(paramNeighbours) - byWords
	var near, meant knn.Lists
	if k.Vectors == nil {
		near = knn.ByWords(words, byWords, nil)
		meant = knn.ByTFIDF(words, byMeaning, k.IDF)
	} else {
		signs := k.Signs()
		near = knn.ByWords(words, byWords, signs.Cosine)
		meant = knn.BySigns(signs, byMeaning)
	}
	graph := knn.Graph(n, near, meant)
	for i, core := range Core(graph, share) {
		k.parts.Chunks[i].Core, k.parts.Chunks[i].Neighbours = core, graph[i]
	}
}

// isWord reports whether a term is a word of the paper's W(t): at least two characters, one of them a letter, and no
// stop word.
func (k *builder) isWord(t int) bool {
	stem := k.Vocabulary.Stems[t]
	return !k.Vocabulary.Stop[model.TermID(t)] && utf8.RuneCountInString(stem) >= 2 && strings.ContainsFunc(stem, unicode.IsLetter)
}

// wordChunks returns the chunks of every word.
func (k *builder) wordChunks() [][]uint32 {
	out := make([][]uint32, len(k.Chunks.Rows))
	parallel.Do(len(out), func(t int) {
		if !k.isWord(t) {
			return
		}
		for _, p := range k.Chunks.List(t) {
			out[t] = append(out[t], p.Passage)
		}
	})
	return out
}

// coreSentences returns the sentences of core chunks, each once.
func (k *builder) coreSentences() []Sentence {
	in := make([]bool, len(k.sentences))
	for _, c := range k.parts.Chunks {
		if c.Core && len(c.Ends) > 0 {
			for s := range c.Ends[len(c.Ends)-1] {
				in[int(c.First)+s] = true
			}
		}
	}
	var out []Sentence
	for i := range k.sentences {
		if in[i] {
			out = append(out, k.sentences[i])
		}
	}
	return out
}

// draw makes the skeleton from the core.
func (k *builder) draw() error {
	core := k.coreSentences()
	if k.Reader == nil && k.Given == nil {
		k.setDrawing(k.drawSentences(core))
		return nil
	}
	d, err := k.readCore(core)
	if err == nil {
		k.setDrawing(d)
	}
	return err
}

// setDrawing makes the rows of entities and relations.
func (k *builder) setDrawing(d *drawing) {
	degree := make([]int, len(d.described))
	for _, r := range d.relations {
		degree[r.A]++
		degree[r.B]++
	}
	position := make([]int, len(d.described))
	for e, at := range d.described {
		if len(at) == 0 {
			continue
		}
		position[e] = len(k.parts.Entities)
		row := skeleton.Entity{ID: model.EntityID(e), Text: d.texts[uint32(e)]}
		var texts []string
		for _, s := range at {
			row.Sentences = append(row.Sentences, model.SentenceID(s))
			texts = append(texts, k.sentences[s].Text)
		}
		row.Cost = k.rowCost(k.Entities.Entities[e].Name, cmp.Or(row.Text, strings.Join(texts, " ")), strconv.Itoa(degree[e]))
		k.parts.Entities = append(k.parts.Entities, row)
	}
	for _, r := range d.relations {
		s := &k.sentences[r.Sentence]
		row := skeleton.Relation{
			A: position[r.A], B: position[r.B], Weight: r.Weight, Sentence: model.SentenceID(s.ID), Text: d.related[[2]uint32{r.A, r.B}],
		}
		text := s.Text
		if r.To > 0 && r.To <= math.MaxUint16 {
			row.From, row.To = r.From, r.To
			text = s.Text[r.From:r.To]
		}
		row.Cost = k.rowCost(k.Entities.Entities[r.A].Name, k.Entities.Entities[r.B].Name, cmp.Or(row.Text, text), strconv.Itoa(r.Weight))
		k.parts.Relations = append(k.parts.Relations, row)
	}
}

// rowCost counts the tokens of a row of a table.
func (k *builder) rowCost(cells ...string) int { return k.Count(evidence.Row(cells)) }

// sections makes the vectors and encodes all tables.
func sections(w *method.Work) (*method.Output, error) {
	k, err := newBuilder(w)
	if err != nil {
		return nil, err
	}
	k.parts.Heads = [2]int{k.Count(skeleton.EntityHead+"\n") + 1, k.Count(skeleton.RelationHead+"\n") + 1}
	k.parts.Norms = make([]float32, len(k.Vocabulary.Stems))
	if k.Space == nil {
		k.measureKeywords(nil)
		return k.encode(nil, nil, nil), nil
	}
	sentences, err := k.Space.Signs(k.Context, k.sentenceTexts())
	if err != nil {
		return nil, err
	}
	k.measureKeywords(sentences)
	entities, err := k.Space.Signs(k.Context, k.entityTexts())
	if err != nil {
		return nil, err
	}
	var pieces *embed.Signs
	if k.divided() {
		if pieces, err = k.Space.Signs(k.Context, k.pieceTexts()); err != nil {
			return nil, err
		}
	}
	return k.encode(sentences, entities, pieces), nil
}

// encode writes the sections; signs may be nil.
func (k *builder) encode(signs ...*embed.Signs) *method.Output {
	descriptions := k.descriptionPostings()
	lists := make([][]lexical.Posting, len(descriptions.Rows))
	for t := range lists {
		lists[t] = descriptions.Weighed(t, descriptions.Mean())
	}
	out := [][]byte{skeleton.Encode(&k.parts), lexical.EncodePostings(lists)}
	for _, s := range signs {
		var b []byte
		if s != nil {
			b = vector.EncodeSigns(s.Words)
		}
		out = append(out, b)
	}
	var texts []byte
	if k.written {
		texts = skeleton.EncodeTexts(&k.parts)
	}
	return &method.Output{Sections: append(out, texts)}
}

func (k *builder) sentenceTexts() []vectors.Text {
	out := make([]vectors.Text, len(k.sentences))
	for i := range k.sentences {
		out[i] = vectors.Text{Text: k.sentences[i].Text, Terms: k.terms[i]}
	}
	return out
}

// entityTexts returns the texts that the paper embeds for entities: "name: description".
func (k *builder) entityTexts() []vectors.Text {
	out := make([]vectors.Text, len(k.parts.Entities))
	for i, e := range k.parts.Entities {
		name := k.Entities.Entities[e.ID].Name
		text := vectors.Text{Text: name + ":", Terms: k.TermsOfKey(ner.Key(name))}
		if e.Text != "" {
			text.Text += " " + e.Text
			text.Terms = append(text.Terms, k.Terms(e.Text)...)
			out[i] = text
			continue
		}
		for _, s := range e.Sentences {
			text.Text += " " + k.sentences[s].Text
			text.Terms = append(text.Terms, k.terms[s]...)
		}
		out[i] = text
	}
	return out
}

func (k *builder) pieceTexts() (out []vectors.Text) {
	for _, c := range k.parts.Chunks {
		first := int(c.First)
		for _, end := range c.Ends {
			var text vectors.Text
			for s := first; s < int(c.First)+end; s++ {
				text.Text += k.sentences[s].Text
				text.Terms = append(text.Terms, k.terms[s]...)
			}
			out = append(out, text)
			first = int(c.First) + end
		}
	}
	return out
}

// keywordSentences returns the sentences whose mean is the vector of a keyword: see skeleton.AppendSentences.
func (k *builder) keywordSentences(t int) (sample []uint32) {
	var all []uint32
	list, places := k.Chunks.Rows[t].Read()
	for i, p := range list {
		all = skeleton.AppendSentences(all, k.parts.Chunks[p.Passage].First, places[i])
	}
	for i := 0; i < len(all); i += skeleton.Step(len(all)) {
		sample = append(sample, all[i])
	}
	return sample
}

// measureKeywords computes the length of the mean of each keyword's sentence vectors. signs is nil without vectors.
func (k *builder) measureKeywords(signs *embed.Signs) {
	parallel.Do(len(k.parts.Norms), func(t int) {
		if !k.isWord(t) {
			return
		}
		switch sentences := k.keywordSentences(t); {
		case len(sentences) == 0:
		case signs == nil:
			k.parts.Norms[t] = 1
		default:
			k.parts.Norms[t] = meanLength(signs, sentences)
		}
	})
}

// meanLength returns the length of the mean of vectors that are scaled to length 1. It is 0 if they cancel out: then
// the mean has no direction, and no cosine.
func meanLength(signs *embed.Signs, rows []uint32) float32 {
	sums := make([]int, signs.Dims) // of ±1
	for _, i := range rows {
		row := signs.Row(int(i))
		for d := range sums {
			sums[d] += 2*int(row[d/vector.WordBits]>>(d%vector.WordBits)&1) - 1
		}
	}
	square := 0
	for _, x := range sums {
		square += x * x
	}
	return float32(math.Sqrt(float64(square)/float64(signs.Dims)) / float64(len(rows)))
}

// descriptionPostings indexes "name: description" of every entity.
func (k *builder) descriptionPostings() *terms.PostingLists {
	l := terms.NewPostingLists(len(k.Vocabulary.Stems))
	for _, text := range k.entityTexts() {
		for _, t := range text.Terms {
			l.AddTerm(model.TermID(t), 1, 1)
		}
		l.Next()
	}
	return l
}
