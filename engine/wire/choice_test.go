package wire

import (
	"slices"
	"testing"

	"mycel/internal/must"
)

func TestChoice(t *testing.T) {
	for _, c := range []struct {
		limit int
		lists [][]uint32
		want  []uint32
	}{
		{0, nil, []uint32{}},
		{1, [][]uint32{{0}}, []uint32{0}},
		{200, [][]uint32{{199, 3, 64}, nil, {63, 64, 0}}, []uint32{0, 3, 63, 64, 199}},
	} {
		choice := NewChoice(c.limit, c.lists...)
		must.Equal(t, choice.List(), c.want, "%v: list", c.lists)
		for place, id := range c.want {
			must.Equal(t, choice.At(id), uint32(place), "%v: place of %d", c.lists, id)
		}
		for id := range uint32(c.limit + 100) {
			below := 0
			for below < len(c.want) && c.want[below] < id {
				below++
			}
			if got := choice.Before(id); int(got) != below {
				t.Errorf("%v: %d numbers are below %d, want %d", c.lists, got, id, below)
			}
		}
		// What is written as places is read as what they are the places of.
		var w Writer
		w.Steps(choice.Places(c.want))
		r := NewReader(w.Bytes())
		r.Among = choice.List()
		if got := r.Steps(nil, len(c.want), c.limit); r.Close() != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: read %v, error %v", c.lists, got, r.Close())
		}
	}
}
