package embed

import (
	"math"
	"sync"
)

// windowSize is the largest distance, in terms, at which two terms co-occur.
const windowSize = 16

// nearness is the weight of two terms by their distance, proportional to 1/distance. The factor, the least common
// multiple of 1 to 16, makes all weights integers, so sums of them are exact in any order.
var nearness = func() (w [windowSize + 1]uint64) {
	for d := 1; d <= windowSize; d++ {
		w[d] = 720720 / uint64(d)
	}
	return w
}()

// border separates two documents.
const border = -1

// window finds the terms around each term.
type window struct {
	sequence []int32  // rows of the terms in reading order, with borders around each document
	start    []uint32 // by row: start of its range in places; and the end of the last
	places   []uint32 // positions in sequence
}

// newWindow lays the documents end to end and sorts the places by row.
func newWindow(documents [][]uint32, rows []int32, terms int) *window {
	w := &window{sequence: []int32{border}, start: make([]uint32, terms+1)}
	for _, doc := range documents {
		for _, t := range doc {
			if r := rows[t]; r >= 0 {
				w.sequence = append(w.sequence, r)
				w.start[r+1]++
			}
		}
		w.sequence = append(w.sequence, border)
	}
	for r := range terms {
		w.start[r+1] += w.start[r]
	}
	w.places = make([]uint32, w.start[terms])
	next := append([]uint32(nil), w.start...)
	for i, r := range w.sequence {
		if r != border {
			w.places[next[r]] = uint32(i)
			next[r]++
		}
	}
	return w
}

// tally has the sums of the nearness of one term to all others. It is reused.
type tally struct {
	sum     []uint64 // by row
	touched []uint32 // rows with a sum, in the order in which they were met
}

func (w *window) newTally() *tally { return &tally{sum: make([]uint64, len(w.start)-1)} }

func (t *tally) add(row int32, n uint64) {
	if t.sum[row] == 0 {
		t.touched = append(t.touched, uint32(row))
	}
	t.sum[row] += n
}

func (t *tally) reset() {
	for _, r := range t.touched {
		t.sum[r] = 0
	}
	t.touched = t.touched[:0]
}

// around sums the nearness of the terms around a term.
func (w *window) around(row int, t *tally) {
	for _, at := range w.places[w.start[row]:w.start[row+1]] {
		for d := 1; d <= windowSize && w.sequence[int(at)-d] != border; d++ {
			t.add(w.sequence[int(at)-d], nearness[d])
		}
		for d := 1; d <= windowSize && w.sequence[int(at)+d] != border; d++ {
			t.add(w.sequence[int(at)+d], nearness[d])
		}
	}
}

// total is the sum of the nearness of all terms around a term.
func (w *window) total(row int) uint64 {
	sum := uint64(0)
	for _, at := range w.places[w.start[row]:w.start[row+1]] {
		for d := 1; d <= windowSize && w.sequence[int(at)-d] != border; d++ {
			sum += nearness[d]
		}
		for d := 1; d <= windowSize && w.sequence[int(at)+d] != border; d++ {
			sum += nearness[d]
		}
	}
	return sum
}

// contextPower smooths the distribution of contexts: rare contexts count as less rare.
const contextPower = 0.75

// information is the matrix of positive pointwise mutual information
//
//	M[i,j] = max(0, ln n[i,j] − word[i] − context[j])
//
// of terms i and contexts j. The counts n are symmetric, so the transpose of M has the same rows with the two biases
// exchanged. One set of rows serves both: it has the entries that are positive in M or in its transpose.
type information struct {
	rows    []logCounts
	word    []float32 // ln of the term's total
	context []float32 // ln of the smoothed probability of the context
}

// logCounts is a sparse row of ln n.
type logCounts struct {
	column []uint32
	log    []float32
}

// information counts co-occurrences and weighs them. It counts each row separately, with memory for one row a core.
func (w *window) information() *information {
	n := len(w.start) - 1
	m := &information{rows: make([]logCounts, n), word: make([]float32, n), context: make([]float32, n)}
	logs := make([]float64, n)
	parallelRows(n, func(first, end int) {
		for i := first; i < end; i++ {
			logs[i] = math.Log(max(1, float64(w.total(i))))
		}
	})
	smoothed := 0.0
	for _, l := range logs {
		smoothed += math.Exp(contextPower * l)
	}
	smoothed = math.Log(smoothed)
	for i, l := range logs {
		m.word[i], m.context[i] = float32(l), float32(float64(contextPower*l)-smoothed)
	}
	tallies := sync.Pool{New: func() any { return w.newTally() }}
	parallelRows(n, func(first, end int) {
		t := tallies.Get().(*tally)
		for i := first; i < end; i++ {
			w.around(i, t)
			m.rows[i] = m.keep(i, t)
			t.reset()
		}
		tallies.Put(t)
	})
	return m
}

// keep makes a row of the sums that exceed chance.
func (m *information) keep(i int, t *tally) logCounts {
	kept := 0
	for _, j := range t.touched {
		if m.positive(i, int(j), logCount(t.sum[j])) {
			kept++
		}
	}
	row := logCounts{column: make([]uint32, 0, kept), log: make([]float32, 0, kept)}
	for _, j := range t.touched {
		if l := logCount(t.sum[j]); m.positive(i, int(j), l) {
			row.column = append(row.column, j)
			row.log = append(row.log, l)
		}
	}
	return row
}

func logCount(n uint64) float32 { return float32(math.Log(float64(n))) }

// positive reports whether M[i,j] or M[j,i] is positive.
func (m *information) positive(i, j int, l float32) bool {
	return l > m.word[i]+m.context[j] || l > m.context[i]+m.word[j]
}

// times returns M·x.
func (m *information) times(x *matrix) *matrix { return m.product(x, m.word, m.context) }

// transposeTimes returns Mᵀ·x.
func (m *information) transposeTimes(x *matrix) *matrix { return m.product(x, m.context, m.word) }

func (m *information) product(x *matrix, rowBias, columnBias []float32) *matrix {
	out := newMatrix(len(m.rows), x.cols)
	parallelRows(len(m.rows), func(first, end int) {
		for i := first; i < end; i++ {
			sum := sum{dst: out.row(i), src: x}
			row := &m.rows[i]
			for k, j := range row.column {
				if v := row.log[k] - (rowBias[i] + columnBias[j]); v > 0 {
					sum.add(int(j), v)
				}
			}
			sum.flush()
		}
	})
	return out
}
