package strategy

import (
	"mycel/engine/model"
	"mycel/engine/text"
)

// Every section of a page is found by the words of the page's title, short ones most of
// all. Who asks for nothing but these words asks for the page.

// preferHeads gives the head of a page the score of the page's best section, before which
// it stands then, if the title has all words of the query. Sections whose own heading has
// them as well do not count for that. The nodes hold the scores of the chunks.
func (s *Searcher) preferHeads(r *Request) {
	x, score := s.Index.Corpus, s.Scores.Score
	for _, it := range s.TopNodes(r.Options.K) {
		section := x.ChunkSection(model.ChunkID(it.ID))
		doc := x.SectionDoc(section)
		head, _ := x.DocChunks(doc)
		if s.Scores.Mask[head] != 0 && score[head] < it.Score &&
			s.asksFor(r, x.DocTitle.At(int(doc))) && !s.asksFor(r, x.Heading.At(int(section))) {
			score[head] = it.Score
		}
	}
}

// asksFor tells whether a title has all words that the query searches for, as often as the
// query: who asks for queue.Queue does not ask for all of queue.
func (s *Searcher) asksFor(r *Request, title string) bool {
	missing, more := ^uint32(0)>>(32-len(r.Query.Terms)), 0
	for i := range r.Query.Words {
		if r.Query.BitOf(&r.Query.Words[i]) >= 0 {
			more++
		}
	}
	for words := text.NewScanner(title); words.Next(); {
		if bit := r.Query.Bit(s.Index.Dictionary, string(words.Key())); bit >= 0 {
			missing &^= 1 << bit
			more--
		}
	}
	return missing == 0 && more <= 0
}
