package ppr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// table is a graph as an adjacency list.
type table struct {
	to [][]uint32
	p  [][]float32
}

func (t *table) NumNodes() int                           { return len(t.to) }
func (t *table) Degree(u uint32) int                     { return len(t.to[u]) }
func (t *table) Row(u uint32) (to []uint32, p []float32) { return t.to[u], t.p[u] }

// random makes a graph on n nodes in which about one node in four is dangling.
func random(rng *rand.Rand, n int) *table {
	t := &table{to: make([][]uint32, n), p: make([][]float32, n)}
	for u := range n {
		if rng.IntN(4) == 0 {
			continue
		}
		sum := float32(0)
		for v := range n {
			if rng.IntN(3) == 0 {
				w := rng.Float32() + 0.01
				t.to[u], t.p[u] = append(t.to[u], uint32(v)), append(t.p[u], w)
				sum += w
			}
		}
		for i := range t.p[u] {
			t.p[u][i] /= sum
		}
	}
	return t
}

// randomSeeds returns a few distinct seeds whose weights sum to 1.
func randomSeeds(rng *rand.Rand, n int) []Seed {
	seeds := make([]Seed, 1+rng.IntN(min(n, 4)))
	sum := float32(0)
	for i, u := range rng.Perm(n)[:len(seeds)] {
		seeds[i] = Seed{uint32(u), rng.Float32() + 0.01}
		sum += seeds[i].Weight
	}
	for i := range seeds {
		seeds[i].Weight /= sum
	}
	return seeds
}

// solve finds r with r = a·s + (1−a)·(Pᵀr + s·Σ r over dangling nodes) by Gaussian
// elimination.
func solve(g *table, seeds []Seed, a float64) []float64 {
	n := g.NumNodes()
	s := make([]float64, n)
	for _, seed := range seeds {
		s[seed.Node] += float64(seed.Weight)
	}
	m := make([][]float64, n) // (I − (1−a)·P′ᵀ | a·s)
	for v := range n {
		m[v] = make([]float64, n+1)
		m[v][v] = 1
		m[v][n] = a * s[v]
	}
	for u := range n {
		for i, v := range g.to[u] {
			m[v][u] -= (1 - a) * float64(g.p[u][i])
		}
		if len(g.to[u]) == 0 {
			for v := range n {
				m[v][u] -= (1 - a) * s[v]
			}
		}
	}
	for c := range n {
		best := c
		for row := c + 1; row < n; row++ {
			if math.Abs(m[row][c]) > math.Abs(m[best][c]) {
				best = row
			}
		}
		m[c], m[best] = m[best], m[c]
		for row := range n {
			if f := m[row][c] / m[c][c]; row != c && f != 0 {
				for k := c; k <= n; k++ {
					m[row][k] -= f * m[c][k]
				}
			}
		}
	}
	r := make([]float64, n)
	for v := range n {
		r[v] = m[v][n] / m[v][v]
	}
	return r
}

func total(w *Walker) float64 {
	sum := 0.0
	for _, u := range w.Reached {
		sum += float64(w.Score[u])
	}
	return sum
}

// Both solvers agree with a direct solution, and with each other.
func TestAgainstDenseSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	push, power := NewWalker(20), NewWalker(20)
	for trial := range 300 {
		g := random(rng, 1+rng.IntN(20))
		seeds := randomSeeds(rng, g.NumNodes())
		restart := 0.05 + 0.9*rng.Float32()
		push.Push(g, seeds, restart, 1e-8)
		power.Power(g, seeds, restart, 200)
		for u, want := range solve(g, seeds, float64(restart)) {
			must.Hold(t, math.Abs(float64(push.Score[u])-want) <= 1e-5, "trial %d, node %d: push %g, want %g", trial, u, push.Score[u], want)
			d := math.Abs(float64(power.Score[u]) - want)
			must.Hold(t, d <= 1e-5+math.Pow(1-float64(restart), 200), "trial %d, node %d: power %g, want %g", trial, u, power.Score[u], want)
		}
	}
}

// Push gives no node more than its PageRank, lacks what its residuals say, and
// comes nearer as epsilon falls.
func TestPushIsALowerBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	w := NewWalker(30)
	for range 100 {
		g := random(rng, 30)
		seeds := randomSeeds(rng, 30)
		exact := solve(g, seeds, 0.15)
		before := 0.0
		for _, epsilon := range []float32{1e-1, 1e-2, 1e-3, 1e-5} {
			w.Push(g, seeds, 0.15, epsilon)
			for u := range exact {
				must.Hold(t, float64(w.Score[u]) <= exact[u]+1e-6, "epsilon %g: node %d has %g, more than %g", epsilon, u, w.Score[u], exact[u])
				limit := epsilon * float32(max(1, len(g.to[u])))
				must.Hold(t, w.other[u] <= limit, "epsilon %g: node %d keeps %g back, more than %g", epsilon, u, w.other[u], limit)
			}
			left := 0.0
			for _, u := range w.Reached {
				left += float64(w.other[u])
			}
			if sum := total(w); sum > 1+1e-6 || math.Abs(sum+left-1) > 1e-5 || sum < before-1e-6 {
				t.Fatalf("epsilon %g: scores sum to %g, residuals to %g; scores before %g", epsilon, sum, left, before)
			}
			before = total(w)
			bound := 1 / (0.15 * float64(epsilon))
			must.Hold(t, float64(w.Edges) <= bound, "epsilon %g: %d edges, more than %g", epsilon, w.Edges, bound)
		}
	}
}

func TestPowerKeepsMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	w := NewWalker(30)
	for range 100 {
		g := random(rng, 30)
		for rounds := range 7 {
			w.Power(g, randomSeeds(rng, 30), 0.15, rounds)
			sum := total(w)
			must.Hold(t, math.Abs(sum-1) <= 1e-5, "%d rounds: scores sum to %g", rounds, sum)
		}
	}
}

// A walk that always restarts never leaves its seeds.
func TestAlwaysRestart(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	g := random(rng, 12)
	seeds := randomSeeds(rng, 12)
	w := NewWalker(12)
	check := func(solver string) {
		t.Helper()
		want := make([]float32, 12)
		for _, s := range seeds {
			want[s.Node] = s.Weight
		}
		for u := range want {
			if d := w.Score[u] - want[u]; max(d, -d) > 1e-6 {
				t.Errorf("%s: scores %v, want the seeds %v", solver, w.Score, want)
				break
			}
		}
	}
	w.Push(g, seeds, 1, 1e-5)
	check("push")
	w.Power(g, seeds, 1, 5)
	check("power")
}

func TestNoSeeds(t *testing.T) {
	w := NewWalker(3)
	g := random(rand.New(rand.NewPCG(9, 9)), 3)
	w.Push(g, nil, 0.15, 1e-5)
	must.Be(t, len(w.Reached) == 0, "push reached %v without a seed", w.Reached)
	if w.Power(g, nil, 0.15, 5); len(w.Reached) != 0 {
		t.Errorf("power reached %v without a seed", w.Reached)
	}
}

// A used walker gives what a fresh one gives.
func TestWalkerIsReusable(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	used := NewWalker(40)
	for range 50 {
		g := random(rng, 1+rng.IntN(40))
		seeds := randomSeeds(rng, g.NumNodes())
		fresh := NewWalker(40)
		if rng.IntN(2) == 0 {
			used.Power(g, seeds, 0.2, 6)
			fresh.Power(g, seeds, 0.2, 6)
		} else {
			used.Push(g, seeds, 0.2, 1e-4)
			fresh.Push(g, seeds, 0.2, 1e-4)
		}
		if !slices.Equal(used.Score, fresh.Score) || !slices.Equal(used.Reached, fresh.Reached) || used.Edges != fresh.Edges {
			t.Fatalf("used %v, fresh %v", used.Score, fresh.Score)
		}
	}
}

func TestPushAllocatesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	g := random(rng, 40)
	seeds := randomSeeds(rng, 40)
	w := NewWalker(40)
	must.Equal(t, testing.AllocsPerRun(20, func() { w.Push(g, seeds, 0.15, 1e-5) }), 0)
}

// ring leads from every node to the two beside it.
type ring struct{}

func (ring) NumNodes() int { return 5 }

func (ring) Degree(uint32) int { return 2 }

func (ring) Row(u uint32) ([]uint32, []float32) {
	a, b := (u+1)%5, (u+4)%5
	return []uint32{min(a, b), max(a, b)}, []float32{0.5, 0.5}
}

func ExampleWalker_Push() {
	w := NewWalker(5)
	w.Push(ring{}, []Seed{{Node: 0, Weight: 1}}, 0.15, 1e-6)
	for u, score := range w.Score {
		fmt.Printf("%d %.3f\n", u, score)
	}
	// Output:
	// 0 0.317
	// 1 0.196
	// 2 0.145
	// 3 0.145
	// 4 0.196
}

func BenchmarkPush(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		g := &table{to: make([][]uint32, n), p: make([][]float32, n)}
		for u := range n {
			for range 8 {
				g.to[u] = append(g.to[u], rng.Uint32N(uint32(n)))
				g.p[u] = append(g.p[u], 1.0/8)
			}
			slices.Sort(g.to[u])
		}
		w := NewWalker(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				w.Push(g, []Seed{{0, 0.5}, {1, 0.5}}, 0.15, 1e-5)
			}
			b.ReportMetric(float64(w.Edges), "edges/op")
		})
	}
}

// BenchmarkPower is five rounds over a graph of a million edges.
func BenchmarkPower(b *testing.B) {
	const nodes, out = 125_000, 8
	rng := rand.New(rand.NewPCG(1, 2))
	g := &table{to: make([][]uint32, nodes), p: make([][]float32, nodes)}
	seeds := make([]Seed, nodes)
	for u := range nodes {
		seeds[u] = Seed{uint32(u), 1.0 / nodes}
		for range out {
			g.to[u] = append(g.to[u], rng.Uint32N(nodes))
			g.p[u] = append(g.p[u], 1.0/out)
		}
		slices.Sort(g.to[u])
	}
	w := NewWalker(nodes)
	for b.Loop() {
		w.Power(g, seeds, 0.15, 5)
	}
	b.ReportMetric(float64(w.Edges), "edges/op")
}

// Two steps of a walk with a = ½ are ½·s + ¼·Pᵀs + ¼·(Pᵀ)²s. No step at all is s.
func TestShallowWalk(t *testing.T) {
	// A path 0 – 1 – 2 – 3 with even chances.
	g := &table{to: [][]uint32{{1}, {0, 2}, {1, 3}, {2}}, p: [][]float32{{1}, {0.5, 0.5}, {0.5, 0.5}, {1}}}
	seeds := []Seed{{0, 1}}
	// Pᵀs = (0, 1, 0, 0), (Pᵀ)²s = (½, 0, ½, 0).
	w := NewWalker(4)
	for steps, want := range [][4]float64{{1}, {0.5, 0.5}, {0.625, 0.25, 0.125}} {
		w.Power(g, seeds, 0.5, steps)
		for u := range want {
			if math.Abs(float64(w.Score[u])-want[u]) > 1e-7 {
				t.Errorf("%d steps: %v, want %v", steps, w.Score, want)
				break
			}
		}
	}
}
