package noderag

import (
	"math"
	"slices"

	"mycel/builder/cluster"
	"mycel/builder/embed"
	"mycel/engine/method/noderag/heterograph"
)

// smallCluster is the mean number of units, attributes and elements in a cluster below which they are not clustered,
// as in the authors' code.
const smallCluster = 39

// contents lists the texts of units, attributes and elements, in the order of their nodes.
func (m *maker) contents() []Content {
	var all []Content
	for i := range m.Units {
		all = append(all, m.ofUnit(i))
	}
	for i, a := range m.out.Attributes {
		all = append(all, Content{Units: a.Units, Names: []uint32{a.Entity}, Note: m.note(i)})
	}
	for i, e := range m.elements {
		all = append(all, Content{Units: e.units, Names: e.names, Note: m.note(len(m.out.Attributes) + i)})
	}
	return all
}

// ofUnit returns the text of a unit.
func (c *Corpus) ofUnit(i int) Content {
	return Content{Units: []uint32{uint32(i)}, Note: c.Units[i].Note}
}

// placeNodes makes the vectors of units, attributes and elements, and divides these nodes into clusters of near
// nodes.
func (m *maker) placeNodes() error {
	contents := m.contents()
	if m.Signs != nil {
		if err := m.vectors.placeUnits(); err != nil {
			return err
		}
		more, err := m.Signs(contents[len(m.Units):])
		if err != nil {
			return err
		}
		m.out.Vectors = &embed.Signs{Dims: m.vectors.units.Dims, Words: slices.Concat(m.vectors.units.Words, more.Words)}
	}
	k := int(math.Ceil(math.Sqrt(float64(len(contents)))))
	if len(m.elements) == 0 || len(contents) <= smallCluster*k {
		return nil
	}
	m.cluster = cluster.KMeans(m.points(contents, m.out.Vectors), m.vectors.dims(), k, seed)
	return nil
}

// match ties every element to the units and attributes of its community that are in its
// cluster (section 2.3 and algorithm 2: semantic matching within communities).
func (m *maker) match() error {
	units, attributes, first := m.first(heterograph.Unit), m.first(heterograph.Attribute), m.first(heterograph.Element)
	byCommunity := map[uint32][]int{} // positions in contents
	for i := range m.Units {
		c := m.community[units+uint32(i)]
		byCommunity[c] = append(byCommunity[c], i)
	}
	for i := range m.out.Attributes {
		c := m.community[attributes+uint32(i)]
		byCommunity[c] = append(byCommunity[c], len(m.Units)+i)
	}
	before := len(m.Units) + len(m.out.Attributes)
	for i, e := range m.elements {
		for _, other := range byCommunity[e.community] {
			if m.cluster != nil && m.cluster[other] != m.cluster[before+i] {
				continue
			}
			node := units + uint32(other)
			if other >= len(m.Units) {
				node = attributes + uint32(other-len(m.Units))
			}
			m.tie(first+uint32(i), node)
		}
	}
	return nil
}

// insertTexts ties units to their chunks (section 2.4).
func (m *maker) insertTexts() error {
	first := m.first(heterograph.Unit)
	for i := range m.Units {
		for _, c := range m.Units[i].Chunks {
			m.tie(c, first+uint32(i))
		}
	}
	return nil
}
