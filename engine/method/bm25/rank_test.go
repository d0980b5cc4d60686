package bm25

import (
	"math"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	"mycel/internal/must"
)

// A chunk's score falls by the part of the query's idf that it lacks; a query of one
// word changes no score.
func TestPreferCover(t *testing.T) {
	x := testindex.New(t, []string{"a a b", "a c", "d", "b c"})
	s := method.NewSearcher(x)
	m := &ranker{s}
	r := testindex.Request(x, "a d", method.Options{})
	s.ScoreChunks(r)
	plain := append([]float32(nil), s.Scores.Score...)
	m.preferCover(r)
	a, d := float64(x.Dictionary.IDF(r.Query.Terms[0])), float64(x.Dictionary.IDF(r.Query.Terms[1]))
	best := float32(0)
	for chunk, lacks := range map[int]float64{0: d, 1: d, 2: a} {
		want := float64(plain[chunk]) * (1 - uncovered*lacks/(a+d))
		if got := float64(s.Scores.Score[chunk]); math.Abs(got-want) > 1e-6 {
			t.Errorf("chunk %d scores %v, want %v", chunk, got, want)
		}
		best = max(best, s.Scores.Score[chunk])
	}
	if s.Scores.Score[3] != 0 || s.Best != best {
		t.Errorf("the chunk without any word scores %v, the best %v, want %v", s.Scores.Score[3], s.Best, best)
	}
	one := testindex.Request(x, "a", method.Options{})
	s.ScoreChunks(one)
	before := s.Scores.Score[0]
	if m.preferCover(one); s.Scores.Score[0] != before {
		t.Errorf("one word: %v became %v", before, s.Scores.Score[0])
	}
}

func TestBM25Mode(t *testing.T) {
	x := testindex.New(t, []string{"a b", "a c c", "d", "a a a a"})
	m := &ranker{method.NewSearcher(x)}
	must.Equal(t, testindex.Nodes(m.Rank(testindex.Request(x, "c a", method.Options{}))), "1 3 0", "ranking")
	must.Equal(t, testindex.Nodes(m.Rank(testindex.Request(x, "a c c a", method.Options{}))), "1 3 0", "repeated and reordered words: ranking")
	must.Equal(t, testindex.Nodes(m.Rank(testindex.Request(x, "z", method.Options{}))), "", "unknown word: ranking")
	if got := testindex.Nodes(m.Rank(testindex.Request(x, "a", method.Options{K: 2}))); len(strings.Fields(got)) != 2 {
		t.Errorf("k = 2: ranking %q", got)
	}
}
