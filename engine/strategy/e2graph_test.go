package strategy

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/model"
	"mycel/engine/tree"
)

// The limit is four edges in the paper, and four nodes, so three edges, in the
// authors' code.
func TestE2GraphHopLimit(t *testing.T) {
	s := NewSearcher(Toy(t, chain))
	for _, test := range []struct {
		query  string
		compat Compat
		near   bool
	}{
		{"a e", CompatPaper, true}, {"a f", CompatPaper, false},
		{"a d", CompatCode, true}, {"a e", CompatCode, false},
	} {
		r := askE2(s, AskFor(s.Index, test.query, Options{E2Graph: E2Graph{Compat: test.compat}}))
		if near := len(r.Trace.Steps) > 0; near != test.near {
			t.Errorf("%s, compat %d: near %v, want %v", test.query, test.compat, near, test.near)
		}
	}
}

// oracle is Algorithm 1 written for shortness, over the words of the chunks.
type oracle struct {
	chunks []map[string]int
	near   map[[2]string]int // distances
}

func newOracle(chunks []string) *oracle {
	o := &oracle{near: map[[2]string]int{}}
	next := map[string]map[string]bool{}
	for _, c := range chunks {
		words := map[string]int{}
		for _, w := range strings.Fields(spell(c)) {
			words[w]++
		}
		for a := range words {
			if next[a] == nil {
				next[a] = map[string]bool{}
			}
			for b := range words {
				if a != b {
					next[a][b] = true
				}
			}
		}
		o.chunks = append(o.chunks, words)
	}
	for a := range next {
		seen := map[string]bool{a: true}
		level := []string{a}
		for d := 0; len(level) > 0; d++ {
			var beyond []string
			for _, u := range level {
				o.near[[2]string{a, u}] = d
				for v := range next[u] {
					if !seen[v] {
						seen[v] = true
						beyond = append(beyond, v)
					}
				}
			}
			level = beyond
		}
	}
	return o
}

// candidates returns the keys of C(h) by chunk.
func (o *oracle) candidates(eq []string, h int) map[int][]int {
	out := map[int][]int{}
	for a := range eq {
		for b := a + 1; b < len(eq); b++ {
			if d, connected := o.near[[2]string{eq[a], eq[b]}]; !connected || d > h {
				continue
			}
			for c, words := range o.chunks {
				if words[eq[a]] > 0 && words[eq[b]] > 0 {
					out[c] = append(out[c], a, b)
				}
			}
		}
	}
	for c, key := range out {
		slices.Sort(key)
		out[c] = slices.Compact(key)
	}
	return out
}

// answer returns the branch, the hop limit of a local answer, and whether the
// candidates had to be cut.
func (o *oracle) answer(eq []string, h, k int) (branch Branch, hops int, cut bool) {
	if len(eq) == 0 {
		return BranchGlobal, 0, false
	}
	c := o.candidates(eq, h)
	if len(c) == 0 {
		return BranchOccurrence, 0, false
	}
	for len(c) > k {
		tighter := o.candidates(eq, h-1)
		if len(tighter) == 0 {
			return BranchLocal, h, true
		}
		c, h = tighter, h-1
	}
	return BranchLocal, h, false
}

// Random corpora: the branch, the hop limit, the selected chunks and their keys are
// those of the algorithm written out, groups are whole and in order, and C(h−1) is
// part of C(h).
func TestE2GraphAgainstOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	branches := map[Branch]int{}
	cuts := 0
	for range 300 {
		chunks, words := randomChunks(rng)
		x := Toy(t, chunks)
		o := newOracle(chunks)
		s := NewSearcher(x)
		for range 4 {
			var asked []string
			for range rng.IntN(5) {
				asked = append(asked, words[rng.IntN(len(words))])
			}
			k := 1 + rng.IntN(6)
			r := AskFor(x, strings.Join(asked, " "), Options{K: k})
			var eq []string
			for _, l := range r.Entities {
				eq = append(eq, x.Entities.Name(l.Entity))
			}
			got := askE2(s, r)
			branch, hops, cut := o.answer(eq, 4, k)
			if got.Trace.Branch != branch || got.Trace.Hops != hops || len(got.Items) > k {
				t.Fatalf("%q in %q: branch %s at %d hops with %d items, want %s at %d with at most %d",
					asked, chunks, got.Trace.Branch, got.Trace.Hops, len(got.Items), branch, hops, k)
			}
			branches[branch]++
			for i := 1; i < len(got.Trace.Steps); i++ {
				wide, tight := o.candidates(eq, got.Trace.Steps[i-1].Hops), o.candidates(eq, got.Trace.Steps[i].Hops)
				for c := range tight {
					if wide[c] == nil {
						t.Fatalf("%q in %q: chunk %d is in C(%d) alone", asked, chunks, c, got.Trace.Steps[i].Hops)
					}
				}
				if got.Trace.Steps[i].Chunks != len(tight) {
					t.Fatalf("%q in %q: step %+v, want %d chunks", asked, chunks, got.Trace.Steps[i], len(tight))
				}
			}
			if branch != BranchLocal {
				continue
			}
			want := o.candidates(eq, hops)
			if cut {
				cuts++
			}
			if cut && len(got.Trace.Nodes) != k || !cut && len(got.Trace.Nodes) != len(want) {
				t.Fatalf("%q in %q: %d chunks selected of %d, k = %d", asked, chunks, len(got.Trace.Nodes), len(want), k)
			}
			checkGroups(t, got.Trace.Nodes, want)
		}
	}
	if branches[BranchLocal] < 100 || branches[BranchOccurrence] < 100 || branches[BranchGlobal] < 100 || cuts < 50 {
		t.Errorf("branches %v, %d of them cut: not all were tried", branches, cuts)
	}
}

func checkGroups(t *testing.T, nodes []Item, want map[int][]int) {
	t.Helper()
	ended := map[string]bool{}
	for i, it := range nodes {
		if !slices.Equal(it.Group, want[int(it.Node)]) {
			t.Fatalf("chunk %d has the key %v, want %v", it.Node, it.Group, want[int(it.Node)])
		}
		if i == 0 {
			continue
		}
		before := nodes[i-1]
		if slices.Equal(it.Group, before.Group) {
			if it.Node <= before.Node {
				t.Fatalf("chunk %d follows chunk %d in a group", it.Node, before.Node)
			}
			continue
		}
		ended[fmt.Sprint(before.Group)] = true
		if len(it.Group) > len(before.Group) || ended[fmt.Sprint(it.Group)] {
			t.Fatalf("the key %v comes after %v", it.Group, before.Group)
		}
	}
}

// randomChunks makes a small corpus of few words.
func randomChunks(rng *rand.Rand) (chunks, words []string) {
	for i := range 4 + rng.IntN(10) {
		words = append(words, string(rune('a'+i)))
	}
	for range 3 + rng.IntN(20) {
		var text []string
		for range 1 + rng.IntN(4) {
			text = append(text, words[rng.IntN(len(words))])
		}
		chunks = append(chunks, strings.Join(text, " "))
	}
	return chunks, words
}

// Every combination of switches and similarities gives at most k distinct chunks,
// and the same ones when asked again.
func TestE2GraphSwitches(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	chunks, words := randomChunks(rng)
	half := model.ChunkID(len(chunks) / 2)
	x, _ := WithVectors(t, Toy(t, chunks, tree.Summary{Level: 1, LeafEnd: half}, tree.Summary{Level: 1, LeafFirst: half, LeafEnd: model.ChunkID(len(chunks))}))
	s := NewSearcher(x)
	for bits := range 1 << 6 {
		on := func(i int) bool { return bits>>i&1 != 0 }
		for similarity := range SimilarityDense + 1 {
			o := Options{K: 3, NoFill: true, E2Graph: E2Graph{
				Similarity: similarity, DenseOnly: on(0), NoGraphFilter: on(1), NoEntityRank: on(2), NoDense: on(3), NoOccurrence: on(4), NoTree: on(5),
			}}
			for range 5 {
				query := words[rng.IntN(len(words))] + " " + words[rng.IntN(len(words))] + " " + words[rng.IntN(len(words))]
				got := askE2(s, AskFor(x, query, o))
				again := askE2(NewSearcher(x), AskFor(x, query, o))
				if nodes(got) != nodes(again) || got.Reason != again.Reason {
					t.Fatalf("%+v, %q: %q, then %q", o.E2Graph, query, nodes(got), nodes(again))
				}
				if len(got.Items) > o.K || len(got.Trace.Nodes) > o.K {
					t.Fatalf("%+v, %q: %d items of %d nodes", o.E2Graph, query, len(got.Items), len(got.Trace.Nodes))
				}
				checkSwitches(t, x, o.E2Graph, got)
			}
		}
	}
}

func checkSwitches(t *testing.T, x *Index, o E2Graph, got answeredE2) {
	t.Helper()
	for _, it := range got.Items {
		if it.Source == Filled || !x.Tree.IsLeaf(it.Node) || o.NoTree && it.Source == Summary {
			t.Errorf("%+v: item %+v", o, it)
		}
	}
	global := got.Trace.Branch != BranchLocal
	switch {
	case o.DenseOnly && got.Trace.Branch != BranchGlobal:
		t.Errorf("%+v: branch %s", o, got.Trace.Branch)
	case !o.DenseOnly && o.NoDense && o.NoOccurrence && global && len(got.Items) > 0:
		t.Errorf("%+v: a global answer of %d items", o, len(got.Items))
	case o.NoGraphFilter && !global && got.Trace.Hops != 4:
		t.Errorf("%+v: tightened to %d hops", o, got.Trace.Hops)
	}
}

func TestE2GraphAblations(t *testing.T) {
	x := Toy(t, []string{"a b", "a b b b", "a c d", "c", "a", "a a a", "e a"})
	s := NewSearcher(x)
	ask := func(query string, k int, o E2Graph) string {
		o.Similarity = SimilarityWords
		return nodes(askE2(s, AskFor(x, query, Options{K: k, NoFill: true, E2Graph: o})))
	}
	for _, test := range []struct {
		name, query string
		k           int
		o           E2Graph
		want        string
	}{
		{"both", "a b", 10, E2Graph{}, "0 1"},
		{"everything that is similar", "a b", 10, E2Graph{DenseOnly: true}, "1 0 5 4 6 2"},
		{"too many, by occurrences", "a b", 1, E2Graph{}, "1"},
		{"one entity", "a", 3, E2Graph{}, "5 4 0"},
		{"one entity, by similarity", "a", 3, E2Graph{NoOccurrence: true}, "5 4 0"},
		{"one entity, all chunks", "a", 3, E2Graph{NoDense: true}, "5 4 0"},
		{"nothing to rank by", "a", 3, E2Graph{NoDense: true, NoOccurrence: true}, ""},
		{"not connected", "b e", 10, E2Graph{}, "1 6 0"},
		{"too frequent an entity", "a b", 10, E2Graph{MaxDFRatio: 0.5}, "1 0 5 4 6 2"},
	} {
		if got := ask(test.query, test.k, test.o); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// The authors' code drops global results without an occurrence, unless there is
// nothing else. q is too frequent to be an entity here.
func TestE2GraphZeroCounts(t *testing.T) {
	for _, test := range []struct {
		chunks []string
		k      int
		compat Compat
		want   string
	}{
		{[]string{"a q", "q q", "q"}, 10, CompatPaper, "0 1 2"},
		{[]string{"a q", "q q", "q"}, 10, CompatCode, "0"},
		{[]string{"a" + strings.Repeat(" x", 60), "q q q", "q"}, 1, CompatCode, "1"}, // a is not among the best two
	} {
		x := Toy(t, test.chunks)
		o := Options{K: test.k, NoFill: true, E2Graph: E2Graph{Similarity: SimilarityWords, Compat: test.compat, MaxDFRatio: 0.4}}
		r := askE2(NewSearcher(x), AskFor(x, "a q", o))
		if nodes(r) != test.want || r.Trace.Branch != BranchOccurrence {
			t.Errorf("%q, compat %d: %q by %s, want %q", test.chunks, test.compat, nodes(r), r.Trace.Branch, test.want)
		}
	}
}

// An index without summaries answers as one whose summaries are left out.
func TestE2GraphNoTree(t *testing.T) {
	chunks := []string{"a", "b a", "c c", "d a", "e", "f"}
	with := Toy(t, chunks, tree.Summary{Level: 1, LeafFirst: 0, LeafEnd: 3, Title: "first three"}, tree.Summary{Level: 1, LeafFirst: 3, LeafEnd: 6})
	without := Toy(t, chunks)
	for _, query := range []string{"a", "a b c", "c d", "f", "zz"} {
		got := askE2(NewSearcher(with), AskFor(with, query, Options{E2Graph: E2Graph{NoTree: true}}))
		want := askE2(NewSearcher(without), AskFor(without, query, Options{}))
		if nodes(got) != nodes(want) || len(got.Items) > 0 && got.Items[0].Score != want.Items[0].Score {
			t.Errorf("%q: got %q, want %q", query, nodes(got), nodes(want))
		}
	}
}

// The similarity of a summary is the cosine with the centroid of its chunks, in
// double precision from the signs themselves.
func TestE2GraphCentroids(t *testing.T) {
	chunks := []string{"a b", "a c c", "d", "a a a a", "b c d"}
	x, words := WithVectors(t, Toy(t, chunks, tree.Summary{Level: 1, LeafFirst: 0, LeafEnd: 3}, tree.Summary{Level: 1, LeafFirst: 3, LeafEnd: 5}, tree.Summary{Level: 2, LeafFirst: 0, LeafEnd: 5}))
	s := NewSearcher(x)
	q := newE2(s, AskFor(x, "a c", Options{E2Graph: E2Graph{Similarity: SimilarityDense}}))
	q.compare()
	query := make([]float64, 64)
	for d, v := range s.Near.Query {
		query[d] = float64(v)
	}
	for i := range x.Tree.Len() {
		node := x.Tree.Node(i)
		first, end := x.Tree.Leaves(node)
		centroid := make([]float64, 64)
		for c := first; c < end; c++ {
			for d, sign := range signs(words[c]) {
				centroid[d] += sign
			}
		}
		want := 0.0
		for d, v := range unit(centroid) {
			want += v * query[d]
		}
		if got := float64(q.cosine[node]); math.Abs(got-want) > 1e-5 {
			t.Errorf("summary %d: got %v, want %v", i, got, want)
		}
	}
}

// answeredE2 is a ranking with what was tried and selected.
type answeredE2 struct {
	*Ranking
	Trace *Trace
}

func askE2(s *Searcher, r *Request) answeredE2 {
	out, q := s.e2graph(r)
	return answeredE2{out, &q.trace}
}
