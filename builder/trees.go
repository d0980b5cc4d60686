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
}

// makeTrees builds the summary tree of every page: one tree per document
// (spec_e2graphrag section 1.2).
func makeTrees(pages []*page, v *vocabulary, idf []float32, t *entityTables, o summary.Options) []treeNode {
	totals := entityTotals(t)
	average := 0.0
	for _, n := range totals {
		average += float64(n)
	}
	trees := make([][]treeNode, len(pages))
	classes := max(1, countGroups(pages, o))
	parallel(len(pages), func(i int) {
		p := pages[i]
		if len(p.chunks) <= o.GroupSize() {
			return
		}
		leaves := make([]summary.Leaf, len(p.chunks))
		for k, c := range p.chunks {
			leaves[k] = summary.Leaf{First: c.first, End: c.end}
		}
		for _, n := range summary.Build(leaves, p.bags(v), idf, o) {
			phrases := t.phrases(t.mentions[i], p.chunks[n.LeafFirst].first, p.chunks[n.LeafEnd-1].end, totals)
			trees[i] = append(trees[i], treeNode{page: p, Node: n, title: summary.Title(phrases, average/float64(classes), o)})
		}
	})
	return slices.Concat(trees...)
}

// countGroups is the number of first-level summaries, the classes that titles
// set apart (spec_common C10).
func countGroups(pages []*page, o summary.Options) int {
	n := 0
	for _, p := range pages {
		if g := o.GroupSize(); len(p.chunks) > g {
			n += (len(p.chunks) + g - 1) / g
		}
	}
	return n
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

// encodeTrees writes the summaries and the postings over their sentences.
func encodeTrees(pages []*page, nodes []treeNode, v *vocabulary) (trees []byte, postings *postingLists) {
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
			postings.add(v, n.page.sentenceWords(k, k+1), 1)
		}
		postings.next()
		summaries[i] = s
	}
	return tree.Encode(summaries), postings
}
