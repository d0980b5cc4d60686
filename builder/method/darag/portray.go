package darag

import (
	"mycel/builder/parallel"
	"mycel/builder/summary"
)

// portraitTokens is the longest description of a chunk.
const portraitTokens = 80

// Portrait stands where the paper has a language model give a chunk a title and a
// description: the entities that set it apart from other chunks, and its most central
// sentences that differ, in their order. A chunk with little text is described by all
// of it.
type Portrait struct {
	Title     []uint32 // entities, the best first; at most five
	Sentences []uint32
}

// Portraits describes all chunks; names are those of the entities.
func (c *Corpus) Portraits(names []string) []Portrait {
	totals, all := make([]int, c.Entities), 0
	for i := range c.Chunks {
		for _, m := range c.mentions(i) {
			totals[m.Entity]++
			all++
		}
	}
	average := float64(all) / float64(max(1, len(c.Chunks)))
	out := make([]Portrait, len(c.Chunks))
	parallel.Do((len(out)+blockEntities-1)/blockEntities, func(block int) {
		for i := block * blockEntities; i < min(len(out), (block+1)*blockEntities); i++ {
			out[i] = Portrait{c.title(i, names, totals, average), c.portray(i)}
		}
	})
	return out
}

// mentions lists the mentions of a chunk, in the order of its sentences.
func (c *Corpus) mentions(chunk int) (out []Mention) {
	for _, s := range c.Sentences[c.Chunks[chunk].First:c.Chunks[chunk].End] {
		out = append(out, s.Mentions...)
	}
	return out
}

// title chooses entities, each sentence counting one once.
func (c *Corpus) title(chunk int, names []string, totals []int, average float64) (title []uint32) {
	at := map[uint32]int{}
	var phrases []summary.Phrase
	var ids []uint32
	for _, m := range c.mentions(chunk) {
		i, ok := at[m.Entity]
		if !ok {
			i = len(phrases)
			at[m.Entity] = i
			ids = append(ids, m.Entity)
			phrases = append(phrases, summary.Phrase{Text: names[m.Entity], Total: totals[m.Entity]})
		}
		phrases[i].Count++
	}
	for _, i := range summary.Phrases(phrases, average, summary.TitleOptions{}) {
		title = append(title, ids[i])
	}
	return title
}

// portray chooses sentences.
func (c *Corpus) portray(chunk int) (out []uint32) {
	first, end := c.Chunks[chunk].First, c.Chunks[chunk].End
	tokens := 0
	sentences := make([]summary.Sentence, end-first)
	for i := range sentences {
		s := &c.Sentences[first+i]
		tokens += s.Tokens
		sentences[i] = summary.Sentence{Tokens: s.Tokens, Terms: s.Terms}
	}
	if tokens <= portraitTokens {
		for i := range sentences {
			out = append(out, uint32(first+i))
		}
		return out
	}
	for _, i := range summary.Extract(sentences, c.IDF, portraitTokens, summary.Options{}) {
		out = append(out, uint32(first+i))
	}
	return out
}
