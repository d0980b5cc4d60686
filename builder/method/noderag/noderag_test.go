package noderag

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"mycel/builder/embed"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/internal/must"
)

// corpusOf makes a corpus of units, each a sentence and a chunk of its own: its letters
// are terms and, if capital, entities, one word apart.
func corpusOf(units ...string) *Corpus {
	c := &Corpus{IDF: slices.Repeat([]float32{1}, 26)}
	for e := range 26 {
		c.Entities = append(c.Entities, string(rune('A'+e)))
		c.EntityTerms = append(c.EntityTerms, []uint32{uint32(e)})
	}
	for i, text := range units {
		u := Unit{UnitRow: heterograph.UnitRow{First: model.SentenceID(i), Size: 1, Tokens: 5 + len(text)}, Weight: 1, Chunks: []uint32{uint32(i)}}
		for at, r := range text {
			if r >= 'A' && r <= 'Z' {
				u.Mentions = append(u.Mentions, Mention{Entity: uint32(r - 'A'), Start: uint32(2 * at), End: uint32(2*at + 1)})
				r += 'a' - 'A'
			}
			u.Terms = append(u.Terms, uint32(r-'a'))
		}
		c.Units = append(c.Units, u)
		c.Chunks = append(c.Chunks, heterograph.Range{First: model.SentenceID(i), End: model.SentenceID(i + 1)})
		c.ChunkTerms = append(c.ChunkTerms, u.Terms)
	}
	return c
}

func build(t *testing.T, c *Corpus, s ...param.Setting) *Graph {
	t.Helper()
	g := must.Get(Build(context.Background(), c, s))(t)
	must.Get(heterograph.Decode(g.Encode(), len(c.Chunks), len(c.Entities), len(c.Chunks)))(t)
	return g
}

// unmatched builds a graph without the edges between near texts.
func unmatched(t *testing.T, c *Corpus) *Graph {
	t.Helper()
	m := newMaker(t.Context(), c, nil)
	err := m.run(m.decompose, m.findImportant, m.findAttributes, m.findCommunities, m.findElements, m.write, m.addElements, m.placeNodes, m.match, m.insertTexts)
	if err != nil {
		t.Fatal(err)
	}
	m.out.Edges = merge(m.edges)
	return m.out
}

// weight returns the weight of an edge, 0 if there is none.
func (g *Graph) weight(u, v uint32) uint32 {
	for _, e := range g.Edges {
		if e.U == min(u, v) && e.V == max(u, v) {
			return e.Weight
		}
	}
	return 0
}

// ties counts the edges between two types.
func (g *Graph) ties(a, b heterograph.Type) (n int) {
	in := func(node uint32, t heterograph.Type) bool {
		return g.First(t) <= node && (t == heterograph.Overview || node < g.First(t+1))
	}
	for _, e := range g.Edges {
		if in(e.U, a) && in(e.V, b) || in(e.U, b) && in(e.V, a) {
			n++
		}
	}
	return n
}

// randomUnits writes units about a few groups of entities.
func randomUnits(seed uint64, n int) []string {
	rng := rand.New(rand.NewPCG(seed, 1))
	var units []string
	for range n {
		topic := rng.IntN(4) * 6
		var b []byte
		for range 3 + rng.IntN(5) {
			letter := byte(topic + rng.IntN(6))
			if rng.IntN(9) == 0 {
				letter = byte(rng.IntN(26))
			}
			b = append(b, "aA"[rng.IntN(2)]+letter)
		}
		units = append(units, string(b))
	}
	return units
}

// Units and entities are tied once for each mention; all that is said of a pair, in
// either order, is one relation.
func TestDecompose(t *testing.T) {
	c := corpusOf("ABx", "BxA", "AAx", "Cx")
	c.Units[2].Mentions[1].Gap = 50
	c.Units[3].Subjects = []uint32{3}
	g := unmatched(t, c)
	entities, units, relations := g.First(heterograph.Entity), g.First(heterograph.Unit), g.First(heterograph.Relation)
	must.Hold(t, len(g.Relations) == 1 && len(g.Relations[0]) == 2, "relations %v", g.Relations)
	must.Equal(t, g.Relations[0], []heterograph.Clip{{Unit: 0, Start: 0, Length: 3}, {Unit: 1, Start: 0, Length: 5}}, "clips")
	for _, c := range []struct{ u, v, want uint32 }{
		{entities, units, 1}, {entities, units + 2, 2}, {entities + 1, units + 1, 1}, {entities + 1, units + 2, 0},
		{entities, relations, 1}, {entities + 1, relations, 1}, {entities + 2, relations, 0},
		{entities + 3, units + 3, 1}, {0, units, 1}, {1, units, 0},
	} {
		must.Equal(t, g.weight(c.u, c.v), c.want, "edge %d – %d: weight", c.u, c.v)
	}
}

// Entities that are too many words apart are in no relation.
func TestRelationGap(t *testing.T) {
	for gap, want := range map[int]int{maxGap: 1, maxGap + 1: 0} {
		c := corpusOf("AB")
		c.Units[0].Mentions[1].Gap = gap
		if g := build(t, c); len(g.Relations) != want {
			t.Errorf("%d words between: %d relations", gap, len(g.Relations))
		}
	}
}

// k₀ = ⌊ln n · √(mean degree)⌋: of 20 nodes and 30 edges ⌊2.9957 · √3⌋ = ⌊5.19⌋.
func TestThreshold(t *testing.T) {
	for _, c := range []struct{ nodes, edges, want int }{{20, 30, 5}, {20, 10, 2}, {1, 0, 1}, {0, 0, 1}, {2, 1, 1}, {1000, 4000, 19}} {
		must.Equal(t, threshold(c.nodes, c.edges), c.want, "%d nodes, %d edges: k₀", c.nodes, c.edges)
	}
}

func TestBetweenLimit(t *testing.T) {
	if got := betweenLimit([]float64{0, 3, 0}, 3); !math.IsInf(got, 1) {
		t.Errorf("three nodes: %g", got)
	}
	b := make([]float64, 150)
	b[0] = 300
	must.Equal(t, betweenLimit(b, 150), 2*300.0/150, "150 nodes")
}

// A hub is important, those that it is with are not; one mention is not enough.
func TestImportant(t *testing.T) {
	var units []string
	for i := range 20 {
		units = append(units, "Ax"+string(rune('B'+i)))
	}
	c := corpusOf(units...)
	g := build(t, c)
	must.Be(t, len(g.Attributes) == 1 && g.Attributes[0].Entity == 0, "attributes %v", g.Attributes)
	if g := build(t, c, paramMinMentions.To(21)); len(g.Attributes) != 0 {
		t.Errorf("with 21 mentions: %v", g.Attributes)
	}
	must.Be(t, g.weight(g.First(heterograph.Entity), g.First(heterograph.Attribute)) != 0, "the attribute is not tied to its entity")
	tokens := 0
	for _, u := range g.Attributes[0].Units {
		tokens += g.Units[u].Tokens
	}
	must.Be(t, tokens != 0 && tokens <= attributeTokens, "the attribute has %d tokens", tokens)
}

// Of what names an entity, a definition is preferred.
func TestAttributeCue(t *testing.T) {
	m := &maker{Corpus: corpusOf("xyzA", "Azyx", "zyxA"), out: &Graph{}}
	m.named = [][]uint32{{0, 1, 2}}
	// All are equally central, and no two fit.
	for i := range m.Units {
		m.Units[i].Tokens = 80
	}
	got := m.attribute(0, make([]bool, 26))
	must.Be(t, slices.Equal(got, []uint32{1}), "units %v, want the one that begins with the name", got)
}

// An element is tied to its title, and to units and attributes of its community alone.
func TestElements(t *testing.T) {
	c := corpusOf("ABc", "BAc", "ABd", "XYz", "YXz", "XYw", "n")
	g := unmatched(t, c)
	must.Hold(t, len(g.Elements) == 2 && len(g.Overviews) == 2, "elements %v, titles %v", g.Elements, g.Overviews)
	first, units := g.First(heterograph.Element), g.First(heterograph.Unit)
	for e, want := range [][2]uint32{{0, 3}, {3, 6}} {
		for u := range uint32(7) {
			must.Equal(t, g.weight(first+uint32(e), units+u) > 0, want[0] <= u && u < want[1], "element %d, unit %d: tied", e, u)
		}
		must.Be(t, g.weight(first+uint32(e), g.First(heterograph.Overview)+uint32(e)) == 1, "element %d is not tied to its title", e)
	}
	must.Be(t, slices.Contains(g.Overviews[0], 0) && slices.Contains(g.Overviews[1], 23), "titles %v", g.Overviews)
}

// There is one element for every ten units of a community, at most five.
func TestElementCount(t *testing.T) {
	for n, want := range map[int]int{2: 1, 14: 1, 16: 2, 33: 3, 90: 5} {
		var units []string
		for i := range n {
			units = append(units, "A"+string(rune('b'+i%20))+string(rune('b'+i*7%20)))
		}
		m := newMaker(t.Context(), corpusOf(units...), nil)
		all := make([]uint32, n)
		for i := range all {
			all[i] = uint32(i)
		}
		groups := m.groups(all)
		total := 0
		for _, g := range groups {
			total += len(g)
		}
		if len(groups) > want || len(groups) < min(want, 2) || total != n {
			t.Errorf("%d units: %d groups of %d in all, want %d", n, len(groups), total, want)
		}
	}
}

// An edge between near texts that there was already has weight 2.
func TestSemanticEdges(t *testing.T) {
	c := corpusOf("pqr", "pqr", "xyz", "xyz")
	c.IDF = slices.Repeat([]float32{1}, 26)
	g := build(t, c, paramNeighbours.To(3))
	if w := g.weight(0, g.First(heterograph.Unit)); w != 2 {
		t.Errorf("text and unit of the same words: weight %d, want 2", w)
	}
	if w := g.weight(0, g.First(heterograph.Unit)+1); w != 1 {
		t.Errorf("text and unit of another text with the same words: weight %d, want 1", w)
	}
	must.Equal(t, g.weight(0, 2), 0, "texts with nothing in common: weight")
}

// Mutual neighbours are some of all neighbours.
func TestMutual(t *testing.T) {
	c := corpusOf(randomUnits(3, 60)...)
	all, mutual := build(t, c, paramNeighbours.To(2)), build(t, c, paramNeighbours.To(2), paramMutual.On())
	must.Be(t, len(mutual.Edges) < len(all.Edges), "%d edges, mutual %d", len(all.Edges), len(mutual.Edges))
	for _, e := range mutual.Edges {
		must.Hold(t, all.weight(e.U, e.V) >= e.Weight, "edge %v is among mutual neighbours alone", e)
	}
}

// The same corpus gives the same bytes, on any number of cores, also where there are
// enough nodes to be clustered.
func TestDeterminism(t *testing.T) {
	c := corpusOf(randomUnits(5, 2000)...)
	first := build(t, c)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	second := build(t, c)
	must.Be(t, bytes.Equal(first.Encode(), second.Encode()), "one core makes another graph")
	if len(first.Elements) == 0 || len(first.Attributes) == 0 || len(first.Relations) == 0 {
		t.Errorf("%d elements, %d attributes, %d relations", len(first.Elements), len(first.Attributes), len(first.Relations))
	}
	// Clusters leave out some of a community.
	tied := first.ties(heterograph.Element, heterograph.Unit)
	must.Be(t, tied != 0 && tied < len(first.Elements)*2000, "%d edges between elements and units", tied)
}

func TestSmall(t *testing.T) {
	for _, c := range []*Corpus{corpusOf(), corpusOf("a"), corpusOf("A"), corpusOf("A", "A")} {
		g := build(t, c)
		if len(g.Units) != len(c.Units) || len(c.Units) < 2 && len(g.Attributes)+len(g.Elements) > 0 {
			t.Errorf("%d units of %d, attributes %v, elements %v", len(g.Units), len(c.Units), g.Attributes, g.Elements)
		}
	}
}

// signs puts contents where their terms say: a bit for each.
func (c *Corpus) signs(contents []Content) (*embed.Signs, error) {
	out := &embed.Signs{Dims: 64}
	for _, content := range contents {
		word := uint64(0)
		for _, u := range content.Units {
			for _, t := range c.Units[u].Terms {
				word |= 1 << t
			}
		}
		for _, e := range content.Names {
			word |= 1 << e
		}
		out.Words = append(out.Words, word)
	}
	return out, nil
}

// With vectors, those of units, attributes and elements are kept, and say what is near.
func TestVectors(t *testing.T) {
	c := corpusOf(randomUnits(9, 40)...)
	c.Signs = c.signs
	c.Vectors = &embed.Signs{Dims: 64}
	for _, u := range c.Units {
		word := uint64(0)
		for _, t := range u.Terms {
			word |= 1 << t
		}
		c.Vectors.Words = append(c.Vectors.Words, word)
	}
	g := build(t, c, paramNeighbours.To(1))
	if n := len(g.Units) + len(g.Attributes) + len(g.Elements); g.Vectors == nil || len(g.Vectors.Words) != n {
		t.Fatalf("%d vectors of %d nodes", len(g.Vectors.Words), n)
	}
	must.Equal(t, g.weight(0, g.First(heterograph.Unit)), 2, "a text and its unit, which have the same vector: weight")
}
