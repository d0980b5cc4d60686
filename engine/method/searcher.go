package method

import (
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Searcher runs methods over an index. It owns scratch space: using it again is cheap, and it is not safe for
// concurrent use.
type Searcher struct {
	Index  *Index
	Scores *lexical.Accumulator // by NodeID: chunks, then summaries
	sums   *lexical.Accumulator // by summary
	top    []rank.Item

	Best float32 // best score of a chunk; the 1 of Similarity

	Clock  func() int64 // monotonic, in nanoseconds; nil for none
	seeded int64        // time at which the seeds of the last query were known

	scored *Request // the request whose chunks, and no other nodes, have scores; nil for none

	opened []opened // of registered methods

	Dense   *Dense                                                // nil for an index without vectors
	Cosines func(r *Request, chunks []uint32, dst []float32) bool // Dense.Cosines, nil without Dense
}

// NewSearcher makes room for searches over x by the methods that are registered. It allocates about 20 bytes a chunk,
// and more for each method at its first request.
func NewSearcher(x *Index) *Searcher {
	s := NewCoreSearcher(x)
	if s.Dense = newDense(x); s.Dense != nil {
		s.Cosines = s.Dense.Cosines
	}
	return s
}

// NewCoreSearcher is NewSearcher for an index without vectors. Programs that call no other constructor do not link the
// code that compares vectors.
func NewCoreSearcher(x *Index) *Searcher {
	return &Searcher{
		Index:  x,
		Scores: lexical.NewAccumulator(x.Corpus.NumChunks() + x.Tree.Len()),
		sums:   lexical.NewAccumulator(x.Tree.Len()),
	}
}

// ScoreChunks computes BM25 over the chunks alone, once for each request. Where lists are cut and not read whole, it
// scores by their heads, and then completes the best chunks.
func (s *Searcher) ScoreChunks(r *Request) {
	if s.scored == r {
		return
	}
	s.scored = r
	s.Scores.Reset()
	s.Scores.Add(s.Index.Postings, &r.Query.TermQuery, s.Index.Dictionary)
	s.leaveOut(r)
	if !s.Index.Postings.AreCut() || r.Query.Exhaustive {
		return
	}
	for _, it := range s.TopNodes(max(completed, r.Options.K)) {
		s.Scores.Complete(s.Index.Postings, &r.Query.TermQuery, s.Index.Dictionary, it.ID)
		s.Best = max(s.Best, s.Scores.Score[it.ID])
	}
}

// completed is the least number of best chunks that have exact scores.
const completed = 16

// ScoreSummaries adds the summaries to the scored nodes, so that they hold the
// collapsed tree, until the chunks are scored again.
func (s *Searcher) ScoreSummaries(r *Request) {
	s.scored = nil
	s.sums.Reset()
	s.sums.Add(s.Index.SummaryPostings, &r.Query.TermQuery, s.Index.Dictionary)
	s.Scores.Read += s.sums.Read
	for _, i := range s.sums.Touched {
		n := s.Index.Tree.Node(int(i))
		s.Scores.Score[n], s.Scores.Mask[n] = s.sums.Score[i], s.sums.Mask[i]
		s.Scores.Touched = append(s.Scores.Touched, uint32(n))
		s.Best = max(s.Best, s.sums.Score[i])
	}
}

// Similarity replaces a paper's cosine of dense vectors: BM25 of the node over the best node's, in 0..1.
func (s *Searcher) Similarity(n uint32) float32 {
	if s.Best == 0 {
		return 0
	}
	return s.Scores.Score[n] / s.Best
}

// TopNodes returns the k best scored nodes. It is kept out of line for the size of the browser's engine.
//
//go:noinline
func (s *Searcher) TopNodes(k int) []rank.Item {
	s.top = rank.Top(s.top, s.Scores.Touched, s.Scores.Score, k)
	return s.top
}

// Forget marks the scores as changed, so that the next method computes BM25 again.
func (s *Searcher) Forget() { s.scored = nil }

// Stats counts the postings and chunks of the last query.
func (s *Searcher) Stats() Stats {
	return Stats{Postings: s.Scores.Read, Chunks: len(s.Scores.Touched)}
}

// SeedsKnown notes for Ranking.Timings that a walk begins.
func (s *Searcher) SeedsKnown() {
	if s.Clock != nil {
		s.seeded = s.Clock()
	}
}

// Fill keeps the first chunk of every section, and appends the best chunks of further sections by words until there are
// k items, unless NoFill. So a list shows no section twice, and a method that finds little hides no hit of keyword
// search. source is the source of the appended items. In a request for chunks it keeps every chunk, once.
func (s *Searcher) Fill(items []Item, r *Request, source Source) []Item {
	k := r.Length()
	have := make(map[uint32]bool, k)
	out := make([]Item, 0, k)
	add := func(it Item) {
		if unit := s.Index.Unit(r, uint32(it.Node)); len(out) < k && !have[unit] && s.Admits(r, uint32(it.Node)) {
			have[unit] = true
			out = append(out, it)
		}
	}
	for _, it := range items {
		add(it)
	}
	if len(out) == k || r.Options.NoFill && source == Filled {
		return out
	}
	s.ScoreChunks(r)
	for want := 2 * k; ; want *= 2 {
		top := s.TopNodes(want)
		for _, it := range top {
			add(Item{Node: model.NodeID(it.ID), Score: s.Similarity(it.ID), Source: source})
		}
		if len(out) == k || len(top) < want {
			return out
		}
	}
}
