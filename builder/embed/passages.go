package embed

import (
	"slices"

	"mycel/builder/parallel"
	"mycel/engine/vector"
)

// signsOf returns, for every row, the components that are above those of the centre. The centre of passages is their
// own medians, so every bit divides the corpus in halves. A random rotation of the principal axes before, usual for
// other embeddings, lowers quality here: Recall@5 of the vectors alone falls from 73.5 to 70.8 on HotpotQA, from 67.9
// to 66.5 on 2WikiMultihopQA and from 71.5 to 68.6 on SciFact. Passages without an embedded term get arbitrary signs.
func signsOf(x *matrix, centre []float32) *Signs {
	out := &Signs{Dims: x.cols, Words: make([]uint64, x.rows*x.cols/vector.WordBits)}
	perPassage := x.cols / vector.WordBits
	parallelRows(x.rows, func(first, end int) {
		for p := first; p < end; p++ {
			for d, v := range x.row(p) {
				if v > centre[d] {
					out.Words[p*perPassage+d/vector.WordBits] |= 1 << (d % vector.WordBits)
				}
			}
		}
	})
	return out
}

// occurrence is an embedded term in a passage.
type occurrence struct {
	row    int32
	weight float32
}

// passages returns the normalised sum of each passage's weighted terms.
func (c *Corpus) passages(rows []int32, embedding *matrix) *matrix {
	start, occurrences := c.byPassage(rows)
	x := newMatrix(c.Passages, embedding.cols)
	parallelRows(x.rows, func(first, end int) {
		for p := first; p < end; p++ {
			sum := sum{dst: x.row(p), src: embedding}
			for _, o := range occurrences[start[p]:start[p+1]] {
				sum.add(int(o.row), o.weight)
			}
			sum.flush()
			normalise(x.row(p))
		}
	})
	return x
}

// byPassage transposes the postings: the occurrences of passage p are those from start[p] to
// start[p+1], in order of terms.
func (c *Corpus) byPassage(rows []int32) (start []int, all []occurrence) {
	start = make([]int, c.Passages+1)
	for t, list := range c.Postings {
		if rows[t] >= 0 {
			for _, p := range list {
				start[p.Passage+1]++
			}
		}
	}
	for p := range c.Passages {
		start[p+1] += start[p]
	}
	all = make([]occurrence, start[c.Passages])
	next := slices.Clone(start)
	for t, list := range c.Postings {
		if rows[t] < 0 {
			continue
		}
		weight := c.weight(uint32(t))
		for _, p := range list {
			all[next[p.Passage]] = occurrence{row: rows[t], weight: logTF(p.TF) * weight}
			next[p.Passage]++
		}
	}
	return start, all
}

// medians returns the middle value of each column; of two middle values the upper.
func medians(x *matrix) []float32 {
	out := make([]float32, x.cols)
	parallel.Do(x.cols, func(d int) {
		column := make([]float32, x.rows)
		for p := range column {
			column[p] = x.data[p*x.cols+d]
		}
		slices.Sort(column)
		out[d] = column[len(column)/2]
	})
	return out
}

// weight is the weight of a term in a passage.
func (c *Corpus) weight(t uint32) float32 { return vector.Weight(c.IDF[t]) }
