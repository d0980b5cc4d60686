package method

import (
	"math"
	"slices"

	"mycel/engine/model"
	"mycel/engine/rank"
)

// Unit is a document or a section, by its chunks [First, End).
type Unit struct{ First, End model.ChunkID }

// Neighbour is a unit that shares entities with another.
type Neighbour struct {
	Unit
	Score    float32          // 0..1
	Entities []model.EntityID // that both mention, the rarest first
}

// Entities in more chunks than this join nothing to anything: they are what the
// corpus as a whole is about.
const (
	maxRelated  = 300
	relatedPart = 20 // of all chunks
	minRelated  = 10 // in small corpora
)

// Related ranks the units that mention the same entities as one of them does, at
// most k. The score is the cosine of the sets of entities, in which an entity has the weight
// ln(chunks/df). around returns the unit of a chunk; units ascend with chunks.
// O(mentions of the unit's entities).
func (x *Index) Related(of Unit, around func(model.ChunkID) Unit, k int) []Neighbour {
	type share struct {
		unit   Unit
		entity uint32
		weight float32
	}
	var shares []share
	norm := float32(0)
	own := x.mentioned(of)
	if !x.HubsReady() {
		return nil
	}
	for _, e := range own {
		w := x.rarity(e)
		if w == 0 {
			continue
		}
		norm += w
		if x.EntityChunks.Len(e) < 2 {
			continue // nothing else mentions it
		}
		last := of
		for _, c := range x.EntityChunks.Set(e).Append(nil) {
			if u := around(model.ChunkID(c)); u != last && u != of {
				shares = append(shares, share{u, e, w})
				last = u
			}
		}
	}
	rank.Sort(shares, func(a, b share) int {
		switch {
		case a.unit != b.unit:
			return int(a.unit.First) - int(b.unit.First)
		case a.weight != b.weight:
			return rank.Compare(rank.Item{Score: a.weight}, rank.Item{Score: b.weight})
		}
		return int(a.entity) - int(b.entity)
	})
	var out []Neighbour
	for _, sh := range shares {
		if n := len(out); n == 0 || out[n-1].Unit != sh.unit {
			out = append(out, Neighbour{Unit: sh.unit})
		}
		last := &out[len(out)-1]
		last.Score += sh.weight
		last.Entities = append(last.Entities, model.EntityID(sh.entity))
	}
	for i := range out {
		own := float32(0)
		for _, e := range x.mentioned(out[i].Unit) {
			own += x.rarity(e)
		}
		out[i].Score /= float32(math.Sqrt(float64(norm))) * float32(math.Sqrt(float64(own)))
	}
	rank.Sort(out, func(a, b Neighbour) int {
		return rank.Compare(rank.Item{ID: uint32(a.First), Score: a.Score}, rank.Item{ID: uint32(b.First), Score: b.Score})
	})
	return out[:min(k, len(out))]
}

// rarity is the square of an entity's weight, 0 for one in too many chunks.
func (x *Index) rarity(e uint32) float32 {
	n, df := x.Corpus.NumChunks(), x.EntityChunks.Len(e)
	if df > min(maxRelated, max(minRelated, n/relatedPart)) {
		return 0
	}
	w := float32(rank.Ln(float64(n) / float64(df)))
	return w * w
}

// mentioned returns the entities of a unit, ascending.
func (x *Index) mentioned(u Unit) []uint32 {
	var ids []uint32
	for c := u.First; c < u.End; c++ {
		ids = x.ChunkEntities.Set(uint32(c)).Append(ids)
	}
	rank.Sort(ids, func(a, b uint32) int { return int(a) - int(b) })
	return slices.Compact(ids)
}
