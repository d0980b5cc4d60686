package embed

import (
	"math"
	"math/rand/v2"
	"testing"

	"mycel/internal/must"
)

// The counts of a row are those of counting every pair of places.
func TestWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const terms = 20
	rows := make([]int32, terms+5) // the last five are not embedded
	for i := range rows {
		rows[i] = int32(i)
		if i >= terms {
			rows[i] = -1
		}
	}
	var docs [][]uint32
	want := map[[2]int]uint64{}
	for range 30 {
		doc := make([]uint32, rng.IntN(60))
		var kept []int
		for i := range doc {
			doc[i] = uint32(rng.IntN(len(rows)))
			if doc[i] < terms {
				kept = append(kept, int(doc[i]))
			}
		}
		docs = append(docs, doc)
		for i := range kept {
			for j := range kept {
				if d := max(i-j, j-i); d >= 1 && d <= 16 {
					want[[2]int{kept[i], kept[j]}] += 720720 / uint64(d)
				}
			}
		}
	}
	w := newWindow(docs, rows, terms)
	tally := w.newTally()
	for i := range terms {
		w.around(i, tally)
		total := uint64(0)
		for j := range terms {
			must.Equal(t, tally.sum[j], want[[2]int{i, j}], "terms %d and %d", i, j)
			total += tally.sum[j]
		}
		must.Equal(t, w.total(i), total, "term %d: total", i)
		tally.reset()
	}
}

// Two terms side by side in their only document: n = 1 for the pair, each total is
// 1, and the smoothed probability of either is one half, so M is ln 2 off the
// diagonal.
func TestInformationByHand(t *testing.T) {
	m := newWindow([][]uint32{{0, 1}}, []int32{0, 1}, 2).information()
	unit := newMatrix(2, 2)
	unit.data = []float32{1, 0, 0, 1}
	for name, x := range map[string]*matrix{"M": m.times(unit), "transpose": m.transposeTimes(unit)} {
		for i, want := range []float64{0, math.Ln2, math.Ln2, 0} {
			got := float64(x.data[i])
			must.Be(t, math.Abs(got-want) <= 1e-5, "%s[%d]: got %v, want %v", name, i, got, want)
		}
	}
}

// M and its transpose, though computed from the same rows, are each other's.
func TestTranspose(t *testing.T) {
	c := topics(3, 60)
	rows, terms := c.vocabulary()
	m := newWindow(c.Documents, rows, terms).information()
	unit := newMatrix(terms, terms)
	for i := range terms {
		unit.row(i)[i] = 1
	}
	a, b := m.times(unit), m.transposeTimes(unit)
	positive, different := 0, 0
	for i := range terms {
		for j := range terms {
			if a.row(i)[j] != b.row(j)[i] {
				t.Fatalf("M[%d,%d] is %v, its transpose %v", i, j, a.row(i)[j], b.row(j)[i])
			}
			if a.row(i)[j] > 0 {
				positive++
			}
			if a.row(i)[j] != a.row(j)[i] {
				different++
			}
		}
	}
	if positive < terms || different < terms {
		t.Errorf("%d entries are positive, %d differ from their mirror: the matrix tests nothing", positive, different)
	}
}
