package lexical

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Postings lists, for each term, the passages that contain it. Passages are
// chunks or summaries, whichever the postings were made over.
//
// Lists stay as their parts have them: the passages as steps, varints of the distance from
// the passage before, less one; and the places in each, which tell how often the term
// occurs, and may be in other parts.
type Postings struct {
	parts.Reader
	row      *parts.Rows // by term: steps; nil where its part is not there
	places   *wire.Places
	at       parts.Reader // of lengths
	passages int
	*lengths // shared with other readers

	cut *Impacts // nil if no list is cut
}

// lengths are those of the passages.
type lengths struct {
	mean  float32   // of the lengths that ratios are measured by
	ratio []float32 // by passage: of its length to the mean; nil before the first are loaded
}

// Posting is one entry of a list.
type Posting struct {
	Passage uint32
	TF      uint32 // ≥ 1
}

// EncodePostings writes one ascending list per term, of passages in which places are not
// known: how long each is, the places of all, in titles, then the
// passages as EncodeSteps has them.
func EncodePostings(lists [][]Posting) []byte {
	places := make([][]uint64, len(lists))
	for t, list := range lists {
		places[t] = slices.Repeat([]uint64{1}, len(list))
	}
	return slices.Concat(EncodePlaces(places, lists), EncodeSteps(lists))
}

// EncodePlaces writes how long ascending lists are, and their places, parallel to their postings,
// with the occurrences.
func EncodePlaces(places [][]uint64, lists [][]Posting) []byte {
	sizes := make([]uint32, len(lists))
	for t, list := range lists {
		sizes[t] = uint32(len(list))
	}
	var w wire.Writer
	w.Uint32s(sizes)
	occurrences, all := make([][]uint32, len(lists)), make([]uint32, 0, numPostings(lists))
	for t, list := range lists {
		first := len(all)
		for _, p := range list {
			all = append(all, p.TF)
		}
		occurrences[t] = all[first:]
	}
	return append(w.Bytes(), wire.EncodePlaces(places, occurrences)...)
}

// EncodeSteps writes the passages of ascending lists, as steps. Where a list ends follows
// from its term's df.
func EncodeSteps(lists [][]Posting) []byte {
	var w wire.Writer
	w.Grow(numPostings(lists))
	for _, list := range lists {
		next := uint32(0)
		for _, p := range list {
			w.Uint(p.Passage - next)
			next = p.Passage + 1
		}
	}
	return w.Bytes()
}

func numPostings(lists [][]Posting) (n int) {
	for _, list := range lists {
		n += len(list)
	}
	return n
}

// EncodeLengths writes the lengths of the passages that postings were made over.
func EncodeLengths(length []uint32) []byte {
	var w wire.Writer
	w.Uint32s(length)
	return w.Bytes()
}

// NewPostings makes room for the lists of the given number of terms over the given
// number of passages. The lists are still to be loaded, and so are the lengths. Passages are
// in the parts of at, the places of terms in them in those of places, lengths in those of lengthsAt.
//
//go:noinline
func NewPostings(at, places, lengthsAt parts.Reader, terms, passages int) *Postings {
	return &Postings{
		Reader: at, at: lengthsAt, passages: passages, lengths: &lengths{mean: 1},
		row: parts.NewRows(terms), places: wire.NewPlaces(places, terms),
	}
}

// For returns the same postings for another reader.
//
//go:noinline
func (p *Postings) For(w *parts.Missing) *Postings {
	q := *p
	q.Missing = w
	q.places, q.at.Missing, q.cut = p.places.For(w), w, p.cut.For(w)
	return &q
}

// Impacts returns the impacts of postings, nil if the index has none.
func (p *Postings) Impacts() *Impacts { return p.cut }

// EncodeMeanLength writes the mean length of passages.
func EncodeMeanLength(mean float32) []byte {
	var w wire.Writer
	w.Float32s([]float32{mean})
	return w.Bytes()
}

// MeanLength returns the mean of lengths.
func MeanLength(length []uint32) float32 {
	sum := uint64(0)
	for _, n := range length {
		sum += uint64(n)
	}
	return Mean(sum, uint64(len(length)))
}

// Mean returns the mean of n lengths with a sum, 1 when there are no tokens.
func Mean(sum, n uint64) float32 {
	if sum == 0 {
		return 1
	}
	return float32(float64(sum) / float64(n))
}

// DecodeMeanLength reads what EncodeMeanLength wrote.
func (p *Postings) DecodeMeanLength(b []byte) error {
	r := wire.NewReader(b)
	mean := r.Float32s()
	if len(mean) != 1 || !(mean[0] > 0) {
		r.Fail("no mean length")
	} else {
		p.mean = mean[0]
	}
	return r.Close()
}

// MeanLength returns the mean length of the passages that ratios are measured by.
func (p *Postings) MeanLength() float32 { return p.mean }

// LoadLengths reads what EncodeLengths wrote of some passages.
func (p *Postings) LoadLengths(passages []uint32, b []byte) error {
	r := wire.NewReader(b)
	length := r.IDs(len(passages), 1<<32-1)
	if err := r.Close(); err != nil {
		return err
	}
	if p.ratio == nil {
		p.ratio = make([]float32, p.passages)
	}
	for i, passage := range passages {
		p.ratio[passage] = float32(length[i]) / p.mean
	}
	return nil
}

// LoadAllLengths reads what EncodeLengths wrote of all passages. Ratios are measured by mean, or by
// the mean of these lengths if that is 0.
func (p *Postings) LoadAllLengths(b []byte, mean float32) error {
	all := make([]uint32, p.passages)
	for i := range all {
		all[i] = uint32(i)
	}
	if p.mean = mean; mean == 0 {
		lengths := wire.NewReader(b).Uint32s()
		p.mean = MeanLength(lengths)
	}
	return p.LoadLengths(all, b)
}

// LengthsLoaded reports whether all lengths are loaded, and notes their parts if not.
func (p *Postings) LengthsLoaded() bool { return p.at.HasAll() && p.ratio != nil }

// Load reads the lists of terms that EncodePostings wrote, and checks them, so that
// iterators need not. They are borrowed from b.
func (p *Postings) Load(terms []uint32, b []byte) error {
	r := wire.NewReader(b)
	size := p.loadPlaces(terms, r)
	p.LoadRows(terms, r, size)
	return r.Close()
}

// LoadPlaces reads what EncodePlaces wrote.
func (p *Postings) LoadPlaces(terms []uint32, r *wire.Reader) error {
	p.loadPlaces(terms, r)
	return r.Close()
}

// loadPlaces reads how long the lists of terms are, and their places.
func (p *Postings) loadPlaces(terms []uint32, r *wire.Reader) (size func(term uint32) int) {
	n := r.IDs(len(terms), p.passages+1)
	size = func(t uint32) int {
		if i, ok := slices.BinarySearch(terms, t); ok && i < len(n) {
			return int(n[i])
		}
		return 0
	}
	p.places.Load(terms, r, size)
	return size
}

// LoadRows reads what EncodeSteps wrote for lists of df passages each.
func (p *Postings) LoadRows(terms []uint32, steps *wire.Reader, df func(term uint32) int) {
	here := make([][]byte, len(terms))
	for i, t := range terms {
		if here[i] = takeSteps(steps, df(t), p.passages); !steps.OK() {
			return
		}
		parts.SetRow(p.row, t, &here[i])
	}
}

// takeSteps reads n steps between passages, which it borrows.
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

// HasAll reports whether all lists and places are loaded, and notes the parts that are not.
func (p *Postings) HasAll() bool {
	all := p.Reader.HasAll()
	if p.cut != nil {
		all = p.cut.lists.HasAll() && all
	}
	return p.places.HasAll() && all
}

// Len returns the number of passages.
func (p *Postings) Len() int { return p.passages }

// List returns an iterator over the passages of a term, with its occurrences there. A list that is
// cut is read whole.
func (p *Postings) List(t model.TermID) List {
	places := p.Places(t) // asked for together with the passages
	if list := p.head(t); places != nil {
		if whole := p.whole(t); whole != nil {
			list.steps = whole.steps
		}
		list.places = places
		return list
	}
	return List{}
}

// head returns an iterator over the list beside a term. It does not tell how often the term occurs: each
// passage has one occurrence.
//
//go:noinline
func (p *Postings) head(t model.TermID) List {
	if !p.Has(uint32(t)) {
		return List{}
	}
	return List{steps: *parts.Row[[]byte](p.row, uint32(t))}
}

// weighed returns an iterator over the list beside a term, or over its whole list, with levels in the place of
// occurrences.
func (p *Postings) weighed(f *Fields, t model.TermID, all bool) List {
	list := p.head(t)
	list.levels = parts.Row[FieldRow](f.row, uint32(t)).Levels
	if all {
		if whole := p.whole(t); whole != nil {
			list.steps, list.levels = whole.steps, whole.levels
		}
	}
	return list
}

// HasPlaces reports whether the places of all postings of a term are loaded, and notes their part if not.
func (p *Postings) HasPlaces(t model.TermID) bool { return p.HasPlacesOf(t, true) }

// HasPlacesOf is HasPlaces for the list beside the term, or for the whole list.
func (p *Postings) HasPlacesOf(t model.TermID, all bool) bool {
	if all {
		if whole := p.whole(t); whole != nil {
			return whole.places != nil
		}
	}
	return p.places.Has(uint32(t))
}

// PlacesOf calls found for those of some passages, which ascend, that the list beside a term has, or the whole
// list: with the number of the passage among them, and where the term is there.
func (p *Postings) PlacesOf(t model.TermID, all bool, passages []uint32, block *Block, found func(i int, places uint64)) {
	list, places, i, skip := p.head(t), p.places.Row(uint32(t)), 0, 0
	if all {
		if whole := p.whole(t); whole != nil {
			list.steps, places = whole.steps, whole.places
		}
	}
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

// WillPlace notes a part of the places, that of the terms of a block, if it is missing.
func (p *Postings) WillPlace(part int) {
	if part < p.places.Len() {
		p.places.HasPart(part)
	}
}

// Places returns where the term is in each passage of its list. A list that is cut is read whole.
func (p *Postings) Places(t model.TermID) wire.PlaceList {
	if whole := p.whole(t); whole != nil {
		return whole.places
	}
	return p.places.Row(uint32(t))
}

// List iterates over one postings list in ascending order of passages.
type List struct {
	steps  []byte
	places wire.PlaceList
	levels []byte // in the place of occurrences, if not nil
	next   uint32
}

// Block is postings read at a time: in the browser a call costs more than decoding a
// posting.
type Block [256]Posting

// Read returns the next postings, in the block; none at the end of the list.
func (l *List) Read(block *Block) []Posting {
	b, places, next := l.steps, l.places, l.next
	i, at, n := 0, 0, 0
	for n < len(block) && i < len(b) {
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
		tf := uint32(1)
		if uint(at) < uint(len(places)) {
			if places[at]&1 != 0 {
				at++
			} else {
				tf, at = places.Occurrences(at)
			}
		} else if n < len(l.levels) {
			tf = uint32(l.levels[n])
		}
		block[n] = Posting{Passage: next, TF: tf}
		n++
		next++
	}
	l.steps, l.places, l.next = b[i:], places[at:], next
	l.levels = l.levels[min(n, len(l.levels)):]
	return block[:n]
}
