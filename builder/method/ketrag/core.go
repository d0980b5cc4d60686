package ketrag

import (
	"cmp"
	"math"
	"slices"

	"mycel/engine/ppr"
	"mycel/engine/rank"
)

// restart is the paper's teleport probability; maxRounds bounds the iteration.
const (
	restart   = 0.15
	maxRounds = 100
)

// neighbourhood is a graph in which a walk takes all edges of a node with equal probability.
type neighbourhood struct {
	rows  [][]uint32
	share []float32
}

func (g *neighbourhood) NumNodes() int       { return len(g.rows) }
func (g *neighbourhood) Degree(u uint32) int { return len(g.rows[u]) }

func (g *neighbourhood) Row(u uint32) ([]uint32, []float32) {
	row := g.rows[u]
	g.share = g.share[:0]
	for range row {
		g.share = append(g.share, 1/float32(len(row)))
	}
	return row, g.share
}

// Ranks returns the PageRank of the chunks in the graph of their neighbours (the paper's section
// 4.1). Walks may restart at any chunk. The sum is 1.
func Ranks(graph [][]uint32) []float32 {
	n := len(graph)
	seeds := make([]ppr.Seed, n)
	for i := range seeds {
		seeds[i] = ppr.Seed{Node: uint32(i), Weight: 1 / float32(n)}
	}
	w := ppr.NewWalker(n)
	w.Power(&neighbourhood{rows: graph}, seeds, restart, maxRounds)
	return w.Score
}

// Core chooses the core chunks: ⌈share · chunks⌉ of them. Of equal chunks the first is chosen.
func Core(graph [][]uint32, share float64) []bool {
	core := make([]bool, len(graph))
	n := int(math.Ceil(float64(share*float64(len(graph))) - 1e-9)) // 0.8 · 10 is 8, not 9
	order := rank.Numbers(len(graph))
	ranks := Ranks(graph)
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(ranks[b], ranks[a]), cmp.Compare(a, b)) })
	for _, c := range order[:n] {
		core[c] = true
	}
	return core
}
