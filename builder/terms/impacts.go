package terms

import (
	"encoding/binary"
	"slices"

	"mycel/engine/lexical"
	"mycel/engine/wire"
)

// Limits of the lists of a large collection. Tests have less.
var (
	ImpactsFrom = 1 << 15 // chunks of a collection from which on its postings have impacts
	Reach       = 1 << 12 // postings of a list beside its term, at most
)

// Impacts computes how much terms weigh in the chunks of a large collection, and which postings lists
// keep beside their terms (lexical.Impacts).
type Impacts struct {
	lists *PostingLists
	mean  float32
	cut   []uint32 // terms whose lists are cut, ascending

	rests  []byte   // of all chunks, one behind the other
	ends   []uint32 // by chunk: where its rest ends
	counts []uint16 // by chunk: postings of its rest
}

// Impacts returns the impacts of a large collection; nil for documentation, a small collection, and a bundle of a set, which
// ranks as the others of its set.
func (l *PostingLists) Impacts() *Impacts {
	if l.Fields != nil || l.Set != nil || len(l.Length) < ImpactsFrom {
		return nil
	}
	x := &Impacts{lists: l, mean: l.Mean(), ends: make([]uint32, len(l.Length)), counts: make([]uint16, len(l.Length))}
	for t := range l.Rows {
		if int(l.Rows[t].N) > Reach {
			x.cut = append(x.cut, uint32(t))
		}
	}
	x.collectRests()
	return x
}

// collectRests makes the rests of all chunks: first their sizes, then their bytes.
func (x *Impacts) collectRests() {
	next := make([]uint32, len(x.ends)) // by chunk: 1 + the number of the last list of its rest
	x.eachCut(func(number uint32, p impact) {
		x.ends[p.chunk] += uint32(len(wire.AppendUvarint(nil, number-next[p.chunk]))) + 1
		x.counts[p.chunk]++
		next[p.chunk] = number + 1
	})
	total := uint32(0)
	for c, n := range x.ends {
		x.ends[c] = total // where the rest begins, until it is written
		total += n
	}
	x.rests = make([]byte, total)
	clear(next)
	x.eachCut(func(number uint32, p impact) {
		at := x.rests[x.ends[p.chunk]:x.ends[p.chunk]]
		x.ends[p.chunk] += uint32(len(append(wire.AppendUvarint(at, number-next[p.chunk]), p.level)))
		next[p.chunk] = number + 1
	})
}

// eachCut calls visit with the postings that lists do not keep, list by list.
func (x *Impacts) eachCut(visit func(number uint32, p impact)) {
	var list []impact
	for number, t := range x.cut {
		list = x.append(list[:0], t)
		for _, p := range list {
			if !p.kept {
				visit(uint32(number), p)
			}
		}
	}
}

// impact is a posting with its level. kept tells whether the list beside the term has it. Its places are
// those bytes of the row. A common word has one in every chunk, so it is small.
type impact struct {
	chunk       uint32
	places, end uint32
	level       byte
	kept        bool
}

// list returns the postings of a term.
func (x *Impacts) list(t uint32) []impact { return x.append(make([]impact, 0, x.lists.Rows[t].N), t) }

// append appends the postings of a term to all, which is empty. Those are kept that weigh most; of equal ones the first.
func (x *Impacts) append(all []impact, t uint32) []impact {
	row := &x.lists.Rows[t]
	var of [256]int // postings of each level
	chunk := uint32(0)
	for at := 0; at < len(row.bytes); {
		step, end := row.cut(at)
		distance, _ := binary.Uvarint(row.bytes[at:step])
		chunk += uint32(distance)
		tf, _ := wire.PlaceList(row.bytes).Occurrences(step)
		level := lexical.Impact(tf, float32(x.lists.Length[chunk])/x.mean)
		all = append(all, impact{chunk, uint32(step), uint32(end), level, true})
		of[level]++
		chunk++
		at = end
	}
	if len(all) <= Reach {
		return all
	}
	least, left := len(of)-1, int(x.Kept(row.N)) // left: postings to keep of the least level and those below
	for ; of[least] <= left; least-- {
		left -= of[least]
	}
	for i := range all {
		switch p := &all[i]; {
		case int(p.level) < least:
			p.kept = false
		case int(p.level) == least:
			p.kept = left > 0
			left--
		}
	}
	return all
}

// kept returns the postings that the list beside a term has.
func (x *Impacts) kept(t uint32) []impact {
	return slices.DeleteFunc(x.list(t), func(p impact) bool { return !p.kept })
}

// Kept returns how many of n postings a list beside its term has. x is nil but for a large collection.
func (x *Impacts) Kept(n uint32) uint32 {
	if x == nil {
		return n
	}
	return uint32(lexical.Kept(int(n), len(x.lists.Length), Reach))
}

// Encode writes what the core has of impacts.
func (x *Impacts) Encode() []byte { return lexical.EncodeImpacts(Reach) }

// EncodeSteps writes the chunks of the lists of some terms.
func (x *Impacts) EncodeSteps(w *wire.Writer, terms []uint32) {
	for _, t := range terms {
		if row := &x.lists.Rows[t]; int(row.N) > Reach {
			writeSteps(w, x.kept(t))
		} else {
			row.each(func(step, _ []byte) { w.Append(step) })
		}
	}
}

// EncodeRows writes the levels of the lists of some terms, and which of the lists are cut.
func (x *Impacts) EncodeRows(w *wire.Writer, terms []uint32) {
	for _, t := range terms {
		for _, p := range x.kept(t) {
			w.Byte(p.level)
		}
		if number, ok := slices.BinarySearch(x.cut, t); ok {
			w.Uint(uint32(number))
		}
	}
}

// EncodePlaces writes the places of the lists of some terms.
func (x *Impacts) EncodePlaces(w *wire.Writer, terms []uint32) {
	w.Uint(uint32(len(terms)))
	for _, t := range terms {
		w.Uint(x.Kept(x.lists.Rows[t].N))
	}
	for _, t := range terms {
		if row := &x.lists.Rows[t]; int(row.N) > Reach {
			writePlaces(w, row, x.kept(t))
		} else {
			row.each(func(_, places []byte) { w.Append(places) })
		}
	}
}

// Whole returns the number of lists that are cut.
func (x *Impacts) Whole() int { return len(x.cut) }

// EncodeWhole writes a list that is cut, whole.
func (x *Impacts) EncodeWhole(w *wire.Writer, number int) {
	all := x.list(x.cut[number])
	w.Uint(uint32(len(all)))
	writeSteps(w, all)
	for _, p := range all {
		w.Byte(p.level)
	}
	writePlaces(w, &x.lists.Rows[x.cut[number]], all)
}

// EncodeRests writes the rests of some chunks.
func (x *Impacts) EncodeRests(w *wire.Writer, chunks []uint32) {
	for _, c := range chunks {
		first := uint32(0)
		if c > 0 {
			first = x.ends[c-1]
		}
		w.Uint(uint32(x.counts[c]))
		w.Append(x.rests[first:x.ends[c]])
	}
}

// RestBytes returns how many bytes the rest of a chunk has.
func (x *Impacts) RestBytes(c int) int {
	if c == 0 {
		return int(x.ends[0])
	}
	return int(x.ends[c] - x.ends[c-1])
}

// writeSteps writes the chunks of a list.
func writeSteps(w *wire.Writer, list []impact) {
	next := uint32(0)
	for _, p := range list {
		w.Uint(p.chunk - next)
		next = p.chunk + 1
	}
}

// writePlaces writes the places of some postings of a row.
func writePlaces(w *wire.Writer, row *PostingRow, list []impact) {
	for _, p := range list {
		w.Append(row.bytes[p.places:p.end])
	}
}
