package noderag

import (
	"math/bits"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
)

// Units, attributes and elements are compared with the query by BM25, too; in an index without vectors by BM25 alone.
// They need no postings: the places of a term tell in which sentences of a chunk it stands, and so in which units. An
// attribute or an element consists of units. A term in a title counts for every unit below it.

// unitWords is the data of BM25 over units, attributes and elements. Rows are numbered as those of Section.Vectors.
type unitWords struct {
	s        *method.Searcher
	g        *heterograph.Graph
	unit     []uint32 // by sentence, from 1; 0 for none
	ownerEnd []uint32 // by unit, +1: the end of its row in owners, the extracts with the unit
	owners   []uint32
	ratio    []float32 // by row: length over the mean length
	score    []float32 // by row
	tf       []uint32  // by row, for one term
	touched  []uint32  // rows with a tf
	found    []uint32  // rows with a score
}

func newUnitWords(s *method.Searcher, g *heterograph.Graph) *unitWords {
	first, end := g.Range(heterograph.Unit)
	units := int(end - first)
	rows := units + g.NumExtracts()
	w := &unitWords{s: s, g: g, unit: g.UnitsBySentence(), ownerEnd: make([]uint32, units+1), ratio: make([]float32, rows), score: make([]float32, rows), tf: make([]uint32, rows)}
	total := 0
	lengths := make([]int, rows)
	for i := range units {
		lengths[i] = g.Tokens(uint32(i))
		total += lengths[i]
	}
	for i := range g.NumExtracts() {
		for _, u := range g.Extract(uint32(i)) {
			w.ownerEnd[u+1]++
			lengths[units+i] += g.Tokens(u)
		}
		total += lengths[units+i]
	}
	for i := range units {
		w.ownerEnd[i+1] += w.ownerEnd[i]
	}
	w.owners = make([]uint32, w.ownerEnd[units])
	fill := append([]uint32(nil), w.ownerEnd...)
	for i := range g.NumExtracts() {
		for _, u := range g.Extract(uint32(i)) {
			w.owners[fill[u]] = uint32(units + i)
			fill[u]++
		}
	}
	for i, n := range lengths {
		w.ratio[i] = float32(n) * float32(rows) / float32(max(1, total))
	}
	return w
}

// scoreAll scores all rows that have a word of the query.
func (w *unitWords) scoreAll(r *method.Request) {
	for _, i := range w.found {
		w.score[i] = 0
	}
	w.found = w.found[:0]
	for _, t := range r.Query.Terms {
		w.count(t)
		idf := w.s.Index.Dictionary.IDF(t)
		for _, i := range w.touched {
			if w.score[i] == 0 {
				w.found = append(w.found, i)
			}
			w.score[i] += lexical.BM25(idf, float32(w.tf[i]), w.ratio[i])
			w.tf[i] = 0
		}
	}
}

// count finds the rows of a term.
func (w *unitWords) count(t model.TermID) {
	w.touched = w.touched[:0]
	w.s.Each(t, w.countChunk)
	for _, u := range w.touched[:len(w.touched):len(w.touched)] {
		for _, i := range w.owners[w.ownerEnd[u]:w.ownerEnd[u+1]] {
			w.add(i, w.tf[u])
		}
	}
}

// countChunk counts a term in the units of a chunk. Bit 0 of places is the title, the others are sentences.
func (w *unitWords) countChunk(c model.ChunkID, places uint64) {
	first, _ := w.g.ChunkSentences(c)
	if places&1 != 0 {
		for u, end := w.g.Units(c); u < end; u++ {
			w.add(u, 1)
		}
	}
	for places &^= 1; places != 0; places &= places - 1 {
		s := int(first) + bits.TrailingZeros64(places) - 1
		if s < len(w.unit) && w.unit[s] > 0 {
			w.add(w.unit[s]-1, 1)
		}
	}
}

func (w *unitWords) add(row, n uint32) {
	if w.tf[row] == 0 {
		w.touched = append(w.touched, row)
	}
	w.tf[row] += n
}
