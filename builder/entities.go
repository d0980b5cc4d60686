package builder

import (
	"slices"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/names"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine/entity"
	"mycel/engine/model"
)

// findEntities decides the entities of the corpus and their mentions. Afterwards the candidates are no
// longer needed.
func findEntities(r *run, a *analysed) *entities.Tables {
	lexicon := newLexicon(r, a)
	t := &entities.Tables{Mentions: findMentions(a.pages, lexicon)}
	t.Entities = make([]entity.Entity, len(lexicon.Entities()))
	for i, e := range lexicon.Entities() {
		t.Entities[i] = entity.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind}
	}
	for _, a := range lexicon.Aliases() {
		t.Aliases = append(t.Aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(a.Entity)})
	}
	all := names.Corpus{Entities: t.Entities, Aliases: t.Aliases, Mentions: t.Mentions, Text: func(page int) string { return a.pages[page].Doc.Text }}
	a.names.Apply(&all)
	var forms func(string) string
	if a.stemmer.Name() != "" {
		forms = a.stemmer.Stem
	}
	all.Merge(a.stemmer.Base(), forms)
	a.tied = a.given.Tie(&all, a.pages, lexicon.Given)
	t.Entities, t.Aliases = all.Entities, all.Aliases
	t.Totals = all.Totals()
	for _, p := range a.pages {
		p.Candidates = nil
	}
	a.strings = nil
	return t
}

// linkEntities makes the tables of the places of entities, and their graph. Sentences in the
// overlap of chunks count twice in the graph if Config.CountOverlapTwice is set.
func linkEntities(r *run, a *analysed, t *entities.Tables) {
	pages := a.pages
	find := entities.Linker{Vocabulary: entity.Whole(t.Entities, t.Aliases), Stemmer: a.stemmer}
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
			if r.CountOverlapTwice {
				pageEdges[i] = pageGroups[i].Chunkwise(t.Mentions[i], p.Chunks)
			} else {
				pageEdges[i] = pageGroups[i].CoOccurrences(t.Mentions[i])
			}
			if r.packs() && !r.summarises(p) {
				t.Mentions[i] = nil // no later stage reads them
			}
		}
	})
	t.Chunks = slices.Concat(pageChunks...)
	t.Places = slices.Concat(pagePlaces...)
	t.Titles = slices.Concat(pageTitles...)
	if a.tied != nil {
		related := entities.WithoutEdges(a.tied.Link(t), pageEdges)
		var own entities.SentenceGroups
		pageEdges, pageGroups = append(pageEdges, own.Relate(related)), append(pageGroups, own)
		a.tied.Report.New = len(related)
		r.report.Graph, r.statements = &a.tied.Report, a.tied.Statements()
	}
	var g errgroup.Group
	g.SetLimit(r.atOnce())
	g.Go(func() error {
		t.Edges = entities.MergeEdges(pageEdges, len(t.Entities))
		pageEdges = nil // the largest of these lists, which is no longer needed
		return nil
	})
	g.Go(func() error {
		t.Graph = entities.EncodeGraph(pageGroups, len(t.Entities))
		pageGroups = nil
		return nil
	})
	_ = g.Wait() // no function returns an error
}

// summarises reports whether a page may have summaries, which are named by its mentions.
func (r *run) summarises(p *analyse.Page) bool {
	switch r.TreeScope {
	case trees.None:
		return false
	case trees.OfCorpus:
		return true
	}
	return summary.Grows(len(p.Chunks))
}
