package bridge

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	"mycel/engine/rank"
	"mycel/internal/must"
)

// A tree asks its questions in the order of a heap.
func TestTreeValue(t *testing.T) {
	tree := Tree{
		Feature:   [...]uint8{0, 1, 2, 3, 3, 3, 3},
		Threshold: [...]float32{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
		Leaf:      [...]float32{0, 1, 2, 3, 4, 5, 6, 7},
	}
	for _, test := range []struct {
		features Features
		want     float32
	}{
		{Features{}, 0},
		{Features{0, 0, 0, 1}, 1},
		{Features{0, 1, 0, 0}, 2},
		{Features{1, 1, 0, 0}, 4},
		{Features{1, 0, 1, 1}, 7},
		{Features{0.5, 0.5, 0.5, 0.5}, 0}, // at the threshold it goes down
	} {
		must.Equal(t, tree.Value(&test.features), test.want, "%v", test.features[:4])
	}
}

// links makes a corpus of n chunks of random letters, any of which may share one.
func links(t testing.TB, n int) *ranker {
	rng := rand.New(rand.NewPCG(3, 5))
	var chunks []string
	for range n {
		chunk := ""
		for range 2 + rng.IntN(4) {
			chunk += " " + string(rune('a'+rng.IntN(26)))
		}
		chunks = append(chunks, chunk)
	}
	x := testindex.New(t, chunks)
	testindex.AddPlaces(t, x)
	return newRanker(method.NewSearcher(x))
}

// What is ordered again are the best by their scores; they stay ahead of the rest,
// in an order that their new scores show.
func TestRerankKeepsTheBestAhead(t *testing.T) {
	m := links(t, 400)
	for _, query := range []string{"a b", "c d e", "x y z", "k l m n"} {
		r := testindex.Request(m.s.Index, query, method.Options{K: method.MaxK})
		q := m.newQuery(r)
		q.walkLinks()
		must.Hold(t, q.links != 0, "%q: no link", query)
		scores := slices.Clone(q.scores(method.MaxK))
		plain := rank.Top(nil, q.w.chunks, scores, method.MaxK)
		got := rank.Top(nil, q.w.chunks, scores, reranked+1)
		q.rerank(got)
		got = got[:min(reranked, len(got))]
		id := func(a, b rank.Item) int { return cmp.Compare(a.ID, b.ID) }
		ids := func(items []rank.Item) (ids []uint32) {
			for _, it := range slices.SortedFunc(slices.Values(items), id) {
				ids = append(ids, it.ID)
			}
			return ids
		}
		if want := plain[:min(reranked, len(plain))]; !slices.Equal(ids(got), ids(want)) {
			t.Errorf("%q: other chunks than the best", query)
		}
		must.Be(t, slices.IsSortedFunc(got, rank.Compare), "%q: order and scores disagree", query)
		if len(plain) > reranked && got[len(got)-1].Score < plain[reranked].Score {
			t.Errorf("%q: the last has %v, the best of the rest %v", query, got[len(got)-1].Score, plain[reranked].Score)
		}
		list := m.Rank(r).Items
		if !slices.IsSortedFunc(list, func(a, b method.Item) int { return cmp.Compare(b.Score, a.Score) }) && !filled(list) {
			t.Errorf("%q: scores rise down the list", query)
		}
	}
}

func filled(items []method.Item) bool {
	return slices.ContainsFunc(items, func(it method.Item) bool { return it.Source == method.Filled })
}

// Without links trees are not
// asked.
func TestRerankNeedsLinks(t *testing.T) {
	m := links(t, 200)
	q := m.newQuery(testindex.Request(m.s.Index, "a b c", method.Options{}))
	scores := slices.Clone(q.scores(method.MaxK))
	got, want := rank.Top(nil, q.w.chunks, scores, reranked), rank.Top(nil, q.w.chunks, scores, reranked)
	if q.rerank(got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// How many passages a link may lead to is tuned: with more, questions take longer and find the same.
func TestReaches(t *testing.T) {
	for _, test := range []struct {
		df        int
		own, want bool
	}{{32, false, true}, {33, false, false}, {33, true, true}, {maxReverse, true, true}, {maxReverse + 1, true, false}} {
		must.Equal(t, Reaches(test.df, test.own), test.want, "%d passages, of the page itself %v", test.df, test.own)
	}
}
