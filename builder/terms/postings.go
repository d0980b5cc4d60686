package terms

import (
	"encoding/binary"
	"math/bits"

	"mycel/builder/analyse"
	"mycel/builder/large"
	"mycel/builder/summary"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// PostingLists accumulates postings, and the places of the terms, in passage order. It keeps them in the form of the
// index's parts: two or three bytes each, where numbers would take sixteen.
type PostingLists struct {
	Rows   []PostingRow // by term
	Length []uint32     // by passage
	Fields *fieldCounts // nil unless the corpus is documentation
	Set    *Set         // nil for a bundle that is in no set
	Sizes  large.Sizes

	languages *languages // nil for one language

	counts []termCount    // by term: of the passage being added
	terms  []model.TermID // terms of the passage being added
}

// Set is the statistics that a bundle shares with the others of its set.
type Set struct {
	Passages  uint32 // of all bundles
	Documents uint32
	ID        uint32   // of the set
	Mean      float32  // length of the passages
	DF        []uint32 // by term of the bundle: passages of all bundles that have it
	Bundles   uint32   // number of bundles, in a root, whose passages are bundles; 0 in a bundle
}

// Mean returns the mean length of passages, by which their lengths are measured.
func (l *PostingLists) Mean() float32 {
	if l.Set != nil {
		return l.Set.Mean
	}
	sum := uint64(0)
	for _, n := range l.Length {
		sum += uint64(n)
	}
	return Mean(sum, uint64(len(l.Length)))
}

// Mean returns the mean of n lengths with a sum; 1 if there are no tokens.
func Mean(sum, n uint64) float32 {
	if sum == 0 {
		return 1
	}
	return float32(float64(sum) / float64(n))
}

// PostingRow is the postings of a term. A posting has its passage, as the step from the passage before (see
// lexical.WriteSteps), and its places (see wire.Places). If there are more occurrences than places, a zero and the
// number of further occurrences minus one stand between them.
type PostingRow struct {
	bytes []byte
	N     uint32

	profiles []byte // of the postings, varints; see fieldCounts
	next     uint32 // 1 + the last passage
}

// termCount is a term in one passage.
type termCount struct {
	tf     uint32
	places uint64 // see wire.Places
}

func NewPostingLists(terms int) *PostingLists {
	return &PostingLists{Rows: make([]PostingRow, terms), counts: make([]termCount, terms), Sizes: large.Usual()}
}

// postingBytes is the approximate size of a posting.
const postingBytes = 4

// expect makes room for terms with these numbers of occurrences, in this number of passages.
func (l *PostingLists) expect(occurrences []int, passages int) {
	total := 0
	for _, n := range occurrences {
		total += postingBytes * min(n, passages)
	}
	room := make([]byte, total)
	for t, n := range occurrences {
		end := postingBytes * min(n, passages)
		l.Rows[t].bytes, room = room[:0:end], room[end:]
	}
}

// Add counts words of the current passage at a place: 0 for its titles and headings, else the number of its sentence.
func (l *PostingLists) Add(v *Vocabulary, words analyse.WordList, weight uint32, place int) {
	for _, w := range words {
		l.AddTerm(v.Term[w], weight, place)
		for _, part := range v.Parts[w] {
			l.AddTerm(part, weight, place)
		}
	}
}

func (l *PostingLists) AddTerm(t model.TermID, weight uint32, place int) {
	c := &l.counts[t]
	if c.tf == 0 {
		l.terms = append(l.terms, t)
	}
	c.tf += weight
	c.places |= 1 << min(place, 63)
}

// Next ends the current passage.
func (l *PostingLists) Next() {
	passage, length := uint32(len(l.Length)), uint32(0)
	for _, t := range l.terms {
		l.Rows[t].append(passage, l.counts[t])
		if l.Fields != nil {
			l.Rows[t].profiles = binary.AppendUvarint(l.Rows[t].profiles, uint64(l.Fields.take(t)))
		}
		length += l.counts[t].tf
		l.counts[t] = termCount{}
	}
	l.Length = append(l.Length, length)
	l.terms = l.terms[:0]
}

// Done frees the memory that only Add needs.
func (l *PostingLists) Done() *PostingLists {
	l.counts, l.terms = nil, nil
	if l.Fields != nil {
		l.Fields.counts = nil
	}
	return l
}

func (r *PostingRow) append(passage uint32, c termCount) {
	if step := passage - r.next; step < 0x80 && c.tf == 1 {
		r.bytes = append(r.bytes, byte(step), byte(bits.TrailingZeros64(c.places))<<1|1) // most are short
	} else {
		r.bytes = wire.AppendUvarint(r.bytes, step)
		if more := c.tf - uint32(bits.OnesCount64(c.places)); more > 0 {
			r.bytes = wire.AppendUvarint(append(r.bytes, 0), more-1)
		}
		r.bytes = wire.AppendPlaces(r.bytes, c.places)
	}
	r.N, r.next = r.N+1, passage+1
}

// cut returns, for the posting at an offset, the end of its step, and the beginning and end of its places.
func (r *PostingRow) cut(at int) (step, places, end int) {
	b := r.bytes
	if b[at] < 0x80 && b[at+1]&1 != 0 { // most postings have this form
		return at + 1, at + 1, at + 2
	}
	for b[at] >= 0x80 {
		at++
	}
	step = at + 1
	places = step
	if b[places] == 0 {
		_, n := binary.Uvarint(b[places+1:])
		places += 1 + n
	}
	return step, places, wire.PastPlaces(b, places)
}

// occurrences returns the number of the term's occurrences in a posting; step and places are offsets from cut.
func (r *PostingRow) occurrences(step, places int) uint32 {
	n, c := uint32(1), r.bytes[places]
	if c&1 == 0 {
		n = uint32(c >> 1)
	}
	if step < places {
		more, _ := binary.Uvarint(r.bytes[step+1:])
		n += uint32(more) + 1
	}
	return n
}

// each calls visit with the encoded step, the number of occurrences and the encoded places of every posting.
func (r *PostingRow) each(visit func(step []byte, tf uint32, places []byte)) {
	for at := 0; at < len(r.bytes); {
		step, places, end := r.cut(at)
		visit(r.bytes[at:step], r.occurrences(step, places), r.bytes[places:end])
		at = end
	}
}

// Posting is an entry of a list: a passage with the number of a term's occurrences.
type Posting struct {
	Passage uint32
	TF      uint32 // ≥ 1
}

// Read returns the postings and, parallel, their places.
func (r *PostingRow) Read() (list []Posting, places []uint64) {
	list, places = make([]Posting, 0, r.N), make([]uint64, 0, r.N)
	passage := uint32(0)
	r.each(func(step []byte, tf uint32, at []byte) {
		distance, _ := binary.Uvarint(step)
		row := wire.PlaceList(at)
		passage += uint32(distance)
		list, places = append(list, Posting{Passage: passage, TF: tf}), append(places, row.Next())
		passage++
	})
	return list, places
}

// List returns the postings of a term.
func (l *PostingLists) List(t int) []Posting {
	list, _ := l.Rows[t].Read()
	return list
}

// All returns the postings of all terms.
func (l *PostingLists) All() [][]Posting {
	lists := make([][]Posting, len(l.Rows))
	for t := range lists {
		lists[t] = l.List(t)
	}
	return lists
}

// DF returns the number of passages of each term.
func (l *PostingLists) DF() []uint32 {
	df := make([]uint32, len(l.Rows))
	for t := range df {
		df[t] = l.Rows[t].N
	}
	return df
}

// Idf returns the weight of each term, as lexical.Dictionary.IDF computes it.
func (l *PostingLists) Idf() []float32 { return lexical.IDF(l.DF(), len(l.Length)) }

// TreeWeights returns the weight of each term in summary trees.
func (l *PostingLists) TreeWeights() []float32 { return summary.Weights(l.DF(), len(l.Length)) }
