package entities

import (
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/ner"
	"mycel/engine/graph"
)

// SentenceGroups collects the entities that share sentences: every two of a group occur together.
type SentenceGroups struct{ groups graph.Groups }

// Chunkwise is CoOccurrences chunk by chunk, as Zhao et al. (2025) merge their graphs: a sentence that two chunks
// share counts twice.
func (g *SentenceGroups) Chunkwise(mentions []ner.Mention, chunks []analyse.Chunk) []uint64 {
	var pairs []uint64
	for _, c := range chunks {
		pairs = append(pairs, g.CoOccurrences(MentionsWithin(mentions, c.First, c.End))...)
	}
	return pairs
}

// CoOccurrences adds the sentences of mentions. It returns one packed pair (smaller id in the high half) for
// every two distinct entities of a sentence. Sentences belong to the page, so a sentence in two overlapping
// chunks counts once.
func (g *SentenceGroups) CoOccurrences(mentions []ner.Mention) []uint64 {
	var room [1 << 10]uint64
	pairs := room[:0]
	for len(mentions) > 0 {
		n := 1
		for n < len(mentions) && mentions[n].Sentence == mentions[0].Sentence {
			n++
		}
		pairs = g.add(pairs, mentions[:n])
		mentions = mentions[n:]
	}
	return slices.Clone(pairs)
}

// Relate adds pairs that share no sentence, and returns them packed.
func (g *SentenceGroups) Relate(pairs [][2]uint32) []uint64 {
	packed := make([]uint64, len(pairs))
	for i, p := range pairs {
		packed[i] = pack2(p[0], p[1])
		g.groups.Add(p[0], p[1])
	}
	return packed
}

// WithoutEdges returns the pairs that share no sentence on any page.
func WithoutEdges(pairs [][2]uint32, pages [][]uint64) [][2]uint32 {
	known := map[uint64]bool{}
	for _, p := range pairs {
		known[pack2(p[0], p[1])] = false
	}
	for _, edges := range pages {
		for _, edge := range edges {
			if _, ok := known[edge]; ok {
				known[edge] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(pairs), func(p [2]uint32) bool { return known[pack2(p[0], p[1])] })
}

func pack2(u, v uint32) uint64 { return uint64(u)<<32 | uint64(v) }

// add adds the group of a sentence, and appends its pairs, ascending, each once. If the sentence has more
// entities than a group may have, each pair becomes a group.
func (g *SentenceGroups) add(pairs []uint64, mentions []ner.Mention) []uint64 {
	ids := make([]uint32, len(mentions))
	for i, m := range mentions {
		ids[i] = m.Entity
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) > 1 && len(ids) <= graph.MaxGroup {
		g.groups.Add(ids...)
	}
	for i, u := range ids {
		for _, v := range ids[i+1:] {
			pairs = append(pairs, pack2(u, v))
			if len(ids) > graph.MaxGroup {
				g.groups.Add(u, v)
			}
		}
	}
	return pairs
}

// EncodeGraph writes the graph of the entities, made of the sentences of all pages; entities is the number of
// entities.
func EncodeGraph(pages []SentenceGroups, entities int) []byte {
	ids, groups := 0, 0
	for _, p := range pages {
		ids, groups = ids+len(p.groups.IDs), groups+len(p.groups.Ends)
	}
	all := graph.Groups{IDs: make([]uint32, 0, ids), Ends: make([]uint32, 0, groups)}
	for _, p := range pages {
		before := uint32(len(all.IDs))
		all.IDs = append(all.IDs, p.groups.IDs...)
		for _, end := range p.groups.Ends {
			all.Ends = append(all.Ends, before+end)
		}
	}
	return graph.Encode(entities, all)
}
