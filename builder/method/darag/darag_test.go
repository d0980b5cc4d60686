package darag

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/builder/embed"
	"mycel/builder/summary"
	"mycel/engine/graph"
	"mycel/engine/ktruss"
	"mycel/internal/must"
)

// corpusOf makes a corpus of sentences that mention entities, each a chunk of its own.
func corpusOf(entities int, sentences ...[]uint32) *Corpus {
	c := &Corpus{Entities: entities}
	weights := map[graph.Edge]uint32{}
	for i, mentioned := range sentences {
		s := Sentence{Tokens: 10}
		for k, u := range mentioned {
			s.Mentions = append(s.Mentions, Mention{Entity: u})
			for _, v := range mentioned[k+1:] {
				weights[graph.Edge{U: u, V: v}]++
			}
		}
		c.Sentences = append(c.Sentences, s)
		c.Chunks = append(c.Chunks, Chunk{First: i, End: i + 1, Entities: mentioned})
	}
	for e, n := range weights {
		e.Weight = n
		c.Graph = append(c.Graph, e)
	}
	slices.SortFunc(c.Graph, func(a, b graph.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	return c
}

func (c *Corpus) isRelated(related []bool, u, v uint32) bool {
	e, ok := c.edge(u, v)
	return ok && related[e]
}

// A pair is a relation if it is together twice, or more often than chance has it.
func TestRelations(t *testing.T) {
	c := corpusOf(4, []uint32{0, 1}, []uint32{0, 1}, []uint32{0, 2}, []uint32{0}, []uint32{2, 3}, []uint32{2})
	related := c.Relations()
	for _, test := range []struct {
		u, v uint32
		want bool
		why  string
	}{
		{0, 1, true, "twice"},
		{0, 2, false, "once; 4 and 3 of 6 sentences have them, so chance has two"},
		{2, 3, true, "once; 3 and 1 of 6 have them, so chance has half a one"},
		{1, 3, false, "never"},
	} {
		must.Equal(t, c.isRelated(related, test.u, test.v), test.want, "%d and %d, %s", test.u, test.v, test.why)
	}
}

// Of a list only the rarest eight are related: it is no clique of all.
func TestRelationsOfLists(t *testing.T) {
	list := make([]uint32, 12)
	for i := range list {
		list[i] = uint32(i)
	}
	sentences := [][]uint32{list}
	for i := range 4 { // the first four are in other sentences, too
		sentences = append(sentences, []uint32{uint32(i)})
	}
	for range 30 { // others make pairs of the list more than chance
		sentences = append(sentences, nil)
	}
	c := corpusOf(12, sentences...)
	related := c.Relations()
	for u := range uint32(12) {
		for v := u + 1; v < 12; v++ {
			want := u >= 4
			must.Be(t, c.isRelated(related, u, v) == want, "%d and %d: related %t", u, v, !want)
		}
	}
}

func TestDescriptions(t *testing.T) {
	c := corpusOf(3, []uint32{0}, []uint32{0, 1}, []uint32{0})
	c.IDF = []float32{1, 1, 1, 1, 1, 1}
	for i := range c.Sentences {
		c.Sentences[i].Terms = []summary.TermCount{{Term: uint32(2 * i), Count: 1}, {Term: uint32(2*i + 1), Count: 1}}
		c.Sentences[i].Tokens = 25
	}
	c.Sentences[2].Mentions[0].Opens = true
	got := c.Descriptions()
	// All three are equally central; two fit, one of them the one that begins with it.
	must.Be(t, slices.Equal(got[0], []uint32{0, 2}), "entity 0 is described by %v, want the first sentence and the one that begins with it", got[0])
	must.Be(t, slices.Equal(got[1], []uint32{1}) && len(got[2]) == 0, "got %v and %v", got[1], got[2])
}

// An entity of very many sentences is described from a spread of them, within the
// budget.
func TestDescriptionOfHub(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sentences := make([][]uint32, 3000)
	for i := range sentences {
		sentences[i] = []uint32{0}
	}
	c := corpusOf(1, sentences...)
	c.IDF = slices.Repeat([]float32{1}, 50)
	for i := range c.Sentences {
		terms := []uint32{uint32(rng.IntN(25)), uint32(25 + rng.IntN(25))}
		c.Sentences[i].Terms = []summary.TermCount{{Term: terms[0], Count: 1}, {Term: terms[1], Count: 1}}
	}
	got := c.Descriptions()[0]
	must.Be(t, len(got) != 0 && len(got) <= descriptionTokens/10 && slices.IsSorted(got), "described by %v", got)
}

// Without guards chunks are adjacent exactly if a relation leads from an entity of one to
// an entity of the other.
func TestChunkLayerAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		sentences := make([][]uint32, 25)
		for i := range sentences {
			for e := range uint32(12) {
				if rng.IntN(5) == 0 {
					sentences[i] = append(sentences[i], e)
				}
			}
		}
		c := corpusOf(12, sentences...)
		related := c.Relations()
		var want []ktruss.Edge
		for i := range c.Chunks {
			for j := i + 1; j < len(c.Chunks); j++ {
				if c.leads(related, i, j) {
					want = append(want, ktruss.Edge{U: uint32(i), V: uint32(j)})
				}
			}
		}
		got := c.ChunkLayer(related)
		must.Hold(t, slices.Equal(got.Edges, want), "edges %v, want %v", got.Edges, want)
		must.Hold(t, slices.Equal(got.Trussness, ktruss.Decompose(ktruss.NewGraph(25, want)).Trussness), "trussness of another graph")
	}
}

func (c *Corpus) leads(related []bool, i, j int) bool {
	for _, u := range c.Chunks[i].Entities {
		for _, v := range c.Chunks[j].Entities {
			if u != v && c.isRelated(related, min(u, v), max(u, v)) {
				return true
			}
		}
	}
	return false
}

// In large corpora hubs lead nowhere, and of its edges a chunk keeps the strongest.
func TestChunkLayerGuards(t *testing.T) {
	const chunks = 600
	sentences := make([][]uint32, chunks)
	for i := range sentences {
		// Entity 0 is everywhere, 1 and 2 in 28 chunks, 3 and 4 in two.
		sentences[i] = []uint32{0}
		if i < 28 {
			sentences[i] = []uint32{0, 1, 2}
		}
	}
	sentences[0] = append(sentences[0], 3, 4)
	sentences[599] = append(sentences[599], 3, 4)
	c := corpusOf(5, sentences...)
	related := slices.Repeat([]bool{true}, len(c.Graph))
	guarded := c.ChunkLayer(related)
	degree := make([]int, chunks)
	strongest := false
	for _, e := range guarded.Edges {
		degree[e.U]++
		degree[e.V]++
		strongest = strongest || e.U == 0 && e.V == 599
	}
	must.Be(t, strongest, "the edge over the rarest relation was not kept")
	must.Be(t, degree[100] == 0, "a chunk of a hub alone has edges")
	must.Be(t, degree[10] >= maxDegree && len(guarded.Edges) <= chunks*maxDegree, "%d edges, %d of one chunk", len(guarded.Edges), degree[10])
}

// Work that is bounded looks at the rarest entities.
func TestChunkLayerReach(t *testing.T) {
	j := &joiner{chunks: make([][]uint32, 3)}
	j.chunks[0] = make([]uint32, maxReach)
	j.chunks[1] = make([]uint32, 5)
	j.chunks[2] = make([]uint32, 1)
	must.Equal(t, j.within([]uint32{0, 1, 2}), []uint32{2, 1}, "looked at")
	must.Equal(t, j.within([]uint32{1, 2}), []uint32{1, 2}, "looked at")
}

// Entities of one sentence are not similar by that, and each brings as many as asked for.
func TestSimilar(t *testing.T) {
	c := corpusOf(5, []uint32{0, 1}, []uint32{2}, []uint32{3}, []uint32{4})
	c.IDF = []float32{1, 2, 1, 1}
	words := [][]uint32{{0, 1, 2}, {0, 1, 2}, {1, 3}, {0}, {3}}
	got := c.Similar(&Texts{Words: words}, 1)
	want := [][]uint32{{2, 3}, {2}, {4}, {}, {}}
	for e := range want {
		must.Equal(t, got[e], want[e], "entity %d is similar to", e)
	}
	signs := &embed.Signs{Dims: 64, Words: []uint64{0, 0, 1, math.MaxUint64, math.MaxUint64 - 1}}
	got = c.Similar(&Texts{Words: words, Signs: signs}, 1)
	want = [][]uint32{{2}, {2}, {}, {4}, {}}
	for e := range want {
		must.Equal(t, got[e], want[e], "by vectors entity %d is similar to", e)
	}
}
