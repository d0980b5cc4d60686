package bm25

import (
	"mycel/engine/method"
	"mycel/engine/model"
)

// Every section of a page is found by the words of the page's title, above all short
// sections. A query of only these words asks for the page.

// boostIntros gives the head of a page the score of the page's best section if the title
// has all words of the query. The head then stands before that section. Sections whose
// own heading has all words do not count. The nodes must hold the scores of the chunks.
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
