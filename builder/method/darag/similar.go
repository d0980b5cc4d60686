package darag

import (
	"slices"

	"mycel/builder/embed"
	"mycel/builder/knn"
	"mycel/builder/parallel"
)

// Texts are the names and descriptions of entities, as similarity reads them.
type Texts struct {
	Words [][]uint32   // by entity: distinct terms, ascending, without stop words
	Signs *embed.Signs // by entity; nil where there are no vectors
}

const (
	// maxCompared is how many entities are compared each with each by vectors. More are
	// compared by words, over lists that are short.
	maxCompared = 50_000

	// A word of more descriptions, and more than this share of them, is left out: it
	// tells few entities apart, and would be most of the work.
	commonWord  = 1000
	commonShare = 0.02
)

// Similar returns the similarity layer: each entity with the k entities that resemble it most and share no sentence
// with it; of each edge the greater end is in the row of the smaller. Entities of one sentence would be the nearest
// otherwise, as that sentence describes them all, and the layer would repeat the relations that it is to complete.
func (c *Corpus) Similar(t *Texts, k int) [][]uint32 {
	// As many again are looked at as a sentence has of others.
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
	// Few entities have no common words.
	share = max(share, min(1, commonLeast/float64(max(1, c.Entities))))
	return knn.ByTFIDF(knn.NewWords(described, c.Entities, share), k, c.IDF)
}

// commonLeast is how many descriptions may have a word however few there are.
const commonLeast = 100
