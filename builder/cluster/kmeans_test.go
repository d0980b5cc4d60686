package cluster

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

// clouds returns n points around each of k centres that are far from each other.
func clouds(rng *rand.Rand, k, n, dims int) []float32 {
	var points []float32
	for i := range k * n {
		for d := range dims {
			v := rng.Float32() - 0.5
			if d == i%k%dims {
				v += float32(20 * (1 + i%k/dims))
			}
			points = append(points, v)
		}
	}
	return points
}

func TestKMeansFindsClouds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		k, dims := 2+rng.IntN(6), 3+rng.IntN(6)
		group := KMeans(clouds(rng, k, 40, dims), dims, k, 42)
		for i := range group {
			must.Hold(t, (group[i] == group[0]) == (i%k == 0), "%d clouds: point %d is in group %d, point 0 in %d", k, i, group[i], group[0])
		}
	}
}

// Where it ends by itself, every point is with the nearest mean.
func TestKMeansIsSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		const dims = 3
		n, k := 30+rng.IntN(60), 2+rng.IntN(4)
		points := make([]float32, n*dims)
		for i := range points {
			points[i] = rng.Float32()
		}
		group := KMeans(points, dims, k, rng.Uint64())
		means, sizes := make([]float64, k*dims), make([]float64, k)
		for i, g := range group {
			sizes[g]++
			for d := range dims {
				means[int(g)*dims+d] += float64(points[i*dims+d])
			}
		}
		distance := func(i, g int) (sum float64) {
			for d := range dims {
				x := float64(points[i*dims+d]) - means[g*dims+d]/sizes[g]
				sum += x * x
			}
			return sum
		}
		for i, g := range group {
			for other := range k {
				if sizes[other] > 0 && distance(i, other) < distance(i, int(g))-1e-5 {
					t.Fatalf("point %d of %d is nearer to group %d than to its own, %d", i, n, other, g)
				}
			}
		}
	}
}

func TestKMeansEdges(t *testing.T) {
	if got := KMeans(nil, 4, 3, 1); len(got) != 0 {
		t.Errorf("of no points: %v", got)
	}
	must.Equal(t, KMeans([]float32{1, 2, 3}, 1, 1, 1), []uint32{0, 0, 0}, "one group")
	got := KMeans([]float32{5, 5, 5, 9}, 1, 3, 1)
	must.Be(t, got[0] == got[1] && got[1] == got[2] && got[3] != got[0], "points that coincide: %v", got)
	if got := KMeans([]float32{1, 2}, 1, 9, 1); got[0] == got[1] {
		t.Errorf("more groups than points: %v", got)
	}
}

func TestKMeansSeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	points := make([]float32, 3000)
	for i := range points {
		points[i] = rng.Float32()
	}
	must.Be(t, slices.Equal(KMeans(points, 5, 20, 1), KMeans(points, 5, 20, 1)), "the same seed gives other groups")
	must.Be(t, !slices.Equal(KMeans(points, 5, 20, 1), KMeans(points, 5, 20, 2)), "another seed gives the same groups")
}
