package darag

import (
	"mycel/engine/ktruss"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// layer is the part of a layer that is searched for a query. Its nodes are numbered anew
// in their order, so that ties go as they would in the whole.
type layer struct {
	name      Layer
	nodes     []uint32 // chunks or entities, ascending
	graph     *ktruss.Graph
	trussness []uint16  // of its edges
	support   []uint32  // of its edges; nil where the trussness comes from the index
	said      []uint32  // of the edges of the layer of relations, see sentenceOf
	relevance []float32 // of its nodes
	fixed     []int32   // the same for package ktruss
	masks     []uint32  // of its nodes: the query's terms in their texts, as bits
	middle    float32   // median of relevance
	most      float32   // and its maximum
}

// layerMaker makes the layers of a query.
type layerMaker struct{ *query }

// finish computes what follows from graph and relevance.
func (q layerMaker) finish(l *layer) *layer {
	if l.trussness == nil {
		l.decompose()
	}
	l.fixed = make([]int32, len(l.nodes))
	for i, x := range l.relevance {
		l.fixed[i] = ktruss.Fixed(x)
	}
	l.middle, l.most = median(l.relevance)
	q.walked += l.graph.NumEdges()
	return l
}

func (l *layer) decompose() {
	l.support = l.graph.Support()
	l.trussness = ktruss.Decompose(l.graph, l.support)
}

// number sets local of nodes to 1 + their places; unnumber sets it to 0.
func (q layerMaker) number(nodes []uint32) {
	for i, u := range nodes {
		q.d.local[u] = uint32(i) + 1
	}
}

func (q layerMaker) unnumber(nodes []uint32) {
	for _, u := range nodes {
		q.d.local[u] = 0
	}
}

// chunkLayer returns the chunk layer between these chunks. All of them have the
// trussness that the builder stored; of some, an edge that is in no 3-truss among all is
// in none among them, and the others are decomposed.
func (q layerMaker) chunkLayer(chunks []uint32) *layer {
	x := q.own
	l := &layer{name: ChunkLayer, nodes: chunks, relevance: make([]float32, len(chunks)), masks: make([]uint32, len(chunks))}
	for i, c := range chunks {
		l.relevance[i], l.masks[i] = q.relevance(c), q.s.Scores.Mask[c]
	}
	if len(chunks) == x.Chunks.NumNodes() {
		l.graph, l.trussness = x.Chunks, x.Trussness
		return q.finish(l)
	}
	q.number(chunks)
	for least := uint16(3); least >= 2; least-- {
		var edges []ktruss.Edge
		for i, c := range chunks {
			near, numbers := x.Chunks.Neighbours(c)
			for k, v := range near {
				if v > c && q.d.local[v] != 0 && x.Trussness[numbers[k]] >= least {
					edges = append(edges, ktruss.Edge{U: uint32(i), V: q.d.local[v] - 1})
				}
			}
		}
		l.graph = ktruss.NewGraph(len(chunks), edges)
		if l.decompose(); ktruss.MaxK(l.trussness) > 2 {
			break // else edges in no 3-truss are all there is
		}
	}
	q.unnumber(chunks)
	return q.finish(l)
}

// relationLayer returns the relations between the nodes of l, which are entities.
func (q layerMaker) relationLayer(l layer) *layer {
	l.name = RelationLayer
	entities := l.nodes
	q.number(entities)
	var edges []ktruss.Edge
	for i, u := range entities {
		near, _ := q.x.Graph.Neighbours(u)
		edge := int(q.d.upper[u])
		for _, v := range near {
			if v < u {
				continue
			}
			if w := q.d.local[v]; w != 0 && q.own.Related(edge) {
				edges = append(edges, ktruss.Edge{U: uint32(i), V: w - 1})
			}
			edge++
		}
	}
	q.unnumber(entities)
	l.graph = ktruss.NewGraph(len(entities), edges)
	l.said = make([]uint32, len(edges))
	return q.finish(&l)
}

// similarityLayer returns the similarities between the nodes of l, which are entities.
func (q layerMaker) similarityLayer(l layer) *layer {
	l.name = SimilarityLayer
	entities := l.nodes
	q.number(entities)
	var edges []ktruss.Edge
	for i, u := range entities {
		for _, v := range q.own.Similar(model.EntityID(u)) {
			if w := q.d.local[v]; v > u && w != 0 {
				edges = append(edges, ktruss.Edge{U: uint32(i), V: w - 1})
			}
		}
	}
	q.unnumber(entities)
	l.graph = ktruss.NewGraph(len(entities), edges)
	return q.finish(&l)
}

// median returns the middle of numbers, the upper of two, and the greatest.
func median(numbers []float32) (middle, most float32) {
	all := append([]float32(nil), numbers...)
	if len(all) == 0 {
		return 0, 0
	}
	rank.Sort(all, func(a, b float32) int {
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	return all[len(all)/2], all[len(all)-1]
}
