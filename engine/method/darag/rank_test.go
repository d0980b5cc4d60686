package darag

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/ktruss"
	"mycel/engine/method"
	"mycel/engine/method/darag/layers"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/rank"
	"mycel/engine/vector"
	"mycel/internal/must"
)

// withLayers gives a test index the layers of mode da: chunks with these edges, all edges of the
// entity graph as relations, and each entity similar to the next two. Every chunk is a
// sentence, and an entity is described by the first that mentions it.
func withLayers(t testing.TB, x *method.Index, edges []ktruss.Edge) *method.Index {
	t.Helper()
	testindex.AddPlaces(t, x)
	chunks, entities := x.Corpus.NumChunks(), x.Entities.Len()
	tables := &layers.Tables{
		Edges: edges, Trussness: ktruss.Decompose(ktruss.NewGraph(chunks, edges)).Trussness, Related: make([]bool, x.Graph.NumEdges()),
		Similar: make([][]uint32, entities), Sentences: make([][2]uint32, chunks), Descriptions: make([][]uint32, entities),
		RowCosts: make([]uint32, chunks), NameCosts: make([]uint32, entities), HeadCosts: make([]uint32, layers.NumHeads),
	}
	for i := range tables.Related {
		tables.Related[i] = true
	}
	for c := range tables.Sentences {
		tables.Sentences[c] = [2]uint32{uint32(c), uint32(c) + 1}
	}
	for e := range tables.Descriptions {
		tables.Descriptions[e] = x.EntityChunks.Append(nil, uint32(e))[:1]
		for next := e + 1; next < min(e+3, entities); next++ {
			tables.Similar[e] = append(tables.Similar[e], uint32(next))
		}
	}
	layers := must.Get(layers.Decode(layers.Encode(tables), layers.Sizes{Chunks: chunks, Entities: entities, Edges: x.Graph.NumEdges(), Sentences: chunks}))(t)
	x.Own = &method.Sections{}
	x.Own.Add(&Section{Index: layers})
	return x
}

func pairsOf(nodes ...uint32) (edges []ktruss.Edge) {
	for i, u := range nodes {
		for _, v := range nodes[i+1:] {
			edges = append(edges, ktruss.Edge{U: u, V: v})
		}
	}
	return edges
}

// randomLayers is a corpus of n chunks of random letters, whose layer has random edges.
func randomLayers(t testing.TB, rng *rand.Rand, n int) *method.Index {
	var chunks []string
	for range n {
		var words []string
		for range 2 + rng.IntN(5) {
			words = append(words, string(rune('a'+rng.IntN(20))))
		}
		chunks = append(chunks, strings.Join(words, " "))
	}
	var edges []ktruss.Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			if rng.IntN(4) == 0 {
				edges = append(edges, ktruss.Edge{U: uint32(u), V: uint32(v)})
			}
		}
	}
	return withLayers(t, testindex.New(t, chunks), edges)
}

func chunksOf(items []method.Item) (out []model.NodeID) {
	for _, it := range items {
		out = append(out, it.Node)
	}
	return out
}

// Of a clique of chunks those that the query is about are left, and of the chunks that
// mention entities of theirs, those that mention most come next.
func TestDARanksCommunities(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a b", "a b c", "a c", "d e", "d f", "b c", "g h"}), pairsOf(0, 1, 2, 3, 4))
	out := askDA(newRanker(method.NewSearcher(x)), testindex.Request(x, "a", method.Options{}), paramTruss.To(3))
	must.Hold(t, len(out.Communities) != 0 && out.Communities[0].Layer == ChunkLayer, "communities %+v", out.Communities)
	c := out.Communities[0]
	if c.K != 3 || !slices.Equal(c.Chunks, []uint32{0, 1, 2}) || c.Edges != 3 || c.Density != 1 || c.Diameter != 1 || c.Coverage != 1 {
		t.Errorf("got %+v, want the triangle of chunks 0, 1, 2", c)
	}
	got := chunksOf(out.Items)
	if !slices.Equal(got[:4], []model.NodeID{0, 2, 1, 5}) {
		t.Errorf("ranked %v, want the community by relevance, then chunk 5, which mentions b and c", got)
	}
	for i, it := range out.Items[:4] {
		want := ChunkLayer
		if i == 3 {
			want = RelationLayer
		}
		if it.Source != method.Graph || layerOf(it) != want {
			t.Errorf("item %d: reader %s, layer %s", i, it.Source, layerOf(it))
		}
	}
	via := testindex.Via(out.Items[3])
	must.Be(t, len(via) == 2, "chunk 5 is there for entities %v", via)
	// It has its layer as the best hit of keyword search, too, though communities of chunks fill the list.
	first := askDA(newRanker(method.NewSearcher(x)), testindex.Request(x, "b c", method.Options{K: 1}), paramTruss.To(3)).Items[0]
	must.Be(t, first.Node == 5 && first.Source == method.Graph && layerOf(first) == RelationLayer, "the first is %+v", first)
}

// Without an edge the best chunks are taken by themselves, and it is said.
func TestDAWithoutStructure(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a", "a b b", "c", "d"}), nil)
	out := askDA(newRanker(method.NewSearcher(x)), testindex.Request(x, "a", method.Options{}))
	if len(out.Communities) == 0 || out.Communities[0].K != 0 || !slices.Equal(out.Communities[0].Chunks, []uint32{0, 1}) {
		t.Errorf("communities %+v", out.Communities)
	}
	if !strings.Contains(out.Reason, "no relation") || len(out.Items) != 2 || out.Items[0].Node != 0 {
		t.Errorf("%d items, %q", len(out.Items), out.Reason)
	}
	// An edge alone is a 2-truss.
	x = withLayers(t, testindex.New(t, []string{"a", "a b b", "c", "d"}), pairsOf(0, 1))
	c := askDA(newRanker(method.NewSearcher(x)), testindex.Request(x, "a", method.Options{})).Communities[0]
	must.Be(t, c.K == 2 && len(c.Chunks) == 2, "got %+v, want both ends of the edge", c)
}

func TestDAWithoutWords(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a b", "a c", "b c"}), pairsOf(0, 1, 2))
	out := askDA(newRanker(method.NewSearcher(x)), testindex.Request(x, "z", method.Options{}))
	if len(out.Items) != 0 || len(out.Communities) != 0 || out.Reason != "no passage has any of these words" {
		t.Errorf("%d items, %q", len(out.Items), out.Reason)
	}
}

// daQuery is a search that has read its query.
func daQuery(m *ranker, r *method.Request, o ...param.Setting) *query {
	q := &query{s: m.s, x: m.s.Index, own: m.own, r: r, o: append(r.Options.Params, o...), d: m.scratch}
	q.begin()
	return q
}

// The trussness that is stored says what the chunk layer's k-trusses are, as if they were
// peeled for the query; among some of the chunks it is not greater than that.
func TestDAStoredTrussness(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		x := randomLayers(t, rng, 40)
		q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a b c", method.Options{}))
		all := layerMaker{q}.chunkLayer(q.d.all)
		got := ktruss.Decompose(all.graph).Trussness
		must.Hold(t, slices.Equal(got, all.trusses.Trussness), "stored trussness differs from what the graph has")
		some := layerMaker{q}.chunkLayer(q.d.all[:30])
		if !slices.Equal(some.trusses.Trussness, ktruss.Decompose(some.graph).Trussness) {
			t.Fatal("trussness of a part differs from what the part has")
		}
	}
}

func TestDAValuesOfK(t *testing.T) {
	for _, test := range []struct {
		most, candidates, fixed int
		want                    []int
	}{
		{0, 4, 0, nil}, {2, 4, 0, []int{2}}, {3, 4, 0, []int{3}}, {5, 4, 0, []int{3, 4, 5}}, {6, 4, 0, []int{3, 4, 5, 6}},
		{12, 4, 0, []int{3, 6, 9, 12}}, {13, 4, 0, []int{3, 6, 10, 13}}, {12, 1, 0, []int{3}}, {12, 2, 0, []int{3, 12}}, {12, 4, 5, []int{5}}, {12, 4, 1, []int{2}},
	} {
		q := &query{o: param.Settings{paramCandidates.To(float64(test.candidates)), paramTruss.To(float64(test.fixed))}}
		must.Equal(t, q.values(test.most), test.want, "up to %d, %d candidates", test.most, test.candidates)
	}
}

// What holds of all communities of any query: they are within the bounds of a k-truss,
// no two of a layer are nearly the same, and none has more tokens than the budget.
func TestDACommunities(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	checked := 0
	for _, o := range []param.Settings{nil, {paramReach.To(20)}, {paramTruss.To(3)}, {paramComponents.To(3)}, {paramCandidates.To(16)}} {
		x := randomLayers(t, rng, 40)
		s := newRanker(method.NewSearcher(x))
		for i := range 30 {
			r := testindex.Request(x, fmt.Sprintf("%c %c", 'a'+i%20, 'a'+(i*7)%20), method.Options{})
			out := askDA(s, r, o...)
			tokens := 0
			for k := range out.Communities {
				c := &out.Communities[k]
				tokens += c.Tokens
				checkCommunity(t, o, c)
				for _, other := range out.Communities[:k] {
					if other.Layer == c.Layer && jaccardAbove(rank.Union(other.Chunks, other.Entities), rank.Union(c.Chunks, c.Entities)) {
						t.Errorf("%+v: communities %v and %v of one layer", o, other, c)
					}
				}
				checked++
			}
			must.Be(t, tokens <= 3200, "%+v: reports of %d tokens", o, tokens)
			must.Be(t, len(out.Items) == r.Length(), "%+v: %d items", o, len(out.Items))
		}
	}
	must.Be(t, checked >= 500, "only %d communities", checked)
}

func checkCommunity(t *testing.T, o param.Settings, c *Community) {
	t.Helper()
	n := len(c.Chunks) + len(c.Entities)
	switch {
	case n == 0 || c.Score < 0 || c.Score > 1 || c.Coverage < 0 || c.Coverage > 1 || c.Density > 1:
		t.Errorf("%+v: %+v", o, c)
	case c.K == 0:
	case c.Edges*2 < n*(c.K-1) || c.Diameter > (2*n-2)/c.K:
		t.Errorf("%+v: not within the bounds of a %d-truss: %+v", o, c.K, c)
	}
}

// A query finds the same whatever was asked before, in another order of its words, and
// of some chunks only nothing but these.
func TestDARepeats(t *testing.T) {
	x := randomLayers(t, rand.New(rand.NewPCG(5, 6)), 60)
	s := newRanker(method.NewSearcher(x))
	first := chunksOf(askDA(s, testindex.Request(x, "a b c", method.Options{})).Items)
	askDA(s, testindex.Request(x, "q r s t", method.Options{}), paramTruss.To(4))
	must.Equal(t, first, chunksOf(askDA(s, testindex.Request(x, "c b a", method.Options{})).Items), "first")
	r := testindex.Request(x, "a b c", method.Options{})
	r.Only = make([]bool, 60)
	for c := range r.Only {
		r.Only[c] = c%2 == 0
	}
	for _, c := range chunksOf(askDA(s, r).Items) {
		must.Be(t, c%2 == 0, "chunk %d was not wanted", c)
	}
}

// With vectors relevance is their cosine, or a mean of both; entities have their own.
func TestDAByVectors(t *testing.T) {
	x, _ := testindex.WithVectors(t, randomLayers(t, rand.New(rand.NewPCG(7, 8)), 40))
	rng := rand.New(rand.NewPCG(9, 10))
	words := make([]uint64, x.Entities.Len())
	for i := range words {
		words[i] = rng.Uint64()
	}
	Of(x).Vectors = vector.NewTable(64, len(words))
	must.OK(t, Of(x).Vectors.Load(vector.EncodeSigns(words)))
	for _, similarity := range []method.Similarity{method.SimilarityDense, method.SimilarityMixed, method.SimilarityWords} {
		q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a b", method.Options{Params: param.Settings{method.SimilarityParam.To(float64(similarity))}}))
		want := map[method.Similarity]float32{
			method.SimilarityDense: q.d.cosine[3], method.SimilarityWords: q.s.Similarity(3),
			method.SimilarityMixed: float32(method.DenseShare*max(0, q.d.cosine[3])) + float32((1-method.DenseShare)*q.s.Similarity(3)),
		}[similarity]
		got := q.relevance(3)
		must.Be(t, got == want && q.dense, "similarity %d: %g, want %g", similarity, got, want)
		relevance, _ := q.ofEntities([]uint32{0, 1, 2})
		if similarity == method.SimilarityDense && relevance[1] != q.entityCosine(1) {
			t.Errorf("entity 1: %g, want %g", relevance[1], q.entityCosine(1))
		}
	}
}

// A report takes sentences that add words of the query before those that repeat them,
// and a longer one has all of a shorter one.
func TestDAReports(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a b", "a b c", "a b", "d", "d e", "a"}), nil)
	q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a b d", method.Options{}))
	pool := []model.SentenceID{0, 1, 2, 3, 4, 5}
	var last []model.SentenceID
	for n := 1; n <= len(pool); n++ {
		got, tokens := reporter{q}.extract(pool, n*averageSentence, 0)
		must.Hold(t, len(got) == n && tokens == n*averageSentence && slices.IsSorted(got), "%d sentences, %d tokens, want %d", len(got), tokens, n)
		for _, s := range last {
			must.Be(t, slices.Contains(got, s), "%v lacks %d of the shorter report", got, s)
		}
		last = got
		must.Be(t, n != 2 || slices.Equal(got, []model.SentenceID{0, 3}), "two sentences %v, want one with a and b, and one with d", got)
	}
}

// costsOf has the tokens of each sentence.
type costsOf []int

func (c costsOf) Sentence(s model.SentenceID) int { return c[s] }
func (costsOf) Label(model.SectionID) int         { return 1 }

// A report leaves out sentences that are too long for one, and ends before the first that does not fit.
func TestDAReportsFit(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a b d", "a b", "d", "a"}), nil)
	pool := []model.SentenceID{0, 1, 2, 3}
	for _, c := range []struct {
		costs         costsOf
		budget, spent int
		want          []model.SentenceID
		tokens        int
	}{
		{costsOf{10, 10, 10, 10}, 300, 7, pool, 47},
		{costsOf{maxReport / 2, 10, 10, 10}, 300, 0, pool, maxReport/2 + 30},
		{costsOf{maxReport/2 + 1, 10, 10, 10}, 300, 0, pool[1:], 30},
		{costsOf{maxReport/2 + 1, 10, 10, 10}, 20, 0, pool[1:3], 20},
		{costsOf{maxReport/2 + 1, 10, 10, 10}, 20, 5, pool[1:2], 15},
		{costsOf{20, 1, 1, 1}, 19, 0, nil, 0},
		{costsOf{10, 10, 10, 10}, 5, 7, nil, 7},
	} {
		x.Costs = c.costs
		q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a b d", method.Options{}))
		got, tokens := reporter{q}.extract(pool, c.budget, c.spent)
		if !slices.Equal(got, c.want) || tokens != c.tokens {
			t.Errorf("%v within %d: got %v for %d, want %v for %d", c.costs, c.budget, got, tokens, c.want, c.tokens)
		}
	}
}

func TestDATitle(t *testing.T) {
	x := withLayers(t, testindex.New(t, []string{"a b", "a c", "a d", "a b"}), nil)
	q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a", method.Options{}))
	c := &communityCandidate{}
	c.Chunks = []uint32{0, 3}
	title := reporter{q}.title(reporter{q}.entitiesOf(c))
	must.Be(t, len(title) == 2 && x.Entities.Name(title[0]) == "bb", "title %v, want first b, which is nowhere else", title)
}

// Sums of relevances are exact, so the order of nodes with equal ones is that of numbers.
func TestDAReachKeepsOrder(t *testing.T) {
	x := randomLayers(t, rand.New(rand.NewPCG(11, 12)), 50)
	q := daQuery(newRanker(method.NewSearcher(x)), testindex.Request(x, "a b c d", method.Options{}), paramReach.To(10))
	got := q.reach()
	must.Hold(t, len(got) == 10 && slices.IsSorted(got), "reached %v", got)
	best := rank.Top(nil, slices.Clone(q.s.Scores.Touched), q.s.Scores.Score, 10)
	must.Be(t, slices.Equal(got, ascendingIDs(best)), "reached %v, want the best %v", got, best)
}

// answeredDA is a ranking with the communities that led to it.
type answeredDA struct {
	*method.Ranking
	Communities []Community
}

func askDA(m *ranker, r *method.Request, o ...param.Setting) answeredDA {
	r.Options.Params = append(r.Options.Params, o...)
	out, found := m.rank(r)
	return answeredDA{out, found}
}

// layerOf is the layer of the community that led to an item.
func layerOf(it method.Item) Layer { return Layer(it.Reasons[0].Label) }
