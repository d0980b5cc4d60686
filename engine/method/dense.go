package method

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// Dense retrieval compares the sign vectors of the chunks with a vector of the query. That vector comes from the
// first source that exists:
//
//  1. The vector that the caller brings.
//  2. The passages of the query's terms; always for vectors that were trained on the corpus (builder/embed). The
//     vector of a term is the centroid of its passages, weighted by BM25. This is Rocchio's expansion (1971) of each
//     term by its passages:
//
//	q = Σ weight(t) · normalise(Σ bm25(t,p) · sign(p)),  p among t's best passages
//
// A term's weight is that of training, (idf + ½)^1.5.

// maxCentroid is the number of passages behind the vector of a term. With 150 the bridge walk finds the same
// passages, and takes half a millisecond more.
const maxCentroid = 64

// maxRead is the approximate number of a term's passages that are scored to choose the best. For a term in 2·maxRead
// passages every second passage is scored: such a term weighs little.
const maxRead = 2048

// Dense compares queries with the chunks of an index by their vectors. It is scratch space of one searcher.
type Dense struct {
	Scorer *vector.Scorer // of the chunks' signs
	Query  []float32      // the query's vector, of length 1, by dimension
	Score  []float32      // for the caller's use, by chunk
	IDs    []uint32       // of all chunks

	x         *Index
	read      int       // postings
	single    []float32 // by chunk: the weight of one term there
	met       []uint32  // chunks that have the term
	best      []rank.Item
	block     lexical.Block
	term      []float32
	projector *vector.Projector // nil for vectors trained on the corpus
}

// newDense makes room for queries, some 16 bytes a chunk; nil without vectors.
func newDense(x *Index) *Dense {
	if x.Vectors == nil {
		return nil
	}
	d := &Dense{
		x: x, Scorer: x.Vectors.NewScorer(), single: make([]float32, x.Vectors.Len()),
		Query: make([]float32, x.Vectors.Dims()), term: make([]float32, x.Vectors.Dims()),
		Score: make([]float32, x.Vectors.Len()), IDs: rank.Numbers(x.Vectors.Len()),
	}
	if e := x.Encoder; e != nil {
		d.projector = e.NewProjector(x.Vectors.Dims())
	}
	return d
}

// Read returns the number of postings that were read for the vector of the last query.
func (d *Dense) Read() int { return d.read }

// Cosines fills dst with the cosines of the query and the chunks ids, −1..1, by their signs. It returns false and
// leaves dst alone if the index has no vectors (d is then nil) or the query no term. It changes no score of the
// searcher. O(150·dimensions) a term, and O(dimensions/8) a chunk.
func (d *Dense) Cosines(r *Request, ids []uint32, dst []float32) bool {
	if d == nil || !d.x.VectorsLoaded() || !d.Embed(r) {
		return false
	}
	d.Scorer.SetQuery(d.Query)
	d.Scorer.Scores(dst, ids)
	scale := 1 / float32(math.Sqrt(float64(len(d.Query))))
	for i := range ids {
		dst[i] *= scale
	}
	return true
}

// Embed computes the vector of the query; false if it has none.
func (d *Dense) Embed(r *Request) bool {
	d.read = 0
	clear(d.Query)
	if r.Vector != nil && d.projector != nil {
		d.projector.Project(d.Query, r.Vector)
	} else {
		d.addCentroids(r)
	}
	return vector.Normalise(d.Query)
}

// addCentroids adds up the centroids of the query's terms.
func (d *Dense) addCentroids(r *Request) {
	for _, t := range r.Query.Terms {
		d.centroid(t)
		weight := vector.Weight(d.x.Dictionary.IDF(t))
		for i, v := range d.term {
			d.Query[i] += float32(weight * v)
		}
	}
}

// centroid computes the vector of a term. Its length is 1, or 0 if no chunk has the term.
func (d *Dense) centroid(t model.TermID) {
	clear(d.term)
	d.met = d.met[:0]
	list := d.x.Postings.List(t, false)
	step, skip := 1+list.Len()/maxRead, 0 // postings before the next one that is scored
	for block := list.Read(&d.block); len(block) > 0; block = list.Read(&d.block) {
		i := skip
		for ; i < len(block); i += step {
			c := block[i].Passage
			d.met, d.single[c] = append(d.met, c), lexical.Weight(block[i].Level)
		}
		skip = i - len(block)
	}
	d.read += len(d.met)
	d.best = rank.Top(d.best, d.met, d.single, maxCentroid)
	for _, it := range d.best {
		d.x.Vectors.AddTo(d.term, it.ID, it.Score)
	}
	vector.Normalise(d.term)
}
