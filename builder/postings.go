package builder

import (
	"encoding/binary"

	"mycel/engine/lexical"
	"mycel/engine/model"
)

// postingLists accumulates postings, and the places of the terms, in passage order.
// They are kept as varints: three bytes each, where numbers would take sixteen.
type postingLists struct {
	rows   []postingRow // by term
	length []uint32     // by passage

	counts []termCount    // by term: of the passage being added
	terms  []model.TermID // that it has
}

// postingRow is the postings of a term: of each the passage, as the distance from the
// one before, the occurrences and the places.
type postingRow struct {
	bytes []byte
	n     uint32
	next  uint32 // 1 + the last passage
}

// termCount is a term in one passage.
type termCount struct {
	tf     uint32
	places uint64 // see wire.Places
}

func newPostingLists(terms int) *postingLists {
	return &postingLists{rows: make([]postingRow, terms), counts: make([]termCount, terms)}
}

// postingBytes is about what a posting takes.
const postingBytes = 4

// expect makes room for terms that have so many occurrences in so many passages.
func (l *postingLists) expect(occurrences []int, passages int) {
	for t, n := range occurrences {
		l.rows[t].bytes = make([]byte, 0, postingBytes*min(n, passages))
	}
}

// add counts words of the current passage that stand at the given place: 0 for
// its titles and headings, else the number of its sentence.
func (l *postingLists) add(v *vocabulary, words wordList, weight uint32, place int) {
	for _, w := range words {
		l.addTerm(v.term[w], weight, place)
	}
}

func (l *postingLists) addTerm(t model.TermID, weight uint32, place int) {
	c := &l.counts[t]
	if c.tf == 0 {
		l.terms = append(l.terms, t)
	}
	c.tf += weight
	c.places |= 1 << min(place, 63)
}

// next ends the current passage.
func (l *postingLists) next() {
	passage, length := uint32(len(l.length)), uint32(0)
	for _, t := range l.terms {
		l.rows[t].append(passage, l.counts[t])
		length += l.counts[t].tf
		l.counts[t] = termCount{}
	}
	l.length = append(l.length, length)
	l.terms = l.terms[:0]
}

// done lets go of what only adding needs.
func (l *postingLists) done() *postingLists {
	l.counts, l.terms = nil, nil
	return l
}

func (r *postingRow) append(passage uint32, c termCount) {
	step, tf := passage-r.next, c.tf
	if uint64(step|tf)|c.places < 0x80 {
		r.bytes = append(r.bytes, byte(step), byte(tf), byte(c.places)) // most are short
	} else {
		r.bytes = binary.AppendUvarint(r.bytes, uint64(step))
		r.bytes = binary.AppendUvarint(r.bytes, uint64(tf))
		r.bytes = binary.AppendUvarint(r.bytes, c.places)
	}
	r.n, r.next = r.n+1, passage+1
}

// read returns the postings and, parallel, their places.
func (r *postingRow) read() (list []lexical.Posting, places []uint64) {
	list, places = make([]lexical.Posting, r.n), make([]uint64, r.n)
	r.readInto(list, places)
	return list, places
}

// readInto reads into slices with room for all postings.
func (r *postingRow) readInto(list []lexical.Posting, places []uint64) {
	b, passage := r.bytes, uint32(0)
	uvarint := func() uint64 {
		x, n := binary.Uvarint(b)
		b = b[n:]
		return x
	}
	for i := range list {
		passage += uint32(uvarint())
		list[i], places[i] = lexical.Posting{Passage: passage, TF: uint32(uvarint())}, uvarint()
		passage++
	}
}

// list returns the postings of a term.
func (l *postingLists) list(t int) []lexical.Posting {
	list, _ := l.rows[t].read()
	return list
}

// some returns the postings of some terms, and their places.
func (l *postingLists) some(terms []uint32) (lists [][]lexical.Posting, places [][]uint64) {
	n := uint32(0)
	for _, t := range terms {
		n += l.rows[t].n
	}
	allLists, allPlaces := make([]lexical.Posting, n), make([]uint64, n)
	lists, places = make([][]lexical.Posting, len(terms)), make([][]uint64, len(terms))
	for i, t := range terms {
		r := &l.rows[t]
		lists[i], places[i] = allLists[:r.n:r.n], allPlaces[:r.n:r.n]
		allLists, allPlaces = allLists[r.n:], allPlaces[r.n:]
		r.readInto(lists[i], places[i])
	}
	return lists, places
}

// all returns the postings of all terms.
func (l *postingLists) all() [][]lexical.Posting {
	lists := make([][]lexical.Posting, len(l.rows))
	for t := range lists {
		lists[t] = l.list(t)
	}
	return lists
}

// df returns in how many passages each term is.
func (l *postingLists) df() []uint32 {
	df := make([]uint32, len(l.rows))
	for t := range df {
		df[t] = l.rows[t].n
	}
	return df
}

// idf returns each term's weight, as lexical.Dictionary.IDF has it.
func (l *postingLists) idf() []float32 { return lexical.IDF(l.df(), len(l.length)) }
