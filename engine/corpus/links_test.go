package corpus

import (
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

var someLinks = []Link{{From: 5, To: 1, Text: "the lock"}, {From: 9, To: 1, Text: "Mutexes"}, {From: 0, To: 4, Text: "the lock"}}

func TestLinksRoundTrip(t *testing.T) {
	for _, links := range [][]Link{nil, someLinks} {
		var l Links
		must.OK(t, l.Load(EncodeLinks(links), 10))
		var got []Link
		for i := range l.To {
			got = append(got, Link{From: model.SectionID(l.From[i]), To: model.SectionID(l.To[i]), Text: l.Text(i)})
		}
		must.Equal(t, got, links)
	}
}

// A part that is damaged or forged is refused, and leaves the links as they were.
func TestLinksRefused(t *testing.T) {
	good := EncodeLinks(someLinks)
	refuse := func(name string, b []byte, sections int) {
		t.Helper()
		l := Links{To: []uint32{7}}
		must.Is(t, l.Load(b, sections), wire.ErrCorrupt, "%s", name)
		must.Be(t, slices.Equal(l.To, []uint32{7}), "%s: the links have changed", name)
	}
	for n := range good {
		refuse("cut off", good[:n], 10)
	}
	refuse("too long", append(slices.Clone(good), 0), 10)
	refuse("a source that there is not", good, 9)
	refuse("no sections", good, 0)
	write := func(to, from []uint32, texts []string, textOf []uint32) []byte {
		var w wire.Writer
		w.Uint32s(to)
		w.Uint32s(from)
		w.Sorted(texts)
		w.Uint32s(textOf)
		return w.Bytes()
	}
	refuse("fewer sources than targets", write([]uint32{1, 1}, []uint32{2}, []string{"a"}, []uint32{0, 0}), 10)
	refuse("fewer texts than targets", write([]uint32{1, 1}, []uint32{2, 2}, []string{"a"}, []uint32{0}), 10)
	refuse("a text that there is not", write([]uint32{1}, []uint32{2}, []string{"a"}, []uint32{1}), 10)
	refuse("no texts", write([]uint32{1}, []uint32{2}, nil, []uint32{0}), 10)
	refuse("texts out of order", write([]uint32{1}, []uint32{2}, []string{"b", "a"}, []uint32{0}), 10)
}
