package noderag

import (
	"math"

	"mycel/builder/network"
	"mycel/engine/method/noderag/heterograph"
)

// pivots is how many sources betweenness is estimated from, as in the authors' code.
const pivots = 10

// seed of everything that is drawn by chance.
const seed = 42

// findImportant finds the entities that attributes are made for: those in the dense
// parts of the graph, and those that lie between others (section 2.3).
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

// betweenLimit is mean(b)·⌊log₁₀ n⌋, which a bridge's betweenness exceeds. Where the
// logarithm is 0, on graphs of fewer than ten nodes, none does.
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

// mentions counts the units that name an entity, each as often as its text occurs: the weight of the entity's node.
func (m *maker) mentions(e uint32) int {
	n := 0
	for _, u := range m.named[e] {
		n += m.Units[u].Weight
	}
	return n
}
