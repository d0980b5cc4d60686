package e2graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/tree"
	"mycel/internal/must"
)

// The limit is four edges.
func TestE2GraphHopLimit(t *testing.T) {
	s := newRankerOn(testindex.New(t, chain))
	for query, want := range map[string]bool{"a e": true, "a f": false} {
		r := ask(s, testindex.Request(s.s.Index, query, method.Options{}))
		must.Equal(t, len(r.Trace.Steps) > 0, want, "%s: near", query)
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
		for _, w := range strings.Fields(testindex.Spell(c)) {
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
		x := testindex.New(t, chunks)
		o := newOracle(chunks)
		s := newRankerOn(x)
		for range 4 {
			var asked []string
			for range rng.IntN(5) {
				asked = append(asked, words[rng.IntN(len(words))])
			}
			k := 1 + rng.IntN(6)
			r := testindex.Request(x, strings.Join(asked, " "), method.Options{K: k})
			var eq []string
			for _, l := range r.Entities {
				eq = append(eq, x.Entities.Name(l.Entity))
			}
			got := ask(s, r)
			branch, hops, cut := o.answer(eq, 4, k)
			if got.Trace.Branch != branch || got.Trace.Hops != hops || len(got.Items) > k {
				t.Fatalf("%q in %q: branch %s at %d hops with %d items, want %s at %d with at most %d",
					asked, chunks, got.Trace.Branch, got.Trace.Hops, len(got.Items), branch, hops, k)
			}
			branches[branch]++
			for i := 1; i < len(got.Trace.Steps); i++ {
				wide, tight := o.candidates(eq, got.Trace.Steps[i-1].Hops), o.candidates(eq, got.Trace.Steps[i].Hops)
				for c := range tight {
					must.Hold(t, wide[c] != nil, "%q in %q: chunk %d is in C(%d) alone", asked, chunks, c, got.Trace.Steps[i].Hops)
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

func checkGroups(t *testing.T, nodes []method.Item, want map[int][]int) {
	t.Helper()
	ended := map[string]bool{}
	for i, it := range nodes {
		must.Hold(t, slices.Equal(it.Group, want[int(it.Node)]), "chunk %d has the key %v, want %v", it.Node, it.Group, want[int(it.Node)])
		if i == 0 {
			continue
		}
		before := nodes[i-1]
		if slices.Equal(it.Group, before.Group) {
			must.Hold(t, it.Node > before.Node, "chunk %d follows chunk %d in a group", it.Node, before.Node)
			continue
		}
		ended[fmt.Sprint(before.Group)] = true
		must.Hold(t, len(it.Group) <= len(before.Group) && !ended[fmt.Sprint(it.Group)], "the key %v comes after %v", it.Group, before.Group)
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

// Every similarity gives at most k distinct chunks, and the same ones when asked again.
func TestE2GraphSimilarities(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	chunks, words := randomChunks(rng)
	half := model.ChunkID(len(chunks) / 2)
	x, _ := testindex.WithVectors(t, testindex.New(t, chunks, tree.Summary{Level: 1, LeafEnd: half}, tree.Summary{Level: 1, LeafFirst: half, LeafEnd: model.ChunkID(len(chunks))}))
	s := newRankerOn(x)
	for by := range method.SimilarityDense + 1 {
		common, o := method.Options{K: 3, NoFill: true}, similarity(by)
		for range 50 {
			query := words[rng.IntN(len(words))] + " " + words[rng.IntN(len(words))] + " " + words[rng.IntN(len(words))]
			got := ask(s, testindex.Request(x, query, common), o)
			again := ask(newRankerOn(x), testindex.Request(x, query, common), o)
			if testindex.Nodes(got.Ranking) != testindex.Nodes(again.Ranking) || got.Reason != again.Reason {
				t.Fatalf("%+v, %q: %q, then %q", o, query, testindex.Nodes(got.Ranking), testindex.Nodes(again.Ranking))
			}
			if len(got.Items) > common.K || len(got.Trace.Nodes) > common.K {
				t.Fatalf("%+v, %q: %d items of %d nodes", o, query, len(got.Items), len(got.Trace.Nodes))
			}
			for _, it := range got.Items {
				must.Be(t, it.Source != method.Filled && x.Tree.IsLeaf(it.Node), "%+v: item %+v", o, it)
			}
		}
	}
}

func TestE2GraphBranches(t *testing.T) {
	x := testindex.New(t, []string{"a b", "a b b b", "a c d", "c", "a", "a a a", "e a"})
	s := newRankerOn(x)
	ranked := func(query string, k int, settings ...param.Setting) string {
		settings = append(settings, similarity(method.SimilarityWords))
		return testindex.Nodes(ask(s, testindex.Request(x, query, method.Options{K: k, NoFill: true}), settings...).Ranking)
	}
	for _, test := range []struct {
		name, query string
		k           int
		settings    []param.Setting
		want        string
	}{
		{"both", "a b", 10, nil, "0 1"},
		{"too many, by occurrences", "a b", 1, nil, "1"},
		{"one entity", "a", 3, nil, "5 4 0"},
		{"not connected", "b e", 10, nil, "1 6 0"},
		{"too frequent an entity", "a b", 10, []param.Setting{paramMaxDFRatio.To(0.5)}, "1 0 5 4 6 2"},
	} {
		must.Equal(t, ranked(test.query, test.k, test.settings...), test.want, "%s", test.name)
	}
}

// Global results without an occurrence stay, behind the others. q is too frequent to be an entity here.
func TestE2GraphZeroCounts(t *testing.T) {
	x := testindex.New(t, []string{"a q", "q q", "q"})
	r := ask(newRankerOn(x), testindex.Request(x, "a q", method.Options{NoFill: true}), similarity(method.SimilarityWords), paramMaxDFRatio.To(0.4))
	must.Be(t, testindex.Nodes(r.Ranking) == "0 1 2" && r.Trace.Branch == BranchOccurrence, "%q by %s", testindex.Nodes(r.Ranking), r.Trace.Branch)
}

// The similarity of a summary is the cosine with the centroid of its chunks, in
// double precision from the signs themselves.
func TestE2GraphCentroids(t *testing.T) {
	chunks := []string{"a b", "a c c", "d", "a a a a", "b c d"}
	x, words := testindex.WithVectors(t, testindex.New(t, chunks, tree.Summary{Level: 1, LeafFirst: 0, LeafEnd: 3}, tree.Summary{Level: 1, LeafFirst: 3, LeafEnd: 5}, tree.Summary{Level: 2, LeafFirst: 0, LeafEnd: 5}))
	s := newRankerOn(x)
	q := newQuery(s, testindex.Request(x, "a c", method.Options{Params: param.Settings{similarity(method.SimilarityDense)}}))
	q.compare()
	query := make([]float64, 64)
	for d, v := range s.s.Dense.Query {
		query[d] = float64(v)
	}
	for i := range x.Tree.Len() {
		node := x.Tree.Node(i)
		first, end := x.Tree.Leaves(node)
		centroid := make([]float64, 64)
		for c := first; c < end; c++ {
			for d, sign := range testindex.Signs(words[c]) {
				centroid[d] += sign
			}
		}
		want := 0.0
		for d, v := range testindex.Unit(centroid) {
			want += v * query[d]
		}
		got := float64(q.cosine[node])
		must.Be(t, math.Abs(got-want) <= 1e-5, "summary %d: got %v, want %v", i, got, want)
	}
}

func newRankerOn(x *method.Index) *ranker { return newRanker(method.NewSearcher(x)) }

// answer is a ranking with its trace: the limits tried and the nodes selected.
type answer struct {
	*method.Ranking
	Trace *Trace
}

// ask ranks with settings.
func ask(m *ranker, r *method.Request, settings ...param.Setting) answer {
	r.Options.Params = settings
	out, q := m.rank(r)
	return answer{out, &q.trace}
}

func similarity(s method.Similarity) param.Setting { return method.SimilarityParam.To(float64(s)) }

// chain connects a to f over five edges, a chunk each.
var chain = []string{"a b", "b c", "c d", "d e", "e f"}

func TestE2GraphGlobal(t *testing.T) {
	x := testindex.New(t, append([]string{"a f"}, chain...))
	s := newRankerOn(x)
	// One entity: no pair, so GLOBAL-B, ordered by occurrences.
	r := s.Rank(testindex.Request(x, "b", method.Options{}))
	must.Be(t, len(r.Notes) == 0 && testindex.Nodes(r) == "1 2", "one entity: %d pairs, ranking %q", len(r.Notes), testindex.Nodes(r))
	// No entity (and no word): nothing, without failing.
	if r := s.Rank(testindex.Request(x, "zzz", method.Options{})); len(r.Items) != 0 {
		t.Errorf("unknown words: ranking %q", testindex.Nodes(r))
	}
	if r := s.Rank(testindex.Request(x, "", method.Options{})); len(r.Items) != 0 {
		t.Errorf("empty query: ranking %q", testindex.Nodes(r))
	}
}

func TestE2GraphHops(t *testing.T) {
	x := testindex.New(t, chain)
	s := newRankerOn(x)
	if r := s.Rank(testindex.Request(x, "a e", method.Options{})); !strings.Contains(r.Reason, "no chunk mentions two") {
		t.Errorf("distance 4 is near, but in no chunk together: %q", r.Reason)
	}
	if r := s.Rank(testindex.Request(x, "a f", method.Options{})); !strings.Contains(r.Reason, "not connected within 4 steps") {
		t.Errorf("distance 5 is far: %q", r.Reason)
	}
}

func TestE2GraphLocal(t *testing.T) {
	x := testindex.New(t, []string{"a b x", "c b", "a c b", "a y", "a b z z", "c"})
	r := newRankerOn(x).Rank(testindex.Request(x, "a b c", method.Options{}))
	// Chunk 2 mentions all three; 0 and 4 share the key {a, b}, in corpus order; then
	// {b, c}. The rest is filled up by words.
	got := testindex.Nodes(r)
	must.Be(t, strings.HasPrefix(got, "2 ") && strings.Contains(got, "0 4") && strings.HasSuffix(got, "+"), "ranking %q", got)
	must.Be(t, len(r.Notes) == 3 && r.Notes[0].Kind == method.ByPair && len(r.Notes[0].Path) == 2 && r.Notes[0].Weight == 3, "pairs %+v", r.Notes)
	for _, it := range r.Items {
		if (it.Source == method.Graph) != (len(it.Reasons) == 1 && it.Reasons[0].Kind == method.ByPair) {
			t.Errorf("node %d: source %s, reasons %+v", it.Node, it.Source, it.Reasons)
		}
	}
}

// More candidates than wanted: at h = 0 no pair is left, so the most relevant of
// the last candidates are taken, by coverage, then occurrences.
func TestE2GraphTightening(t *testing.T) {
	x := testindex.New(t, []string{"a b", "a b b", "a b c", "a b", "c"})
	s := newRankerOn(x)
	r := s.Rank(testindex.Request(x, "a b c", method.Options{K: 2}))
	must.Equal(t, testindex.Nodes(r), "2 1", "ranking")
	for k := 1; k <= 5; k++ {
		if r := s.Rank(testindex.Request(x, "a b c", method.Options{K: k})); len(r.Items) > k {
			t.Errorf("k = %d: %d results", k, len(r.Items))
		}
	}
}

// A summary that outranks its chunks brings them in; its count is the sum of its
// leaves' counts.
func TestE2GraphSummaries(t *testing.T) {
	chunks := []string{"a", "b", "c c", "d", "e", "f"}
	x := testindex.New(t, chunks, tree.Summary{Level: 1, LeafFirst: 0, LeafEnd: 3, Title: "first three"}, tree.Summary{Level: 1, LeafFirst: 3, LeafEnd: 6})
	s := newRankerOn(x)
	r := s.Rank(testindex.Request(x, "a b c", method.Options{}))
	sources := map[method.Source]int{}
	for _, it := range r.Items {
		sources[it.Source]++
	}
	must.Be(t, len(r.Items) == 3 && sources[method.Summary] != 0, "items %+v", r.Items)
	q := newQuery(s, testindex.Request(x, "a b c", method.Options{}))
	must.Equal(t, q.count(model.NodeID(len(chunks))), 4, "count of the summary =")
}

// Over-long queries keep the rarest entities, in their order.
func TestE2GraphManyEntities(t *testing.T) {
	var chunks []string
	var query []string
	for i := range 40 {
		w := fmt.Sprintf("w%02d", i)
		query = append(query, w)
		chunks = append(chunks, w)
		if i < 10 {
			chunks = append(chunks, w)
		}
	}
	x := testindex.New(t, chunks)
	q := newQuery(newRankerOn(x), testindex.Request(x, strings.Join(query, " "), method.Options{}))
	must.Be(t, len(q.eq) == maxEntities && q.pos[0] == 10, "%d entities from position %d", len(q.eq), q.pos[0])
}

// Candidates within fewer hops are among those within more.
func TestE2GraphMonotone(t *testing.T) {
	x := testindex.New(t, []string{"a b", "b c", "a c", "c d", "a d", "d e", "b e"})
	q := newQuery(newRankerOn(x), testindex.Request(x, "a b c d e", method.Options{}))
	q.findPairs()
	for h := 1; h <= 4; h++ {
		wide := q.within(h)
		for _, c := range q.within(h - 1) {
			if !slices.ContainsFunc(wide, func(w candidate) bool { return w.chunk == c.chunk && w.key&c.key == c.key }) {
				t.Errorf("C(%d) has chunk %d, C(%d) has not", h-1, c.chunk, h)
			}
		}
	}
}
