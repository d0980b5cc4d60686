package summary

import (
	"math"
	"math/rand/v2"
	"testing"

	"mycel/internal/must"
)

// denseCosine computes a cosine from its definition.
func denseCosine(a, b Sentence, idf []float32) float64 {
	weight := func(s Sentence) map[uint32]float64 {
		w := map[uint32]float64{}
		for _, t := range s.Terms {
			if int(t.Term) < len(idf) && idf[t.Term] > 0 {
				w[t.Term] = float64(t.Count) * float64(idf[t.Term])
			}
		}
		return w
	}
	wa, wb := weight(a), weight(b)
	dot, na, nb := 0.0, 0.0, 0.0
	for t, x := range wa {
		dot += x * wb[t]
		na += x * x
	}
	for _, x := range wb {
		nb += x * x
	}
	if na == 0 || nb == 0 {
		return 0
	}
	return dot / math.Sqrt(na*nb)
}

// solve returns x of a·x = b by Gaussian elimination with pivoting.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for c := range n {
		pivot := c
		for r := c; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[pivot][c]) {
				pivot = r
			}
		}
		a[c], a[pivot] = a[pivot], a[c]
		b[c], b[pivot] = b[pivot], b[c]
		for r := c + 1; r < n; r++ {
			f := a[r][c] / a[c][c]
			for k := c; k < n; k++ {
				a[r][k] -= f * a[c][k]
			}
			b[r] -= f * b[c]
		}
	}
	x := make([]float64, n)
	for r := n - 1; r >= 0; r-- {
		x[r] = b[r]
		for k := r + 1; k < n; k++ {
			x[r] -= a[r][k] * x[k]
		}
		x[r] /= a[r][r]
	}
	return x
}

// denseLexRank solves p = d/n + (1−d)·Mᵀp without iterating.
func denseLexRank(sentences []Sentence, idf []float32) []float64 {
	n := len(sentences)
	a, b := make([][]float64, n), make([]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		b[i] = 0.15 / float64(n)
	}
	for i := range n {
		row, sum := make([]float64, n), 0.0
		for j := range n {
			if c := denseCosine(sentences[i], sentences[j], idf); i != j && c >= 0.1 {
				row[j] = c
				sum += c
			}
		}
		for j := range n {
			m := 1 / float64(n)
			if sum > 0 {
				m = row[j] / sum
			}
			a[j][i] = -0.85 * m
		}
	}
	for i := range n {
		a[i][i]++
	}
	return solve(a, b)
}

func TestLexRankAgainstDenseSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 2, 3, 10, 60} {
		sentences, idf := randomText(rng, n, 80)
		sentences[n-1].Terms = nil // nothing resembles it
		got, want := LexRank(sentences, idf), denseLexRank(sentences, idf)
		sum := 0.0
		for i := range got {
			sum += got[i]
			must.Be(t, math.Abs(got[i]-want[i]) <= 1e-5, "n = %d: score %d: got %g, want %g", n, i, got[i], want[i])
		}
		must.Be(t, math.Abs(sum-1) <= 1e-9, "n = %d: scores sum to %g, want 1", n, sum)
	}
}

func TestLexRankOrder(t *testing.T) {
	sentences, idf := fixture(
		"fungi send sugar to the roots of trees",
		"roots of trees feed fungi",
		"sugar feeds fungi and trees",
		"my uncle bought a blue bicycle yesterday",
	)
	got := LexRank(sentences, idf)
	for i := range 3 {
		must.Be(t, got[i] > got[3], "sentence %d scores %g, want more than the odd one, %g", i, got[i], got[3])
	}
	must.Be(t, got[1] != got[2], "different sentences score the same: %g", got)
}

func TestLexRankOfNothing(t *testing.T) {
	if got := LexRank(nil, nil); len(got) != 0 {
		t.Errorf("got %v, want nothing", got)
	}
	// Terms beyond idf and without weight do not count.
	got := LexRank([]Sentence{{Terms: []TermCount{{7, 1}}}, {Terms: []TermCount{{0, 0}}}, {Terms: []TermCount{{1, 2}}}}, []float32{1, 0})
	for i, p := range got {
		must.Be(t, math.Abs(p-1.0/3) <= 1e-12, "score %d: got %g, want 1/3", i, p)
	}
}

// Above the limit the score is the cosine with the mean.
func TestCentroid(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sentences, idf := randomText(rng, maxGraph+1, 300)
	sentences[5].Terms = nil
	got := LexRank(sentences, idf)
	mean := make([]float64, len(idf))
	unit := make([]map[uint32]float64, len(sentences))
	for i, s := range sentences {
		unit[i] = map[uint32]float64{}
		norm := 0.0
		for _, c := range s.Terms {
			w := float64(c.Count) * float64(idf[c.Term])
			unit[i][c.Term] = w
			norm += w * w
		}
		for term, w := range unit[i] {
			unit[i][term] = w / math.Sqrt(norm)
			mean[term] += w / math.Sqrt(norm)
		}
	}
	length := 0.0
	for _, m := range mean {
		length += m * m
	}
	for i := range sentences {
		want := 0.0
		for term, w := range unit[i] {
			want += w * mean[term] / math.Sqrt(length)
		}
		must.Hold(t, math.Abs(got[i]-want) <= 1e-9, "score %d: got %g, want %g", i, got[i], want)
	}
}

func TestCosines(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	sentences, idf := randomText(rng, 50, 60)
	v := newVectors(sentences, idf)
	row := make([]float64, 50)
	for i := range sentences {
		v.cosines(row, i)
		for j := range sentences {
			want := denseCosine(sentences[i], sentences[j], idf)
			must.Hold(t, math.Abs(row[j]-want) <= 1e-12, "cos(%d, %d) = %g, want %g", i, j, row[j], want)
		}
	}
}
