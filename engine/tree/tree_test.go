package tree

import (
	"errors"
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

func sample() []Summary {
	return []Summary{
		{1, 0, 5, 0, 0, "first, five", []model.SentenceID{0, 3}, 1}, {1, 5, 6, 0, 0, "the sixth", nil, 0}, {2, 0, 6, 2, 2, "all", []model.SentenceID{3}, 0},
	}
}

func bytesOf(phrase string) int { return len(phrase) }

func load(b []byte, chunks, sentences int) (*Tree, error) {
	t := New(3, chunks)
	return t, t.Load(b, sentences)
}

func TestTree(t *testing.T) {
	x := must.Get(load(Encode(sample(), bytesOf), 6, 10))(t)
	must.Hold(t, x.Len() == 3 && x.IsLeaf(5) && !x.IsLeaf(6) && x.Node(2) == 8, "%d summaries", x.Len())
	if first, end := x.Leaves(3); first != 3 || end != 4 {
		t.Errorf("a chunk's leaves: [%d, %d)", first, end)
	}
	if first, end := x.Leaves(8); first != 0 || end != 6 || x.Level(8) != 2 || x.Title(8) != "all" || x.Level(2) != 0 || x.Title(2) != "" {
		t.Errorf("the root: leaves [%d, %d), level %d, title %q", first, end, x.Level(8), x.Title(8))
	}
	list, costs := x.Phrases(6)
	must.Be(t, slices.Equal(list, []string{"first", "five"}) && slices.Equal(costs, []uint32{5, 4}), "phrases %q of %v tokens", list, costs)
	if s, ok := x.Gist(6); !ok || s != 3 {
		t.Errorf("gist %d, %v", s, ok)
	}
	if _, ok := x.Gist(7); ok {
		t.Error("a summary of nothing has a gist")
	}
	if first, end := x.Below(8); first != 0 || end != 2 {
		t.Errorf("below the root are [%d, %d)", first, end)
	}
	if first, end := x.Below(7); first != end {
		t.Errorf("below a summary of chunks are [%d, %d)", first, end)
	}
	if s := x.Sentences(6); !slices.Equal(s, []uint32{0, 3}) || x.Sentences(0) != nil {
		t.Errorf("sentences %v", s)
	}
}

// Each is refused for one fault alone: without it the bytes are read.
func TestLoadRefuses(t *testing.T) {
	b := Encode(sample(), bytesOf)
	with := func(change func(s []Summary)) []byte {
		s := []Summary{{Level: 1, LeafEnd: 2, Sentences: []model.SentenceID{1}}, {Level: 1, LeafFirst: 2, LeafEnd: 4}, {Level: 2, LeafEnd: 4, Back: 2, Children: 2}}
		change(s)
		return Encode(s, bytesOf)
	}
	for name, c := range map[string]struct {
		b                 []byte
		chunks, sentences int
		good              bool
	}{
		"nothing":            {with(func([]Summary) {}), 6, 10, true},
		"fewer chunks":       {b, 5, 10, false},
		"fewer sentences":    {b, 6, 3, false},
		"of nothing":         {with(func(s []Summary) { s[1].LeafEnd = 2 }), 6, 10, false},
		"begins behind":      {with(func(s []Summary) { s[1].LeafFirst, s[1].LeafEnd = 7, 8 }), 6, 10, false},
		"gist of another":    {with(func(s []Summary) { s[0].Gist = 1 }), 6, 10, false},
		"gist of none":       {with(func(s []Summary) { s[1].Gist = 1 }), 6, 10, false},
		"child of itself":    {with(func(s []Summary) { s[2].Children = 3 }), 6, 10, false},
		"no such child":      {with(func(s []Summary) { s[2].Back, s[2].Children = 3, 1 }), 6, 10, false},
		"a child before all": {with(func(s []Summary) { s[0].Back = 1 }), 6, 10, false},
		"cut":                {b[:len(b)-1], 6, 10, false},
		"longer":             {append(slices.Clone(b), 0), 6, 10, false},
		"one more":           {Encode(append(sample(), Summary{Level: 1, LeafEnd: 2}), bytesOf), 6, 10, false},
		"one less":           {Encode(sample()[:2], bytesOf), 6, 10, false},
	} {
		if _, err := load(c.b, c.chunks, c.sentences); (err == nil) != c.good || err != nil && !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	var w wire.Writer
	w.Raw([]byte{1, 1})
	w.Strings([]string{"a", "b", "c"})
	must.Is(t, must.Err(load(append(w.Bytes(), b...), 6, 10)), wire.ErrCorrupt, "fewer levels")
	if err := New(3, 6).LoadTexts(nil); err != nil {
		t.Errorf("no texts: error %v", err)
	}
}

func TestTexts(t *testing.T) {
	x := must.Get(load(Encode(sample(), bytesOf), 6, 10))(t)
	if text, cost := x.Text(7); text != "" || cost != 0 {
		t.Errorf("without the section: %q, cost %d", text, cost)
	}
	must.OK(t, x.LoadTexts(wire.EncodeTexts([]string{"", "Written.", ""}, []uint32{0, 5, 0})))
	for node, want := range map[model.NodeID]string{0: "", 5: "", 6: "", 7: "Written.", 8: ""} {
		if got, cost := x.Text(node); got != want || (cost == 5) != (want != "") {
			t.Errorf("node %d: %q, cost %d", node, got, cost)
		}
	}
}

// A section that does not fit the tree is refused, and changes nothing.
func TestLoadTextsRefuses(t *testing.T) {
	x := must.Get(load(Encode(sample(), bytesOf), 6, 10))(t)
	section := func(origins []byte, texts ...string) []byte {
		var w wire.Writer
		w.Raw(origins)
		w.Strings(texts)
		w.Uint32s(make([]uint32, len(texts)))
		return w.Bytes()
	}
	good := wire.EncodeTexts([]string{"a", "", "c"}, make([]uint32, 3))
	for name, b := range map[string][]byte{
		"cut":                 good[:len(good)-1],
		"longer":              append(slices.Clone(good), make([]byte, 8)...),
		"of another tree":     wire.EncodeTexts([]string{"a", "b"}, make([]uint32, 2)),
		"fewer costs":         wire.EncodeTexts([]string{"a", "", "c"}, []uint32{1, 0}),
		"fewer origins":       section([]byte{1, 1}, "a", "b", "c"),
		"unknown origin":      section([]byte{1, 1, 2}, "a", "b", "c"),
		"text of an extract":  section([]byte{1, 0, 1}, "a", "b", "c"),
		"written without one": section([]byte{1, 1, 1}, "a", "", "c"),
	} {
		must.Is(t, x.LoadTexts(b), wire.ErrCorrupt, "%s", name)
		text, _ := x.Text(6)
		must.Be(t, text == "", "%s: it has texts now", name)
	}
}

func FuzzLoadTexts(f *testing.F) {
	f.Add(wire.EncodeTexts([]string{"a", "", "c"}, make([]uint32, 3)))
	f.Fuzz(func(t *testing.T, b []byte) {
		x := must.Get(load(Encode(sample(), bytesOf), 6, 10))(t)
		if x.LoadTexts(b) != nil {
			return
		}
		for i := range x.Len() {
			x.Text(x.Node(i))
		}
	})
}

func FuzzLoad(f *testing.F) {
	f.Add(Encode(sample(), bytesOf))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := load(b, 6, 10)
		if err != nil {
			return
		}
		for i := range x.Len() {
			if first, end := x.Leaves(x.Node(i)); first >= end || end > 6 {
				t.Fatalf("leaves [%d, %d)", first, end)
			}
			x.Sentences(x.Node(i))
			x.Title(x.Node(i))
			x.Gist(x.Node(i))
			if first, end := x.Below(x.Node(i)); first < 0 || first > end || end > i {
				t.Fatalf("below %d: [%d, %d)", i, first, end)
			}
			list, costs := x.Phrases(x.Node(i))
			must.Hold(t, len(list) == len(costs), "%d phrases, %d costs", len(list), len(costs))
		}
	})
}

// Nodes of a tree that is still to be loaded have no leaves, title or level.
func TestMissingTree(t *testing.T) {
	x := New(3, 6)
	if first, end := x.Leaves(8); first != 0 || end != 0 || x.Title(8) != "" || x.Level(8) != 0 {
		t.Errorf("leaves [%d, %d)", first, end)
	}
	if first, end := x.Leaves(5); first != 5 || end != 6 {
		t.Errorf("a chunk's leaves: [%d, %d)", first, end)
	}
}
