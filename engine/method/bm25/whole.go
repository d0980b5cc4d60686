package bm25

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// A few words, one of them rare, look for the place that has them all. Sums alone would let pages full of the common
// words win: with k1 = 5 one occurrence counts a sixth of many. So sections with all words come first, and before them
// the section with a word in a form that no other section has. A section also counts as having all words if its heading
// consists of query words with most of the query's idf: "useMemo docs" asks for the page useMemo.

const (
	wholeWords = 4   // a query of two to this many words wants all of them,
	rareIn     = 30  // if at most this many sections have one of them
	mostOfIt   = 0.6 // share of the query's idf
)

// isShort tells whether the query is a few words that the corpus all has. A question has function words; two words are
// no question. Characters without a space between them are one word.
func (q *pageQuery) isShort() bool {
	query := q.r.Query
	if q.r.Chunks || len(query.Phrases)+len(query.Lacks) > 0 || query.Whole != nil {
		return false
	}
	words, stops, end := 0, 0, -1
	for i := range query.Words {
		w := &query.Words[i]
		if w.Excluded {
			continue
		}
		if w.Stop {
			stops++
		} else if query.BitOf(w) < 0 {
			return false
		}
		if w.Start > end {
			words++
		}
		end = w.End
	}
	return words > 1 && words+2*stops <= wholeWords
}

// findWhole finds the sections with all words of a short query.
func (q *pageQuery) findWhole() {
	query := q.r.Query
	if len(query.Terms) == 0 || !q.isShort() {
		return
	}
	rarest := 0
	for i, idf := range q.weight {
		if idf > q.weight[rarest] {
			rarest = i
		}
	}
	rare := q.weight[rarest] > 0 && q.s.Index.Dictionary.Counted(query.Terms[rarest]) <= rareIn
	if !rare && query.Once == 0 {
		return
	}
	x, scores := q.s.Index.Corpus, q.s.Scores
	q.whole = make([]byte, x.NumSections())
	for _, c := range scores.Touched {
		section, has, most := x.ChunkSection(model.ChunkID(c)), uint32(0), byte(0)
		for first, end := x.SectionChunks(section); first < end; first++ {
			has |= scores.Mask[first]
		}
		switch {
		case has+1 != 1<<len(query.Terms):
			if rare && scores.Head[c] >= nothingElse && q.heads(c) {
				most = 1
			}
		case c+1 == query.Once:
			most = 2
		case rare:
			most = 1
		}
		q.whole[section] = max(q.whole[section], most)
	}
}

// heads tells whether the heading of a chunk has most of the query's idf.
func (q *pageQuery) heads(chunk uint32) bool {
	x := q.s.Index.Corpus
	heading := x.Heading.At(int(x.ChunkSection(model.ChunkID(chunk))))
	if heading == "" {
		heading = x.DocTitle.At(int(q.s.Index.Document(chunk)))
	}
	return q.cover(q.r.Has(heading)) >= mostOfIt
}

// wholeness returns how completely the section of a chunk has a short query: 2 for all words and one of them in a form
// that no other section has, 1 for all words, else 0.
func (q *pageQuery) wholeness(chunk uint32) byte {
	if q.whole == nil {
		return 0
	}
	return q.whole[q.s.Index.Corpus.ChunkSection(model.ChunkID(chunk))]
}

// wholeFirst puts the chunks of sections with all words before the best other chunks.
func (q *pageQuery) wholeFirst(top []rank.Item) (all []rank.Item) {
	if q.whole == nil {
		return top
	}
	for _, c := range q.s.Scores.Touched {
		if q.wholeness(c) > 0 {
			all = append(all, rank.Item{ID: c, Score: q.s.Scores.Score[c]})
		}
	}
	for _, it := range top {
		if q.wholeness(it.ID) == 0 {
			all = append(all, it)
		}
	}
	return all
}
