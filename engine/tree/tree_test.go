package tree

import (
	"errors"
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
)

func sample() []Summary {
	return []Summary{
		{1, 0, 5, "first five", []model.SentenceID{0, 3}}, {1, 5, 6, "the sixth", nil}, {2, 0, 6, "all", []model.SentenceID{3}},
	}
}

func TestTree(t *testing.T) {
	x, err := Decode(Encode(sample()), 6, 10)
	if err != nil {
		t.Fatal(err)
	}
	if x.Len() != 3 || !x.IsLeaf(5) || x.IsLeaf(6) || x.Node(2) != 8 {
		t.Fatalf("%d summaries", x.Len())
	}
	if first, end := x.Leaves(3); first != 3 || end != 4 {
		t.Errorf("a chunk's leaves: [%d, %d)", first, end)
	}
	if first, end := x.Leaves(8); first != 0 || end != 6 || x.Level(8) != 2 || x.Title(8) != "all" || x.Level(2) != 0 || x.Title(2) != "" {
		t.Errorf("the root: leaves [%d, %d), level %d, title %q", first, end, x.Level(8), x.Title(8))
	}
	if s := x.Sentences(6); !slices.Equal(s, []uint32{0, 3}) || x.Sentences(0) != nil {
		t.Errorf("sentences %v", s)
	}
}

func TestDecodeRefuses(t *testing.T) {
	b := Encode(sample())
	for name, c := range map[string]struct {
		b                 []byte
		chunks, sentences int
	}{
		"fewer chunks":    {b, 5, 10},
		"fewer sentences": {b, 6, 3},
		"of nothing":      {Encode([]Summary{{Level: 1, LeafFirst: 2, LeafEnd: 2}}), 6, 10},
		"cut":             {b[:len(b)-8], 6, 10},
	} {
		if _, err := Decode(c.b, c.chunks, c.sentences); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(sample()))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := Decode(b, 6, 10)
		if err != nil {
			return
		}
		for i := range x.Len() {
			if first, end := x.Leaves(x.Node(i)); first >= end || end > 6 {
				t.Fatalf("leaves [%d, %d)", first, end)
			}
			x.Sentences(x.Node(i))
			x.Title(x.Node(i))
		}
	})
}
