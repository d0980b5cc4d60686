// Package darag builds the three layers that DA-RAG searches (2026, section 3): chunks, entities with their relations,
// and entities with similar ones. In the paper a language model extracts entities, relations and descriptions. Here
// relations are entities of one sentence, and descriptions are sentences of the documents.
package darag

import (
	"mycel/builder/summary"
	"mycel/engine/graph"
)

// Corpus is the source of the layers. Sentences are numbered across all documents.
type Corpus struct {
	Entities  int
	Sentences []Sentence
	Chunks    []Chunk
	Graph     []graph.Edge // entities of one sentence, ascending: relations are some of these
	IDF       []float32    // by term
}

// Sentence is the data of a sentence.
type Sentence struct {
	Tokens   int
	Terms    []summary.TermCount // ascending, without stop words
	Mentions []Mention           // ascending by entity, each once
}

// Mention is an entity in a sentence.
type Mention struct {
	Entity uint32
	Opens  bool // the sentence begins with it, as sentences that define something do
}

// Chunk is a node of the chunk layer.
type Chunk struct {
	First, End int      // its sentences
	Entities   []uint32 // ascending; includes those of its title and headings
}

// mentionedIn lists the sentences that mention each entity, ascending.
func (c *Corpus) mentionedIn() (rows [][]uint32) {
	count := make([]int, c.Entities)
	total := 0
	for i := range c.Sentences {
		for _, m := range c.Sentences[i].Mentions {
			count[m.Entity]++
			total++
		}
	}
	rows = make([][]uint32, c.Entities)
	all := make([]uint32, total)
	for e, n := range count {
		rows[e], all = all[:0:n], all[n:]
	}
	for i := range c.Sentences {
		for _, m := range c.Sentences[i].Mentions {
			rows[m.Entity] = append(rows[m.Entity], uint32(i))
		}
	}
	return rows
}
