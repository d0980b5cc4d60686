package lexical

import (
	"math"
	"slices"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Postings lists, for each term, the passages that contain it, and its weight in each. The passages are chunks,
// summaries or entities.
//
// The builder computes the weight of each posting (builder/terms) and rounds it to one of 256 levels, which stand
// beside the passages. So a search reads only the postings of its words, and nothing else of the passages.
//
// Common words have long lists, and a search of a large collection needs a small part of them. A list beside its term
// has the postings of the highest levels, at most as many as the reach of lists: its head. A longer list is cut: the
// whole list lies in a part of its own, for queries that must not miss a passage. A search ranks by heads. Then it
// completes the best passages: it adds the postings that the heads lack. These postings, the rest of a passage, lie
// beside the entities of the passage. So a search for common words costs the same in a collection of any size. In other
// indexes no list is cut.
//
// Lists stay in the form of their parts: the passages as steps, varints of the distance from the passage before minus
// one.
type Postings struct {
	parts.Reader
	row      *parts.Rows // by term: postingRow
	places   *wire.Places
	passages int
	headings bool // rows have shares of headings

	reach int
	whole parts.Reader // part i has whole list i
	list  *parts.Rows  // by number of a whole list: wholeList
	rests parts.Reader
	rest  *parts.Rows // by passage: []byte
}

// postingRow is the data beside a term.
type postingRow struct {
	steps  []byte
	levels []byte   // by posting
	heads  []uint32 // postings of passages whose heading has the term, ascending
	shares []byte   // parallel to heads: see Shares
	number uint32   // 1 + the number of its whole list; 0 if the list is not cut
}

// wholeList is the whole list of a term whose list is cut.
type wholeList struct {
	steps  []byte
	levels []byte
	places wire.PlaceList
}

// Posting is one entry of a list.
type Posting struct {
	Passage uint32
	Level   byte
}

// endless is the reach in indexes without cut lists.
const endless = math.MaxInt32

// NewPostings makes room for the lists of the given number of terms, over the given number of passages. Load or
// LoadRows loads them.
//
//go:noinline
func NewPostings(at parts.Reader, terms, passages int) *Postings {
	return &Postings{Reader: at, passages: passages, row: parts.NewRows(terms), places: wire.NewPlaces(parts.Reader{}, terms), reach: endless}
}

// SetParts sets the parts of the terms' places, of whole lists, and of passages' rests.
func (p *Postings) SetParts(places, whole, rests parts.Reader) {
	p.places.Reader = places
	p.whole, p.rests = whole, rests
	p.list, p.rest = parts.NewRows(whole.Len()), parts.NewRows(p.passages)
}

// For returns the same postings for another reader.
//
//go:noinline
func (p *Postings) For(w *parts.Missing) *Postings {
	q := *p
	q.places = p.places.For(w)
	q.Missing, q.whole.Missing, q.rests.Missing = w, w, w
	return &q
}

// Content is the kind of the index's passages. The builder decides it (builder/terms), and ranking follows from it.
type Content byte

const (
	Passages      Content = iota // of a collection: each passage is found by itself
	Documentation                // parts of pages with sections: pages are found, and rows of terms have shares of headings
	Bundles                      // each passage is a bundle of the set of which the index is the root
	numContents
)

// EncodeWeights writes the postings' fields of the core: the content, and the reach of lists; 0 if no list is cut.
func EncodeWeights(content Content, reach int) []byte {
	var w wire.Writer
	w.Byte(byte(content))
	w.Uint(uint32(reach))
	return w.Bytes()
}

// DecodeWeights reads the bytes that EncodeWeights wrote, of an index with a number of sections.
func (p *Postings) DecodeWeights(b []byte, sections int) (Content, error) {
	r := wire.NewReader(b)
	content, reach := r.Uint(), r.Uint()
	if content >= uint32(numContents) || Content(content) == Bundles && sections != p.passages {
		r.Fail("content of another kind")
	}
	p.headings = Content(content) == Documentation
	if reach > 0 {
		p.reach = int(min(reach, endless))
	}
	return Content(content), r.Close()
}

// AreCut tells whether lists can be cut.
func (p *Postings) AreCut() bool { return p.reach < endless }

// Kept returns the number of postings beside a term that is in df passages.
func (p *Postings) Kept(df int) int { return Kept(df, p.passages, p.reach) }

// EncodePostings writes one ascending list per term: the numbers of postings, the passages as steps, and the levels.
func EncodePostings(lists [][]Posting) []byte {
	var w wire.Writer
	sizes := make([]uint32, len(lists))
	for t, list := range lists {
		sizes[t] = uint32(len(list))
	}
	w.Uint32s(sizes)
	for _, list := range lists {
		WriteSteps(&w, list)
	}
	for _, list := range lists {
		for _, p := range list {
			w.Byte(p.Level)
		}
	}
	return w.Bytes()
}

// WriteSteps writes the passages of an ascending list, as steps. It writes no length: that follows from the term's df.
func WriteSteps(w *wire.Writer, list []Posting) {
	next := uint32(0)
	for _, p := range list {
		w.Uint(p.Passage - next)
		next = p.Passage + 1
	}
}

// Load reads the lists of terms that EncodePostings wrote, and checks them, so that iterators need not. It borrows them
// from b.
func (p *Postings) Load(terms []uint32, b []byte) error {
	r := wire.NewReader(b)
	n := r.IDs(len(terms), p.passages+1)
	rows := make([]postingRow, len(terms))
	for i := range n {
		rows[i].steps = takeSteps(r, int(n[i]), p.passages)
	}
	for i, t := range terms {
		if r.OK() {
			rows[i].levels = r.Take(int(n[i]))
			parts.SetRow(p.row, t, &rows[i])
		}
	}
	return r.Close()
}

// LoadRows reads the lists beside terms: their passages, which WriteSteps wrote, and their levels, which the builder's
// Weights.EncodeRows wrote. df returns the number of passages of a term.
func (p *Postings) LoadRows(terms []uint32, passages, levels []byte, df func(term uint32) int) error {
	steps, weights := wire.NewReader(passages), wire.NewReader(levels)
	rows := make([]postingRow, len(terms))
	for i, t := range terms {
		n := df(t)
		row, kept := &rows[i], p.Kept(n)
		row.steps, row.levels = takeSteps(steps, kept, p.passages), weights.Take(kept)
		if p.headings {
			row.heads = weights.Steps(nil, int(weights.Uint()), kept)
			row.shares = weights.Take(len(row.heads))
		}
		if n > p.reach {
			number := weights.Uint()
			if int(number) >= p.list.Len() {
				weights.Fail("no such list")
			}
			row.number = number + 1
		}
		if !steps.OK() || !weights.OK() {
			break
		}
		parts.SetRow(p.row, t, row)
	}
	if err := steps.Close(); err != nil {
		return err
	}
	return weights.Close()
}

// takeSteps reads n steps between passages, and returns them borrowed.
func takeSteps(r *wire.Reader, n, passages int) []byte {
	first, next := r.Offset(), uint32(0)
	for ; n > 0 && r.OK(); n-- {
		step := r.Uint()
		if step >= uint32(passages)-next {
			r.Fail("passage out of range")
		}
		next += step + 1
	}
	if !r.OK() {
		return nil
	}
	return r.Since(first)
}

// LoadPlaces reads the places of the lists beside terms.
func (p *Postings) LoadPlaces(terms []uint32, r *wire.Reader) error {
	n := r.IDs(len(terms), p.passages+1)
	p.places.Load(terms, r, func(t uint32) int {
		if i, ok := slices.BinarySearch(terms, t); ok && i < len(n) {
			return int(n[i])
		}
		return 0
	})
	return r.Close()
}

// LoadList reads a whole list: the number of its postings, the passages as steps, the levels, the places.
func (p *Postings) LoadList(number int, b []byte) error {
	r := wire.NewReader(b)
	list := &wholeList{}
	n := int(r.Uint())
	list.steps = takeSteps(r, n, p.passages)
	list.levels = r.Take(n)
	list.places = r.Places(n)
	err := r.Close()
	if err == nil {
		parts.SetRow(p.list, uint32(number), list)
	}
	return err
}

// LoadRests reads the rests of passages. A rest has its number of postings. Each posting has the number of its list, as
// the distance from one more than the number before, and its level. An index without cut lists has no rests.
func (p *Postings) LoadRests(passages []uint32, b []byte) error {
	r := wire.NewReader(b)
	if p.list.Len() == 0 {
		return r.Close()
	}
	here := make([][]byte, len(passages))
	for i, passage := range passages {
		n := r.Uint()
		first, next := r.Offset(), uint32(0)
		for ; n > 0 && r.OK(); n-- {
			step := r.Uint()
			if step >= uint32(p.list.Len())-next {
				r.Fail("no such list")
			}
			next += step + 1
			r.Take(1)
		}
		if r.OK() {
			here[i] = r.Since(first)
			parts.SetRow(p.rest, passage, &here[i])
		}
	}
	return r.Close()
}

// HasAll reports whether all lists and places are loaded, and notes the parts that are not.
func (p *Postings) HasAll() bool {
	all := p.Reader.HasAll()
	all = p.whole.HasAll() && all
	return p.places.HasAll() && all
}

// beside returns the data beside a term.
func (p *Postings) beside(t model.TermID) *postingRow { return parts.Row[postingRow](p.row, uint32(t)) }

// wholeOf returns the whole list of a term: nil if its list is not cut, an empty one while its part is missing.
func (p *Postings) wholeOf(t model.TermID) *wholeList {
	number := p.beside(t).number
	if number == 0 {
		return nil
	}
	p.whole.HasPart(int(number - 1))
	return parts.Row[wholeList](p.list, number-1)
}

// Ask notes the part of the list beside a term, or of the whole list, if it is missing.
func (p *Postings) Ask(t model.TermID, whole bool) {
	if p.Has(uint32(t)) && whole {
		p.wholeOf(t)
	}
}

// List returns an iterator over the list beside a term, or over the whole list.
func (p *Postings) List(t model.TermID, whole bool) List {
	if !p.Has(uint32(t)) {
		return List{}
	}
	row := p.beside(t)
	if whole {
		if all := p.wholeOf(t); all != nil {
			return List{steps: all.steps, levels: all.levels}
		}
	}
	return List{steps: row.steps, levels: row.levels, heads: row.heads, shares: row.shares}
}

// Places returns the places of the term in each passage of the list beside it, or of the whole list.
func (p *Postings) Places(t model.TermID, whole bool) wire.PlaceList {
	if whole {
		if all := p.wholeOf(t); all != nil {
			return all.places
		}
	}
	return p.places.Row(uint32(t))
}

// HasPlaces reports whether the places of the list of a term are loaded, and notes their part if not.
func (p *Postings) HasPlaces(t model.TermID, whole bool) bool {
	if whole {
		if all := p.wholeOf(t); all != nil {
			return all.places != nil
		}
	}
	return p.places.Has(uint32(t))
}

// PlacesOf calls found for those of the given ascending passages that the list beside a term, or the whole list, has. i
// is the index of the passage in passages, places the term's places there.
func (p *Postings) PlacesOf(t model.TermID, whole bool, passages []uint32, block *Block, found func(i int, places uint64)) {
	list, places, i, skip := p.List(t, whole), p.Places(t, whole), 0, 0
	for read := list.Read(block); len(read) > 0 && i < len(passages); read = list.Read(block) {
		if last := read[len(read)-1].Passage; last < passages[i] {
			skip += len(read)
			continue
		}
		for _, x := range read {
			for i < len(passages) && passages[i] < x.Passage {
				i++
			}
			if i == len(passages) {
				break
			}
			if passages[i] > x.Passage {
				skip++
				continue
			}
			places.Skip(skip)
			skip = 0
			found(i, places.Next())
		}
	}
}

// WillPlace notes part of the places if it is missing.
func (p *Postings) WillPlace(part int) {
	if part < p.places.Len() {
		p.places.HasPart(part)
	}
}

// List iterates over one postings list in ascending order of passages.
type List struct {
	steps  []byte
	levels []byte
	next   uint32

	heads  []uint32 // see postingRow
	shares []byte
}

// Len returns the number of postings that are left.
func (l *List) Len() int { return len(l.levels) }

// Block holds postings that are read together: in the browser a call costs more than decoding a posting.
type Block [256]Posting

// Read returns the next postings, in the block; an empty slice at the end of the list.
func (l *List) Read(block *Block) []Posting {
	b, levels, next := l.steps, l.levels, l.next
	i, n := 0, 0
	for n < len(block) && n < len(levels) && i < len(b) {
		// Load has checked that all values are whole.
		v := uint32(b[i])
		i++
		if v >= 0x80 {
			v &= 0x7f
			for shift := 7; ; shift += 7 {
				c := b[i]
				i++
				v |= uint32(c&0x7f) << shift
				if c < 0x80 {
					break
				}
			}
		}
		next += v
		block[n] = Posting{Passage: next, Level: levels[n]}
		n++
		next++
	}
	l.steps, l.levels, l.next = b[i:], levels[n:], next
	return block[:n]
}
