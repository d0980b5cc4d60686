package darag

import (
	"math"

	"mycel/engine/ktruss"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// layer is the part of a layer that is searched for a query. Its nodes are numbered anew, in their order, so that
// ties are broken as in the whole layer.
type layer struct {
	name      Layer
	nodes     []uint32 // chunks or entities, ascending
	graph     *ktruss.Graph
	trusses   *ktruss.Trusses // of graph
	said      []uint32        // by edge of the layer of relations: see sentenceOf
	numbers   []uint32        // by edge of the layer of relations: its number in the entity graph
	weights   []uint16        // by edge of the layer of relations
	relevance []float32       // by node
	fixed     []int32         // relevance as numbers of package ktruss
	masks     []uint32        // by node: bits of the query's terms in its text
	middle    float32         // median of relevance
	most      float32         // maximum of relevance
}

// layerMaker makes the layers of a query.
type layerMaker struct{ *query }

// finish computes the fields that follow from graph and relevance.
func (q layerMaker) finish(l *layer) *layer {
	if l.trusses == nil {
		l.trusses = ktruss.Decompose(l.graph)
	}
	l.fixed = make([]int32, len(l.nodes))
	for i, x := range l.relevance {
		l.fixed[i] = ktruss.Fixed(x)
	}
	l.middle, l.most = median(l.relevance)
	q.walked += l.graph.NumEdges()
	q.d.edges = max(q.d.edges, l.graph.NumEdges())
	return l
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

// chunkLayer returns the chunk layer between these chunks. The builder has stored the trussness of the layer of all
// chunks. For some chunks it is only a bound: an edge in no 3-truss of all is in none here, and the other edges are
// decomposed.
func (q layerMaker) chunkLayer(chunks []uint32) *layer {
	x := q.own
	l := &layer{name: ChunkLayer, nodes: chunks, relevance: make([]float32, len(chunks)), masks: make([]uint32, len(chunks))}
	for i, c := range chunks {
		l.relevance[i], l.masks[i] = q.relevance(c), q.s.Scores.Mask[c]
	}
	if len(chunks) == x.Chunks.NumNodes() {
		l.graph, l.trusses = x.Chunks, ktruss.Known(x.Chunks, x.Trussness)
		return q.finish(l)
	}
	q.number(chunks)
	for least := uint16(3); least >= 2; least-- {
		edges := make([]ktruss.Edge, 0, q.d.edges)
		for i, c := range chunks {
			near, numbers := x.Chunks.Neighbours(c)
			for k, v := range near {
				if v > c && q.d.local[v] != 0 && x.Trussness[numbers[k]] >= least {
					edges = append(edges, ktruss.Edge{U: uint32(i), V: q.d.local[v] - 1})
				}
			}
		}
		l.graph = ktruss.NewGraph(len(chunks), edges)
		if l.trusses = ktruss.Decompose(l.graph); l.trusses.MaxK() > 2 {
			break // else all edges are in no 3-truss
		}
	}
	q.unnumber(chunks)
	return q.finish(l)
}

// relationLayer returns the relations between the nodes of l, which are entities.
func (q layerMaker) relationLayer(l layer) *layer {
	l.name = RelationLayer
	l.numbers, l.weights = make([]uint32, 0, q.d.edges), make([]uint16, 0, q.d.edges)
	entities := l.nodes
	q.number(entities)
	edges := make([]ktruss.Edge, 0, q.d.edges)
	for i, u := range entities {
		near, weights := q.x.Graph.Neighbours(u)
		first := len(near) - int(q.d.upper[u+1]-q.d.upper[u]) // the greater ones
		for k, v := range near[first:] {
			edge := q.d.upper[u] + uint32(k)
			if w := q.d.local[v]; w != 0 && q.own.Related(int(edge)) {
				edges = append(edges, ktruss.Edge{U: uint32(i), V: w - 1})
				l.numbers, l.weights = append(l.numbers, edge), append(l.weights, weights[first+k])
			}
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
	edges := make([]ktruss.Edge, 0, q.d.edges)
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

// median returns the middle number (of two middle ones the upper), and the greatest.
func median(numbers []float32) (middle, most float32) {
	if len(numbers) == 0 {
		return 0, 0
	}
	order := rank.Numbers(len(numbers))
	rank.Order(order, func(i uint32) uint32 {
		bits := math.Float32bits(numbers[i])
		return bits ^ (uint32(int32(bits)>>31) | 1<<31) // ascends as the numbers do
	})
	return numbers[order[len(order)/2]], numbers[order[len(order)-1]]
}
