package ppr

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two steps of either walk are sums of powers of P: the restart form with a = ½ is
// ½·s + ¼·Pᵀs + ¼·(Pᵀ)²s, the lazy one ¼·s + ½·Pᵀs + ¼·(Pᵀ)²s. No step at all is s.
func TestShallowWalks(t *testing.T) {
	// A path 0 – 1 – 2 – 3 with even chances.
	g := &table{to: [][]uint32{{1}, {0, 2}, {1, 3}, {2}}, p: [][]float32{{1}, {0.5, 0.5}, {0.5, 0.5}, {1}}}
	seeds := []Seed{{0, 1}}
	// Pᵀs = (0, 1, 0, 0), (Pᵀ)²s = (½, 0, ½, 0).
	for name, c := range map[string]struct {
		walk func(*Walker, int)
		want [3][4]float64 // after 0, 1 and 2 steps
	}{
		"restart": {func(w *Walker, n int) { w.Power(g, seeds, 0.5, n) }, [3][4]float64{{1}, {0.5, 0.5}, {0.625, 0.25, 0.125}}},
		"lazy":    {func(w *Walker, n int) { w.Lazy(g, seeds, 0.5, n) }, [3][4]float64{{1}, {0.5, 0.5}, {0.375, 0.5, 0.125}}},
	} {
		w := NewWalker(4)
		for steps, want := range c.want {
			c.walk(w, steps)
			for u := range want {
				if math.Abs(float64(w.Score[u])-want[u]) > 1e-7 {
					t.Errorf("%s, %d steps: %v, want %v", name, steps, w.Score, want)
					break
				}
			}
		}
	}
}

// The lazy walk is the power of the dense matrix, and keeps its mass, also in nodes
// without a way out.
func TestLazyAgainstDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	w := NewWalker(30)
	for range 50 {
		n := 1 + rng.IntN(30)
		g := random(rng, n)
		seeds, move, steps := randomSeeds(rng, n), rng.Float32(), rng.IntN(5)
		w.Lazy(g, seeds, move, steps)
		want := make([]float64, n)
		for _, s := range seeds {
			want[s.Node] += float64(s.Weight)
		}
		for range steps {
			next := make([]float64, n)
			for u := range n {
				if len(g.to[u]) == 0 {
					next[u] += want[u]
					continue
				}
				next[u] += (1 - float64(move)) * want[u]
				for i, v := range g.to[u] {
					next[v] += float64(move) * want[u] * float64(g.p[u][i])
				}
			}
			want = next
		}
		for u := range want {
			if math.Abs(float64(w.Score[u])-want[u]) > 1e-5 {
				t.Fatalf("node %d: %g, want %g", u, w.Score[u], want[u])
			}
		}
		if sum := total(w); math.Abs(sum-1) > 1e-5 {
			t.Fatalf("scores sum to %g", sum)
		}
	}
}
