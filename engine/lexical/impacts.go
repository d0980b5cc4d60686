package lexical

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/wire"
)

// In a large collection of passages common words have long lists, and a search needs a small part of them. So
// the index has the impact of each posting: its weight, as one of 256 levels. A list beside its term
// has the postings of greatest impact, at most as many as the reach of lists. They are its head. A list with
// more postings is cut: the whole list is in a part of its own, for requests that must not miss a passage. A search
// ranks by heads. It then completes the best passages: it adds the postings that the heads lack. These
// postings, the rest of a passage, lie beside the entities of the passage. So a search for common words costs the
// same in a collection of any size.

// Impacts has the weights of postings, and the lists that are cut.
type Impacts struct {
	*Fields // the levels of heads
	reach   int
	number  *parts.Rows  // by term: uint32, 1 + the number of its whole list; 0 if the list is not cut
	lists   parts.Reader // part i has whole list i
	list    *parts.Rows  // by number: wholeList
	rests   parts.Reader
	rest    *parts.Rows // by passage: []byte
}

// wholeList is a list that is cut beside its term.
type wholeList struct {
	steps  []byte
	places wire.PlaceList
	levels []byte
}

// TopImpact is the weight of the highest level: no score of a term is greater, with an idf of 1.
const TopImpact = 2.2

// Impact returns the level of a posting. ratio is the length of the passage over the mean length.
func Impact(tf uint32, ratio float32) byte {
	return Level(BM25(1, float32(tf), ratio), TopImpact)
}

// EncodeImpacts writes the reach of lists, in postings.
func EncodeImpacts(reach int) []byte {
	var w wire.Writer
	w.Uint(uint32(reach))
	return w.Bytes()
}

// DecodeImpacts reads what EncodeImpacts wrote, for the lists of p. Whole lists are in the parts of
// lists, rests of passages in those of rests. All of these are still to be loaded.
func (p *Postings) DecodeImpacts(b []byte, lists, rests parts.Reader) (*Impacts, error) {
	r := wire.NewReader(b)
	reach := int(r.Uint())
	if reach == 0 {
		r.Fail("lists without postings")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	fields := newFields(p.Reader, p.row.Len(), p.passages, TopImpact)
	p.cut = &Impacts{
		Fields: fields, reach: reach, number: parts.NewRows(p.row.Len()),
		lists: lists, list: parts.NewRows(lists.Len()), rests: rests, rest: parts.NewRows(p.passages),
	}
	return p.cut, nil
}

// For returns the same impacts for another reader.
//
//go:noinline
func (x *Impacts) For(w *parts.Missing) *Impacts {
	if x == nil {
		return nil
	}
	y := *x
	y.Fields = x.Fields.For(w)
	y.lists.Missing, y.rests.Missing = w, w
	return &y
}

// Kept returns how many postings of a term that is in df passages its list has.
func (x *Impacts) Kept(df int) int { return Kept(df, x.passages, x.reach) }

// Every list that is cut has at least one leastKept-th of the reach. Common words decide little, but some queries have no others.
const leastKept = 8

// Kept returns how many postings the list of a term has that is in df of some passages. Up to the reach it has all; then
// the fewer, the less the term weighs.
func Kept(df, passages, reach int) int {
	if df <= reach {
		return df
	}
	share := rank.Ln(float64(passages)/float64(df)) / rank.Ln(float64(passages)/float64(reach))
	return max(int(share*float64(reach)), reach/leastKept)
}

// LoadRows reads of each term the levels of its head and, if the list is cut, the number of
// the whole list.
func (x *Impacts) LoadRows(terms []uint32, r *wire.Reader, df func(term uint32) int) {
	here, numbers := make([]FieldRow, len(terms)), make([]uint32, len(terms))
	for i, t := range terms {
		n := df(t)
		here[i] = FieldRow{Own: n, Levels: r.Take(x.Kept(n))}
		if n > x.reach {
			if numbers[i] = r.Uint() + 1; int(numbers[i]) > x.list.Len() {
				r.Fail("no such list")
			}
		}
		if !r.OK() {
			return
		}
		parts.SetRow(x.row, t, &here[i])
		parts.SetRow(x.number, t, &numbers[i])
	}
}

// LoadList reads a whole list: the number of its postings, the passages as steps, the levels, the places.
func (x *Impacts) LoadList(number, passages int, b []byte) error {
	r := wire.NewReader(b)
	list := &wholeList{}
	n := r.Uint()
	list.steps = takeSteps(r, int(n), passages)
	list.levels = r.Take(int(n))
	list.places = r.Places(int(n))
	err := r.Close()
	if err == nil {
		parts.SetRow(x.list, uint32(number), list)
	}
	return err
}

// LoadRests reads the rests of passages: of each the number of postings; then of each posting the number of its
// list, as the distance from one more than the number before, and its level.
func (x *Impacts) LoadRests(passages []uint32, b []byte) error {
	r := wire.NewReader(b)
	here := make([][]byte, len(passages))
	for i, passage := range passages {
		n := r.Uint()
		first, next := r.Offset(), uint32(0)
		for ; n > 0 && r.OK(); n-- {
			if next += r.Uint(); next >= uint32(x.list.Len()) {
				r.Fail("no such list")
			}
			next++
			r.Take(1)
		}
		if r.OK() {
			here[i] = r.Since(first)
			parts.SetRow(x.rest, passage, &here[i])
		}
	}
	return r.Close()
}

// numberOf returns 1 + the number of a term's whole list, 0 if its list is not cut.
func (x *Impacts) numberOf(t model.TermID) uint32 { return *parts.Row[uint32](x.number, uint32(t)) }

// whole returns the whole list of a term, nil if its list is not cut. It is empty while its part is missing.
func (p *Postings) whole(t model.TermID) *wholeList {
	if p.cut == nil || p.cut.numberOf(t) == 0 {
		return nil
	}
	n := p.cut.numberOf(t) - 1
	p.cut.lists.HasPart(int(n))
	return parts.Row[wholeList](p.cut.list, n)
}

// HasWhole notes the part of a term's whole list if the list is cut and the part is missing.
func (p *Postings) HasWhole(t model.TermID) { p.whole(t) }

// AddImpacts is Add by impacts: over the heads of lists, or over whole lists.
func (a *Accumulator) AddImpacts(p *Postings, x *Impacts, q *TermQuery, whole bool) {
	a.whole = whole
	a.AddFields(p, x.Fields, q)
	a.whole = false
}

// Complete adds to the score of a passage the postings that the heads of the query's lists lack. Other readings of
// the query's words are not looked for. It does nothing while the rest of the passage is missing.
func (a *Accumulator) Complete(x *Impacts, q *TermQuery, passage uint32) {
	var lacks [MaxTerms]uint32 // by term: 1 + the number of its list
	some := false
	for i, t := range q.Terms {
		if a.Mask[passage]&(1<<i) == 0 {
			lacks[i] = x.numberOf(t)
			some = some || lacks[i] > 0
		}
	}
	if !some || !x.rests.Has(passage) {
		return
	}
	rest, next := *parts.Row[[]byte](x.rest, passage), uint32(0)
	for at := 0; at < len(rest); {
		var step uint32
		step, at, _ = wire.Uvarint(rest, at)
		next += step + 1
		for i, t := range q.Terms {
			if lacks[i] == next {
				a.Mask[passage] |= 1 << i
				a.Score[passage] += x.IDF(t) * x.weight[rest[at]]
			}
		}
		at++
	}
}
