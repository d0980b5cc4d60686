package hnsw

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func random(rng *rand.Rand, n, dims int) [][]float32 {
	out := make([][]float32, n)
	for i := range out {
		for range dims {
			out[i] = append(out[i], float32(rng.NormFloat64()))
		}
	}
	return out
}

func exact(vectors [][]float32, q []float32, k int) []Near {
	var all []Near
	for id, v := range vectors {
		all = append(all, Near{uint32(id), dot(q, v)})
	}
	slices.SortFunc(all, compare)
	return all[:min(k, len(all))]
}

// A search that keeps everything finds everything; one that keeps a part finds most,
// and more the more it keeps.
func TestSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	vectors := random(rng, 800, 16)
	for _, v := range vectors { // of one length, so that near vectors are those of large dot product
		n := dot(v, v)
		for i := range v {
			v[i] /= n
		}
	}
	g := New(vectors, Params{M: 8, EfConstruction: 60}, 1)
	found := map[int]int{}
	queries := random(rng, 100, 16)
	for _, q := range queries {
		want := exact(vectors, q, 10)
		if got := g.Search(q, 10, len(vectors)); !slices.Equal(got, want) {
			t.Fatalf("all candidates: got %v, want %v", got, want)
		}
		for _, ef := range []int{10, 100} {
			for _, n := range g.Search(q, 10, ef) {
				if slices.Contains(want, n) {
					found[ef]++
				}
			}
		}
	}
	if found[10] >= found[100] || found[100] < 900 {
		t.Errorf("of 1000: %v", found)
	}
}

func TestShape(t *testing.T) {
	vectors := random(rand.New(rand.NewPCG(3, 4)), 500, 8)
	p := Params{M: 6, EfConstruction: 30}
	a, b := New(vectors, p, 7), New(vectors, p, 7)
	if !reflect.DeepEqual(a.links, b.links) {
		t.Error("the same seed gave two graphs")
	}
	if len(a.links[a.entry]) < 2 {
		t.Error("no second layer")
	}
	for id, layers := range a.links {
		for layer, links := range layers {
			limit := p.M
			if layer == 0 {
				limit *= 2
			}
			if len(links) > limit || slices.Contains(links, uint32(id)) {
				t.Errorf("node %d, layer %d: links %v", id, layer, links)
			}
		}
	}
	if got := New(nil, p, 1).Search(nil, 3, 3); got != nil {
		t.Errorf("of nothing: got %v", got)
	}
	if got := New(vectors[:2], p, 1).Search(vectors[0], 5, 1); len(got) != 2 {
		t.Errorf("of two: got %v", got)
	}
}
