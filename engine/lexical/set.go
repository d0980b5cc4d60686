package lexical

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Set describes the set of a bundle. Bundles of a set weigh words by the statistics of all of them, so
// their scores compare.
//
// A query goes to the root first. The root reads its words, and sends the reading (query.ShareWords)
// with the query to the bundles. So a word has the same stem and weight in all bundles, and a bundle
// knows the weight of words that it lacks.
type Set struct {
	Passages  int // of all bundles
	Documents int
	ID        uint32 // differs between sets
	Bundles   int    // in a root, whose passages are the bundles; else 0
}

// Encode writes a set.
func (s *Set) Encode() []byte {
	var w wire.Writer
	w.Uint32s([]uint32{uint32(s.Passages), uint32(s.Documents), s.ID, uint32(s.Bundles)})
	return w.Bytes()
}

// DecodeSet reads what Encode wrote.
func DecodeSet(b []byte) (*Set, error) {
	r := wire.NewReader(b)
	n := r.Uint32s()
	if len(n) != 4 {
		r.Fail("not four numbers")
		return nil, r.Close()
	}
	return &Set{int(n[0]), int(n[1]), n[2], int(n[3])}, r.Close()
}

// TermOf finds the term of a stem.
func (l *lexicon) TermOf(stem string) (model.TermID, bool) {
	b := l.with(stem)
	if b == nil {
		return 0, false
	}
	i, found := b.stems.Find(stem)
	return model.TermID(int(b.firstTerm) + i), found
}
