package strategy

import (
	"math"
	"testing"
)

// A chunk's score falls by the part of the query's idf that it lacks; a query of one
// word changes no score.
func TestPreferCover(t *testing.T) {
	x := Toy(t, []string{"a a b", "a c", "d", "b c"})
	s := NewSearcher(x)
	r := AskFor(x, "a d", Options{})
	s.ScoreChunks(r)
	plain := append([]float32(nil), s.Scores.Score...)
	s.preferCover(r)
	a, d := float64(x.Dictionary.IDF(r.Query.Terms[0])), float64(x.Dictionary.IDF(r.Query.Terms[1]))
	best := float32(0)
	for chunk, lacks := range map[int]float64{0: d, 1: d, 2: a} {
		want := float64(plain[chunk]) * (1 - uncovered*lacks/(a+d))
		if got := float64(s.Scores.Score[chunk]); math.Abs(got-want) > 1e-6 {
			t.Errorf("chunk %d scores %v, want %v", chunk, got, want)
		}
		best = max(best, s.Scores.Score[chunk])
	}
	if s.Scores.Score[3] != 0 || s.best != best {
		t.Errorf("the chunk without any word scores %v, the best %v, want %v", s.Scores.Score[3], s.best, best)
	}
	one := AskFor(x, "a", Options{})
	s.ScoreChunks(one)
	before := s.Scores.Score[0]
	if s.preferCover(one); s.Scores.Score[0] != before {
		t.Errorf("one word: %v became %v", before, s.Scores.Score[0])
	}
}
