package darag

import (
	"cmp"
	"math"
	"slices"

	"mycel/builder/parallel"
	"mycel/engine/ktruss"
	"mycel/engine/rank"
)

// In the paper chunks are adjacent if a relation leads from an entity of one chunk to an entity of the other. Then two
// chunks that share an entity with a relation in one of them are adjacent, so entities of many chunks make cliques of
// chunks. For more than guardedChunks chunks these guards apply:
const (
	guardedChunks = 200 // the most chunks that a query examines; recall and contexts of 400 passages are the same with 500, in a third of the time
	hubShare      = 20  // entities in more than 1/hubShare of the chunks join no chunks
	maxDegree     = 24  // strongest edges that a chunk proposes; an edge stays if either end proposes it

	// maxReach bounds the occurrences that are visited for one chunk. Of the entities related to its own the rarest
	// come first, because they weigh most.
	maxReach = 1 << 17
)

// Layer is the chunk layer with the trussness of its edges.
type Layer struct {
	Edges     []ktruss.Edge // ascending
	Trussness []uint16      // of them
}

// ChunkLayer joins chunks that a relation connects, and decomposes the graph.
func (c *Corpus) ChunkLayer(related []bool) Layer {
	j := c.newJoiner(related, len(c.Chunks) <= guardedChunks)
	rows := make([][]uint32, len(c.Chunks))
	parallel.Each(len(c.Chunks), func() func(i int) {
		s := &scratchpad{over: make([]float64, c.Entities), strength: make([]float32, len(c.Chunks))}
		return func(i int) { rows[i] = j.strongest(i, s) }
	})
	var l Layer
	for i, row := range rows {
		for _, k := range row {
			u, v := uint32(i), k
			l.Edges = append(l.Edges, ktruss.Edge{U: min(u, v), V: max(u, v)})
		}
	}
	slices.SortFunc(l.Edges, func(a, b ktruss.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	l.Edges = slices.Compact(l.Edges)
	l.Trussness = ktruss.Decompose(ktruss.NewGraph(len(c.Chunks), l.Edges)).Trussness
	return l
}

// joiner has the data by which chunks are joined.
type joiner struct {
	c      *Corpus
	all    bool       // no guards
	near   [][]uint32 // by entity: the entities it is related to, ascending
	chunks [][]uint32 // by entity: ascending; nil for entities in too many chunks
	weight []float64  // by entity: 1/√(its chunks)
}

func (c *Corpus) newJoiner(related []bool, all bool) *joiner {
	j := &joiner{c: c, all: all, near: make([][]uint32, c.Entities), chunks: make([][]uint32, c.Entities), weight: make([]float64, c.Entities)}
	for i := range c.Chunks {
		for _, e := range c.Chunks[i].Entities {
			j.chunks[e] = append(j.chunks[e], uint32(i))
		}
	}
	for e, in := range j.chunks {
		if !all && len(in)*hubShare > len(c.Chunks) {
			j.chunks[e] = nil
		} else if len(in) > 0 {
			j.weight[e] = 1 / math.Sqrt(float64(len(in)))
		}
	}
	// Edges ascend by (U, V): of each entity smaller neighbours come first.
	for _, forwards := range []bool{false, true} {
		for e, is := range related {
			u, v := c.Graph[e].U, c.Graph[e].V
			switch {
			case !is || len(j.chunks[u]) == 0 || len(j.chunks[v]) == 0:
			case forwards:
				j.near[u] = append(j.near[u], v)
			default:
				j.near[v] = append(j.near[v], u)
			}
		}
	}
	return j
}

// scratchpad is reused between chunks.
type scratchpad struct {
	over     []float64 // by entity: weight of the relations to it
	entities []uint32  // entities with a weight
	strength []float32 // by chunk
	chunks   []uint32  // chunks with a strength
	top      []rank.Item
}

// strongest returns the chunks to which the strongest relations lead from chunk i; without guards all of them. The
// strength of a relation between u and w is 1/√(chunks of u · chunks of w); the strengths of all relations between two
// chunks are added.
func (j *joiner) strongest(i int, s *scratchpad) []uint32 {
	for _, u := range j.c.Chunks[i].Entities {
		for _, w := range j.near[u] {
			if s.over[w] == 0 {
				s.entities = append(s.entities, w)
			}
			s.over[w] += j.weight[u]
		}
	}
	for _, w := range j.within(s.entities) {
		over := float32(s.over[w] * j.weight[w])
		for _, k := range j.chunks[w] {
			if s.strength[k] == 0 {
				s.chunks = append(s.chunks, k)
			}
			s.strength[k] += over
		}
	}
	s.strength[i] = 0 // a chunk is not joined to itself
	most := len(s.chunks)
	if !j.all {
		most = min(most, maxDegree)
	}
	s.top = rank.Top(s.top, s.chunks, s.strength, most)
	near := make([]uint32, 0, most)
	for _, it := range s.top {
		if it.Score > 0 {
			near = append(near, it.ID)
		}
	}
	s.reset()
	return near
}

// within returns the entities whose chunks are visited: all, or if they have too many chunks, the entities in fewest
// chunks.
func (j *joiner) within(entities []uint32) []uint32 {
	reach := 0
	for _, w := range entities {
		reach += len(j.chunks[w])
	}
	if j.all || reach <= maxReach {
		return entities
	}
	rarest := slices.Clone(entities)
	slices.SortFunc(rarest, func(a, b uint32) int {
		return cmp.Or(len(j.chunks[a])-len(j.chunks[b]), cmp.Compare(a, b))
	})
	reach = 0
	for i, w := range rarest {
		if reach += len(j.chunks[w]); reach > maxReach {
			return rarest[:i]
		}
	}
	return rarest
}

func (s *scratchpad) reset() {
	for _, w := range s.entities {
		s.over[w] = 0
	}
	for _, k := range s.chunks {
		s.strength[k] = 0
	}
	s.entities, s.chunks = s.entities[:0], s.chunks[:0]
}
