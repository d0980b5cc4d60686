package embed

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mycel/internal/must"
)

func randomMatrix(rng *rand.Rand, rows, cols int) *matrix {
	m := newMatrix(rows, cols)
	for i := range m.data {
		m.data[i] = float32(rng.NormFloat64())
	}
	return m
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance || math.IsNaN(got) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, rows := range []int{1, 7, 130, 700} {
		m, x := randomMatrix(rng, rows, 10), randomMatrix(rng, 10, 6)
		product, gram := m.times(x), m.gram()
		for i := range rows {
			for j := range 6 {
				want := 0.0
				for k := range 10 {
					want += float64(m.row(i)[k]) * float64(x.row(k)[j])
				}
				near(t, "product", float64(product.row(i)[j]), want, 1e-4)
			}
		}
		for i := range 10 {
			for j := range 10 {
				want := 0.0
				for k := range rows {
					want += float64(m.row(k)[i]) * float64(m.row(k)[j])
				}
				near(t, "gram", gram[i*10+j], want, 1e-9)
			}
		}
	}
}

func TestOrthonormalise(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	m := randomMatrix(rng, 300, 16)
	for i := range m.rows { // columns of very different lengths
		for j := range m.cols {
			m.row(i)[j] *= float32(math.Pow(1.5, float64(j)))
		}
	}
	g := m.orthonormalise().gram()
	for i := range 16 {
		for j := range 16 {
			want := 0.0
			if i == j {
				want = 1
			}
			near(t, "gram of an orthonormal basis", g[i*16+j], want, 1e-3)
		}
	}
}

// Eigenvectors are orthonormal and put the matrix together again.
func TestJacobi(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const n = 24
	a := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			a[i*n+j] = rng.NormFloat64()
			a[j*n+i] = a[i*n+j]
		}
	}
	d := append([]float64(nil), a...)
	v := jacobi(d, n)
	for i := range n {
		for j := range n {
			again, dot := 0.0, 0.0
			for k := range n {
				again += v[k*n+i] * d[k*n+k] * v[k*n+j]
				dot += v[i*n+k] * v[j*n+k]
			}
			near(t, "reconstruction", again, a[i*n+j], 1e-6)
			if i == j {
				dot--
			}
			near(t, "orthonormality", dot, 0, 1e-9)
		}
	}
}

// The eigenvalues of ((2,1),(1,2)) are 3 and 1.
func TestLeading(t *testing.T) {
	u := leading([]float64{2, 1, 1, 2}, 2, 1)
	near(t, "first component", math.Abs(float64(u.data[0])), math.Sqrt(0.5), 1e-6)
	near(t, "second component", float64(u.data[1]), float64(u.data[0]), 1e-6)
}

// The factors span nearly all that the exact ones of the same number do.
func TestFactorise(t *testing.T) {
	c := topics(8, 120)
	rows, terms := c.vocabulary()
	m := newWindow(c.Documents, rows, terms).information()
	const dims = 64
	u := must.Get(m.factorise(context.Background(), dims))(t)
	for i := range u.rows {
		sum := 0.0
		for _, v := range u.row(i) {
			sum += float64(v) * float64(v)
		}
		near(t, "length of a row", sum, 1, 1e-5)
	}
	even := terms + terms%2 // as gram wants it
	unit := newMatrix(terms, even)
	for i := range terms {
		unit.row(i)[i] = 1
	}
	// gram of Mᵀ is MMᵀ, whose greatest eigenvalues are the energy there is.
	exact := m.transposeTimes(unit).gram()
	eigen := append([]float64(nil), exact...)
	best := leading(eigen, even, dims)
	best.rows = terms
	energy := func(q *matrix) float64 {
		sum := 0.0
		p := m.transposeTimes(q)
		for _, v := range p.data {
			sum += float64(v) * float64(v)
		}
		return sum
	}
	got, want := energy(u.orthonormalise()), energy(best)
	// Scaling the rows tilts the space a little.
	must.Be(t, got >= 0.9*want && got <= want*1.0001, "the factors hold %v of the matrix, the best ones %v", got, want)
}
