package noderag

import (
	"slices"

	"mycel/builder/embed"
	"mycel/builder/knn"
	"mycel/engine/method/noderag/heterograph"
)

// A term in more than this share of the rows distinguishes them too little, unless it is in
// few rows.
const (
	frequent = 0.02
	few      = 100
)

// addSemanticEdges ties texts, units, attributes and elements to the nodes nearest to them
// (section 2.4). The paper takes the links of an HNSW graph's lowest layer, up to a hundred
// a node, which change with the random seed; these are the exact nearest.
func (m *maker) addSemanticEdges() error {
	lists, mutual := m.nearest(), m.On(paramMutual)
	for i, list := range lists {
		for _, x := range list {
			if mutual && !contains(lists[x.ID], uint32(i)) || uint32(i) > x.ID && contains(lists[x.ID], uint32(i)) {
				continue // the other side adds it
			}
			m.tie(m.embedded(uint32(i)), m.embedded(x.ID))
		}
	}
	return nil
}

func contains(list []knn.Neighbour, id uint32) bool {
	return slices.ContainsFunc(list, func(x knn.Neighbour) bool { return x.ID == id })
}

// embedded returns the node of row i, among the texts, units, attributes and elements.
func (m *maker) embedded(i uint32) uint32 {
	texts, units := uint32(len(m.Chunks)), uint32(len(m.Units))
	switch {
	case i < texts:
		return i
	case i < texts+units:
		return m.first(heterograph.Unit) + i - texts
	}
	return m.first(heterograph.Attribute) + i - texts - units
}

// nearest returns the neighbours of every row.
func (m *maker) nearest() knn.Lists {
	if v := m.out.Vectors; v != nil {
		all := slices.Concat(m.Corpus.Vectors.Words, v.Words)
		return knn.BySigns(&embed.Signs{Dims: v.Dims, Words: all}, m.Int(paramNeighbours))
	}
	rows := slices.Clone(m.ChunkTerms)
	for _, c := range m.contents() {
		rows = append(rows, m.terms(c))
	}
	byTerm := make([][]uint32, len(m.IDF))
	for i, terms := range rows {
		for _, t := range countTerms(terms) {
			byTerm[t.Term] = append(byTerm[t.Term], uint32(i))
		}
	}
	share := max(frequent, few/float64(max(1, len(rows))))
	return knn.ByTFIDF(knn.NewWords(byTerm, len(rows), share), m.Int(paramNeighbours), m.IDF)
}
