package entities

import (
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/ner"
	"mycel/engine/graph"
)

// SentenceGroups collects which entities share sentences: each two of a group occur
// together, but for the pairs in less.
type SentenceGroups struct {
	groups graph.Groups
	less   []uint64 // packed, smaller id in the high half
}

// Chunkwise is cooccurrences chunk by chunk, as Zhao et al. (2025) merge their graphs:
// a sentence that two chunks share counts twice.
func (g *SentenceGroups) Chunkwise(mentions []ner.Mention, chunks []analyse.Chunk) []uint64 {
	var pairs []uint64
	for _, c := range chunks {
		pairs = append(pairs, g.CoOccurrences(MentionsWithin(mentions, c.First, c.End))...)
	}
	return pairs
}

// CoOccurrences adds the sentences of mentions, and returns one packed pair (smaller id in
// the high half) for every two distinct entities of each that occur together. Sentences
// belong to the page, so one that lies in two overlapping chunks counts once.
func (g *SentenceGroups) CoOccurrences(mentions []ner.Mention) []uint64 {
	var room [1 << 10]uint64
	pairs := room[:0]
	for len(mentions) > 0 {
		n := 1
		for n < len(mentions) && mentions[n].Sentence == mentions[0].Sentence {
			n++
		}
		first := len(pairs)
		pairs = appendPairs(pairs, mentions[:n])
		g.add(mentions[:n], pairs[first:])
		mentions = mentions[n:]
	}
	return slices.Clone(pairs)
}

// appendPairs appends the pairs of a sentence, ascending, each once. A name inside a longer
// name does not occur together with it.
func appendPairs(pairs []uint64, mentions []ner.Mention) []uint64 {
	first := len(pairs)
	for i, a := range mentions {
		for _, b := range mentions[i+1:] {
			if a.Entity != b.Entity && (a.Start >= b.End || b.Start >= a.End) {
				pairs = append(pairs, pack2(min(a.Entity, b.Entity), max(a.Entity, b.Entity)))
			}
		}
	}
	slices.Sort(pairs[first:])
	return append(pairs[:first], slices.Compact(pairs[first:])...)
}

func pack2(u, v uint32) uint64 { return uint64(u)<<32 | uint64(v) }

// add adds a sentence by its mentions and the pairs that occur together in it.
func (g *SentenceGroups) add(mentions []ner.Mention, pairs []uint64) {
	if len(pairs) == 0 {
		return
	}
	ids := make([]uint32, len(mentions))
	for i, m := range mentions {
		ids[i] = m.Entity
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > graph.MaxGroup {
		for _, pair := range pairs {
			g.groups.Add(uint32(pair>>32), uint32(pair))
		}
		return
	}
	g.groups.Add(ids...)
	for i, u := range ids {
		for _, v := range ids[i+1:] {
			if len(pairs) > 0 && pairs[0] == pack2(u, v) {
				pairs = pairs[1:]
			} else {
				g.less = append(g.less, pack2(u, v))
			}
		}
	}
}

// EncodeGraph writes the graph of the entities by the sentences of all pages; entities is the
// number of entities.
func EncodeGraph(pages []SentenceGroups, entities int) []byte {
	ids, groups := 0, 0
	for _, p := range pages {
		ids, groups = ids+len(p.groups.IDs), groups+len(p.groups.Ends)
	}
	all := graph.Groups{IDs: make([]uint32, 0, ids), Ends: make([]uint32, 0, groups)}
	less := make([][]uint64, len(pages))
	for i, p := range pages {
		before := uint32(len(all.IDs))
		all.IDs = append(all.IDs, p.groups.IDs...)
		for _, end := range p.groups.Ends {
			all.Ends = append(all.Ends, before+end)
		}
		less[i] = p.less
	}
	return graph.Encode(entities, all, MergeEdges(less, entities))
}
