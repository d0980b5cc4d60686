package engine

import (
	"slices"
	"strings"

	"mycel/engine/model"
	"mycel/engine/strategy"
)

// Community is a part of a layer of mode da that was chosen: a connected subgraph that
// holds together and is about the query.
type Community struct {
	Layer     strategy.Layer
	Title     string // names that set it apart, with commas between them
	K         int    // every edge is in K−2 triangles or more; 0 if it has no structure
	Nodes     int    // chunks or entities
	Edges     int
	Density   float32 // Edges over pairs of nodes, 0..1
	Diameter  int     // longest shortest path within it, in edges
	Relevance float32 // mean similarity of its nodes to the query
	Coverage  float32 // weight of the query's terms that its texts have, 0..1
	Score     float32 // by which it was chosen, 0..1
}

// communities describes those of a ranking.
func (e *Engine) communities(found []strategy.Community) (out []Community) {
	for i := range found {
		c := &found[i]
		out = append(out, Community{
			Layer: c.Layer, Title: strings.Join(e.names(c.Title), ", "), K: c.K, Nodes: len(c.Chunks) + len(c.Entities), Edges: c.Edges,
			Density: c.Density, Diameter: c.Diameter, Relevance: c.Relevance, Coverage: c.Coverage, Score: c.Score,
		})
	}
	return out
}

// communityOf returns the position of the community that led to an item.
func communityOf(found []strategy.Community, it *strategy.Item) int {
	for i := range found {
		c := &found[i]
		if c.Layer != it.Layer {
			continue
		}
		if c.Layer == strategy.ChunkLayer && slices.Contains(c.Chunks, uint32(it.Node)) || len(it.Via) > 0 && slices.Contains(c.Entities, uint32(it.Via[0])) {
			return i
		}
	}
	return -1 // an item that says more than was found
}

// names returns the names of entities.
func (e *Engine) names(ids []model.EntityID) (names []string) {
	for _, id := range ids {
		names = append(names, e.index.Entities.Name(id))
	}
	return names
}

func (w *jsonWriter) communities(list []Community) {
	if len(list) == 0 {
		return
	}
	w.key("communities").open('[')
	for i := range list {
		c := &list[i]
		w.item().open('{')
		w.key("layer").str(string(c.Layer))
		w.key("title").str(c.Title)
		w.key("k").num(c.K)
		w.key("nodes").num(c.Nodes)
		w.key("edges").num(c.Edges)
		w.key("density").float(c.Density)
		w.key("diameter").num(c.Diameter)
		w.key("relevance").float(c.Relevance)
		w.key("coverage").float(c.Coverage)
		w.key("score").float(c.Score)
		w.close('}')
	}
	w.close(']')
}
