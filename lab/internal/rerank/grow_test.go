package rerank

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"mycel/engine/method/bridge"
)

// toy makes queries of ten passages. The one relevant passage has the greatest sum
// of two features; the order that it is given in and the other features say nothing.
func toy(n int) []group {
	rng := rand.New(rand.NewPCG(1, 2))
	var groups []group
	for range n {
		var g group
		best := 0
		for i := range 10 {
			p := &passage{}
			for f := range p.features {
				p.features[f] = rng.Float32()
			}
			g = append(g, p)
			if p.features[2]+p.features[5] > g[best].features[2]+g[best].features[5] {
				best = i
			}
		}
		g[best].relevant = true
		groups = append(groups, g)
	}
	return groups
}

// first tells how often the trees put a relevant passage first.
func first(trees []bridge.Tree, groups []group) float64 {
	hits := 0
	for _, g := range groups {
		var best *passage
		most := float32(0)
		for _, p := range g {
			said := float32(0)
			for i := range trees {
				said += trees[i].Value(&p.features)
			}
			if best == nil || said > most {
				best, most = p, said
			}
		}
		if best.relevant {
			hits++
		}
	}
	return float64(hits) / float64(len(groups))
}

// TestGrow checks that the trees learn what there is to learn, on queries they have
// not seen, where guessing is right once in ten times.
func TestGrow(t *testing.T) {
	groups := toy(600)
	trees := grow(groups[:400])
	if got := first(trees, groups[400:]); got < 0.5 {
		t.Errorf("the relevant passage is first for %.2f of the queries, want at least 0.5", got)
	}
	if !bytes.Equal(source(trees), source(grow(toy(600)[:400]))) {
		t.Error("the same data gave other trees")
	}
}

// TestGrowNothing checks that without anything to learn all passages stay equal.
func TestGrowNothing(t *testing.T) {
	g := group{{relevant: true}, {}, {}}
	for _, tree := range grow([]group{g}) {
		for _, p := range g {
			if v := tree.Value(&p.features); v != 0 && v != tree.Value(&g[0].features) {
				t.Fatalf("got %v", v)
			}
		}
	}
	if (group{{relevant: true}}).teaches() || (group{{}, {}}).teaches() || !(group{{relevant: true}, {}}).teaches() {
		t.Error("a group teaches if it has passages of both kinds, and only then")
	}
}
