package builder

import (
	"cmp"
	"slices"

	"mycel/builder/ner"
	"mycel/builder/summary"
	"mycel/engine/model"
	"mycel/engine/tree"
)

// treeNode is a summary before its numbers are those of the corpus.
type treeNode struct {
	page *page
	summary.Node
	title string
	text  string // written by a language model; "" for an extract
}

// makeTrees builds the summary tree of every page: one tree per document
// (E²GraphRAG, section 3.1).
func makeTrees(pages []*page, v *vocabulary, idf []float32, t *entityTables, o summary.Options) []treeNode {
	trees := growTrees(pages, v, idf, o)
	t.nameTrees(pages, trees)
	return slices.Concat(trees...)
}

// growTrees returns the nodes of each page, without titles.
func growTrees(pages []*page, v *vocabulary, idf []float32, o summary.Options) [][]treeNode {
	trees := make([][]treeNode, len(pages))
	parallel(len(pages), func(i int) {
		p := pages[i]
		leaves := make([]summary.Leaf, len(p.chunks))
		for k, c := range p.chunks {
			leaves[k] = summary.Leaf{First: c.first, End: c.end}
		}
		for _, n := range summary.Build(leaves, p.bags(v), idf, o) {
			trees[i] = append(trees[i], treeNode{page: p, Node: n})
		}
	})
	return trees
}

// nameTrees gives every summary its title: the entities that set its chunks apart
// from other groups of chunks.
func (t *entityTables) nameTrees(pages []*page, trees [][]treeNode) {
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
	parallel(len(pages), func(i int) {
		p := pages[i]
		for k := range trees[i] {
			n := &trees[i][k]
			phrases := t.phrases(t.mentions[i], p.chunks[n.LeafFirst].first, p.chunks[n.LeafEnd-1].end, totals)
			n.title = summary.Title(phrases, average, summary.TitleOptions{})
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

// phrases lists the entities of the sentences [first, end) with their counts.
func (t *entityTables) phrases(mentions []ner.Mention, first, end int, totals []int) []summary.Phrase {
	var ids []uint32
	for _, m := range mentions {
		if int(m.Sentence) >= first && int(m.Sentence) < end {
			ids = append(ids, uint32(m.Entity))
		}
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

// encodeTrees writes the summaries and the postings over their sentences, or over
// the words of those that a language model wrote: generated has them by node, or is
// nil.
func encodeTrees(pages []*page, nodes []treeNode, v *vocabulary, generated []wordList) (trees []byte, postings *postingLists) {
	firstChunk, firstSentence := map[*page]int{}, map[*page]int{}
	chunks, sentences := 0, 0
	for _, p := range pages {
		firstChunk[p], firstSentence[p] = chunks, sentences
		chunks += len(p.chunks)
		sentences += len(p.sentences)
	}
	postings = newPostingLists(len(v.stems))
	summaries := make([]tree.Summary, len(nodes))
	for i, n := range nodes {
		s := tree.Summary{
			Level:     n.Level,
			LeafFirst: model.ChunkID(firstChunk[n.page] + n.LeafFirst),
			LeafEnd:   model.ChunkID(firstChunk[n.page] + n.LeafEnd),
			Title:     cmp.Or(n.title, n.page.doc.Title),
		}
		for _, k := range n.Sentences {
			s.Sentences = append(s.Sentences, model.SentenceID(firstSentence[n.page]+k))
			if n.text == "" {
				postings.add(v, n.page.sentenceWords(k, k+1), 1, 1)
			}
		}
		if n.text != "" {
			postings.add(v, generated[i], 1, 1)
		}
		postings.next()
		summaries[i] = s
	}
	return tree.Encode(summaries), postings
}

// encodeTexts writes the texts of the summaries that a language model wrote.
func encodeTexts(nodes []treeNode) []byte {
	texts := make([]string, len(nodes))
	for i, n := range nodes {
		texts[i] = n.text
	}
	return tree.EncodeTexts(texts)
}
