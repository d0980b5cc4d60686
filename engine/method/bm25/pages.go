package bm25

import (
	"math/bits"
	"slices"

	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Documentation is pages of several sections, and a page answers a question. Several sections of such a page match; so
// a page ranks by the sum of its best sections (ours; docs/strategies.md):
//
//	page    = s1 + 0.4·s2 + 0.16·s3 + 0.064·s4
//	section = words + 0.1·heading·cover
//
// words is BM25F (builder/fields) over the query's idf, in 0..1, times the factor of the section. heading is the share
// of its heading's idf that the query has, times the factor too. cover is the share of the query's idf that the section
// has. The sum is at most 1.624·s1: a long page gains, but does not win by its length.
//
// Pages are ordered in three classes, and within a class by their sums:
//
//   1. pages with the query as a name (method.Searcher.ExactFirst)
//  2. pages with all words of a short query in one section (whole.go)
//  3. all others
//
// Near duplicates are left out before (method, alike.go). The hit of a page is chosen afterwards: see hit.

const (
	summed      = 400 // sections, best first, that sums include
	summedTexts = 25  // the same if each section's text has to be searched

	pageDecay     = 0.4 // weight of a page's next section over that of the one before
	maxNested     = 3   // sections that count besides the best
	headingWeight = 0.1
	coverWeight   = 0.1 // of cover, where the hit of a page is chosen
	introShare    = 0.7 // factor of the score of a page's beginning there, for queries of more than wholeWords terms

	nothingElse = 0.95 // share of a heading whose words all are in the query; shares are rounded down
)

// pageQuery is the state of one query.
type pageQuery struct {
	s      *method.Searcher
	r      *method.Request
	weight []float32 // of the terms; they sum to all
	all    float32
	whole  []byte // by section: its wholeness for a short query; nil for other queries
}

// pages ranks pages by the sum of their best sections; pages with the query as a name come first. An item is a page's
// best section, with the other sections of the sum.
func (m *ranker) pages(r *method.Request) *method.Ranking {
	s := m.s
	r.ByPage = !r.Chunks
	if !r.Sorted {
		r.Depth = 0 // the factors of chunks are in the scores already
	}
	r.WidenForNames()
	s.Index.Corpus.OutlineLoaded() // fetched together with the rows of the terms
	q := &pageQuery{s: s, r: r}
	q.score()
	out := &method.Ranking{Mode: Mode, Reason: keywordsAsked, Items: s.Fill(s.ExactFirst(r, q.pages()), r, method.Words), Boosted: true}
	m.nest(out.Items)
	s.BoostNames(r, out.Items)
	s.Index.Boost(out.Items[:method.Exacts(out.Items)])
	s.Forget() // other methods must not use these scores
	out.Stats = s.Stats()
	return out
}

// score multiplies the word score of each chunk by its factor.
func (q *pageQuery) score() {
	s := q.s
	for _, t := range q.r.Query.Terms {
		idf := s.Index.Dictionary.IDF(t)
		q.weight = append(q.weight, idf)
		q.all += idf
	}
	s.ScoreChunks(q.r)
	q.findWhole()
	s.Best = 0
	for _, c := range s.Scores.Touched {
		s.Scores.Score[c] = s.Scores.Score[c] / q.all * s.Index.Factor(c)
		s.Best = max(s.Best, s.Scores.Score[c])
	}
}

// pages returns the number of pages that the request wants, best first; for a request for chunks also sections below
// them.
func (q *pageQuery) pages() []method.Item {
	n := summed
	if len(q.r.Query.Phrases) > 0 {
		n = summedTexts
	}
	for want := max(n, 2*q.r.Length()); ; want *= 2 {
		top := q.s.TopNodes(want)
		items := q.sum(q.sections(q.wholeFirst(top), n))
		if len(items) >= q.r.Length() || len(top) < want {
			return q.flatten(items)
		}
	}
}

// sections returns the best chunks that the query admits. best are the first n with all their evidence, best first;
// rest are the others that a list needs.
func (q *pageQuery) sections(top []rank.Item, n int) (best, rest []rank.Item) {
	for _, it := range top {
		if len(best) == n {
			rest = append(rest, it)
		} else if q.s.Admits(q.r, it.ID) {
			it.Score += q.bonus(it.ID)
			best = append(best, it)
		}
	}
	rank.Sort(best, rank.Compare)
	return best, rest
}

// bonus is the score of a chunk's heading: the part that is not from its words.
func (q *pageQuery) bonus(chunk uint32) float32 {
	named := q.s.Scores.Head[chunk]
	if named == 0 {
		return 0
	}
	return float32(headingWeight*float32(named*q.cover(q.s.Scores.Mask[chunk]))) * q.s.Index.Factor(chunk)
}

// cover returns the share of the query's idf that some terms have.
func (q *pageQuery) cover(mask uint32) (cover float32) {
	for ; mask != 0; mask &= mask - 1 {
		cover += q.weight[bits.TrailingZeros32(mask)]
	}
	return cover / q.all
}

// pageSum is the state of a page while its sections are summed.
type pageSum struct {
	weight float32 // of its last section
	whole  byte    // greatest wholeness of a section
	chunk  uint32  // the best of these sections
}

// sum returns pages by the sums of their best sections, pages with all words first, and then the pages of rest.
func (q *pageQuery) sum(best, rest []rank.Item) []method.Item {
	at := map[model.DocID]int{} // in items
	var items []method.Item
	var sums []pageSum
	most := float32(0)
	for _, c := range best {
		doc := q.s.Index.Document(c.ID)
		i, known := at[doc]
		if !known {
			i = len(items)
			at[doc] = i
			items, sums = append(items, method.Item{Node: model.NodeID(c.ID), Score: c.Score, Source: method.Words}), append(sums, pageSum{weight: 1})
		}
		it, p := &items[i], &sums[i]
		if known && len(it.Nested) < maxNested {
			p.weight *= pageDecay
			it.Score += float32(p.weight * c.Score)
			it.Nested = append(it.Nested, method.Nested{Chunk: model.ChunkID(c.ID), Score: c.Score})
		}
		most = max(most, it.Score)
		if n := q.wholeness(c.ID); n > p.whole {
			p.whole, p.chunk = n, c.ID
		}
	}
	scores := make([]float32, len(items))
	for i := range items {
		it, p := &items[i], &sums[i]
		scores[i] = it.Score + float32(most*float32(p.whole)) // before all pages with a lower wholeness
		if p.whole > 0 {
			q.lead(it, p.chunk)
		}
	}
	method.Reorder(items, scores)
	if !q.r.Chunks {
		for i := range items[:min(len(items), q.r.Length())] {
			q.hit(&items[i])
		}
	}
	for _, it := range rest {
		if len(items) >= q.r.Length() {
			break
		}
		if _, known := at[q.s.Index.Document(it.ID)]; !known && q.s.Admits(q.r, it.ID) {
			at[q.s.Index.Document(it.ID)] = len(items)
			items = append(items, method.Item{Node: model.NodeID(it.ID), Score: it.Score, Source: method.Words})
		}
	}
	return items
}

// hit chooses the section of a page that is shown. If the page has all words of a short query, its best section stays.
// Otherwise the best section by score and cover is the hit. Title, description and most links describe the whole page
// but count for its beginning, so the beginning seldom answers a question. It is the hit if the title has all words of
// the query, unless the heading of the best section consists of such words: a query of a title's words asks for the
// page.
func (q *pageQuery) hit(it *method.Item) {
	x, scores := q.s.Index.Corpus, q.s.Scores
	doc := q.s.Index.Document(uint32(it.Node))
	head, _ := x.DocChunks(doc)
	if q.wholeness(uint32(it.Node)) == 0 {
		most, best := float32(-1), uint32(it.Node)
		for _, n := range append([]method.Nested{{Chunk: model.ChunkID(it.Node)}}, it.Nested...) {
			c := uint32(n.Chunk)
			own := scores.Score[c] + q.bonus(c) + float32(coverWeight*q.cover(scores.Mask[c]))
			if n.Chunk == head && len(q.weight) > wholeWords {
				own *= introShare
			}
			if own > most {
				most, best = own, c
			}
		}
		q.lead(it, best)
	}
	all := ^uint32(0) >> (32 - len(q.r.Query.Terms)) // if its beginning does not have them, no title is fetched
	if scores.Mask[head] == all && scores.Head[it.Node] < nothingElse && q.r.AsksFor(x.DocTitle.At(int(doc))) && q.s.Admits(q.r, uint32(head)) {
		q.lead(it, uint32(head))
	}
}

// lead makes another chunk of its page the hit.
func (q *pageQuery) lead(it *method.Item, chunk uint32) {
	if before := uint32(it.Node); chunk != before {
		it.Nested = append([]method.Nested{{Chunk: model.ChunkID(before), Score: q.s.Scores.Score[before]}}, it.Nested...)
		it.Node = model.NodeID(chunk) // nest removes it from the sections below
	}
}

// flatten turns pages into the list of chunks for a context: the best chunk of each page with the page's sum, and the
// next chunk with its own score plus the same difference. Further chunks of a page would crowd out other pages.
func (q *pageQuery) flatten(pages []method.Item) []method.Item {
	if !q.r.Chunks {
		return pages
	}
	var items []method.Item
	var scores []float32
	for _, it := range pages {
		nested := it.Nested
		it.Nested = nil
		items, scores = append(items, it), append(scores, it.Score)
		if len(nested) > 0 {
			more := it.Score - q.s.Scores.Score[it.Node]
			it.Node, it.Score = model.NodeID(nested[0].Chunk), nested[0].Score+more
			items, scores = append(items, it), append(scores, it.Score)
		}
	}
	method.Reorder(items, scores)
	return items
}

// nest keeps each section below a page's best section once, and not the best section itself.
func (m *ranker) nest(items []method.Item) {
	for i := range items {
		shown := []model.SectionID{m.s.Index.Corpus.ChunkSection(model.ChunkID(items[i].Node))}
		var kept []method.Nested
		for _, n := range items[i].Nested {
			section := m.s.Index.Corpus.ChunkSection(n.Chunk)
			if !slices.Contains(shown, section) && len(kept) < maxNested {
				shown, kept = append(shown, section), append(kept, n)
			}
		}
		items[i].Nested = kept
	}
}
