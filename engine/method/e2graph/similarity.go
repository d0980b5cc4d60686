package e2graph

import (
	"math"

	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// The nodes of the collapsed tree are compared with the query. Only chunks have vectors in an index. The
// vector of a summary is the centroid of the chunks below it:
//
//	cos(q, s) = Σ cos(q, c) / |Σ c|,  c among the unit vectors of the leaves of s
//
// So the cosines of the chunks and a length for each summary suffice.

// treeNearness is the scratch space of similarity by vectors.
type treeNearness struct {
	ids    []uint32  // of all nodes
	score  []float32 // by node
	length []float32 // by summary: |Σ c|
}

// newTreeNearness measures the centroids of the summaries: O(Dims) for each leaf of each summary.
func newTreeNearness(x *method.Index) *treeNearness {
	chunks := x.Corpus.NumChunks()
	n := &treeNearness{ids: rank.Numbers(chunks + x.Tree.Len()), length: make([]float32, x.Tree.Len())}
	n.score = make([]float32, len(n.ids))
	sum := make([]float32, x.Vectors.Dims())
	for i := range n.length {
		clear(sum)
		first, end := x.Tree.Leaves(x.Tree.Node(i))
		for c := first; c < end; c++ {
			x.Vectors.AddTo(sum, uint32(c), 1)
		}
		n.length[i] = vector.Length(sum) / float32(math.Sqrt(float64(len(sum))))
	}
	return n
}

// compare computes the similarities of the query with the nodes of the tree.
func (q *query) compare() {
	q.m.s.ScoreChunks(q.r)
	nodes := q.m.s.Index.Corpus.NumChunks()
	if n := q.m.s.Index.Tree.Len(); n > 0 {
		q.m.s.ScoreSummaries(q.r)
		nodes += n
	}
	if method.SimilarityOf(q.o) == method.SimilarityWords || q.m.s.Dense == nil {
		return
	}
	if q.m.tree == nil {
		q.m.tree = newTreeNearness(q.m.s.Index)
	}
	n := q.m.tree
	if !q.m.s.Dense.Cosines(q.r, q.m.s.Dense.IDs, n.score) {
		return
	}
	q.cosine = n.score[:nodes]
	q.compareSummaries()
	if method.SimilarityOf(q.o) == method.SimilarityMixed {
		for i := range q.cosine {
			q.cosine[i] = float32(method.DenseShare*max(0, q.cosine[i])) + float32((1-method.DenseShare)*q.m.s.Similarity(uint32(i)))
		}
	}
}

// compareSummaries computes the cosines of the summaries from those of the chunks.
func (q *query) compareSummaries() {
	chunks := q.m.s.Index.Corpus.NumChunks()
	for i := range q.cosine[chunks:] {
		first, end := q.m.s.Index.Tree.Leaves(model.NodeID(chunks + i))
		sum := float32(0)
		for _, v := range q.cosine[first:end] {
			sum += v
		}
		if length := q.m.tree.length[i]; length > 0 {
			sum /= length
		}
		q.cosine[chunks+i] = sum
	}
}

// similarity returns the similarity of a node and the query, 0..1.
//
//go:noinline
func (q *query) similarity(n uint32) float32 {
	if q.cosine == nil {
		return q.m.s.Similarity(n)
	}
	return max(0, q.cosine[n])
}

func (q *query) scored(c model.ChunkID) rank.Item {
	return rank.Item{ID: uint32(c), Score: q.similarity(uint32(c))}
}

// topNodes returns the k nodes most similar to the query.
func (q *query) topNodes(k int) []rank.Item {
	if q.cosine == nil {
		return q.m.s.TopNodes(k)
	}
	q.m.top = rank.Top(q.m.top, q.m.tree.ids[:len(q.cosine)], q.cosine, k)
	return q.m.top
}
