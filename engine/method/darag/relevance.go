package darag

import (
	"math"
	"math/bits"
	"strings"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Relevance replaces the paper's cosine between the vectors of a query and a node. method.SimilarityParam chooses
// vectors, words or a mean of both. The relevance of an entity is that of its name and description.

// relevance returns the relevance of a chunk, −1..1.
func (q *query) relevance(c uint32) float32 { return q.mixed(q.s.Similarity(c), q.d.cosine[c]) }

// mixed returns the mean, weighted as the request asks, of a similarity by words, 0..1, and a cosine.
func (q *query) mixed(words, cosine float32) float32 {
	if !q.dense {
		return words
	}
	switch method.SimilarityOf(q.o) {
	case method.SimilarityWords:
		return words
	case method.SimilarityDense:
		return cosine
	}
	return float32(method.DenseShare*max(0, cosine)) + float32((1-method.DenseShare)*words)
}

// reach returns the chunks to search, ascending: the most relevant ones.
func (q *query) reach() []uint32 {
	from := q.d.all
	if !q.dense {
		from = q.s.Scores.Touched
	}
	if q.o.Int(paramReach) >= len(q.d.all) {
		return q.r.Admitted(q.d.all)
	}
	score := q.d.score
	for _, c := range from {
		score[c] = q.relevance(c)
	}
	return ascendingIDs(rank.Top(nil, q.r.Admitted(from), score, q.o.Int(paramReach)))
}

// ascendingIDs returns the ids of items, ascending.
func ascendingIDs(items []rank.Item) []uint32 {
	ids := make([]uint32, len(items))
	for i, it := range items {
		ids[i] = it.ID
	}
	return rank.Union(ids)
}

// cover returns the weight of a set of terms, 0..1.
func (q *query) cover(mask uint32) float32 {
	sum := float32(0)
	for ; mask != 0; mask &= mask - 1 {
		sum += q.weight[bits.TrailingZeros32(mask)]
	}
	return sum
}

// described is the match of an entity's name and description with the query.
type described struct {
	words  float32 // BM25
	cosine float32
	mask   uint32  // bits of the query's terms
	rarity float32 // see title
}

// matches returns the match of an entity with the query.
func (q *query) matches(e uint32) *described {
	k := q.memory.entities.of(e)
	if !k.matched {
		k.match, k.matched = q.describe(e), true
		k.match.cosine = q.entityCosine(e)
		k.match.rarity = float32(rank.Ln(float64(1 + q.d.average/float32(max(1, q.d.mentions[e])))))
	}
	return &k.match
}

// describe computes BM25 of the name and description of an entity. A word counts once for each sentence, and lengths
// are in sentences.
func (q *query) describe(e uint32) (d described) {
	x := q.own
	sentences := x.Description(model.EntityID(e))
	name := q.nameTerms(model.EntityID(e))
	d.mask = name
	for _, s := range sentences {
		d.mask |= q.d.masks[s]
	}
	ratio := float32(1+len(sentences)) / (1 + x.MeanDescription())
	for rest := d.mask; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		tf := name >> i & 1
		for _, s := range sentences {
			tf += q.d.masks[s] >> i & 1
		}
		d.words += lexical.BM25(q.weight[i], float32(tf), ratio)
	}
	return d
}

// nameTerms returns, as bits, the query's terms in the name of an entity.
func (q *query) nameTerms(e model.EntityID) (mask uint32) {
	for word := range strings.SplitSeq(q.x.Entities.Key(e), " ") {
		if bit := q.r.Query.Bit([]byte(word)); bit >= 0 {
			mask |= 1 << bit
		}
	}
	return mask
}

// ofEntities returns the relevance of entities, and the bits of the query's terms in their names and descriptions.
// Their similarity by words is relative to the best of these entities.
func (q *query) ofEntities(entities []uint32) (relevance []float32, masks []uint32) {
	relevance, masks = make([]float32, len(entities)), make([]uint32, len(entities))
	best := float32(0)
	cosines := make([]float32, len(entities))
	for i, e := range entities {
		d := q.matches(e)
		relevance[i], masks[i], cosines[i] = d.words, d.mask, d.cosine
		best = max(best, d.words)
	}
	for i := range entities {
		if best > 0 {
			relevance[i] /= best
		}
		relevance[i] = q.mixed(relevance[i], cosines[i])
	}
	return relevance, masks
}

// entityCosine returns the cosine of an entity and the query; 0 without vectors.
func (q *query) entityCosine(e uint32) float32 {
	if !q.dense || q.d.scorer == nil {
		return 0
	}
	return q.describedCosine(e)
}

// describedCosine returns the cosine of a row of the section's vectors and the query.
func (q *query) describedCosine(row uint32) float32 {
	return q.d.scorer.Score(row) / float32(math.Sqrt(float64(q.own.Vectors.Dims())))
}

// maxWorking is the most entities that are searched.
const maxWorking = 20_000

// mentioned returns the entities of the chunks of communities, ascending.
func (q *query) mentioned(found []Community) []uint32 {
	var entities []uint32
	for i := range found {
		for _, c := range found[i].Chunks {
			entities = append(entities, q.memory.mentions(c)...)
		}
	}
	return q.mostRelevant(rank.Union(entities), maxWorking)
}

// mostRelevant returns the n most relevant of entities, ascending; entities must ascend.
func (q *query) mostRelevant(entities []uint32, n int) []uint32 {
	if len(entities) <= n {
		return entities
	}
	relevance, _ := q.ofEntities(entities)
	score := make([]float32, q.x.Entities.Len())
	for i, e := range entities {
		score[e] = relevance[i]
	}
	return ascendingIDs(rank.Top(nil, entities, score, n))
}
