package layers

import (
	"slices"
	"testing"

	"mycel/engine/ktruss"
	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

var sizes = Sizes{Chunks: 4, Entities: 5, Edges: 9, Sentences: 7}

func sample() *Tables {
	return &Tables{
		Edges:        []ktruss.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 1, V: 2}, {U: 2, V: 3}},
		Trussness:    []uint16{3, 3, 3, 2},
		Related:      []bool{true, false, false, true, false, false, false, false, true},
		Similar:      [][]uint32{{1, 4}, nil, {3}, nil, nil},
		Sentences:    [][2]uint32{{0, 2}, {1, 4}, {4, 4}, {4, 7}},
		Descriptions: [][]uint32{{0, 3, 6}, nil, {2}, {2}, {5, 6}},
		RowCosts:     []uint32{0, 1, 2, 3, 300, 0, 1},
		NameCosts:    []uint32{2, 3, 254, 255, 1000},
		HeadCosts:    []uint32{20, 21, 22},
	}
}

func decode(t *testing.T, b []byte) *Index {
	t.Helper()
	return must.Get(Decode(b, sizes))(t)
}

func TestRoundTrip(t *testing.T) {
	want := sample()
	x := decode(t, Encode(want))
	for i, e := range want.Edges {
		must.Equal(t, x.Chunks.Edge(i), e, "edge %d", i)
	}
	if x.Chunks.NumEdges() != 4 || x.Chunks.NumNodes() != 4 || !slices.Equal(x.Trussness, want.Trussness) {
		t.Errorf("%d edges between %d chunks, trussness %v", x.Chunks.NumEdges(), x.Chunks.NumNodes(), x.Trussness)
	}
	for i, is := range want.Related {
		must.Be(t, x.Related(i) == is, "relation %d: %t", i, !is)
	}
	for e, near := range [][]uint32{{1, 4}, {0}, {3}, {2}, {0}} {
		must.Equal(t, x.Similar(model.EntityID(e)), near, "entity %d is similar to", e)
		must.Equal(t, x.Description(model.EntityID(e)), want.Descriptions[e], "description of %d", e)
	}
	for c, span := range want.Sentences {
		first, end := x.Sentences(model.ChunkID(c))
		must.Be(t, uint32(first) == span[0] && uint32(end) == span[1], "chunk %d: sentences [%d, %d), want %v", c, first, end, span)
	}
	must.Be(t, x.MeanDescription() == 7.0/5, "mean description of %g sentences", x.MeanDescription())
}

func TestCosts(t *testing.T) {
	x := decode(t, Encode(sample()))
	for s, want := range []int{0, 1, 2, 3, -1, 0, 1} {
		if n, ok := x.RowCost(model.SentenceID(s)); ok != (want >= 0) || ok && n != want {
			t.Errorf("sentence %d: %d, %t", s, n, ok)
		}
	}
	for e, want := range []int{2, 3, 254, -1, -1} {
		if n, ok := x.NameCost(model.EntityID(e)); ok != (want >= 0) || ok && n != want {
			t.Errorf("name %d: %d, %t", e, n, ok)
		}
	}
	if x.HeadCost(2) != 22 {
		t.Errorf("head of %d tokens", x.HeadCost(2))
	}
}

func TestDecodeRefuses(t *testing.T) {
	changed := func(change func(*Tables)) []byte {
		tables := sample()
		change(tables)
		return Encode(tables)
	}
	good := Encode(sample())
	for name, b := range map[string][]byte{
		"nothing":                     nil,
		"cut":                         good[:len(good)-8],
		"longer":                      append(slices.Clone(good), make([]byte, 8)...),
		"an edge to no chunk":         changed(func(t *Tables) { t.Edges[3].V = 4 }),
		"too few trussnesses":         changed(func(t *Tables) { t.Trussness = t.Trussness[1:] }),
		"trussness 1":                 changed(func(t *Tables) { t.Trussness[0] = 1 }),
		"a sentence that is none":     changed(func(t *Tables) { t.Descriptions[4][1] = 7 }),
		"a sentence of no chunk":      changed(func(t *Tables) { t.Sentences[3][1] = 6 }),
		"a description too many":      changed(func(t *Tables) { t.Descriptions = append(t.Descriptions, nil) }),
		"a description too few":       changed(func(t *Tables) { t.Descriptions = t.Descriptions[1:] }),
		"similar to no entity":        changed(func(t *Tables) { t.Similar[0][1] = 5 }),
		"sentences beyond the last":   changed(func(t *Tables) { t.Sentences[3][1] = 8 }),
		"bits for other edges":        changed(func(t *Tables) { t.Related = t.Related[:8] }),
		"costs of other sentences":    changed(func(t *Tables) { t.RowCosts = t.RowCosts[1:] }),
		"costs of other entities":     changed(func(t *Tables) { t.NameCosts = t.NameCosts[1:] }),
		"a head too few":              changed(func(t *Tables) { t.HeadCosts = t.HeadCosts[1:] }),
		"sentences of too few chunks": changed(func(t *Tables) { t.Sentences = t.Sentences[:3] }),
	} {
		must.Is(t, must.Err(Decode(b, sizes)), wire.ErrCorrupt, "%s", name)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(sample()))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := Decode(b, sizes)
		if err != nil {
			return
		}
		for e := range sizes.Entities {
			for _, v := range x.Similar(model.EntityID(e)) {
				must.Hold(t, int(v) < sizes.Entities, "entity %d is similar to %d", e, v)
			}
			for _, s := range x.Description(model.EntityID(e)) {
				must.Hold(t, int(s) < sizes.Sentences, "sentence %d", s)
			}
		}
		for c := range sizes.Chunks {
			first, end := x.Sentences(model.ChunkID(c))
			must.Hold(t, first <= end && int(end) <= sizes.Sentences, "sentences [%d, %d)", first, end)
		}
		must.Hold(t, len(x.Trussness) == x.Chunks.NumEdges(), "trussness of other edges")
		ktruss.Decompose(x.Chunks)
	})
}

// Notes belong to the entities and edges that they were written of.
func TestTexts(t *testing.T) {
	x := &Index{}
	if text, cost := x.EntityNote(0); text != "" || cost != 0 {
		t.Error("written without a section")
	}
	entities, edges := []Note{{2, "A town.", 4}, {5, "A tower.", 1 << 20}}, []Note{{0, "built there", 3}}
	must.OK(t, x.LoadTexts(EncodeTexts(entities, edges), 6, 1))
	for id := range uint32(8) {
		want, cost := "", 0
		switch id {
		case 2:
			want, cost = "A town.", 4
		case 5:
			want, cost = "A tower.", 1<<16-1
		}
		got, n := x.EntityNote(model.EntityID(id))
		must.Be(t, got == want && n == cost, "entity %d: %q of %d tokens", id, got, n)
	}
	if text, cost := x.RelationNote(0); text != "built there" || cost != 3 {
		t.Errorf("%q of %d tokens", text, cost)
	}
	for name, b := range map[string][]byte{
		"entity out of range": EncodeTexts([]Note{{6, "a", 1}}, nil),
		"edge out of range":   EncodeTexts(nil, []Note{{1, "a", 1}}),
		"out of order":        EncodeTexts([]Note{{3, "a", 1}, {3, "b", 1}}, nil),
		"half":                EncodeTexts(entities, edges)[:24],
	} {
		must.Is(t, (&Index{}).LoadTexts(b, 6, 1), wire.ErrCorrupt, "%s", name)
	}
}
