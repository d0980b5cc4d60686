package builder

import (
	"slices"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/parallel"
	"mycel/builder/trees"
	"mycel/engine/entity"
	"mycel/engine/model"
)

// findEntities decides what the entities of the corpus are and where they occur.
// Where CountOverlapTwice says so, sentences in the overlap of chunks count twice in the
// graph.
func (b *build) findEntities() (*entities.Tables, error) {
	pages := b.pages
	lexicon := b.lexicon()
	t := &entities.Tables{Mentions: b.findMentions(lexicon)}
	t.Entities = make([]entity.Entity, len(lexicon.Entities()))
	for i, e := range lexicon.Entities() {
		t.Entities[i] = entity.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind}
	}
	for _, a := range lexicon.Aliases() {
		t.Aliases = append(t.Aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(a.Entity)})
	}
	t.Totals = entities.EntityTotals(t)
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
	find := entities.Linker{Vocabulary: entity.Whole(t.Entities, t.Aliases), Stemmer: b.stemmer}
	pageChunks := make([][]entities.Occurrences, len(pages))
	pagePlaces := make([][][]uint64, len(pages))
	pageTitles := make([][][]uint32, len(pages))
	pageEdges := make([][]uint64, len(pages))
	pageGroups := make([]entities.SentenceGroups, len(pages))
	parallel.Each(len(pages), func() func(int) {
		var room analyse.Room
		var tables entities.TallyRoom
		return func(i int) {
			p := room.Outline(pages[i])
			links := t.Link(p, t.Mentions[i], find)
			pageChunks[i], pagePlaces[i] = entities.ChunkEntities(p, t.Mentions[i], links, &tables)
			pageTitles[i] = links.About
			if b.CountOverlapTwice {
				pageEdges[i] = pageGroups[i].Chunkwise(t.Mentions[i], p.Chunks)
			} else {
				pageEdges[i] = pageGroups[i].CoOccurrences(t.Mentions[i])
			}
			if b.packs() && !b.summarises(p) {
				t.Mentions[i] = nil // nobody asks for them again
			}
		}
	})
	var g errgroup.Group
	if b.large() {
		g.SetLimit(1) // side by side they would be in memory together
	}
	g.Go(func() error {
		t.Edges = entities.MergeEdges(pageEdges, len(t.Entities))
		pageEdges = nil // the largest of these lists, and done with
		return nil
	})
	g.Go(func() error {
		t.Graph = entities.EncodeGraph(pageGroups, len(t.Entities))
		pageGroups = nil
		return nil
	})
	_ = g.Wait() // none fails
	t.Chunks = slices.Concat(pageChunks...)
	t.Places = slices.Concat(pagePlaces...)
	t.Titles = slices.Concat(pageTitles...)
	return t, nil
}

// summarises tells whether summaries may be made of a page, which names them by what it
// mentions.
func (b *build) summarises(p *analyse.Page) bool {
	switch b.TreeScope {
	case trees.None:
		return false
	case trees.OfDocument:
		return b.Summary.Grows(len(p.Chunks))
	}
	return true
}
