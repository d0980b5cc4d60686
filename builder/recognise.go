package builder

import (
	"mycel/builder/analyse"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/engine/entity"
)

// newLexicon decides the entities with the candidates of all pages.
func newLexicon(r *run, a *analysed) *ner.Lexicon {
	candidates := make([]*ner.Numbered, len(a.pages))
	var titles []ner.Title
	for i, p := range a.pages {
		candidates[i] = p.Candidates
		if !r.NoTitles {
			titles = append(titles, p.Titles(i)...)
		}
	}
	for _, kept := range a.names.Kept() {
		titles = append(titles, ner.Title{Text: kept, Doc: -1, Level: ner.Kept})
	}
	titles = append(titles, a.given.Titles()...)
	return ner.NewLexicon(a.strings, candidates, titles, r.nerOptions())
}

// withoutListedTerms removes the mentions of terms in listings: there common nouns are keywords, such as function. A
// mention inside a removed mention then stands by itself.
func withoutListedTerms(p *analyse.Page, mentions []ner.Mention, entities []ner.Entity) []ner.Mention {
	if len(p.Doc.Code) == 0 {
		return mentions
	}
	listed, out := p.Listings(), mentions[:0]
	around := uint32(0) // end of the mention that may enclose the next one
	for _, m := range mentions {
		if listed(int(m.Start)) && entities[m.Entity].Kind == entity.Term {
			continue
		}
		m.Nested = m.Nested && m.End <= around
		around = max(around, m.End)
		out = append(out, m)
	}
	return out
}

// findMentions lists the mentions on every page.
func findMentions(pages []*analyse.Page, l *ner.Lexicon) [][]ner.Mention {
	mentions := make([][]ner.Mention, len(pages))
	parallel.Each(len(pages), func() func(int) {
		var room analyse.Room
		return func(i int) {
			p := pages[i]
			mentions[i] = withoutListedTerms(p, l.Mentions(p.Doc.Text, room.Outline(p).Sentences, p.Candidates), l.Entities())
		}
	})
	return mentions
}
