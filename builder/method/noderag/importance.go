package noderag

import (
	"math"

	"mycel/builder/network"
	"mycel/engine/method/noderag/heterograph"
)

// pivots is the number of sources from which betweenness is estimated, as in the authors' code.
const pivots = 10

// seed is the seed of all random choices.
const seed = 42

// findImportant finds the entities that get attributes: those in the dense parts of the graph, and those between
// others (section 2.3).
func (m *maker) findImportant() error {
	g := network.New(int(m.first(heterograph.Attribute)), plain(m.edges))
	nodes := 0
	for v := range g.NumNodes() {
		if g.Degree(uint32(v)) > 0 {
			nodes++
		}
	}
	k := threshold(nodes, g.NumEdges())
	between := g.Betweenness(pivots, seed)
	limit := betweenLimit(between, nodes)
	entities := m.first(heterograph.Entity)
	for e := range m.Entities {
		node := entities + uint32(e)
		if m.mentions(uint32(e)) >= m.Int(paramMinMentions) && (g.Degree(node) >= k || between[node] > limit) {
			m.important = append(m.important, uint32(e))
		}
	}
	return nil
}

// betweenLimit returns mean(b)·⌊log₁₀ n⌋; a bridge has a greater betweenness. In graphs of fewer than ten nodes the
// logarithm is 0, and there is no bridge.
func betweenLimit(b []float64, nodes int) float64 {
	log := 0
	for n := nodes; n >= 10; n /= 10 {
		log++
	}
	if log == 0 {
		return math.Inf(1)
	}
	sum := 0.0
	for _, x := range b {
		sum += x
	}
	return sum / float64(nodes) * float64(log)
}

// mentions counts the units that name an entity, with their occurrences: the weight of the entity's node.
func (m *maker) mentions(e uint32) int {
	n := 0
	for _, u := range m.named[e] {
		n += m.Units[u].Weight
	}
	return n
}
