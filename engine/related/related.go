// Package related finds the neighbours of a document or a section: by entities that both mention, by links and by headings.
package related

import (
	"math"
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Unit is a document or a section, by its chunks [First, End).
type Unit struct{ First, End model.ChunkID }

// Neighbour is a unit that is near another.
type Neighbour struct {
	Unit
	Score    float32          // 0..1
	Entities []model.EntityID // entities that both mention, the rarest first
	Ties     []*Tie           // at most one of a kind
}

// Entities in more chunks than this join no units: they belong to the subject of the whole corpus.
const (
	maxRelated  = 300
	relatedPart = 20 // of all chunks
	minRelated  = 10 // in small corpora
)

// Find ranks the units that are near the sections [first, end), at most k. If bySection is set, there is one section,
// and units are sections; otherwise the sections are those of a document, and units are documents. A unit is near if it
// mentions the same entities, or if a Tie joins it. Its score is the cosine of the sets of entities, where an entity
// weighs ln(chunks/df). Ties add to it: see addTies. O(mentions of the entities + links).
func Find(x *method.Index, first, end model.SectionID, bySection bool, k int) []Neighbour {
	c := x.Corpus
	around := func(chunk model.ChunkID) Unit {
		s := c.ChunkSection(chunk)
		first, end := c.SectionChunks(s)
		if !bySection {
			first, end = c.DocChunks(c.SectionDoc(s))
		}
		return Unit{first, end}
	}
	of := Unit{}
	of.First, _ = c.SectionChunks(first)
	_, of.End = c.SectionChunks(end - 1)
	type share struct {
		unit   Unit
		entity uint32
		weight float32 // 0: entity is a position in ties
	}
	var shares []share
	var ties tieList
	if x.HasPart(bundle.GroupLinks) {
		ties = tiesOf(x, first, end, bySection)
	}
	norm := float32(0)
	own := mentioned(x, of)
	if !x.HubsLoaded() {
		return nil
	}
	for _, e := range own {
		w := rarity(x, e)
		if w == 0 {
			continue
		}
		norm += w
		if x.EntityChunks.Len(e) < 2 {
			continue // no other unit mentions it
		}
		last := of
		for _, c := range x.EntityChunks.Set(e).Append(nil) {
			if u := around(model.ChunkID(c)); u != last && u != of {
				shares = append(shares, share{u, e, w})
				last = u
			}
		}
	}
	for i, t := range ties {
		if first, end := c.SectionChunks(model.SectionID(t.to)); first < end {
			if u := around(first); u != of {
				shares = append(shares, share{unit: u, entity: uint32(i)})
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
		if sh.weight == 0 {
			last.tie(ties[sh.entity])
			continue
		}
		last.Score += sh.weight
		last.Entities = append(last.Entities, model.EntityID(sh.entity))
	}
	for i := range out {
		n := &out[i]
		if n.Score > 0 {
			own := float32(0)
			for _, e := range mentioned(x, n.Unit) {
				own += rarity(x, e)
			}
			n.Score /= float32(math.Sqrt(float64(norm))) * float32(math.Sqrt(float64(own)))
		}
		n.addTies()
	}
	rank.Sort(out, func(a, b Neighbour) int {
		return rank.Compare(rank.Item{ID: uint32(a.First), Score: a.Score}, rank.Item{ID: uint32(b.First), Score: b.Score})
	})
	return out[:min(k, len(out))]
}

// rarity returns the square of an entity's weight; 0 for an entity in too many chunks.
func rarity(x *method.Index, e uint32) float32 {
	n, df := x.Corpus.NumChunks(), x.EntityChunks.Len(e)
	if df > min(maxRelated, max(minRelated, n/relatedPart)) {
		return 0
	}
	w := float32(rank.Ln(float64(n) / float64(df)))
	return w * w
}

// mentioned returns the entities of a unit, ascending.
func mentioned(x *method.Index, u Unit) []uint32 {
	var ids []uint32
	for c := u.First; c < u.End; c++ {
		ids = x.ChunkEntities.Set(uint32(c)).Append(ids)
	}
	rank.Sort(ids, func(a, b uint32) int { return int(a) - int(b) })
	return slices.Compact(ids)
}
