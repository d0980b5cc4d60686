package bridge

import (
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// A few small regression trees order the bridge walk's best passages once more (LambdaMART: Burges 2010, "From RankNet
// to LambdaRank to LambdaMART"). The trees see only numbers that any corpus has, most of them shares between 0 and 1:
// no words, identifiers or lengths. lab/internal/rerank has grown them; they are in rerank_trees.go.

// reranked is the number of passages that are ordered again.
const reranked = 30

// Features are the input of the trees for one passage.
type Features [numFeatures]float32

const (
	featureScore       = iota // score over the best passage's score
	featureLexical            // BM25 over the best BM25
	featureTitle              // evidence of the title, see query.titled
	featureDense              // similarity by vectors over the greatest among these passages; 0 without vectors
	featureLink               // strength of the best link
	featureBeyondFirst        // share of the query that this passage covers and the best one does not
	featureBeyondAll          // … that this passage covers and no better one does
	featureRank               // from 0
	featureEntities           // entities that the passage mentions
	featureForward            // 1 if the best link is a forward one; this and the features below are 0 without a link
	featureSeed               // evidence of the passage that the link starts from
	featureRarity             // ln(df+1) of the link's entity
	featureKnown              // 1 if the query names that entity
	featureSeedCover          // share of the query that the link's start covers
	numFeatures
)

// NumFeatures is the length of Features.
const NumFeatures = int(numFeatures)

// depth is the number of comparisons on a path through a tree.
const depth = 3

// Tree is a complete binary tree in the order of a heap. From node i the path goes to 2i+2 if the feature is above the
// threshold, otherwise to 2i+1.
type Tree struct {
	Feature   [1<<depth - 1]uint8
	Threshold [1<<depth - 1]float32
	Leaf      [1 << depth]float32
}

// Value returns the output of the tree for a passage.
func (t *Tree) Value(x *Features) float32 {
	i := 0
	for range depth {
		up := x[t.Feature[i]] > t.Threshold[i]
		i = 2*i + 1
		if up {
			i++
		}
	}
	return t.Leaf[i-len(t.Feature)]
}

// rerank orders the first chunks of top, which is sorted by score, by score and trees together. Their scores stay
// above those of the other chunks. Without links it changes nothing: words alone rank.
func (q *query) rerank(top []rank.Item) {
	if q.links == 0 {
		return
	}
	best, rest := top, float32(0)
	if len(top) > reranked {
		best, rest = top[:reranked], top[reranked].Score
	}
	least := best[0].Score
	for i, x := range q.features(best) {
		said := float32(0)
		for t := range trees {
			said += trees[t].Value(&x)
		}
		best[i].Score += float32(weightLearned * said)
		least = min(least, best[i].Score)
	}
	rank.Sort(best, rank.Compare)
	if least < rest {
		for i := range best {
			best[i].Score = max(rest, best[i].Score+(rest-least))
		}
	}
}

// features describes the best passages.
func (q *query) features(best []rank.Item) []Features {
	w := q.w
	near := q.nearBest(best)
	first := q.s.Scores.Mask[best[0].ID]
	above := uint32(0)
	out := make([]Features, len(best))
	for i, it := range best {
		c, x := it.ID, &out[i]
		mask := q.s.Scores.Mask[c]
		x[featureScore] = it.Score / best[0].Score
		if q.s.Best > 0 {
			x[featureLexical] = q.s.Scores.Score[c] / q.s.Best
		}
		x[featureTitle] = w.title[c]
		x[featureDense] = near[i]
		x[featureBeyondFirst] = q.cover(mask &^ first)
		x[featureBeyondAll] = q.cover(mask &^ above)
		x[featureRank] = float32(i)
		x[featureEntities] = float32(q.s.Index.ChunkEntities.Len(c))
		above |= mask
		if w.link[c] == 0 {
			continue
		}
		link := &w.links[w.best[c]]
		x[featureLink] = w.link[c]
		x[featureForward] = indicator(link.Type == Forward)
		x[featureSeed] = w.base[link.Seed]
		x[featureRarity] = float32(rank.Ln(float64(q.s.Index.EntityChunks.Len(uint32(link.Entity)) + 1)))
		x[featureKnown] = indicator(link.known)
		x[featureSeedCover] = q.cover(q.s.Scores.Mask[link.Seed])
	}
	return out
}

// nearBest returns the similarities by vectors, divided by the greatest; zeros without vectors.
func (q *query) nearBest(best []rank.Item) []float32 {
	near := make([]float32, len(best))
	if !q.vector {
		return near
	}
	most := float32(0)
	for i, it := range best {
		near[i] = q.s.Dense.Scorer.Score(it.ID)
		most = max(most, near[i])
	}
	for i := range near {
		if most > 0 {
			near[i] /= most
		}
	}
	return near
}

func indicator(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// Candidate is a passage with its features, before it is ordered again.
type Candidate struct {
	Chunk    model.ChunkID
	Score    float32
	Features Features
}

// Candidates returns the passages that rerank orders, best first. The trees are grown from them.
func Candidates(s *method.Searcher, r *method.Request) []Candidate {
	q := newRanker(s).newQuery(r)
	q.walkLinks()
	best := rank.Top(nil, q.w.chunks, q.scores(reranked), reranked)
	if len(best) == 0 {
		return nil
	}
	out := make([]Candidate, len(best))
	for i, x := range q.features(best) {
		out[i] = Candidate{Chunk: model.ChunkID(best[i].ID), Score: best[i].Score, Features: x}
	}
	return out
}
