package bridge

import (
	"math"
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Limits that bound the cost of the walk.
const (
	// BM25 over the best BM25: below this share words alone are no evidence. In large corpora nearly every passage with
	// a word of the query is below it.
	leastLexical = 0.2

	leastCover  = 0.02 // coverage by an entity whose name has no term
	maxReverse  = 300  // largest df of an entity that links from its own page
	maxShared   = 32   // likewise from another page; with 100 recall is the same (docs/strategies.md)
	maxMention  = 100
	maxWordPart = 50 // a one-word query entity may occur in 1/50 of the chunks
	minWordDF   = 5  // … or in 5 chunks, in small corpora
	minScore    = 0.01
)

// Reaches reports whether the walk may read the chunks of an entity in df chunks from a seed. own tells whether the
// section of the seed is about the entity. The walk never reads the chunks of other entities.
func Reaches(df int, own bool) bool { return df <= maxShared || own && df <= maxReverse }

// LinkType is the relation of a link's seed and target to its entity.
type LinkType string

const (
	Forward LinkType = "forward" // the target is about the entity
	Reverse LinkType = "reverse" // the seed is about the entity, the target mentions it
	Shared  LinkType = "shared"  // both mention it
)

// Link explains a bridge.
type Link struct {
	Seed     model.ChunkID
	Entity   model.EntityID
	Type     LinkType
	Sentence int    // number of the seed's sentence, from 1; 0 is its title or heading
	Covers   uint32 // bits of the query's terms that the target has and the chain before it lacks
	Before   *Link  // the link that led to the seed, or nil

	strength float32
	known    bool // the query names the entity itself
}

// reasons explains the chain of links that ends with this one.
func (l *Link) reasons() []method.Reason {
	var out []method.Reason
	if l.Before != nil {
		out = l.Before.reasons()
	}
	return append(out, method.Reason{
		Kind: string(l.Type), Path: []model.EntityID{l.Entity}, Weight: l.strength,
		From: &method.Passage{Chunk: l.Seed, Sentence: l.Sentence, Covers: l.Covers},
	})
}

// walk is the scratch space of the bridge walk, by chunk.
type walk struct {
	base   []float32
	title  []float32
	ment   []float32
	link   []float32
	score  []float32
	best   []uint32 // place in links of the best link; valid where link > 0
	chunks []uint32 // chunks with a value in one of these
	links  []Link
	ids    []uint32
	top    []rank.Item
	block  lexical.Block
}

func newWalk(n int) walk {
	w := walk{best: make([]uint32, n)}
	for _, x := range []*[]float32{&w.base, &w.title, &w.ment, &w.link, &w.score} {
		*x = make([]float32, n)
	}
	return w
}

// reset forgets the last walk. O(chunks met).
func (w *walk) reset() {
	for _, c := range w.chunks {
		w.base[c], w.title[c], w.ment[c], w.link[c] = 0, 0, 0, 0
	}
	w.chunks, w.links = w.chunks[:0], w.links[:0]
}

// query is the state of one query.
type query struct {
	s      *method.Searcher
	r      *method.Request
	w      *walk
	weight []float32 // of the terms; they sum to 1
	links  int       // number of links that were looked at
	known  int       // number of chunks with the best words that were met
	best   float32   // greatest evidence, by which evidence is divided; 0 before that
	vector bool      // the query has a vector, and it counts
	began  bool      // the rows for the first round are loaded
}

// ranker ranks by the walk. It keeps the scratch space: 24 bytes a chunk.
type ranker struct {
	s    *method.Searcher
	walk walk
}

func newRanker(s *method.Searcher) *ranker {
	return &ranker{s, newWalk(s.Index.Corpus.NumChunks())}
}

// Rank ranks by the bridge walk.
func (m *ranker) Rank(r *method.Request) *method.Ranking {
	s, q := m.s, m.newQuery(r)
	q.walkLinks()
	if s.Index.AnyMissing() && !q.began {
		return method.Waiting(Mode)
	}
	out := &method.Ranking{Mode: Mode, Reason: "a question may need several passages, so links over entities were followed from the best matches", Items: q.items()}
	if r.Chunks {
		out.Lists = []method.List{{Name: "words", Items: append([]rank.Item(nil), s.TopNodes(r.Options.K)...)}}
	}
	out.Stats = s.Stats()
	out.Stats.Edges = q.links
	out.Items = s.Fill(out.Items, r, method.Filled)
	return out
}

// newQuery computes the evidence of each chunk by itself.
func (m *ranker) newQuery(r *method.Request) *query {
	q := &query{s: m.s, r: r, w: &m.walk}
	q.w.reset()
	q.s.ScoreChunks(r)
	q.weigh()
	q.evidence()
	return q
}

// walkLinks follows links in both rounds.
func (q *query) walkLinks() {
	q.s.SeedsKnown()
	q.firstRound()
	if q.began = !q.s.Index.AnyMissing(); q.began {
		q.secondRound()
	}
}

// weigh computes the share of each term in the query's idf.
func (q *query) weigh() {
	q.weight = make([]float32, len(q.r.Query.Terms))
	sum := float32(0)
	for i, t := range q.r.Query.Terms {
		q.weight[i] = q.s.Index.Dictionary.IDF(t)
		sum += q.weight[i]
	}
	if sum > 0 {
		for i := range q.weight {
			q.weight[i] /= sum
		}
	}
}

// cover returns the weight of a set of terms, 0..1.
func (q *query) cover(mask uint32) float32 {
	sum := float32(0)
	for ; mask != 0; mask &= mask - 1 {
		sum += q.weight[bits.TrailingZeros32(mask)]
	}
	return sum
}

// entityTerms returns the terms of the query that the entity's name has, and whether the query has all words of the
// name.
func (q *query) entityTerms(e model.EntityID) (mask uint32, known bool) {
	known = true
	key := q.s.Index.Entities.Key(e)
	for len(key) > 0 {
		n := 0
		for n < len(key) && key[n] != ' ' {
			n++
		}
		bit := q.r.Query.Bit([]byte(key[:n]))
		if bit >= 0 {
			mask |= 1 << bit
		} else {
			known = known && q.r.Query.Has(key[:n])
		}
		key = key[min(n+1, len(key)):]
	}
	return mask, known
}

// evidence computes base, the score of each chunk without links.
func (q *query) evidence() {
	w := q.w
	caps := q.capitalsTell()
	for _, l := range q.r.Entities {
		df := q.s.Index.EntityChunks.Len(uint32(l.Entity))
		word := q.r.Query.Text[l.Start:l.End]
		multi := q.numWords(l.Start, l.End) > 1
		if !multi && (utf8.RuneCountInString(word) < 3 || df > max(q.s.Index.Corpus.NumChunks()/maxWordPart, minWordDF)) {
			continue
		}
		strong := multi || !caps || capitalised(word)
		mask, _ := q.entityTerms(l.Entity)
		cover := max(q.cover(mask), leastCover)
		q.titled(l.Entity, cover, strong)
		if strong && df <= maxMention {
			w.ids = q.s.Index.EntityChunks.Append(w.ids[:0], uint32(l.Entity))
			for _, c := range w.ids {
				q.meet(c)
				w.ment[c] = min(1, w.ment[c]+cover)
			}
		}
	}
	q.know(max(q.atFirst(), numSeeds))
	q.nearness()
	for _, c := range w.chunks {
		w.base[c] = w.base[c] + w.title[c] + float32(weightMention*w.ment[c])
		q.best = max(q.best, w.base[c])
	}
	for _, c := range w.chunks {
		w.base[c] /= q.best
	}
}

// know meets the n chunks with the best words. All other chunks that are not met have less evidence.
func (q *query) know(n int) {
	if q.s.Cosines != nil {
		n = len(q.s.Scores.Touched) // vectors may put any chunk first
	}
	if n <= q.known {
		return
	}
	q.known = n
	for _, it := range q.s.TopNodes(n) {
		if it.Score < float32(leastLexical*q.s.Best) {
			break
		}
		q.meet(it.ID)
	}
}

// meet adds a chunk to the chunks with a score, with the evidence of its words.
func (q *query) meet(c uint32) {
	w := q.w
	if w.base[c] > 0 || w.title[c] > 0 || w.ment[c] > 0 || w.link[c] > 0 {
		return
	}
	w.chunks = append(w.chunks, c)
	score := q.s.Scores.Score[c]
	if score == 0 || score < float32(leastLexical*q.s.Best) {
		return
	}
	if w.base[c] = pow2375(score / q.s.Best); q.best > 0 {
		w.base[c] /= q.best
	}
}

// atFirst is the number of chunks that items looks at first.
func (q *query) atFirst() int { return max(2*q.r.Length(), reranked+1) }

// nearness adds the similarity of vectors to the evidence of the chunks met so far, if the index has vectors.
func (q *query) nearness() {
	w := q.w
	q.vector = q.s.Cosines != nil && q.s.Cosines(q.r, w.chunks, q.s.Dense.Score)
	if !q.vector {
		return
	}
	near := q.s.Dense.Score[:len(w.chunks)]
	best := float32(0)
	for _, score := range near {
		best = max(best, score)
	}
	if best == 0 {
		return
	}
	for i, c := range w.chunks {
		w.base[c] += float32(weightDense * max(0, near[i]) / best)
	}
}

// titled divides the evidence of a title among the chunks of the pages with it. Pages with exactly this title share it
// among themselves. If all have longer titles, such as one with a note in parentheses, the chunks of all share it.
func (q *query) titled(e model.EntityID, cover float32, strong bool) {
	titles := q.s.Index.Titles.About(e)
	n, all := 0, 0
	for _, about := range titles {
		s, exact := entity.Section(about)
		first, end := q.s.Index.Corpus.SectionChunks(s)
		if exact {
			n += int(end - first)
		}
		all += int(end - first)
	}
	bonus := weightTitle + float32(weightTitleCover*cover)
	if !strong {
		bonus *= weightWeak
	}
	for _, about := range titles {
		s, exact := entity.Section(about)
		share := bonus / float32(all)
		if exact {
			share = bonus / float32(n)
		}
		first, end := q.s.Index.Corpus.SectionChunks(s)
		for c := uint32(first); c < uint32(end); c++ {
			q.meet(c)
			q.w.title[c] = max(q.w.title[c], share)
		}
	}
}

// numWords counts the query's tokens in a range of its text.
func (q *query) numWords(start, end int) int {
	n := 0
	for _, w := range q.r.Query.Words {
		if w.Start >= start && w.End <= end {
			n++
		}
	}
	return n
}

// capitalsTell reports whether the query uses capitals after its first word: only then a word without a capital is a
// hint.
func (q *query) capitalsTell() bool {
	for i, w := range q.r.Query.Words {
		if i > 0 && capitalised(q.r.Query.Text[w.Start:w.End]) {
			return true
		}
	}
	return false
}

// seed is a passage that links start from.
type seed struct {
	chunk    uint32
	strength float32
	covered  uint32 // bits of the terms that the chain up to here covers
	before   *Link  // the link that led here
}

// firstRound follows links from the chunks with most evidence.
func (q *query) firstRound() {
	w := q.w
	w.top = rank.Top(w.top, w.chunks, w.base, numSeeds)
	seeds := make([]seed, len(w.top))
	for i, it := range w.top {
		seeds[i] = seed{chunk: it.ID, strength: it.Score, covered: q.s.Scores.Mask[it.ID]}
	}
	q.followAll(seeds)
}

// secondRound follows links from the best chunks that a link led to, where chunk and seed together leave a part of the
// query uncovered.
func (q *query) secondRound() {
	w := q.w
	w.top = rank.Top(w.top, w.chunks, q.scores(numSeeds), numSeeds)
	var seeds []seed
	for _, it := range w.top {
		if !q.linked(it.ID) {
			continue
		}
		link := w.links[w.best[it.ID]]
		covered := q.s.Scores.Mask[it.ID] | q.s.Scores.Mask[link.Seed]
		if 1-q.cover(covered) > leastLeft {
			seeds = append(seeds, seed{chunk: it.ID, strength: min(1, it.Score), covered: covered, before: &link})
		}
	}
	q.followAll(seeds)
}

// followAll looks at all links that start from the seeds.
func (q *query) followAll(seeds []seed) {
	if !q.ready(seeds) {
		return
	}
	sentences := q.seedSentences(seeds)
	for i, s := range seeds {
		q.follow(s, &sentences[i])
	}
}

// ready reports whether the rows for links from the seeds are loaded, and the rows by which the seeds were chosen. The
// rows of a seed's entities come with the row of the seed, except those of hot entities.
func (q *query) ready(seeds []seed) bool {
	for _, s := range seeds {
		q.s.Index.ChunkEntities.Has(s.chunk)
	}
	for _, t := range q.r.Query.Terms {
		q.s.Index.Postings.HasPlaces(t, q.r.Query.Exhaustive)
	}
	return q.s.Index.HubsLoaded()
}

// scores computes the score of every chunk met so far. They include the n best of all.
func (q *query) scores(n int) []float32 {
	q.know(n)
	w := q.w
	for _, c := range w.chunks {
		w.score[c] = w.base[c] + float32(weightLink*w.link[c])
	}
	return w.score
}

// linked reports whether a chunk's link scores more than its own evidence.
func (q *query) linked(c uint32) bool { return float32(weightLink*q.w.link[c]) > q.w.base[c] }

// seedSentences returns, by seed and sentence, the bits of the query's terms in it.
func (q *query) seedSentences(seeds []seed) [][64]uint32 {
	out := make([][64]uint32, len(seeds))
	order := make([]rank.Item, len(seeds)) // by chunk, with the number of the seed as score
	for i, s := range seeds {
		order[i] = rank.Item{ID: s.chunk, Score: float32(i)}
	}
	rank.Sort(order, func(a, b rank.Item) int { return int(a.ID) - int(b.ID) })
	chunks := make([]uint32, len(order))
	for i, it := range order {
		chunks[i] = it.ID
	}
	for bit, t := range q.r.Query.Terms {
		q.s.Index.Postings.PlacesOf(t, q.r.Query.Exhaustive, chunks, &q.w.block, func(i int, places uint64) {
			for ; places != 0; places &= places - 1 {
				out[int(order[i].Score)][bits.TrailingZeros64(places)] |= 1 << bit
			}
		})
	}
	return out
}

// follow looks at all links that start from a seed.
func (q *query) follow(from seed, sentences *[64]uint32) {
	p := from.chunk
	own := q.s.Index.Titles.Of(q.s.Index.Corpus.ChunkSection(model.ChunkID(p)))
	entities := q.s.Index.ChunkEntities.Set(p).Append(nil)
	row := q.s.Index.EntityPlaces.Row(p)
	for _, e := range entities {
		where := row.Next()
		df := q.s.Index.EntityChunks.Len(e)
		if df < 2 && !q.s.Index.Titles.IsLoaded(model.EntityID(e)) {
			continue // it is no title: the row of a title lies beside the chunk
		}
		isOwn := slices.Contains(own, e)
		titled := q.s.Index.Titles.About(model.EntityID(e))
		if df > maxReverse && (isOwn || len(titled) == 0) || df < 2 && len(titled) == 0 {
			continue
		}
		mask, known := q.entityTerms(model.EntityID(e))
		link := Link{Seed: model.ChunkID(p), Entity: model.EntityID(e), Covers: from.covered, Before: from.before, known: known}
		cover := float32(0)
		link.Sentence = bits.TrailingZeros64(where)
		for ; where != 0; where &= where - 1 {
			n := bits.TrailingZeros64(where)
			if c := q.cover(sentences[n] &^ mask); c > cover {
				cover, link.Sentence = c, n
			}
		}
		fixed := weightBase + float32(weightSentence*cover)
		if known {
			fixed -= weightKnown
		}
		strength := pow075(from.strength) * rootDF(df)
		switch {
		case isOwn:
			link.Type = Reverse
			q.mentions(link, strength*weightReverse, fixed)
		default:
			if len(titled) > 0 {
				link.Type = Forward
				q.forward(link, strength*weightForward, fixed)
			}
			if df <= maxShared {
				link.Type = Shared
				q.mentions(link, strength*weightShared, fixed)
			}
		}
	}
}

// mentions follows a link to all chunks that mention its entity.
func (q *query) mentions(l Link, strength, fixed float32) {
	q.w.ids = q.s.Index.EntityChunks.Set(uint32(l.Entity)).Append(q.w.ids[:0])
	for _, d := range q.w.ids {
		q.offer(l, d, strength, fixed)
	}
}

// forward follows a link to the pages whose title is its entity. On each page it leads to the chunk that covers most of
// the part of the query that the seed leaves uncovered.
func (q *query) forward(l Link, strength, fixed float32) {
	type target struct {
		doc   model.DocID
		chunk uint32
		cover float32
	}
	var targets []target
	for _, about := range q.s.Index.Titles.About(l.Entity) {
		s, _ := entity.Section(about)
		doc := q.s.Index.Corpus.SectionDoc(s)
		if n := len(targets); n == 0 || targets[n-1].doc != doc {
			targets = append(targets, target{doc: doc, cover: -1})
		}
		best := &targets[len(targets)-1]
		first, end := q.s.Index.Corpus.SectionChunks(s)
		for c := uint32(first); c < uint32(end); c++ {
			if r := q.cover(q.s.Scores.Mask[c] &^ l.Covers); r > best.cover && c != uint32(l.Seed) {
				best.chunk, best.cover = c, r
			}
		}
	}
	strength *= rootTitles(len(targets))
	for _, t := range targets {
		if t.cover >= 0 {
			q.offer(l, t.chunk, strength, fixed)
		}
	}
}

// offer sets the link into chunk d if it is stronger than the best link so far. On entry l.Covers has the terms that
// the chain covers already.
func (q *query) offer(l Link, d uint32, strength, fixed float32) {
	if d == uint32(l.Seed) {
		return
	}
	q.links++
	l.Covers = q.s.Scores.Mask[d] &^ l.Covers
	l.strength = strength * max(0, fixed+float32(weightResidual*q.cover(l.Covers)))
	if l.strength > q.w.link[d] {
		w := q.w
		if q.meet(d); w.link[d] == 0 {
			w.best[d] = uint32(len(w.links))
			w.links = append(w.links, l)
		}
		w.link[d] = l.strength
		w.links[w.best[d]] = l
	}
}

// items ranks all chunks that were met, and keeps the first one of every section.
func (q *query) items() []method.Item {
	w := q.w
	have := map[uint32]bool{}
	var items []method.Item
	k := q.r.Length()
	for want := q.atFirst(); ; want *= 2 {
		w.top = rank.Top(w.top, w.chunks, q.scores(want), want)
		q.rerank(w.top)
		items = items[:0]
		clear(have)
		for _, it := range w.top {
			unit := q.s.Index.Unit(q.r, it.ID)
			if it.Score < minScore || have[unit] || len(items) == k || !q.r.Wants(it.ID) {
				continue
			}
			have[unit] = true
			items = append(items, q.item(it))
		}
		if len(items) == k || len(w.top) < want {
			return items
		}
	}
}

// item returns the item of a chunk. Its link explains it if the link scores more than the chunk's own evidence.
func (q *query) item(it rank.Item) method.Item {
	c := it.ID
	out := method.Item{Node: model.NodeID(c), Score: it.Score, Source: method.Words}
	if q.linked(c) {
		link := &q.w.links[q.w.best[c]]
		out.Source, out.Reasons = Source, link.reasons()
	}
	return out
}

// Powers are products of square roots, which every machine rounds alike; math.Pow differs in the last bit.

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// pow075 returns x^0.75.
func pow075(x float32) float32 { return root(x) * root(root(x)) }

// pow2375 returns x^2.375.
//
//go:noinline
func pow2375(x float32) float32 {
	eighth := root(root(root(x)))
	return x * x * eighth * eighth * eighth
}

// rootDF returns df^(−5/16), which is df^−0.3125.
func rootDF(df int) float32 {
	quarter := root(root(float32(df)))
	return 1 / (quarter * root(root(quarter)))
}

// rootTitles returns n^(−3/8).
func rootTitles(n int) float32 {
	eighth := root(root(root(float32(max(n, 1)))))
	return 1 / (eighth * eighth * eighth)
}

// capitalised reports whether a word begins with a capital letter.
func capitalised(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf && unicode.IsUpper(r)
}
