package builder

import (
	"cmp"
	"slices"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/arena"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/model"
)

// entityTables are the entities of the corpus with their occurrences.
type entityTables struct {
	entities []entity.Entity
	aliases  []entity.Alias
	mentions [][]ner.Mention // per page, in text order
	chunks   []occurrences   // per chunk: the entities it mentions
	places   [][]uint64      // parallel: where
	totals   []int           // per entity: its mentions
	titles   [][]uint32      // per section: the entities it is about
	edges    []graph.Edge    // ascending
	graph    []byte          // encoded
}

// occurrences counts ids; the ids ascend.
type occurrences struct {
	ids    []uint32
	counts []uint32
}

// tally turns a list of ids, in any order, into occurrences.
func tally(ids []uint32) occurrences {
	slices.Sort(ids)
	var o occurrences
	for i, id := range ids {
		if i > 0 && id == ids[i-1] {
			o.counts[len(o.counts)-1]++
			continue
		}
		o.ids = append(o.ids, id)
		o.counts = append(o.counts, 1)
	}
	return o
}

// findEntities decides what the entities of the corpus are and where they occur.
// Where CountOverlapTwice says so, sentences in the overlap of chunks count twice in the
// graph.
func (b *build) findEntities() (*entityTables, error) {
	pages := b.pages
	lexicon := b.lexicon()
	t := &entityTables{mentions: b.findMentions(lexicon)}
	t.entities = make([]entity.Entity, len(lexicon.Entities()))
	for i, e := range lexicon.Entities() {
		t.entities[i] = entity.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind}
	}
	for _, a := range lexicon.Aliases() {
		t.aliases = append(t.aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(a.Entity)})
	}
	t.totals = entityTotals(t)
	if b.large() {
		for _, p := range pages {
			p.Candidates = nil
		}
		b.strings = nil
	}
	if b.packs() {
		if err := b.writeTexts(); err != nil { // so that they need not be in memory from here on
			return nil, err
		}
	}
	find := linker{entity.Whole(t.entities, t.aliases), b.stemmer}
	pageChunks := make([][]occurrences, len(pages))
	pagePlaces := make([][][]uint64, len(pages))
	pageTitles := make([][][]uint32, len(pages))
	pageEdges := make([][]uint64, len(pages))
	pageGroups := make([]sentenceGroups, len(pages))
	parallel.Each(len(pages), func() func(int) {
		var room analyse.Room
		var tables tallyTables
		return func(i int) {
			p := room.Outline(pages[i])
			links := t.link(p, t.mentions[i], find)
			pageChunks[i], pagePlaces[i] = chunkEntities(p, t.mentions[i], links, &tables)
			pageTitles[i] = links.about
			if b.CountOverlapTwice {
				pageEdges[i] = pageGroups[i].chunkwise(t.mentions[i], p.Chunks)
			} else {
				pageEdges[i] = pageGroups[i].cooccurrences(t.mentions[i])
			}
			if b.packs() && !b.summarises(p) {
				t.mentions[i] = nil // nobody asks for them again
			}
		}
	})
	var g errgroup.Group
	if b.large() {
		g.SetLimit(1) // side by side they would be in memory together
	}
	g.Go(func() error {
		t.edges = mergeEdges(pageEdges, len(t.entities))
		pageEdges = nil // the largest of these lists, and done with
		return nil
	})
	g.Go(func() error {
		t.graph = encodeGraph(pageGroups, len(t.entities))
		pageGroups = nil
		return nil
	})
	_ = g.Wait() // none fails
	t.chunks = slices.Concat(pageChunks...)
	t.places = slices.Concat(pagePlaces...)
	t.titles = slices.Concat(pageTitles...)
	return t, nil
}

// summarises tells whether summaries may be made of a page, which names them by what it
// mentions.
func (b *build) summarises(p *analyse.Page) bool {
	switch b.TreeScope {
	case TreeNone:
		return false
	case TreeOfDocument:
		return b.Summary.Grows(len(p.Chunks))
	}
	return true
}

// chunkEntities counts and places the entities of each chunk of a page. As with
// words, a chunk is also about what the page's title and its section's heading
// name.
func chunkEntities(p *analyse.Page, mentions []ner.Mention, links *titleLinks, to *tallyTables) ([]occurrences, [][]uint64) {
	out := make([]occurrences, len(p.Chunks))
	places := make([][]uint64, len(p.Chunks))
	var all []uint64 // entity, then place
	for i, c := range p.Chunks {
		all = all[:0]
		for _, ids := range [][]uint32{links.title, links.headings[c.Section]} {
			for _, e := range ids {
				all = append(all, uint64(e)<<32)
			}
		}
		for _, m := range mentionsWithin(mentions, c.First, c.End) {
			all = append(all, uint64(m.Entity)<<32|uint64(min(int(m.Sentence)-c.First+1, 63)))
		}
		out[i], places[i] = to.tally(all)
	}
	return out, places
}

// tallyTables has room for what is tallied. It is not safe for concurrent use.
type tallyTables struct {
	numbers arena.Slices[uint32]
	places  arena.Slices[uint64]
}

// tally is tally for entities with the places of their occurrences, up to 63, in the
// lower half. It returns the set of each entity's places, too.
func (t *tallyTables) tally(all []uint64) (o occurrences, places []uint64) {
	slices.Sort(all)
	n := 0
	for i := range all {
		if i == 0 || all[i]>>32 != all[i-1]>>32 {
			n++
		}
	}
	o.ids, o.counts, places = t.numbers.Make(n), t.numbers.Make(n), t.places.Make(n)
	k := -1
	for i, x := range all {
		if i == 0 || x>>32 != all[i-1]>>32 {
			k++
			o.ids[k] = uint32(x >> 32)
		}
		o.counts[k]++
		places[k] |= 1 << uint32(x)
	}
	return o, places
}

// mentionsWithin returns the mentions in the sentences [first, end).
func mentionsWithin(mentions []ner.Mention, first, end int) []ner.Mention {
	before := func(m ner.Mention, sentence int) int { return cmp.Compare(int(m.Sentence), sentence) }
	from, _ := slices.BinarySearchFunc(mentions, first, before)
	to, _ := slices.BinarySearchFunc(mentions, end, before)
	return mentions[from:to]
}

// mergeEdges sums equal pairs of so many entities into weighted edges.
func mergeEdges(pages [][]uint64, entities int) []graph.Edge {
	ends := make([]int, entities+1) // of the pairs of each first entity; first, where they begin
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

// transpose turns rows of columns into columns of rows.
func transpose(rows []occurrences, columns int) []occurrences {
	sizes := make([]int, columns)
	all := 0
	for _, o := range rows {
		for _, c := range o.ids {
			sizes[c]++
		}
		all += len(o.ids)
	}
	out, ids, counts := make([]occurrences, columns), make([]uint32, all), make([]uint32, all)
	for c, n := range sizes {
		out[c] = occurrences{ids[:0:n], counts[:0:n]}
		ids, counts = ids[n:], counts[n:]
	}
	for r, o := range rows {
		for i, c := range o.ids {
			out[c].ids = append(out[c].ids, uint32(r))
			out[c].counts = append(out[c].counts, o.counts[i])
		}
	}
	return out
}
