package builder

import (
	"mycel/builder/analyse"
	"mycel/builder/ner"
	"mycel/builder/parallel"
)

// findMentions lists the mentions on every page.
func (b *build) findMentions(l lexicon) [][]ner.Mention {
	mentions := make([][]ner.Mention, len(b.pages))
	parallel.Each(len(b.pages), func() func(int) {
		var room analyse.Room
		return func(i int) {
			p := b.pages[i]
			mentions[i] = l.Mentions(p.Doc.Text, room.Outline(p).Sentences, p.Candidates)
		}
	})
	return mentions
}
