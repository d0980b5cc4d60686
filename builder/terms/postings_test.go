package terms

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// Postings are gathered as parts have them: what is cut out of the rows is what the
// encoders of the format write of the postings that were added.
func TestPostingsAsParts(t *testing.T) {
	const terms, passages = 12, 700
	rng := rand.New(rand.NewPCG(4, 2))
	l := NewPostingLists(terms)
	l.expect(slices.Repeat([]int{3}, terms), passages) // too little room for most
	lists, places := make([][]Posting, terms), make([][]uint64, terms)
	for passage := range uint32(passages) {
		for term := range terms {
			if rng.IntN(1<<term) != 0 { // steps of one byte and of two
				continue
			}
			tf, mask := uint32(0), uint64(0)
			for range []int{1, 1, 1, 2, 5, 80, 300}[rng.IntN(7)] {
				weight, place := uint32(1), rng.IntN(1+rng.IntN(90))
				if place == 0 {
					weight = 2 // as in titles
				}
				l.AddTerm(model.TermID(term), weight, place)
				tf += weight
				mask |= 1 << min(place, 63)
			}
			lists[term] = append(lists[term], Posting{Passage: passage, TF: tf})
			places[term] = append(places[term], mask)
		}
		l.Next()
	}
	l.Done()
	for term := range terms {
		list, masks := l.Rows[term].Read()
		must.Be(t, slices.Equal(list, lists[term]) && slices.Equal(masks, places[term]), "term %d: its postings are read as others", term)
	}
	some := []uint32{0, 3, 4, 9, 11}
	var steps, marks, wantSteps wire.Writer
	x := l.Weigh(nil, nil)
	x.EncodeSteps(&steps, some)
	x.EncodePlaces(&marks, some)
	var sizes []uint32
	for _, term := range some {
		var list []lexical.Posting
		for _, p := range lists[term] {
			list = append(list, lexical.Posting{Passage: p.Passage})
		}
		lexical.WriteSteps(&wantSteps, list)
		sizes = append(sizes, uint32(len(list)))
	}
	must.Be(t, bytes.Equal(steps.Bytes(), wantSteps.Bytes()), "the steps are others than those of lexical.WriteSteps")
	var want wire.Writer
	want.Uint32s(sizes)
	want.Append(wire.EncodePlaces(pick(places, some)))
	must.Be(t, bytes.Equal(marks.Bytes(), want.Bytes()), "the places are others than those of wire.EncodePlaces")
}

// pick returns some of the rows.
func pick[T any](rows []T, ids []uint32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = rows[id]
	}
	return out
}
