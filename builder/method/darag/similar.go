package darag

import (
	"slices"

	"mycel/builder/embed"
	"mycel/builder/knn"
	"mycel/builder/parallel"
)

// Texts are the names and descriptions of entities, in the form that similarity compares.
type Texts struct {
	Words [][]uint32   // by entity: distinct terms, ascending, without stop words
	Signs *embed.Signs // by entity; nil where there are no vectors
}

const (
	// maxCompared is the most entities that are all compared by vectors. More entities are compared by words, whose
	// lists are short.
	maxCompared = 50_000

	// A word of more descriptions, and of more than this share of them, is left out: it distinguishes few entities,
	// and would be most of the work.
	commonWord  = 1000
	commonShare = 0.02
)

// Similar returns the similarity layer: edges from each entity to the k most similar entities that share no
// sentence with it. The row of the smaller end has the greater end. Entities of one sentence would be the nearest,
// because that sentence describes them all; the layer would repeat the relations that it should complete.
func (c *Corpus) Similar(t *Texts, k int) [][]uint32 {
	// Enough more are examined to replace the entities of the same sentences.
	lists := c.nearest(t, k+2*maxListed)
	parallel.Do(len(lists), func(e int) {
		lists[e] = slices.DeleteFunc(lists[e], func(n knn.Neighbour) bool {
			_, together := c.edge(min(uint32(e), n.ID), max(uint32(e), n.ID))
			return together || n.Score <= 0
		})
		lists[e] = lists[e][:min(k, len(lists[e]))]
	})
	rows := knn.Graph(len(lists), lists)
	for e, row := range rows {
		after, _ := slices.BinarySearch(row, uint32(e))
		rows[e] = row[after:]
	}
	return rows
}

// nearest returns the k nearest of each entity.
func (c *Corpus) nearest(t *Texts, k int) knn.Lists {
	if t.Signs != nil && c.Entities <= maxCompared {
		return knn.BySigns(t.Signs, k)
	}
	described := make([][]uint32, len(c.IDF))
	for e, words := range t.Words {
		for _, w := range words {
			described[w] = append(described[w], uint32(e))
		}
	}
	share := commonShare
	if n := float64(c.Entities); n*share > commonWord {
		share = commonWord / n
	}
	// In a small corpus entities share only few words.
	share = max(share, min(1, commonLeast/float64(max(1, c.Entities))))
	return knn.ByTFIDF(knn.NewWords(described, c.Entities, share), k, c.IDF)
}

// commonLeast is the number of descriptions that may always have a word.
const commonLeast = 100
