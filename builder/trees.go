package builder

import (
	"cmp"
	"slices"
	"sort"

	"mycel/builder/ner"
	"mycel/builder/summary"
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
	pages     []*page
	chunks    []int // before each page, and in all
	sentences []int
	mentions  []ner.Mention // of all pages, their sentences numbered as those of the stretch
	// Before the stretch, in the corpus:
	firstChunk, firstSentence int
}

// stretches divides the pages by the scope.
func stretches(pages []*page, mentions [][]ner.Mention, scope TreeScope) []*stretch {
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
		out = append(out, s)
	}
	return out
}

func newStretch(pages []*page, mentions [][]ner.Mention) *stretch {
	s := &stretch{pages: pages, chunks: []int{0}, sentences: []int{0}}
	for i, p := range pages {
		s.chunks = append(s.chunks, s.chunks[i]+len(p.chunks))
		s.sentences = append(s.sentences, s.sentences[i]+len(p.sentences))
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
	for i, p := range s.pages {
		for _, c := range p.chunks {
			leaves = append(leaves, summary.Leaf{First: s.sentences[i] + c.first, End: s.sentences[i] + c.end})
		}
	}
	return leaves
}

// bags returns the sentences of the stretch as bags of terms without stop words.
func (s *stretch) bags(v *vocabulary) []summary.Sentence {
	if len(s.pages) == 1 {
		return s.pages[0].bags(v)
	}
	out := make([]summary.Sentence, 0, s.sentences[len(s.pages)])
	for _, p := range s.pages {
		out = append(out, p.bags(v)...)
	}
	return out
}

// words returns the words of a sentence.
func (s *stretch) words(sentence int) wordList {
	i := sort.SearchInts(s.sentences, sentence+1) - 1
	k := sentence - s.sentences[i]
	return s.pages[i].sentenceWords(k, k+1)
}

// title is that of the document in which a chunk lies.
func (s *stretch) title(chunk int) string {
	return s.pages[sort.SearchInts(s.chunks, chunk+1)-1].doc.Title
}

// treeNode is a summary before its numbers are those of the corpus.
type treeNode struct {
	*stretch
	summary.Node
	title string
}

// makeTrees builds the summary trees (E²GraphRAG, section 3.1). O(nodes · group²)
// for the sentences of a group, so linear in the length of a document.
func makeTrees(pages []*page, v *vocabulary, idf []float32, t *entityTables, scope TreeScope, o summary.Options) []treeNode {
	all := stretches(pages, t.mentions, scope)
	trees := make([][]treeNode, len(all))
	leaves := make([][]summary.Leaf, len(all))
	parallel(len(all), func(i int) {
		leaves[i] = all[i].leaves()
		for _, n := range summary.Build(leaves[i], all[i].bags(v), idf, o) {
			trees[i] = append(trees[i], treeNode{stretch: all[i], Node: n})
		}
	})
	t.nameTrees(trees, leaves)
	return slices.Concat(trees...)
}

// nameTrees gives every summary its title: the entities that set its chunks apart
// from other groups of chunks.
func (t *entityTables) nameTrees(trees [][]treeNode, leaves [][]summary.Leaf) {
	totals := entityTotals(t)
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
	parallel(len(trees), func(i int) {
		for k := range trees[i] {
			n := &trees[i][k]
			below := mentionsWithin(n.mentions, leaves[i][n.LeafFirst].First, leaves[i][n.LeafEnd-1].End)
			n.title = cmp.Or(summary.Title(t.phrases(below, totals), average, summary.TitleOptions{}), n.stretch.title(n.LeafFirst))
		}
	})
}

// entityTotals counts the occurrences of every entity in the texts.
func entityTotals(t *entityTables) []int {
	totals := make([]int, len(t.entities))
	for _, mentions := range t.mentions {
		for _, m := range mentions {
			totals[m.Entity]++
		}
	}
	return totals
}

// phrases lists the entities of mentions with their counts.
func (t *entityTables) phrases(mentions []ner.Mention, totals []int) []summary.Phrase {
	ids := make([]uint32, len(mentions))
	for i, m := range mentions {
		ids[i] = uint32(m.Entity)
	}
	o := tally(ids)
	phrases := make([]summary.Phrase, len(o.ids))
	for i, id := range o.ids {
		phrases[i] = summary.Phrase{Text: t.entities[id].Name, Count: int(o.counts[i]), Total: totals[id]}
	}
	return phrases
}

// bags returns the page's sentences as bags of terms without stop words.
func (p *page) bags(v *vocabulary) []summary.Sentence {
	out := make([]summary.Sentence, len(p.sentences))
	for i := range p.sentences {
		var ids []uint32
		for _, w := range p.sentenceWords(i, i+1) {
			if t := v.term[w]; !v.stop[t] {
				ids = append(ids, uint32(t))
			}
		}
		o := tally(ids)
		out[i].Tokens = p.tokens[i]
		for k, id := range o.ids {
			out[i].Terms = append(out[i].Terms, summary.TermCount{Term: id, Count: o.counts[k]})
		}
	}
	return out
}

// encodeTrees writes the summaries and the postings over their sentences.
func encodeTrees(nodes []treeNode, v *vocabulary) (trees []byte, postings *postingLists) {
	postings = newPostingLists(len(v.stems))
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
			postings.add(v, n.words(k), 1, 1)
		}
		postings.next()
		summaries[i] = s
	}
	return tree.Encode(summaries), postings
}
