package trees

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/builder/terms"
	"mycel/engine/model"
	"mycel/engine/tree"
	"mycel/engine/wire"
)

// Scope is the range of texts that one summary tree summarises.
type Scope string

const (
	OfDocument Scope = "document" // each document by itself, as Zhao et al. (2025) do; the default
	OfCorpus   Scope = "corpus"   // all documents, in the order of the sources; neighbours should be related
	None       Scope = "none"     // nothing: there are no summaries
)

// A stretch is consecutive pages under one tree. Chunks and sentences are numbered from its first.
type Stretch struct {
	pages           []*analyse.Page
	Chunks          []int // before each page, and in all
	SentencesBefore []int
	mentions        []ner.Mention // of all pages, with sentences numbered as in the stretch
	// Before the stretch, in the corpus:
	firstChunk, firstSentence int
}

// stretches divides the pages by the scope. It leaves out stretches that are too short for a tree.
func stretches(pages []*analyse.Page, mentions [][]ner.Mention, scope Scope) []*Stretch {
	var out []*Stretch
	size := 1
	if scope == OfCorpus {
		size = max(1, len(pages))
	}
	chunk, sentence := 0, 0
	for first := 0; first < len(pages) && scope != None; first += size {
		s := NewStretch(pages[first:first+size], mentions[first:first+size])
		s.firstChunk, s.firstSentence = chunk, sentence
		chunk += s.Chunks[size]
		sentence += s.SentencesBefore[size]
		if summary.Grows(s.Chunks[size]) {
			out = append(out, s)
		}
	}
	return out
}

func NewStretch(pages []*analyse.Page, mentions [][]ner.Mention) *Stretch {
	s := &Stretch{pages: pages, Chunks: []int{0}, SentencesBefore: []int{0}}
	for i, p := range pages {
		size := p.Sizes()
		s.Chunks = append(s.Chunks, s.Chunks[i]+int(size.Chunks))
		s.SentencesBefore = append(s.SentencesBefore, s.SentencesBefore[i]+int(size.Sentences))
	}
	if len(pages) == 1 {
		s.mentions = mentions[0]
		return s
	}
	for i, list := range mentions {
		for _, m := range list {
			m.Sentence += uint32(s.SentencesBefore[i])
			s.mentions = append(s.mentions, m)
		}
	}
	return s
}

// leaves returns the chunks of the stretch as the leaves of its tree.
func (s *Stretch) leaves() []summary.Leaf {
	leaves := make([]summary.Leaf, 0, s.Chunks[len(s.pages)])
	for i, p := range analyse.Outlined(s.pages) {
		for _, c := range p.Chunks {
			leaves = append(leaves, summary.Leaf{First: s.SentencesBefore[i] + c.First, End: s.SentencesBefore[i] + c.End})
		}
	}
	return leaves
}

// sentencesOf returns the range of a chunk's sentences.
func (s *Stretch) sentencesOf(chunk int) (first, end int) {
	i := s.pageOf(chunk)
	c := s.pages[i].Open().Chunks[chunk-s.Chunks[i]]
	return s.SentencesBefore[i] + c.First, s.SentencesBefore[i] + c.End
}

// pageOf returns the position of the page in which a chunk lies.
func (s *Stretch) pageOf(chunk int) int { return sort.SearchInts(s.Chunks, chunk+1) - 1 }

// Document returns the document in which a chunk lies.
func (s *Stretch) Document(chunk int) *document.Document { return s.pages[s.pageOf(chunk)].Doc }

// Text returns the text of the chunks [first, end). The parts of different documents stand on lines of their
// own.
func (s *Stretch) Text(first, end int) string {
	var parts []string
	for i := s.pageOf(first); i < len(s.pages) && s.Chunks[i] < end; i++ {
		p := s.pages[i]
		from, to := max(first-s.Chunks[i], 0), min(end-s.Chunks[i], len(p.Chunks))
		if from < to {
			parts = append(parts, p.Doc.Text[p.Chunks[from].Start:p.Chunks[to-1].To])
		}
	}
	return strings.Join(parts, "\n\n")
}

// bags returns the sentences of the stretch as bags of terms without stop words.
func (s *Stretch) bags(v *terms.Vocabulary) []summary.Sentence {
	out := make([]summary.Sentence, 0, s.SentencesBefore[len(s.pages)])
	for _, p := range analyse.Opened(s.pages) {
		before := len(out)
		out = append(out, Bags(p, v)...)
		for k, poor := range p.Poor {
			out[before+k].Poor = poor
		}
	}
	return out
}

// words returns the words of a sentence.
func (s *Stretch) words(sentence int) analyse.WordList {
	p, k := s.Sentence(sentence)
	return p.SentenceWords(k, k+1)
}

// Sentence returns the page that a sentence is on, and its number there.
func (s *Stretch) Sentence(sentence int) (p *analyse.Page, k int) {
	i := sort.SearchInts(s.SentencesBefore, sentence+1) - 1
	return s.pages[i].Open(), sentence - s.SentencesBefore[i]
}

// Node is a summary whose numbers are still those of its stretch.
type Node struct {
	*Stretch
	summary.Node
	title   string
	Written string // by a language model; "" for an extract
}

// Make builds the summary trees (Zhao et al. 2025, section 3.1).
func Make(pages []*analyse.Page, scope Scope, o summary.Options, v *terms.Vocabulary, weights []float32, t *entities.Tables) []Node {
	trees := Grow(pages, t.Mentions, scope, o, v, weights)
	nameTrees(t, trees)
	return slices.Concat(trees...)
}

// Grow returns the nodes of each stretch, without titles. O(nodes · group²) for
// the sentences of a group, so linear in the length of a document.
func Grow(pages []*analyse.Page, mentions [][]ner.Mention, scope Scope, o summary.Options, v *terms.Vocabulary, weights []float32) [][]Node {
	all := stretches(pages, mentions, scope)
	trees := make([][]Node, len(all))
	parallel.Do(len(all), func(i int) {
		s := all[i]
		for _, n := range summary.Build(s.leaves(), s.bags(v), weights, o) {
			trees[i] = append(trees[i], Node{Stretch: s, Node: n})
		}
	})
	return trees
}

// nameTrees gives every summary its title: the entities that distinguish its chunks from other groups of
// chunks.
func nameTrees(t *entities.Tables, trees [][]Node) {
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
			n.title = cmp.Or(summary.Title(t.Phrases(below, totals), average, summary.MostPhrases), n.Document(n.LeafFirst).Title)
		}
	})
}

// Bags returns the page's sentences as bags of terms without stop words.
func Bags(p *analyse.Page, v *terms.Vocabulary) []summary.Sentence {
	out := make([]summary.Sentence, len(p.Sentences))
	var ids []uint32
	for i := range p.Sentences {
		ids = ids[:0]
		for _, w := range p.SentenceWords(i, i+1) {
			if t := v.Term[w]; !v.Stop[t] {
				ids = append(ids, uint32(t))
			}
		}
		o := entities.Tally(ids)
		out[i].Tokens, out[i].Terms = p.Tokens[i], make([]summary.TermCount, 0, len(o.IDs))
		for k, id := range o.IDs {
			out[i].Terms = append(out[i].Terms, summary.TermCount{Term: id, Count: o.Counts[k]})
		}
	}
	return out
}

// Encode writes the summaries. count counts the tokens of a text.
func Encode(nodes []Node, count func(string) int) []byte {
	summaries := make([]tree.Summary, len(nodes))
	level, below := 0, 0 // the first nodes of the level and of the level below
	for i, n := range nodes {
		if i == 0 || n.Level != nodes[i-1].Level || n.Stretch != nodes[i-1].Stretch {
			level, below = i, level
		}
		s := tree.Summary{
			Level:     n.Level,
			LeafFirst: model.ChunkID(n.firstChunk + n.LeafFirst),
			LeafEnd:   model.ChunkID(n.firstChunk + n.LeafEnd),
			Title:     n.title,
			Gist:      n.Gist,
		}
		if n.Level > 1 {
			s.Back, s.Children = i-below-n.ChildFirst, n.ChildEnd-n.ChildFirst
		}
		for _, k := range n.Sentences {
			s.Sentences = append(s.Sentences, model.SentenceID(n.firstSentence+k))
		}
		summaries[i] = s
	}
	return tree.Encode(summaries, func(phrase string) int { return max(count(" "+phrase+","), count(" "+phrase)+1) })
}

// Postings indexes the sentences of the summaries. For summaries that a language model wrote it indexes the
// words of generated, which has them by node, or is nil.
func Postings(nodes []Node, v *terms.Vocabulary, generated []analyse.WordList) *terms.PostingLists {
	postings := terms.NewPostingLists(len(v.Stems))
	for i, n := range nodes {
		if n.Written != "" {
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

// EncodeTexts writes the texts of the summaries that a language model wrote. count counts the tokens of a text.
func EncodeTexts(nodes []Node, count func(string) int) []byte {
	texts, costs := make([]string, len(nodes)), make([]uint32, len(nodes))
	for i, n := range nodes {
		if texts[i] = n.Written; n.Written != "" {
			// At the end of a context, or in front of a blank line, with which the end may join.
			costs[i] = uint32(max(count(n.Written), count(n.Written+"\n\n[")-count("[")))
		}
	}
	return wire.EncodeTexts(texts, costs)
}

// Extract returns the sentences of a summary as text.
func (n *Node) Extract() string {
	var sentences []string
	for _, k := range n.Sentences {
		p, i := n.Sentence(k)
		sentences = append(sentences, strings.TrimSpace(p.Doc.Text[p.Sentences[i]:p.SentenceEnd(i)]))
	}
	return strings.Join(sentences, " ")
}
