package dense

import (
	"cmp"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	"mycel/internal/must"
)

// Dense mode ranks by similarity, and fills up with words what points elsewhere.
func TestDenseMode(t *testing.T) {
	x, _ := testindex.WithVectors(t, testindex.New(t, []string{"a b", "a c c", "d", "a a a a", "b c d"}))
	m := &ranker{s: method.NewSearcher(x)}
	r := testindex.Request(x, "d", method.Options{})
	score := make([]float32, 5)
	m.s.Dense.Cosines(r, []uint32{0, 1, 2, 3, 4}, score)
	out := m.Rank(r)
	// Two postings for the vector, and again for filling up.
	must.Hold(t, len(out.Items) != 0 && out.Mode == Mode && out.Stats.Chunks == 5 && out.Stats.Postings == 4, "got %+v", out)
	near := 0
	for i, it := range out.Items {
		if it.Source != method.Vector {
			continue
		}
		near++
		must.Be(t, it.Score == score[it.Node] && it.Score > 0, "chunk %d: score %v, want %v", it.Node, it.Score, score[it.Node])
		must.Be(t, i <= 0 || cmp.Compare(out.Items[i-1].Score, it.Score) >= 0, "out of order: %+v", out.Items)
	}
	want := 0
	for _, v := range score {
		if v > 0 {
			want++
		}
	}
	must.Be(t, near == want, "%d chunks by vectors, want the %d that point the query's way", near, want)
	got := m.Rank(testindex.Request(x, "d", method.Options{K: 1}))
	must.Be(t, len(got.Items) == 1 && got.Items[0].Node == out.Items[0].Node, "k = 1: got %+v", got.Items)
	if out := m.Rank(testindex.Request(x, "z", method.Options{})); len(out.Items) != 0 || out.Reason == "" {
		t.Errorf("unknown word: got %+v", out)
	}
	if out := m.Rank(testindex.Request(x, "", method.Options{})); len(out.Items) != 0 {
		t.Errorf("empty query: got %+v", out)
	}
}

// Without vectors nothing is found, and the reason says why.
func TestDenseWithoutVectors(t *testing.T) {
	x := testindex.New(t, []string{"a b"})
	out := (&ranker{s: method.NewSearcher(x)}).Rank(testindex.Request(x, "a", method.Options{}))
	must.Be(t, len(out.Items) == 0 && strings.Contains(out.Reason, "no vectors"), "got %+v", out)
}
