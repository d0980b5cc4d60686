package builder

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/builder/terms"
	"mycel/engine/model"
	"mycel/engine/tree"
)

// TreeScope says what one summary tree is grown over.
type TreeScope uint8

const (
	TreeOfDocument TreeScope = iota // each document by itself, as in E²GraphRAG; the default
	TreeOfCorpus                    // all documents, in the order of the sources; neighbours should be related
	TreeNone                        // nothing: there are no summaries
)

// A stretch is consecutive pages that one tree is grown over. Chunks and sentences
// are numbered from its first.
type stretch struct {
	pages     []*analyse.Page
	chunks    []int // before each page, and in all
	sentences []int
	mentions  []ner.Mention // of all pages, their sentences numbered as those of the stretch
	// Before the stretch, in the corpus:
	firstChunk, firstSentence int
}

// stretches divides the pages by the scope. Those that are too short for a tree are left
// out.
func stretches(pages []*analyse.Page, mentions [][]ner.Mention, scope TreeScope, o summary.Options) []*stretch {
	var out []*stretch
	size := 1
	if scope == TreeOfCorpus {
		size = max(1, len(pages))
	}
	chunk, sentence := 0, 0
	for first := 0; first < len(pages) && scope != TreeNone; first += size {
		s := newStretch(pages[first:first+size], mentions[first:first+size])
		s.firstChunk, s.firstSentence = chunk, sentence
		chunk += s.chunks[size]
		sentence += s.sentences[size]
		if o.Grows(s.chunks[size]) {
			out = append(out, s)
		}
	}
	return out
}

func newStretch(pages []*analyse.Page, mentions [][]ner.Mention) *stretch {
	s := &stretch{pages: pages, chunks: []int{0}, sentences: []int{0}}
	for i, p := range pages {
		size := p.Sizes()
		s.chunks = append(s.chunks, s.chunks[i]+int(size.Chunks))
		s.sentences = append(s.sentences, s.sentences[i]+int(size.Sentences))
	}
	if len(pages) == 1 {
		s.mentions = mentions[0]
		return s
	}
	for i, list := range mentions {
		for _, m := range list {
			m.Sentence += uint32(s.sentences[i])
			s.mentions = append(s.mentions, m)
		}
	}
	return s
}

// leaves returns the chunks of the stretch as the leaves of its tree.
func (s *stretch) leaves() []summary.Leaf {
	leaves := make([]summary.Leaf, 0, s.chunks[len(s.pages)])
	for i, p := range analyse.Outlined(s.pages) {
		for _, c := range p.Chunks {
			leaves = append(leaves, summary.Leaf{First: s.sentences[i] + c.First, End: s.sentences[i] + c.End})
		}
	}
	return leaves
}

// sentencesOf returns the range of a chunk's sentences.
func (s *stretch) sentencesOf(chunk int) (first, end int) {
	i := s.pageOf(chunk)
	c := s.pages[i].Open().Chunks[chunk-s.chunks[i]]
	return s.sentences[i] + c.First, s.sentences[i] + c.End
}

// pageOf returns the position of the page in which a chunk lies.
func (s *stretch) pageOf(chunk int) int { return sort.SearchInts(s.chunks, chunk+1) - 1 }

// document returns the document in which a chunk lies.
func (s *stretch) document(chunk int) *ingest.Document { return s.pages[s.pageOf(chunk)].Doc }

// text returns what the chunks [first, end) cover, the parts of different documents
// on lines of their own.
func (s *stretch) text(first, end int) string {
	var parts []string
	for i := s.pageOf(first); i < len(s.pages) && s.chunks[i] < end; i++ {
		p := s.pages[i]
		from, to := max(first-s.chunks[i], 0), min(end-s.chunks[i], len(p.Chunks))
		if from < to {
			parts = append(parts, p.Doc.Text[p.Chunks[from].Start:p.Chunks[to-1].To])
		}
	}
	return strings.Join(parts, "\n\n")
}

// bags returns the sentences of the stretch as bags of terms without stop words.
func (s *stretch) bags(v *terms.Vocabulary) []summary.Sentence {
	if len(s.pages) == 1 {
		return bags(s.pages[0].Open(), v)
	}
	out := make([]summary.Sentence, 0, s.sentences[len(s.pages)])
	for _, p := range analyse.Opened(s.pages) {
		out = append(out, bags(p, v)...)
	}
	return out
}

// words returns the words of a sentence.
func (s *stretch) words(sentence int) analyse.WordList {
	p, k := s.sentence(sentence)
	return p.SentenceWords(k, k+1)
}

// sentence returns the page that a sentence is on, and its number there.
func (s *stretch) sentence(sentence int) (p *analyse.Page, k int) {
	i := sort.SearchInts(s.sentences, sentence+1) - 1
	return s.pages[i].Open(), sentence - s.sentences[i]
}

// treeNode is a summary before its numbers are those of the corpus.
type treeNode struct {
	*stretch
	summary.Node
	title   string
	written string // by a language model; "" for an extract
}

// makeTrees builds the summary trees (E²GraphRAG, section 3.1).
func (b *build) makeTrees(v *terms.Vocabulary, weights []float32, t *entities.Tables) []treeNode {
	trees := b.growStretches(v, weights, t.Mentions)
	nameTrees(t, trees)
	return slices.Concat(trees...)
}

// growStretches returns the nodes of each stretch, without titles. O(nodes · group²) for
// the sentences of a group, so linear in the length of a document.
func (b *build) growStretches(v *terms.Vocabulary, weights []float32, mentions [][]ner.Mention) [][]treeNode {
	all := stretches(b.pages, mentions, b.TreeScope, b.Summary)
	trees := make([][]treeNode, len(all))
	parallel.Do(len(all), func(i int) {
		s := all[i]
		for _, n := range summary.Build(s.leaves(), s.bags(v), weights, b.Summary) {
			trees[i] = append(trees[i], treeNode{stretch: s, Node: n})
		}
	})
	return trees
}

// nameTrees gives every summary its title: the entities that set its chunks apart
// from other groups of chunks.
func nameTrees(t *entities.Tables, trees [][]treeNode) {
	totals := t.Totals
	mentions, groups := 0, 0
	for _, n := range totals {
		mentions += n
	}
	for _, nodes := range trees {
		for _, n := range nodes {
			if n.Level == 1 {
				groups++
			}
		}
	}
	average := float64(mentions) / float64(max(1, groups))
	parallel.Do(len(trees), func(i int) {
		for k := range trees[i] {
			n := &trees[i][k]
			first, _ := n.sentencesOf(n.LeafFirst)
			_, end := n.sentencesOf(n.LeafEnd - 1)
			below := entities.MentionsWithin(n.mentions, first, end)
			n.title = cmp.Or(summary.Title(t.Phrases(below, totals), average, summary.TitleOptions{}), n.document(n.LeafFirst).Title)
		}
	})
}

// bags returns the page's sentences as bags of terms without stop words.
func bags(p *analyse.Page, v *terms.Vocabulary) []summary.Sentence {
	out := make([]summary.Sentence, len(p.Sentences))
	for i := range p.Sentences {
		var ids []uint32
		for _, w := range p.SentenceWords(i, i+1) {
			if t := v.Term[w]; !v.Stop[t] {
				ids = append(ids, uint32(t))
			}
		}
		o := entities.Tally(ids)
		out[i].Tokens = p.Tokens[i]
		for k, id := range o.IDs {
			out[i].Terms = append(out[i].Terms, summary.TermCount{Term: id, Count: o.Counts[k]})
		}
	}
	return out
}

// encodeTrees writes the summaries.
func encodeTrees(nodes []treeNode) []byte {
	summaries := make([]tree.Summary, len(nodes))
	for i, n := range nodes {
		s := tree.Summary{
			Level:     n.Level,
			LeafFirst: model.ChunkID(n.firstChunk + n.LeafFirst),
			LeafEnd:   model.ChunkID(n.firstChunk + n.LeafEnd),
			Title:     n.title,
		}
		for _, k := range n.Sentences {
			s.Sentences = append(s.Sentences, model.SentenceID(n.firstSentence+k))
		}
		summaries[i] = s
	}
	return tree.Encode(summaries)
}

// treePostings indexes the sentences of the summaries, or the words of those that a
// language model wrote: generated has them by node, or is nil.
func treePostings(nodes []treeNode, v *terms.Vocabulary, generated []analyse.WordList) *terms.PostingLists {
	postings := terms.NewPostingLists(len(v.Stems))
	for i, n := range nodes {
		if n.written != "" {
			postings.Add(v, generated[i], 1, 1)
		} else {
			for _, k := range n.Sentences {
				postings.Add(v, n.words(k), 1, 1)
			}
		}
		postings.Next()
	}
	return postings.Done()
}

// encodeTexts writes the texts of the summaries that a language model wrote.
func encodeTexts(nodes []treeNode) []byte {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = n.written
	}
	return tree.EncodeTexts(texts)
}
