package noderag

import (
	"fmt"
	"maps"
	"slices"

	"mycel/builder/cluster"
	"mycel/builder/network"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/engine/graph"
	"mycel/engine/method/noderag/heterograph"
)

const (
	largest         = 500 // most units of a community that is not divided again
	unitsPerElement = 10
	maxElements     = 5 // of a community
)

// element is a high-level element with its overview.
type element struct {
	community uint32
	group     []uint32 // units that it represents
	units     []uint32 // its text
	names     []uint32 // its title
}

// findCommunities divides the graph by Leiden (section 2.3). It divides communities of very many units a second time.
func (m *maker) findCommunities() error {
	n := int(m.first(heterograph.Element))
	edges := plain(m.edges)
	community, count := network.New(n, edges).Leiden(seed)
	units := make([]int, count)
	for i := range m.Units {
		units[community[m.first(heterograph.Unit)+uint32(i)]]++
	}
	var inside []graph.Edge
	for _, e := range edges {
		if c := community[e.U]; c == community[e.V] && units[c] > largest {
			inside = append(inside, e)
		}
	}
	if len(inside) > 0 {
		parts, _ := network.New(n, inside).Leiden(seed)
		for v, c := range community {
			if units[c] > largest {
				// The parts of a community have numbers behind those of all communities.
				community[v] = uint32(count) + parts[v]
			}
		}
	}
	m.community = community
	return nil
}

// findElements makes one element for every ten units of a community, at most five. It groups the units by subject, and
// chooses the most central units of each group. A unit alone in its community gets no element, which would repeat it.
func (m *maker) findElements() error {
	byCommunity := map[uint32][]uint32{}
	var order []uint32
	for i := range m.Units {
		c := m.community[m.first(heterograph.Unit)+uint32(i)]
		if byCommunity[c] == nil {
			order = append(order, c)
		}
		byCommunity[c] = append(byCommunity[c], uint32(i))
	}
	found := make([][]element, len(order))
	if err := m.vectors.placeUnits(); err != nil {
		return err
	}
	parallel.Do(len(order), func(i int) {
		if units := byCommunity[order[i]]; len(units) > 1 {
			for _, group := range m.groups(units) {
				found[i] = append(found[i], element{community: order[i], group: group, units: m.extract(group, elementTokens, summary.Options{}, nil)})
			}
		}
	})
	m.elements = slices.Concat(found...)
	m.nameElements()
	return nil
}

// groups divides the units of a community.
func (m *maker) groups(units []uint32) [][]uint32 {
	k := min(max((len(units)+unitsPerElement/2)/unitsPerElement, 1), maxElements)
	if k == 1 {
		return [][]uint32{units}
	}
	points := make([]float32, 0, len(units)*m.vectors.dims())
	for _, u := range units {
		points = m.vectors.appendUnit(points, u)
	}
	groups := make([][]uint32, k)
	for i, g := range cluster.KMeans(points, m.vectors.dims(), k, seed) {
		groups[g] = append(groups[g], units[i])
	}
	return slices.DeleteFunc(groups, func(g []uint32) bool { return len(g) == 0 })
}

// nameElements gives the elements titles: the entities that distinguish the units of one element from those of the
// others.
func (m *maker) nameElements() {
	totals, all := make([]int, len(m.Entities)), 0
	counts := make([]map[uint32]int, len(m.elements))
	for i, e := range m.elements {
		counts[i] = map[uint32]int{}
		for _, u := range e.group {
			for _, x := range m.namedIn(&m.Units[u]) {
				counts[i][x]++
				totals[x]++
				all++
			}
		}
	}
	average := float64(all) / float64(max(1, len(m.elements)))
	parallel.Do(len(m.elements), func(i int) {
		ids := slices.Sorted(maps.Keys(counts[i]))
		phrases := make([]summary.Phrase, len(ids))
		for k, x := range ids {
			phrases[k] = summary.Phrase{Text: m.Entities[x], Count: counts[i][x], Total: totals[x]}
		}
		for _, k := range summary.Phrases(phrases, average, summary.MostPhrases) {
			m.elements[i].names = append(m.elements[i].names, ids[k])
		}
	})
}

// addElements adds nodes for the elements and their titles. Elements with the same title share its node.
func (m *maker) addElements() error {
	for _, e := range m.elements {
		m.out.Elements = append(m.out.Elements, e.units)
		m.out.titles = append(m.out.titles, e.names)
	}
	first, overviews := m.first(heterograph.Element), m.first(heterograph.Overview)
	number := map[string]uint32{}
	for i, e := range m.elements {
		if len(e.names) == 0 {
			continue
		}
		key := fmt.Sprint(e.names)
		o, ok := number[key]
		if !ok {
			o = uint32(len(m.out.Overviews))
			number[key] = o
			m.out.Overviews = append(m.out.Overviews, e.names)
		}
		m.tie(first+uint32(i), overviews+o)
	}
	return nil
}
