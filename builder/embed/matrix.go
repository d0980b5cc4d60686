package embed

import (
	"math"

	"mycel/builder/parallel"
)

// matrix is a dense matrix, stored by rows.
type matrix struct {
	rows, cols int
	data       []float32
}

func newMatrix(rows, cols int) *matrix {
	return &matrix{rows: rows, cols: cols, data: make([]float32, rows*cols)}
}

func (m *matrix) row(i int) []float32 { return m.data[i*m.cols:][:m.cols:m.cols] }

// sum adds weighted rows of a matrix to dst, four at a time, so that the kernel loads and stores
// dst once for four products.
type sum struct {
	dst    []float32
	src    *matrix
	n      int
	row    [4]int
	weight [4]float32
}

func (s *sum) add(row int, weight float32) {
	s.row[s.n], s.weight[s.n] = row, weight
	if s.n++; s.n == len(s.row) {
		s.n = 0
		w := &s.weight
		axpy4(s.dst, w[0], s.src.row(s.row[0]), w[1], s.src.row(s.row[1]), w[2], s.src.row(s.row[2]), w[3], s.src.row(s.row[3]))
	}
}

// flush adds the rows that are still waiting.
func (s *sum) flush() {
	for k := range s.n {
		x, a := s.src.row(s.row[k])[:len(s.dst)], s.weight[k]
		for i := range s.dst {
			s.dst[i] += float32(a * x[i])
		}
	}
	s.n = 0
}

// axpy4 computes y += a·x0 + b·x1 + c·x2 + d·x3. Products are rounded before they
// are added, as on machines that cannot fuse the two.
func axpy4(y []float32, a float32, x0 []float32, b float32, x1 []float32, c float32, x2 []float32, d float32, x3 []float32) {
	x0, x1, x2, x3 = x0[:len(y)], x1[:len(y)], x2[:len(y)], x3[:len(y)]
	for i := range y {
		y[i] += (float32(a*x0[i]) + float32(b*x1[i])) + (float32(c*x2[i]) + float32(d*x3[i]))
	}
}

// times returns m·x for a small x.
func (m *matrix) times(x *matrix) *matrix {
	out := newMatrix(m.rows, x.cols)
	parallelRows(m.rows, func(first, end int) {
		for i := first; i < end; i++ {
			sum := sum{dst: out.row(i), src: x}
			for k, v := range m.row(i) {
				sum.add(k, v)
			}
			sum.flush()
		}
	})
	return out
}

// Parts and panels of a Gram matrix. The number of parts is fixed, so that the order of summation is.
const (
	gramParts = 16
	gramPanel = 128 // rows transposed at a time
)

// gram returns mᵀ·m, by rows, in double precision, because orthogonalisation squares the condition number.
func (m *matrix) gram() []float64 {
	n := m.cols
	parts := make([][]float64, gramParts)
	parallel.Do(gramParts, func(p int) {
		parts[p] = make([]float64, n*n)
		m.addGram(parts[p], m.rows*p/gramParts, m.rows*(p+1)/gramParts)
	})
	g := parts[0]
	for _, part := range parts[1:] {
		for i, v := range part {
			g[i] += v
		}
	}
	for i := range n {
		for j := range i {
			g[i*n+j] = g[j*n+i]
		}
	}
	return g
}

// addGram adds the products of the rows [first, end) to the upper half of g. The number of columns is even.
func (m *matrix) addGram(g []float64, first, end int) {
	n := m.cols
	panel := make([]float64, n*gramPanel) // column after column
	for ; first < end; first += gramPanel {
		depth := min(gramPanel, end-first)
		for r := range depth {
			for c, v := range m.row(first + r) {
				panel[c*depth+r] = float64(v)
			}
		}
		column := func(c int) []float64 { return panel[c*depth:][:depth] }
		for i := 0; i < n; i += 2 {
			for j := i; j < n; j += 2 {
				a, b, c, d := dot2x2(column(i), column(i+1), column(j), column(j+1))
				g[i*n+j] += a
				g[i*n+j+1] += b
				g[(i+1)*n+j] += c
				g[(i+1)*n+j+1] += d
			}
		}
	}
}

// dot2x2 returns the four dot products of two vectors with two others.
func dot2x2(x0, x1, y0, y1 []float64) (a, b, c, d float64) {
	x1, y0, y1 = x1[:len(x0)], y0[:len(x0)], y1[:len(x0)]
	for i := range x0 {
		a += float64(x0[i] * y0[i])
		b += float64(x0[i] * y1[i])
		c += float64(x1[i] * y0[i])
		d += float64(x1[i] * y1[i])
	}
	return a, b, c, d
}

// orthonormalise returns a matrix with orthonormal columns that span the same space (Cholesky QR):
// m·R⁻¹ where RᵀR = mᵀm.
func (m *matrix) orthonormalise() *matrix {
	r := cholesky(m.gram(), m.cols)
	return m.times(invertUpper(r, m.cols))
}

// ridge, relative to the mean of the diagonal, keeps the factor of a singular matrix finite. The
// columns that it rescues span nothing, and end up last.
const ridge = 1e-10

// cholesky returns the upper triangular R with RᵀR = g for a positive semidefinite n×n matrix.
func cholesky(g []float64, n int) []float64 {
	trace := 0.0
	for i := range n {
		trace += g[i*n+i]
	}
	shift := max(ridge*trace/float64(n), math.SmallestNonzeroFloat32)
	r := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			s := g[i*n+j]
			for k := range i {
				s -= float64(r[k*n+i] * r[k*n+j])
			}
			if i == j {
				r[i*n+i] = math.Sqrt(max(s, 0) + shift)
			} else {
				r[i*n+j] = s / r[i*n+i]
			}
		}
	}
	return r
}

// invertUpper returns the inverse of an upper triangular matrix.
func invertUpper(r []float64, n int) *matrix {
	inverse := make([]float64, n*n)
	for j := range n {
		inverse[j*n+j] = 1 / r[j*n+j]
		for i := j - 1; i >= 0; i-- {
			s := 0.0
			for k := i + 1; k <= j; k++ {
				s -= float64(r[i*n+k] * inverse[k*n+j])
			}
			inverse[i*n+j] = s / r[i*n+i]
		}
	}
	out := newMatrix(n, n)
	for i, v := range inverse {
		out.data[i] = float32(v)
	}
	return out
}

// normaliseRows scales every row to length 1; zero rows stay.
func (m *matrix) normaliseRows() {
	parallelRows(m.rows, func(first, end int) {
		for i := first; i < end; i++ {
			normalise(m.row(i))
		}
	})
}

func normalise(x []float32) {
	sum := 0.0
	for _, v := range x {
		sum += float64(float64(v) * float64(v))
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range x {
		x[i] *= scale
	}
}
