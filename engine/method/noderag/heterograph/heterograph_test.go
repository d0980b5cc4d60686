package heterograph

import (
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// sample has two texts that overlap, two entities, three units, a relation, an
// attribute, an element and its overview.
func sample() *Tables {
	return &Tables{
		Chunks: []Range{{0, 3}, {2, 6}}, Entities: 2,
		Units:      []UnitRow{{First: 0, Size: 2, Tokens: 20}, {First: 2, Size: 1, Tokens: 300}, {First: 4, Size: 2, Tokens: 7}},
		Relations:  [][]Clip{{{Unit: 0, Start: 3, Length: 500}, {Unit: 2, Length: 5}}},
		Attributes: []AttributeRow{{Entity: 1, Units: []uint32{0, 2}}},
		Elements:   [][]uint32{{1}}, Overviews: [][]uint32{{1, 0}},
		// T 0 1, N 2 3, S 4 5 6, R 7, A 8, H 9, O 10
		Edges: []Edge{{0, 1, 1}, {0, 4, 2}, {0, 5, 300}, {1, 5, 1}, {2, 4, 1}, {2, 7, 1}, {3, 7, 1}, {3, 8, 1}, {9, 10, 1}},
	}
}

func decoded(t *testing.T) *Graph {
	t.Helper()
	return must.Get(Decode(sample().Encode(), 2, 2, 6))(t)
}

func TestGraph(t *testing.T) {
	g := decoded(t)
	if g.NumNodes() != 11 || g.NumEdges() != 9 || g.NumExtracts() != 2 {
		t.Errorf("%d nodes, %d edges, %d extracts", g.NumNodes(), g.NumEdges(), g.NumExtracts())
	}
	var types []Type
	for n := range uint32(11) {
		types = append(types, g.TypeOf(n))
	}
	must.Equal(t, types, []Type{Text, Text, Entity, Entity, Unit, Unit, Unit, Relation, Attribute, Element, Overview}, "types")
	if to, weights := g.Neighbours(0); !slices.Equal(to, []uint32{1, 4, 5}) || !slices.Equal(weights, []byte{1, 2, 255}) {
		t.Errorf("neighbours %v with weights %v", to, weights)
	}
	if to, _ := g.Neighbours(7); !slices.Equal(to, []uint32{2, 3}) || g.Degree(7) != 2 {
		t.Errorf("neighbours of the relation %v", to)
	}
	got := g.Of(5, Text)
	must.Be(t, slices.Equal(got, []uint32{0, 1}) && len(g.Of(5, Entity)) == 0 && len(g.Of(6, Text)) == 0, "texts of a unit %v", got)
}

func TestGraphContents(t *testing.T) {
	g := decoded(t)
	if first, end := g.Sentences(2); first != 4 || end != 6 || g.Tokens(0) != 20 || g.Tokens(1) != 255 {
		t.Errorf("sentences [%d, %d), %d and %d tokens", first, end, g.Tokens(0), g.Tokens(1))
	}
	must.Equal(t, g.Clips(0), sample().Relations[0], "clips")
	if g.Subject(0) != 1 || !slices.Equal(g.Extract(0), []uint32{0, 2}) || !slices.Equal(g.Extract(1), []uint32{1}) || !slices.Equal(g.Names(0), []uint32{1, 0}) {
		t.Errorf("attribute of %d: %v; element %v; title %v", g.Subject(0), g.Extract(0), g.Extract(1), g.Names(0))
	}
	for unit, want := range [][2]model.ChunkID{{0, 1}, {0, 2}, {1, 2}} {
		if first, end := g.Chunks(uint32(unit)); first != want[0] || end != want[1] {
			t.Errorf("unit %d is from chunks [%d, %d), want %v", unit, first, end, want)
		}
	}
	for chunk, want := range [][2]uint32{{0, 2}, {1, 3}} {
		if first, end := g.Units(model.ChunkID(chunk)); first != want[0] || end != want[1] {
			t.Errorf("chunk %d has units [%d, %d), want %v", chunk, first, end, want)
		}
	}
	if first, end := g.ChunkSentences(1); first != 2 || end != 6 {
		t.Errorf("chunk 1 has sentences [%d, %d)", first, end)
	}
	must.Equal(t, g.UnitsBySentence(), []uint32{1, 1, 2, 0, 3, 3}, "units by sentence")
}

// Written texts belong to units, relations, attributes and elements, and say what they
// cost.
func TestTexts(t *testing.T) {
	g := decoded(t)
	first, _ := g.Range(Unit)
	end, nodes := g.Range(Overview)
	n := int(end - first)
	if text, cost := g.Written(first + 1); text != "" || cost != 0 {
		t.Error("written without a section")
	}
	texts, costs := make([]string, n), make([]uint32, n)
	texts[0], texts[n-1], costs[0], costs[n-1] = "An event.", "An insight.", 4, 9
	must.OK(t, g.LoadTexts(wire.EncodeTexts(texts, costs)))
	for node := range nodes {
		want, tokens := "", 0
		switch node {
		case first:
			want, tokens = "An event.", 4
		case end - 1:
			want, tokens = "An insight.", 9
		}
		if text, cost := g.Written(node); text != want || cost != tokens {
			t.Errorf("node %d: %q of %d tokens", node, text, cost)
		}
	}
	for name, b := range map[string][]byte{
		"too few texts": wire.EncodeTexts(texts[1:], costs[1:]),
		"too few costs": wire.EncodeTexts(texts, costs[1:]),
		"half":          wire.EncodeTexts(texts, costs)[:9],
	} {
		must.Is(t, decoded(t).LoadTexts(b), wire.ErrCorrupt, "%s", name)
	}
}

func TestEmptyGraph(t *testing.T) {
	g, err := Decode((&Tables{}).Encode(), 0, 0, 0)
	must.Be(t, err == nil && g.NumNodes() == 0 && g.UnitsBySentence() == nil, "%v", err)
}

func TestDecodeRefuses(t *testing.T) {
	change := func(f func(*Tables)) []byte {
		s := sample()
		f(s)
		return s.Encode()
	}
	good := sample().Encode()
	for name, b := range map[string][]byte{
		"nothing":                 nil,
		"cut":                     good[:len(good)-8],
		"longer":                  append(slices.Clone(good), make([]byte, 8)...),
		"another chunk":           change(func(s *Tables) { s.Chunks = s.Chunks[:1] }),
		"a text behind the end":   change(func(s *Tables) { s.Chunks[1].End = 7 }),
		"texts out of order":      change(func(s *Tables) { s.Chunks[1].First = 0; s.Chunks[0].First = 1 }),
		"a text that ends early":  change(func(s *Tables) { s.Chunks[0] = Range{2, 1} }),
		"an empty unit":           change(func(s *Tables) { s.Units[1].Size = 0 }),
		"a unit behind the end":   change(func(s *Tables) { s.Units[2].Size = 3 }),
		"units out of order":      change(func(s *Tables) { s.Units[1].First = 0 }),
		"a clip of no unit":       change(func(s *Tables) { s.Relations[0][0].Unit = 3 }),
		"an attribute of nobody":  change(func(s *Tables) { s.Attributes[0].Entity = 2 }),
		"an extract of no unit":   change(func(s *Tables) { s.Elements[0][0] = 3 }),
		"a title of nobody":       change(func(s *Tables) { s.Overviews[0][0] = 2 }),
		"an edge to nowhere":      change(func(s *Tables) { s.Edges[8].V = 11 }),
		"an edge without weight":  change(func(s *Tables) { s.Edges[1].Weight = 0 }),
		"more edges than for all": append(slices.Clone(good[:len(good)-8]), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
	} {
		must.Is(t, must.Err(Decode(b, 2, 2, 6)), wire.ErrCorrupt, "%s", name)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(sample().Encode())
	f.Add((&Tables{}).Encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := Decode(b, 2, 2, 6)
		if err != nil {
			return
		}
		for n := range uint32(g.NumNodes()) {
			to, _ := g.Neighbours(n)
			for _, v := range to {
				back, _ := g.Neighbours(v)
				must.Hold(t, slices.Contains(back, n), "an edge from %d to %d, and none back", n, v)
			}
			for k := range types {
				g.Of(n, k)
			}
		}
		first, end := g.Range(Unit)
		for u := range end - first {
			if _, end := g.Sentences(u); end > 6 {
				t.Fatalf("unit %d ends behind the corpus", u)
			}
			g.Chunks(u)
		}
		first, end = g.Range(Relation)
		for r := range end - first {
			g.Clips(r)
		}
		for i := range g.NumExtracts() {
			g.Extract(uint32(i))
		}
		for c := range model.ChunkID(2) {
			if first, end := g.Units(c); first > end {
				t.Fatalf("chunk %d has units [%d, %d)", c, first, end)
			}
		}
		g.UnitsBySentence()
	})
}
