package darag

import (
	"math/bits"
	"slices"
	"strings"

	"mycel/engine/model"
	"mycel/engine/rank"
)

// A report replaces the report that a language model writes in the paper. Its title is the entities that distinguish
// the community. Below the title are sentences of the documents that are about the query and do not repeat each
// other, and then the entities nearest to the query.
//
// Sentences are chosen by maximal marginal relevance (Carbonell & Goldstein 1998). Their texts are not read: the
// query's terms in them decide. The relevance of a sentence is the weight of these terms; the similarity of two
// sentences is the weight of the terms that they share.

// report is the description of a community in a context.
type report struct {
	title     []model.EntityID
	sentences []model.SentenceID // ascending
	entities  []model.EntityID   // the most relevant, best first
	pool      []model.SentenceID // sentences to choose from
}

const (
	maxReport        = 300 // tokens of a report
	reportPart       = 3   // a report has at most this fraction of the tokens for all: a third
	reportRelevance  = 0.7 // λ
	maxReportNodes   = 32  // sentences of this many nodes of a community are read, the most relevant
	maxReportPool    = 512 // sentences
	maxReportSources = 6   // most relations of one node
	topEntities      = 5
	leastNames       = 2
	mostNames        = 5
	titleShare       = 0.5 // least share of the best score
)

// reporter writes reports.
type reporter struct{ *query }

// on writes the report of a community of a layer, and counts its tokens. It has no sentence if its names take more than
// the tokens that are left.
func (q reporter) on(l *layer, c *communityCandidate) {
	entities, r := q.entitiesOf(c), &c.report
	r.title, r.entities = q.title(entities), q.nearestEntities(entities)
	c.Title = r.title
	if c.Tokens = q.namesCost(r); c.Tokens <= q.left {
		r.pool = q.pool(l, c)
		c.Tokens = q.write(r, min(maxReport, q.o.Int(paramReportTokens)/reportPart))
	}
}

// namesCost bounds the tokens of the row of a report without its number and sentences.
func (q reporter) namesCost(r *report) int { return q.listCost(r.title) + q.listCost(r.entities) + 1 }

// write chooses the sentences of a report. It returns an upper bound of the tokens of the report's row,
// without its number.
func (q reporter) write(r *report, budget int) (tokens int) {
	r.sentences, tokens = q.extract(r.pool, budget, q.namesCost(r))
	return tokens
}

// count is an entity with its number of mentions in a community.
type count struct {
	entity uint32
	n      uint32
}

// entitiesOf returns the entities of a community of entities, or those that the chunks of another mention, ascending.
func (q reporter) entitiesOf(c *communityCandidate) []count {
	var out []count
	for _, e := range c.Entities {
		out = append(out, count{e, 1})
	}
	n := q.d.local // by entity
	var all []uint32
	for _, chunk := range c.Chunks[:min(len(c.Chunks), maxReportNodes)] {
		counts := q.x.ChunkEntities.Counts(chunk)
		for i, e := range q.memory.mentions(chunk) {
			if n[e] == 0 {
				all = append(all, e)
			}
			n[e] += uint32(counts[i])
		}
	}
	for _, e := range rank.Union(all) {
		out = append(out, count{e, n[e]})
		n[e] = 0
	}
	return out
}

// title names a community by the entities that distinguish it: class-based TF-IDF (Grootendorst 2022), as for
// summaries.
func (q reporter) title(entities []count) (out []model.EntityID) {
	ids, score := make([]uint32, len(entities)), make([]float32, len(entities))
	for i, x := range entities {
		ids[i] = uint32(i)
		score[i] = float32(x.n) * q.matches(x.entity).rarity
	}
	best := rank.Top(nil, ids, score, 4*mostNames)
	for _, it := range best {
		e := model.EntityID(entities[it.ID].entity)
		if len(out) == mostNames || len(out) >= leastNames && it.Score < float32(titleShare*best[0].Score) {
			break
		}
		if !q.contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// contains reports whether an entity's name contains a name of the list as whole words, or is contained in one.
func (q reporter) contains(list []model.EntityID, e model.EntityID) bool {
	key := " " + q.x.Entities.Key(e) + " "
	for _, other := range list {
		known := " " + q.x.Entities.Key(other) + " "
		if strings.Contains(known, key) || strings.Contains(key, known) {
			return true
		}
	}
	return false
}

// nearestEntities returns the entities that are most relevant, best first.
func (q reporter) nearestEntities(entities []count) (out []model.EntityID) {
	ids := make([]uint32, len(entities))
	for i, x := range entities {
		ids[i] = x.entity
	}
	relevance, _ := q.ofEntities(ids)
	for _, it := range rank.Top(nil, rank.Numbers(len(ids)), relevance, topEntities) {
		out = append(out, model.EntityID(entities[it.ID].entity))
	}
	return out
}

// pool returns the sentences that a report may quote, beginning with those of the most relevant nodes. Chunks
// contribute their own sentences, relations a sentence with both entities, and similar entities their descriptions.
func (q reporter) pool(l *layer, c *communityCandidate) (pool []model.SentenceID) {
	have := q.d.pooled
	add := func(s model.SentenceID) {
		if !have[s] && len(pool) < maxReportPool {
			have[s] = true
			pool = append(pool, s)
		}
	}
	layerMaker(q).number(c.nodes)
	for _, it := range rank.Top(nil, c.nodes, l.relevance, maxReportNodes) {
		switch l.name {
		case ChunkLayer:
			first, end := q.own.Sentences(model.ChunkID(l.nodes[it.ID]))
			for s := first; s < end; s++ {
				add(s)
			}
		case RelationLayer:
			near, edges := l.graph.Neighbours(it.ID)
			read := 0
			for i, v := range near {
				if read == maxReportSources {
					break
				}
				if q.d.local[v] == 0 {
					continue
				}
				read++
				if s, ok := q.sentenceOf(l, edges[i]); ok {
					add(s)
				}
			}
		}
		if l.name != ChunkLayer && (l.name == SimilarityLayer || c.K == 0) {
			for _, s := range q.own.Description(model.EntityID(l.nodes[it.ID])) {
				add(model.SentenceID(s))
			}
		}
	}
	layerMaker(q).unnumber(c.nodes)
	for _, s := range pool {
		have[s] = false
	}
	return pool
}

// in reports whether an ascending list has n.
func in(list []uint32, n uint32) bool {
	_, ok := slices.BinarySearch(list, n)
	return ok
}

// wanted is the group of a pool's sentences with the same terms of the query: all of them have the same worth.
type wanted struct {
	mask      uint32
	cover     float32
	redundant float32
	first     int // place in the pool of the first sentence that is not taken; len(pool) if all are
	last      int
}

// extract chooses sentences of the pool, best first, until one does not fit. It returns them in the order of the
// documents, and spent plus their tokens. A greater budget adds sentences and drops none.
func (q reporter) extract(pool []model.SentenceID, budget, spent int) ([]model.SentenceID, int) {
	groups, next := q.wanted(pool)
	var chosen []uint32
	for {
		var best *wanted
		most := float32(0)
		for i := range groups {
			g := &groups[i]
			if g.first == len(pool) {
				continue
			}
			worth := float32(reportRelevance*g.cover) - float32((1-reportRelevance)*g.redundant)
			if best == nil || worth > most || worth == most && g.first < best.first {
				best, most = g, worth
			}
		}
		if best == nil {
			break
		}
		s := pool[best.first]
		best.first = next[best.first]
		cost, ok := q.sentenceCost(s)
		if !ok || cost > maxReport/2 {
			continue // it cannot be in a report
		}
		if spent+cost > budget {
			break
		}
		spent += cost
		chosen = append(chosen, uint32(s))
		for i := range groups {
			groups[i].redundant = max(groups[i].redundant, q.alike(groups[i].mask, best.mask))
		}
	}
	out := make([]model.SentenceID, len(chosen))
	for i, s := range rank.Union(chosen) {
		out[i] = model.SentenceID(s)
	}
	return out, spent
}

// wanted groups the sentences of a pool. next has, for each place in the pool, the next place of the same group.
func (q reporter) wanted(pool []model.SentenceID) (groups []wanted, next []int) {
	next = make([]int, len(pool))
	for i, s := range pool {
		mask := q.d.masks[s]
		g := 0
		for g < len(groups) && groups[g].mask != mask {
			g++
		}
		if g == len(groups) {
			groups = append(groups, wanted{mask: mask, cover: q.cover(mask), first: i, last: i})
		}
		next[groups[g].last], next[i] = i, len(pool)
		groups[g].last = i
	}
	return groups, next
}

// alike returns the weight of the terms that two sets share, divided by that of all their terms, 0..1.
func (q reporter) alike(a, b uint32) float32 {
	if a&b == 0 {
		return 0
	}
	return q.cover(a&b) / q.cover(a|b)
}

// sentenceCost bounds the tokens of a sentence in a row; ok is false if the index does not know them. Without token
// counts it returns averageSentence.
func (q reporter) sentenceCost(s model.SentenceID) (tokens int, ok bool) {
	if q.x.Costs == nil {
		return averageSentence, true
	}
	more, ok := q.own.RowCost(s)
	return q.x.Costs.Sentence(s) + more, ok
}

const averageSentence = 30

// listCost bounds the tokens of names with commas between them.
func (q reporter) listCost(names []model.EntityID) int {
	sum := 1
	for _, e := range names {
		sum += q.nameCost(e)
	}
	return sum
}

func (q reporter) nameCost(e model.EntityID) int {
	if n, ok := q.own.NameCost(e); ok {
		return n
	}
	return len(q.x.Entities.Name(e)) + 2 // at most a token for each byte
}

// maxCommon is the most common chunks of two entities that are read.
const maxCommon = 64

// sentenceOf returns relationSentence of the ends of an edge. It remembers the result, because communities of
// different k share edges.
func (q reporter) sentenceOf(l *layer, edge uint32) (model.SentenceID, bool) {
	const none, first = 1, 2 // of l.said
	if l.said[edge] == 0 {
		l.said[edge] = none
		ends := l.graph.Edge(int(edge))
		if s, ok := q.relationSentence(l.nodes[ends.U], l.nodes[ends.V]); ok {
			l.said[edge] = first + uint32(s)
		}
	}
	return model.SentenceID(l.said[edge] - first), l.said[edge] >= first
}

// relationSentence returns the sentence that relates two entities: of the sentences that mention both, the first with
// the greatest weight of the query's terms.
func (q reporter) relationSentence(u, v uint32) (best model.SentenceID, ok bool) {
	most := float32(-1)
	left := maxCommon
	q.memory.mark(u)
	for _, chunk := range q.memory.chunksOf(v) {
		if left == 0 {
			break
		}
		if !q.memory.marks[chunk] {
			continue
		}
		left--
		first, end := q.own.Sentences(model.ChunkID(chunk))
		if ok && q.judged(chunk, first, end).greatest <= most {
			continue // no sentence is better
		}
		k := q.memory.placed(chunk)
		for both := k.sentences(u) & k.sentences(v) &^ 1; both != 0; both &= both - 1 {
			s := first + model.SentenceID(bits.TrailingZeros64(both)) - 1
			if s >= end {
				break
			}
			if w := q.cover(q.d.masks[s]); w > most {
				best, most, ok = s, w, true
			}
		}
	}
	return best, ok
}
