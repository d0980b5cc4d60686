package embed

import "slices"

// Space is the trained space of a corpus, in which further texts can be embedded.
type Space struct {
	rows      []int32   // by term: row of the embedding; −1 for a term without one
	idf       []float32 // by term
	embedding *matrix
	centre    []float32 // the passages' medians
}

// Signs makes sign vectors of further texts from their terms, with the medians of the passages.
// The terms may be in any order. O(terms · dimensions).
func (s *Space) Signs(texts [][]uint32) *Signs {
	x := newMatrix(len(texts), s.embedding.cols)
	c := Corpus{IDF: s.idf}
	parallelRows(x.rows, func(first, end int) {
		for i := first; i < end; i++ {
			sum := sum{dst: x.row(i), src: s.embedding}
			for _, o := range c.occurrences(s.rows, texts[i]) {
				sum.add(int(o.row), o.weight)
			}
			sum.flush()
			normalise(x.row(i))
		}
	})
	return signsOf(x, s.centre)
}

// occurrences counts the embedded terms of a text, in order of terms.
func (c *Corpus) occurrences(rows []int32, terms []uint32) (out []occurrence) {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	for i := 0; i < len(terms); {
		first := i
		for i < len(terms) && terms[i] == terms[first] {
			i++
		}
		if t := terms[first]; rows[t] >= 0 {
			out = append(out, occurrence{row: rows[t], weight: logTF(uint32(i-first)) * c.weight(t)})
		}
	}
	return out
}
