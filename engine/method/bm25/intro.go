package bm25

import (
	"mycel/engine/method"
	"mycel/engine/model"
)

// Every section of a page is found by the words of the page's title, short ones most of
// all. Who asks for nothing but these words asks for the page.

// boostIntros gives the head of a page the score of the page's best section, before which
// it stands then, if the title has all words of the query. Sections whose own heading has
// them as well do not count for that. The nodes hold the scores of the chunks.
func (m *ranker) boostIntros(r *method.Request) {
	x, score := m.s.Index.Corpus, m.s.Scores.Score
	for _, it := range m.s.TopNodes(r.Options.K) {
		section := x.ChunkSection(model.ChunkID(it.ID))
		doc := x.SectionDoc(section)
		head, _ := x.DocChunks(doc)
		if m.s.Scores.Mask[head] != 0 && score[head] < it.Score &&
			r.AsksFor(x.DocTitle.At(int(doc))) && !r.AsksFor(x.Heading.At(int(section))) {
			score[head] = it.Score
		}
	}
}
