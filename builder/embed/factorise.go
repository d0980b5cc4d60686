package embed

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Seeds of the random test matrix; any constants are as good.
const seed1, seed2 = 0x6d7963656c, 0x766563746f72

// factorise returns the left singular vectors of M for its dims greatest singular values, a row for each term, scaled
// to length 1. It leaves out the singular values themselves, because similarity is better without them (Levy, Goldberg
// & Dagan 2015, §3.3). It is algorithm 4.4 of Halko, Martinsson & Tropp 2011 with one power iteration.
func (m *information) factorise(ctx context.Context, dims int) (*matrix, error) {
	q := m.times(randomSigns(len(m.rows), dims+oversampling))
	for _, step := range []func(*matrix) *matrix{
		m.transposeTimes,
		(*matrix).orthonormalise,
		m.times,
		(*matrix).orthonormalise,
	} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q = step(q)
	}
	// M ≈ Q·QᵀM, and the eigenvectors of (QᵀM)(QᵀM)ᵀ turn Q into those of MMᵀ.
	turn := leading(m.transposeTimes(q).gram(), q.cols, dims)
	u := q.times(turn)
	u.normaliseRows()
	return u, ctx.Err()
}

// randomSigns returns a matrix of ±1. They test a range as well as Gaussian numbers, and are the
// same with every version of the Go library.
func randomSigns(rows, cols int) *matrix {
	rng := rand.NewPCG(seed1, seed2)
	m := newMatrix(rows, cols)
	for i := 0; i < len(m.data); i += 64 {
		bits := rng.Uint64()
		for k := range m.data[i:min(i+64, len(m.data))] {
			m.data[i+k] = float32(int(bits>>k&1)*2 - 1)
		}
	}
	return m
}

// leading returns the eigenvectors of the k greatest eigenvalues of the symmetric
// n×n matrix a, as columns, greatest first. It changes a.
func leading(a []float64, n, k int) *matrix {
	vectors := jacobi(a, n)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(a[j*n+j], a[i*n+i]), cmp.Compare(i, j)) })
	out := newMatrix(n, k)
	for c, v := range order[:k] {
		for r := range n {
			out.data[r*k+c] = float32(vectors[v*n+r])
		}
	}
	return out
}

// Jacobi stops when the rest off the diagonal is this small beside the diagonal. That
// takes fewer sweeps than maxSweeps.
const (
	jacobiTolerance = 1e-9
	maxSweeps       = 30
)

// jacobi diagonalises the symmetric n×n matrix a by cyclic Jacobi rotations (Golub & Van Loan 2013, §8.5). The
// eigenvalues end on the diagonal of a; the rows of the result are the eigenvectors. O(n³) a sweep.
func jacobi(a []float64, n int) []float64 {
	v := make([]float64, n*n)
	diagonal := 0.0
	for i := range n {
		v[i*n+i] = 1
		diagonal = max(diagonal, math.Abs(a[i*n+i]))
	}
	small := jacobiTolerance * diagonal
	for range maxSweeps {
		turned := false
		for p := range n {
			for q := p + 1; q < n; q++ {
				if math.Abs(a[p*n+q]) > small {
					rotate(a, v, n, p, q)
					turned = true
				}
			}
		}
		if !turned {
			break
		}
	}
	return v
}

// rotate makes a[p,q] zero. It copies columns from rows, because a is symmetric.
func rotate(a, v []float64, n, p, q int) {
	app, aqq, apq := a[p*n+p], a[q*n+q], a[p*n+q]
	theta := (aqq - app) / (2 * apq)
	t := math.Copysign(1/(math.Abs(theta)+math.Sqrt(1+float64(theta*theta))), theta)
	c := 1 / math.Sqrt(1+float64(t*t))
	s := t * c
	turn(a[p*n:][:n], a[q*n:][:n], c, s)
	turn(v[p*n:][:n], v[q*n:][:n], c, s)
	a[p*n+p], a[q*n+q] = app-float64(t*apq), aqq+float64(t*apq)
	a[p*n+q], a[q*n+p] = 0, 0
	for k := range n {
		a[k*n+p], a[k*n+q] = a[p*n+k], a[q*n+k]
	}
}

func turn(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, xi := range x {
		yi := y[i]
		x[i] = float64(c*xi) - float64(s*yi)
		y[i] = float64(s*xi) + float64(c*yi)
	}
}
