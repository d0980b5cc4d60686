package terms

import (
	"encoding/binary"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/varint"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// A corpus that is indexed in splits has a segment for each split: the rows of its terms, with passages numbered
// from the first of the split. A row of the corpus is the rows of the segments in the order of the splits; only
// the first step of each changes.

// Ranges cuts the terms into ranges. A range has at most the given number of occurrences, or one term. It
// returns the first term of each range, and the number of terms.
func (v *Vocabulary) Ranges(most int) (starts []int) {
	n := most
	for t, occurrences := range v.occurrences {
		if n += occurrences; n > most {
			starts = append(starts, t)
			n = occurrences
		}
	}
	return append(starts, len(v.Stems))
}

// RecordRow appends the row of a term to a record of a segment.
func (l *PostingLists) RecordRow(w *varint.Writer, t int) {
	row := &l.Rows[t]
	w.Uint(uint64(row.N))
	w.Uint(uint64(row.next))
	w.String(string(row.bytes))
}

// AppendRow puts a row of a segment behind the row of a term. base is the number of the segment's first passage.
func (l *PostingLists) AppendRow(r *varint.Reader, t int, base uint32) {
	row := &l.Rows[t]
	n, next, raw := uint32(r.Uint()), uint32(r.Uint()), []byte(r.String())
	first, size := binary.Uvarint(raw)
	if n == 0 || size <= 0 || base < row.next {
		r.Fail()
		return
	}
	row.bytes = append(wire.AppendUvarint(row.bytes, base+uint32(first)-row.next), raw[size:]...)
	row.N, row.next = row.N+n, base+next
}

// EncodeRows writes the rows of all terms, for ReadRows.
func (l *PostingLists) EncodeRows() (out []byte) {
	for t := range l.Rows {
		out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(l.Rows[t].N)), uint64(len(l.Rows[t].bytes)))
		out = append(out, l.Rows[t].bytes...)
	}
	return out
}

// ReadRows reads the rows of some terms, from first on, that EncodeRows has written. They stay in the memory of
// b. It returns false if b has other rows.
func (l *PostingLists) ReadRows(b []byte, first, terms int) bool {
	for t := range terms {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			return false
		}
		length, more := binary.Uvarint(b[size:])
		if more <= 0 || length > uint64(len(b)-size-more) {
			return false
		}
		b = b[size+more:]
		l.Rows[first+t] = PostingRow{bytes: b[:length:length], N: uint32(n)}
		b = b[length:]
	}
	return len(b) == 0
}

// LocalVocabulary returns a vocabulary of some forms. It numbers their terms from 0 on, ascending, and returns
// the terms by these numbers. ChunkPostings needs no more for a collection of passages, which has no fields. of
// has the term of each form in the corpus, parts the terms of the parts of compounds.
func LocalVocabulary(of []model.TermID, parts map[analyse.Form][]model.TermID) (v *Vocabulary, list []model.TermID) {
	list = slices.Clone(of)
	for _, of := range parts {
		list = append(list, of...)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	local := func(terms []model.TermID) []model.TermID {
		out := make([]model.TermID, len(terms))
		for i, t := range terms {
			n, _ := slices.BinarySearch(list, t)
			out[i] = model.TermID(n)
		}
		return out
	}
	v = &Vocabulary{Term: local(of), Stems: make([]string, len(list)), Parts: map[analyse.Form][]model.TermID{}}
	for form, of := range parts {
		v.Parts[form] = local(of)
	}
	return v, list
}
