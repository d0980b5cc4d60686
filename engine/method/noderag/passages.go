package noderag

import (
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// maxVia is the most entities that explain a hit.
const maxVia = 2

// passages ranks chunks by the mass that the walk brought to them.
func (q *query) passages() []method.Item {
	by := map[model.ChunkID]*Found{} // by chunk, the first found node with text of it
	for i := range q.found {
		f := &q.found[i]
		for _, c := range q.chunksOf(f.Node) {
			if by[c] == nil {
				by[c] = f
			}
		}
	}
	for want := 4 * q.r.Length(); ; want *= 4 {
		want = min(want, method.MaxDepth)
		top := q.reached(want, nil, heterograph.Text)
		items := q.firsts(top, by)
		if len(items) == q.r.Length() || len(top) < want || want == method.MaxDepth {
			return items
		}
	}
}

// firsts returns items for the texts that a list shows: see Searcher.Fill.
func (q *query) firsts(top []rank.Item, by map[model.ChunkID]*Found) []method.Item {
	var items []method.Item
	have := map[uint32]bool{} // by unit
	for _, it := range top {
		if len(items) == q.r.Length() {
			break
		}
		if unit := q.s.Index.Unit(q.r, it.ID); !have[unit] && q.s.Admits(q.r, it.ID) {
			have[unit] = true
			c := model.ChunkID(it.ID)
			items = append(items, q.item(c, it.Score/top[0].Score, by[c]))
		}
	}
	return items
}

// explain adds to items of the walk the entities over which it came.
func (q *query) explain(items []method.Item) {
	for i := range items {
		if it := &items[i]; it.Source == FromNode && (len(it.Reasons) == 0 || it.Reasons[0].Label != string(BySimilarity)) {
			it.Reasons = append(method.Over(q.via(model.ChunkID(it.Node))), it.Reasons...)
		}
	}
}

// relative returns a score of a found node in 0..1: its similarity, or its mass as a share of the
// greatest.
func (q *query) relative(f *Found) float32 {
	if f.By == BySimilarity {
		return f.Score
	}
	most := float32(0)
	for i := range q.found {
		if q.found[i].By != BySimilarity {
			most = max(most, q.found[i].Score)
		}
	}
	return f.Score / most
}

// item makes an item of a chunk that a node led to. explain completes it.
func (q *query) item(c model.ChunkID, score float32, f *Found) method.Item {
	it := method.Item{Node: model.NodeID(c), Score: score, Source: FromNode}
	if f != nil {
		it.Reasons = []method.Reason{f.reason()}
	}
	return it
}

// via returns the entities near a chunk with most mass of the walk.
func (q *query) via(c model.ChunkID) []model.EntityID {
	first, _ := q.g.Range(heterograph.Entity)
	units, _ := q.g.Range(heterograph.Unit)
	var ids []uint32
	for u, end := q.g.Units(c); u < end; u++ {
		for _, e := range q.g.Of(units+u, heterograph.Entity) {
			if q.walker.Score[e] > 0 {
				ids = append(ids, e)
			}
		}
	}
	ids = rank.Union(ids)
	var out []model.EntityID
	for _, it := range rank.Top(nil, ids, q.walker.Score, maxVia) {
		out = append(out, model.EntityID(it.ID-first))
	}
	return out
}
