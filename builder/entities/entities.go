package entities

import (
	"cmp"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/arena"
	"mycel/builder/names"
	"mycel/builder/ner"
	"mycel/builder/summary"
	"mycel/engine/entity"
	"mycel/engine/graph"
)

// Tables are the entities of the corpus with their occurrences.
type Tables struct {
	Entities []entity.Entity
	Aliases  []entity.Alias
	Mentions [][]ner.Mention // per page, in text order
	Chunks   []Occurrences   // per chunk: the entities it mentions
	Places   [][]uint64      // parallel: the places of each entity
	Totals   []int           // per entity: its mentions
	Titles   [][]uint32      // per section: the entities it is about
	Edges    []graph.Edge    // ascending
	Graph    []byte          // encoded
}

// Occurrences counts ids; the ids ascend.
type Occurrences struct {
	IDs    []uint32
	Counts []uint32
}

// Tally turns a list of ids, in any order, into occurrences.
func Tally(ids []uint32) Occurrences {
	slices.Sort(ids)
	var o Occurrences
	for i, id := range ids {
		if i > 0 && id == ids[i-1] {
			o.Counts[len(o.Counts)-1]++
			continue
		}
		o.IDs = append(o.IDs, id)
		o.Counts = append(o.Counts, 1)
	}
	return o
}

// ChunkEntities counts and places the entities of each chunk of a page. As with words, a chunk is also about the
// entities in the page's title and its section's heading.
func ChunkEntities(p *analyse.Page, mentions []ner.Mention, links *titleLinks, to *TallyRoom) ([]Occurrences, [][]uint64) {
	out := make([]Occurrences, len(p.Chunks))
	places := make([][]uint64, len(p.Chunks))
	var all []uint64 // entity, then place
	for i, c := range p.Chunks {
		all = all[:0]
		for _, ids := range [][]uint32{links.title, links.headings[c.Section]} {
			for _, e := range ids {
				all = append(all, uint64(e)<<32)
			}
		}
		for _, m := range MentionsWithin(mentions, c.First, c.End) {
			all = append(all, uint64(m.Entity)<<32|uint64(min(int(m.Sentence)-c.First+1, 63)))
		}
		out[i], places[i] = to.tally(all)
	}
	return out, places
}

// Mention makes a chunk mention an entity that no sentence of it names, as a heading does.
func (t *Tables) Mention(chunk int, entity uint32) {
	o := &t.Chunks[chunk]
	i, known := slices.BinarySearch(o.IDs, entity)
	if !known {
		o.IDs, o.Counts = slices.Insert(slices.Clip(o.IDs), i, entity), slices.Insert(slices.Clip(o.Counts), i, 1)
		t.Places[chunk] = slices.Insert(slices.Clip(t.Places[chunk]), i, 1)
	}
}

// TallyRoom is scratch space for tallies. It is not safe for concurrent use.
type TallyRoom struct {
	numbers arena.Slices[uint32]
	places  arena.Slices[uint64]
}

// tally is Tally for entities with the places of their occurrences, up to 63, in the lower half. It also returns the
// set of each entity's places.
func (t *TallyRoom) tally(all []uint64) (o Occurrences, places []uint64) {
	slices.Sort(all)
	n := 0
	for i := range all {
		if i == 0 || all[i]>>32 != all[i-1]>>32 {
			n++
		}
	}
	o.IDs, o.Counts, places = t.numbers.Make(n), t.numbers.Make(n), t.places.Make(n)
	k := -1
	for i, x := range all {
		if i == 0 || x>>32 != all[i-1]>>32 {
			k++
			o.IDs[k] = uint32(x >> 32)
		}
		o.Counts[k]++
		places[k] |= 1 << uint32(x)
	}
	return o, places
}

// MentionsWithin returns the mentions in the sentences [first, end).
func MentionsWithin(mentions []ner.Mention, first, end int) []ner.Mention {
	before := func(m ner.Mention, sentence int) int { return cmp.Compare(int(m.Sentence), sentence) }
	from, _ := slices.BinarySearchFunc(mentions, first, before)
	to, _ := slices.BinarySearchFunc(mentions, end, before)
	return mentions[from:to]
}

// MergeEdges sums equal pairs into weighted edges; entities is the number of entities.
func MergeEdges(pages [][]uint64, entities int) []graph.Edge {
	ends := make([]int, entities+1) // by first entity: the end of its pairs; before that, their beginning
	for _, pairs := range pages {
		for _, pair := range pairs {
			ends[pair>>32+1]++
		}
	}
	for u := range entities {
		ends[u+1] += ends[u]
	}
	others := make([]uint32, ends[entities])
	for _, pairs := range pages {
		for _, pair := range pairs {
			u := pair >> 32
			others[ends[u]] = uint32(pair)
			ends[u]++
		}
	}
	first, different := 0, 0
	for _, end := range ends[:entities] {
		list := others[first:end]
		first = end
		slices.Sort(list)
		for i, v := range list {
			if i == 0 || v != list[i-1] {
				different++
			}
		}
	}
	edges := make([]graph.Edge, 0, different)
	first = 0
	for u, end := range ends[:entities] {
		list := others[first:end]
		first = end
		for i, v := range list {
			if i > 0 && v == list[i-1] {
				edges[len(edges)-1].Weight++
				continue
			}
			edges = append(edges, graph.Edge{U: uint32(u), V: v, Weight: 1})
		}
	}
	return edges
}

// Transpose turns rows of columns into columns of rows.
func Transpose(rows []Occurrences, columns int) []Occurrences {
	sizes := make([]int, columns)
	all := 0
	for _, o := range rows {
		for _, c := range o.IDs {
			sizes[c]++
		}
		all += len(o.IDs)
	}
	out, ids, counts := make([]Occurrences, columns), make([]uint32, all), make([]uint32, all)
	for c, n := range sizes {
		out[c] = Occurrences{ids[:0:n], counts[:0:n]}
		ids, counts = ids[n:], counts[n:]
	}
	for r, o := range rows {
		for i, c := range o.IDs {
			out[c].IDs = append(out[c].IDs, uint32(r))
			out[c].Counts = append(out[c].Counts, o.Counts[i])
		}
	}
	return out
}

// Phrases lists the entities of mentions with their counts.
func (t *Tables) Phrases(mentions []ner.Mention, totals []int) []summary.Phrase {
	ids := make([]uint32, len(mentions))
	for i, m := range mentions {
		ids[i] = uint32(m.Entity)
	}
	o := Tally(ids)
	phrases := make([]summary.Phrase, len(o.IDs))
	for i, id := range o.IDs {
		phrases[i] = summary.Phrase{Text: t.Entities[id].Name, Count: int(o.Counts[i]), Total: totals[id]}
	}
	return phrases
}

// Among returns a function that finds entities of a short list by their names and aliases.
func (t *Tables) Among(list []uint32) func(name string) (uint32, bool) {
	all := names.Corpus{Entities: t.Entities, Aliases: t.Aliases}
	return func(name string) (uint32, bool) {
		e, ok := all.Find(ner.Key(name))
		return e, ok && slices.Contains(list, e)
	}
}
