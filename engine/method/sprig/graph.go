package sprig

import (
	"math"

	"mycel/engine/entity"
	"mycel/engine/method"
	"mycel/engine/rank"
)

// passageGraph is the graph of passages and entities: chunk c is node c, entity e is node chunks+e. It is not stored:
// the rows are computed from the sets and counts that the index has anyway.
//
//	w(e,d) = tf(e,d)·ln((N+1)/(df(e)+1)) + 1
//	P[e,d] = w(e,d) / Σ w(e,·)
//	P[d,e] = w(e,d)·df(e)^−½ / Σ w(·,d)·df(·)^−½
//
// The penalty of hot entities comes before the normalisation, so that rows sum to 1. Pruning does not change N and df.
type passageGraph struct {
	byChunk *entity.Index // by chunk: its entities
	byNode  *entity.Index // by entity: its chunks
	nodes   int           // entities
	chunks  uint32
	shape   shape
	idf     []float32 // by df; 0 until it is needed
	left    []bool    // by entity: left out; nil if every entity is kept
	last    []lastEdge
	to      []uint32
	p       []float32
}

// shape has the options on which the edges depend.
type shape struct {
	hubTop   float32
	maxEdges int
	minDF    int
	maxDF    float32 // percent of the chunks; 0 stands for 100
}

// lastEdge is the lightest edge that an entity keeps. It keeps heavier edges, and equally heavy edges to the same or
// an earlier passage.
type lastEdge struct {
	count uint8
	chunk uint32
}

func newPassageGraph(x *method.Index) *passageGraph {
	chunks := x.Corpus.NumChunks()
	return &passageGraph{byChunk: x.ChunkEntities, byNode: x.EntityChunks, nodes: x.Entities.Len(), chunks: uint32(chunks), idf: make([]float32, chunks+1)}
}

// setShape prunes the graph where the shape asks for it. O(1) if the shape has not changed, otherwise O(edges).
func (g *passageGraph) setShape(shape shape) {
	if g.shape.hubTop != shape.hubTop || g.shape.minDF != shape.minDF || g.shape.maxDF != shape.maxDF {
		g.left = g.leftOut(shape)
	}
	if g.shape.maxEdges != shape.maxEdges {
		g.last = g.lastEdges(shape.maxEdges)
	}
	g.shape = shape
}

// leftOut marks the entities that the shape prunes: those in too few or too many passages, and the
// percentage in most passages. It returns nil if the shape prunes nothing.
func (g *passageGraph) leftOut(shape shape) []bool {
	if shape.hubTop == 0 && shape.minDF <= 1 && (shape.maxDF == 0 || shape.maxDF >= 100) {
		return nil
	}
	out := make([]bool, g.nodes)
	g.hubs(out, int(float32(g.nodes)*shape.hubTop/100))
	least, most := shape.minDF, int(g.chunks)
	if shape.maxDF > 0 {
		most = int(float32(g.chunks) * shape.maxDF / 100)
	}
	for e := range out {
		df := g.df(uint32(e))
		out[e] = out[e] || df < least || df > most
	}
	return out
}

// hubs marks the left entities in most passages; among equal entities the first are marked.
func (g *passageGraph) hubs(hub []bool, left int) {
	if left == 0 {
		return
	}
	byDF := make([]int, g.chunks+1)
	for e := range hub {
		byDF[g.df(uint32(e))]++
	}
	least := len(byDF) - 1
	for ; least > 0 && byDF[least] <= left; least-- {
		left -= byDF[least]
	}
	for e := range hub {
		df := g.df(uint32(e))
		if df == least && left > 0 {
			left--
			hub[e] = true
		}
		hub[e] = hub[e] || df > least
	}
}

// lastEdges returns, by entity, the lightest edge that it keeps with at most limit edges.
func (g *passageGraph) lastEdges(limit int) []lastEdge {
	if limit == 0 {
		return nil
	}
	last := make([]lastEdge, g.nodes)
	for e := range last {
		last[e] = lastEdge{0, g.chunks}
		counts := g.byNode.Counts(uint32(e))
		if len(counts) <= limit {
			continue
		}
		var byCount [256]int
		for _, n := range counts {
			byCount[n]++
		}
		left, least := limit, 255
		for ; byCount[least] < left; least-- {
			left -= byCount[least]
		}
		g.to = g.byNode.Append(g.to[:0], uint32(e))
		for i, n := range counts {
			if int(n) == least && left > 0 {
				left--
				last[e] = lastEdge{n, g.to[i]}
			}
		}
	}
	return last
}

// df returns the number of passages that mention an entity.
func (g *passageGraph) df(e uint32) int { return g.byNode.Len(e) }

// has reports whether pruning has kept an edge of the index.
func (g *passageGraph) has(e, chunk uint32, count uint8) bool {
	if g.left != nil && g.left[e] {
		return false
	}
	if g.last == nil {
		return true
	}
	l := g.last[e]
	return count > l.count || count == l.count && chunk <= l.chunk
}

// known reports whether an entity has an edge.
func (g *passageGraph) known(e uint32) bool { return g.df(e) > 0 && (g.left == nil || !g.left[e]) }

// rarity returns ln((N+1)/(df+1)).
func (g *passageGraph) rarity(df int) float32 {
	if g.idf[df] == 0 {
		g.idf[df] = float32(rank.Ln((float64(g.chunks) + 1) / (float64(df) + 1)))
	}
	return g.idf[df]
}

// edge is w.
func edge(count uint8, rarity float32) float32 { return float32(float32(count)*rarity) + 1 }

// penalty returns df^−½.
func penalty(df int) float32 { return 1 / float32(math.Sqrt(float64(df))) }

// NumNodes returns the number of chunks and entities.
func (g *passageGraph) NumNodes() int { return int(g.chunks) + g.nodes }

// Degree returns the number of edges of a node before pruning.
func (g *passageGraph) Degree(u uint32) int {
	if u < g.chunks {
		return g.byChunk.Len(u)
	}
	return g.df(u - g.chunks)
}

// Row returns the edges of a node.
func (g *passageGraph) Row(u uint32) ([]uint32, []float32) {
	g.p = g.p[:0]
	if u < g.chunks {
		g.to = g.byChunk.Append(g.to[:0], u)
		g.chunkRow(u, g.byChunk.Counts(u))
	} else {
		g.to = g.byNode.Append(g.to[:0], u-g.chunks)
		g.entityRow(u-g.chunks, g.byNode.Counts(u-g.chunks))
	}
	g.to = g.to[:len(g.p)]
	sum := float32(0)
	for _, w := range g.p {
		sum += w
	}
	for i := range g.p {
		g.p[i] /= sum
	}
	return g.to, g.p
}

// chunkRow replaces g.to, the entities of a chunk, by the nodes that pruning leaves, and appends their weights to g.p.
func (g *passageGraph) chunkRow(c uint32, counts []byte) {
	for i, e := range g.to {
		if g.has(e, c, counts[i]) {
			df := g.df(e)
			g.to[len(g.p)] = g.chunks + e
			g.p = append(g.p, edge(counts[i], g.rarity(df))*penalty(df))
		}
	}
}

func (g *passageGraph) entityRow(e uint32, counts []byte) {
	rarity := g.rarity(g.df(e))
	for i, c := range g.to {
		if g.has(e, c, counts[i]) {
			g.to[len(g.p)] = c
			g.p = append(g.p, edge(counts[i], rarity))
		}
	}
}

// explained is the most entities that explain a hit.
const explained = 2

// explain returns the entities that brought most of a chunk's score, by their share score(e)·P[e,c].
func (g *passageGraph) explain(c uint32, score []float32) []rank.Item {
	var best []rank.Item
	counts := g.byChunk.Counts(c)
	g.to = g.byChunk.Append(g.to[:0], c)
	for i, e := range g.to {
		if score[g.chunks+e] == 0 || !g.has(e, c, counts[i]) {
			continue
		}
		it := rank.Item{ID: e, Score: score[g.chunks+e] * edge(counts[i], g.rarity(g.df(e))) / g.weight(e)}
		if len(best) == explained && rank.Compare(best[explained-1], it) < 0 {
			continue
		}
		best = append(best[:min(len(best), explained-1)], it)
		rank.Sort(best, rank.Compare)
	}
	return best
}

// weight returns Σ w(e,·).
func (g *passageGraph) weight(e uint32) float32 {
	row := g.byNode.Counts(e)
	rarity := g.rarity(len(row))
	if g.last == nil || len(row) <= g.shape.maxEdges {
		sum := 0
		for _, n := range row {
			sum += int(n)
		}
		return float32(float32(sum)*rarity) + float32(len(row))
	}
	// Of too many edges the heavier ones stay, and of those with the last count as many as there is room for.
	least, above, sum := g.last[e].count, 0, 0
	for _, n := range row {
		if n > least {
			above++
			sum += int(n)
		}
	}
	sum += (g.shape.maxEdges - above) * int(least)
	return float32(float32(sum)*rarity) + float32(g.shape.maxEdges)
}
