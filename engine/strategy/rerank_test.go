package strategy

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/wire"
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
		if got := tree.Value(&test.features); got != test.want {
			t.Errorf("%v: got %v, want %v", test.features[:4], got, test.want)
		}
	}
}

// addPlaces adds to a toy what the bridge walk needs: everything stands in the first
// sentence, and every tenth chunk is titled by its first entity.
func AddPlaces(t testing.TB, x *Index) {
	t.Helper()
	rows := func(n int, length func(int) int) [][]uint64 {
		out := make([][]uint64, n)
		for i := range out {
			out[i] = slices.Repeat([]uint64{1 << 1}, length(i))
		}
		return out
	}
	entities := func(c int) int { return x.ChunkEntities.Len(uint32(c)) }
	titles := make([][]uint32, x.Corpus.NumSections())
	for c := 0; c < len(titles); c += 10 {
		titles[c] = x.ChunkEntities.Set(uint32(c)).Append(nil)[:1]
	}
	about := make([][]uint32, x.Entities.Len())
	for s, titles := range titles {
		for _, e := range titles {
			about[e] = append(about[e], entity.About(model.SectionID(s), s%20 == 0))
		}
	}
	x.EntityPlaces = wire.NewPlaces(parts.Reader{}, len(titles))
	x.Titles = entity.NewTitles(parts.Reader{}, len(titles), parts.Reader{}, len(about))
	all := UpTo(len(titles))
	var own, of wire.Writer
	entity.EncodeLists(&own, titles)
	entity.EncodeLists(&of, about)
	places := wire.NewReader(wire.EncodePlaces(rows(len(titles), entities), nil))
	x.EntityPlaces.Load(all, places, func(c uint32) int { return entities(int(c)) })
	ownRows, aboutRows := wire.NewReader(own.Bytes()), wire.NewReader(of.Bytes())
	x.Titles.ReadOwn(all, ownRows)
	x.Titles.ReadAbout(UpTo(len(about)), aboutRows)
	err := errors.Join(
		places.Close(), ownRows.Close(), aboutRows.Close(),
	)
	if err != nil {
		t.Fatal(err)
	}
}

// links makes a corpus of n chunks of random letters, any of which may share one.
func links(t testing.TB, n int) *Searcher {
	rng := rand.New(rand.NewPCG(3, 5))
	var chunks []string
	for range n {
		chunk := ""
		for range 2 + rng.IntN(4) {
			chunk += " " + string(rune('a'+rng.IntN(26)))
		}
		chunks = append(chunks, chunk)
	}
	x := Toy(t, chunks)
	AddPlaces(t, x)
	return NewSearcher(x)
}

// What is ordered again are the best by their scores; they stay ahead of the rest,
// in an order that their new scores show.
func TestRerankKeepsTheBestAhead(t *testing.T) {
	s := links(t, 400)
	for _, query := range []string{"a b", "c d e", "x y z", "k l m n"} {
		r := AskFor(s.Index, query, Options{K: MaxK})
		q := s.newBridgeQuery(r)
		q.walkLinks()
		if q.links == 0 {
			t.Fatalf("%q: no link", query)
		}
		scores := slices.Clone(q.scores())
		plain := rank.Top(nil, q.w.chunks, scores, MaxK)
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
		if !slices.IsSortedFunc(got, rank.Compare) {
			t.Errorf("%q: order and scores disagree", query)
		}
		if len(plain) > reranked && got[len(got)-1].Score < plain[reranked].Score {
			t.Errorf("%q: the last has %v, the best of the rest %v", query, got[len(got)-1].Score, plain[reranked].Score)
		}
		list := s.Bridge(r).Items
		if !slices.IsSortedFunc(list, func(a, b Item) int { return cmp.Compare(b.Score, a.Score) }) && !filled(list) {
			t.Errorf("%q: scores rise down the list", query)
		}
	}
}

func filled(items []Item) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Source == Filled })
}

// Without the trees the order is that of the scores; without links, trees are not
// asked.
func TestRerankSwitchedOff(t *testing.T) {
	s := links(t, 200)
	q := s.newBridgeQuery(AskFor(s.Index, "a b c", Options{Without: PartLearned}))
	q.walkLinks()
	scores := slices.Clone(q.scores())
	got, want := rank.Top(nil, q.w.chunks, scores, reranked), rank.Top(nil, q.w.chunks, scores, reranked)
	if q.rerank(got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	q = s.newBridgeQuery(AskFor(s.Index, "a b c", Options{}))
	scores = slices.Clone(q.scores())
	got, want = rank.Top(nil, q.w.chunks, scores, reranked), rank.Top(nil, q.w.chunks, scores, reranked)
	if q.rerank(got); !slices.Equal(got, want) {
		t.Errorf("before any link: got %v, want %v", got, want)
	}
}

// Every part of the walk can be left out, and one at a time is.
func TestWithout(t *testing.T) {
	words := FindSwitch("without").Words
	if len(words) != int(PartLearned)+1 {
		t.Fatalf("%d names for %d parts", len(words), PartLearned+1)
	}
	for p := PartLinks; p <= PartLearned; p++ {
		same := *DefaultBridge.without(p) == DefaultBridge
		if same != (p == PartRarity) { // which is no weight
			t.Errorf("%s: weights unchanged %v", words[p], same)
		}
	}
	if *DefaultBridge.without(NoPart) != DefaultBridge {
		t.Error("nothing left out changes the weights")
	}
}
