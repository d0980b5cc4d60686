package bm25

import (
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// Who types a few words, one of them rare, looks for the place that has them all. Sums alone would
// let pages full of the common words win: with k1 = 5 a single occurrence counts a sixth of many. So sections
// with all words come first, and sections whose heading is nothing but words of the query, the rarest among
// them: who asks for "useMemo docs" asks for the page useMemo.

const (
	wholeWords = 4  // a query of two to so many words wants all of them,
	rareIn     = 30 // if one of them is in no more sections
)

// isShort tells whether the query is a few words, and the corpus has them all. A question has function words.
// Characters without a space between them are one word.
func (q *pageQuery) isShort() bool {
	query := q.r.Query
	if q.r.Chunks || len(query.Phrases)+len(query.Lacks) > 0 || query.Whole != nil {
		return false
	}
	words, end := 0, -1
	for i := range query.Words {
		w := &query.Words[i]
		if w.Excluded {
			continue
		}
		if query.BitOf(w) < 0 || w.Stop {
			return false
		}
		if w.Start > end {
			words++
		}
		end = w.End
	}
	return words > 1 && words <= wholeWords
}

// findWhole finds the sections with all words of a short query.
func (q *pageQuery) findWhole() {
	fields, terms := q.s.Index.Fields, q.r.Query.Terms
	if len(terms) < 2 || !q.isShort() {
		return
	}
	rarest := 0
	for i, idf := range q.weight {
		if idf > q.weight[rarest] {
			rarest = i
		}
	}
	if q.weight[rarest] == 0 || fields.Own(terms[rarest]) > rareIn {
		return
	}
	x, scores := q.s.Index.Corpus, q.s.Scores
	q.whole = make([]bool, x.NumSections())
	for _, c := range scores.Touched {
		if scores.Mask[c]&(1<<rarest) == 0 {
			continue
		}
		section, has := x.ChunkSection(model.ChunkID(c)), uint32(0)
		for first, end := x.SectionChunks(section); first < end; first++ {
			has |= scores.Mask[first]
		}
		q.whole[section] = has+1 == 1<<len(terms) || scores.Head[c] >= nothingElse && q.heads(c, rarest)
	}
}

// heads tells whether the heading of a chunk has a term of the query.
func (q *pageQuery) heads(chunk uint32, bit int) bool {
	x := q.s.Index.Corpus
	heading := x.Heading.At(int(x.ChunkSection(model.ChunkID(chunk))))
	if heading == "" {
		heading = x.DocTitle.At(int(q.s.Index.Document(chunk)))
	}
	for t := text.NewScanner(heading); t.Next(); {
		if q.r.Query.Bit(string(t.Key())) == bit {
			return true
		}
	}
	return false
}

// isWhole tells whether the section of a chunk has all words.
func (q *pageQuery) isWhole(chunk uint32) bool {
	return q.whole != nil && q.whole[q.s.Index.Corpus.ChunkSection(model.ChunkID(chunk))]
}

// wholeFirst puts the chunks of sections with all words before the best of the others.
func (q *pageQuery) wholeFirst(top []rank.Item) (all []rank.Item) {
	if q.whole == nil {
		return top
	}
	for _, c := range q.s.Scores.Touched {
		if q.isWhole(c) {
			all = append(all, rank.Item{ID: c, Score: q.s.Scores.Score[c]})
		}
	}
	rank.Sort(all, rank.Compare)
	for _, it := range top {
		if !q.isWhole(it.ID) {
			all = append(all, it)
		}
	}
	return all
}
