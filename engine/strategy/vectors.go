package strategy

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// Dense retrieval by sign vectors of the passages. The vector of the query is the
// caller's, if it brings one; else it is looked up word by word, if the index has a
// table of its encoder's word vectors (query_vector.go); else it is made of the
// passages, with no model and no table, as it always is for vectors that were
// trained on the corpus (builder/embed): a term is near what its passages are about,
// so its vector is the centroid of theirs, weighted by BM25. This is Rocchio's
// expansion (1971) of each term, before it is searched for, by the passages that it
// occurs in:
//
//	q = Σ weight(t) · normalise(Σ bm25(t,p) · sign(p)),  p among t's best passages
//
// A term's weight is that of training, (idf + ½)^1.5.

// maxCentroid is how many passages make the vector of a term. With 150 the bridge walk
// finds the same passages, in half a millisecond more.
const maxCentroid = 64

// maxRead is about how many passages of a term are scored, to choose the best of them. Of a
// term in 2·maxRead passages every second is scored: such a term weighs little.
const maxRead = 2048

// nearness is the scratch space of dense retrieval.
type nearness struct {
	Scorer *vector.Scorer
	single *lexical.Accumulator // BM25 of one term
	best   []rank.Item
	Query  []float32 // by dimension
	term   []float32
	Score  []float32 // by chunk
	IDs    []uint32  // of all chunks

	projector *vector.Projector // nil for vectors trained on the corpus
	input     []float32         // by the encoder's dimensions
}

// Read returns how many postings were read for the vector of the last query.
func (n *nearness) Read() int { return n.single.Read }

// newNearness makes room for queries, some 16 bytes a chunk; nil without vectors.
func newNearness(x *Index) *nearness {
	if x.Vectors == nil {
		return nil
	}
	n := &nearness{
		Scorer: x.Vectors.NewScorer(), single: lexical.NewAccumulator(x.Vectors.Len()),
		Query: make([]float32, x.Vectors.Dims()), term: make([]float32, x.Vectors.Dims()),
		Score: make([]float32, x.Vectors.Len()), IDs: make([]uint32, x.Vectors.Len()),
	}
	for i := range n.IDs {
		n.IDs[i] = uint32(i)
	}
	if e := x.Encoder; e != nil {
		n.projector = e.NewProjector(x.Vectors.Dims())
		n.input = make([]float32, e.Input)
	}
	return n
}

// QueryCosines fills dst with the cosines of the query and the chunks ids, −1..1, by their
// signs. It returns false, and leaves dst alone, when the index has no vectors or
// the query no term. It disturbs no other score. O(150·Dims) a term, and
// O(Dims/8) a chunk.
func (s *Searcher) QueryCosines(r *Request, ids []uint32, dst []float32) bool {
	n := s.Near
	if n == nil || !s.VectorsReady() || !s.Embed(r) {
		return false
	}
	n.Scorer.SetQuery(n.Query)
	n.Scorer.Scores(dst, ids)
	scale := 1 / float32(math.Sqrt(float64(len(n.Query))))
	for i := range ids {
		dst[i] *= scale
	}
	return true
}

// VectorsReady tells whether the vectors of an index that has them are there, and what
// makes those of queries.
func (s *Searcher) VectorsReady() bool {
	ready := s.Index.SignsAt.Ready()
	return (s.Index.QueryVectors == nil || s.Index.QueryVectorsAt.Ready()) && ready
}

// centroid computes the vector of a term, of length 1, or of length 0 if no chunk
// has it.
func (s *Searcher) centroid(t model.TermID, params lexical.BM25) {
	n := s.Near
	clear(n.term)
	n.single.Reset()
	n.single.AddTerm(s.Index.Postings, t, 1+int(s.Index.Dictionary.DF(t))/maxRead, params)
	n.best = rank.Top(n.best, n.single.Touched, n.single.Score, maxCentroid)
	for _, it := range n.best {
		s.Index.Vectors.AddTo(n.term, it.ID, it.Score)
	}
	vector.Normalise(n.term)
}
