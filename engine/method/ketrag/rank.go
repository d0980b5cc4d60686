package ketrag

import (
	"math"

	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// defaultLambda is the paper's budget in tokens. Rankings that fill no context use it.
const defaultLambda = 12000

// piece is a piece that a channel has chosen.
type piece struct {
	id    uint32
	score float32
	cost  int // upper bound of its tokens

	source  method.Source
	keyword uint32         // for FromKeyword: the term that led to it
	entity  model.EntityID // for FromSkeleton: the entity that led to it
	best    int            // its position among the entities
	chosen  int            // number of chosen relations that it has
}

// Mode is the mode of KET-RAG.
const Mode = "ket"

// Sources of passages.
const (
	FromSkeleton method.Source = "skeleton" // entities and relations
	FromKeyword  method.Source = "keyword"
)

// rank ranks chunks for lists by the best pieces of both channels, and fills contexts.
func (k *search) rank(r *method.Request) *method.Ranking {
	k.setChannels(r)
	k.edges = 0
	s := k.s
	out := &method.Ranking{Mode: Mode, Reason: "entities and keywords near the query were asked for"}
	if k.flat() {
		out.Reason = "passages near the query, and their neighbours, were asked for"
	}
	if !k.scores.score(r, method.SimilarityOf(k.o)) {
		out.Reason = "no passage has any of these words"
		return out
	}
	lambda := r.Budget
	if lambda == 0 {
		lambda = defaultLambda
	}
	found := k.retrieve(r, lambda)
	if len(found.skeleton)+len(found.keywords) == 0 {
		found = k.atLeastOne(r)
	}
	if r.Chunks && found.cut {
		found.next = k.larger(r, lambda, found.cost)
	}
	s.SeedsKnown()
	if r.Chunks {
		out.Context = found.context(k)
		out.Items = found.items(k)
		out.Lists = found.lists(k)
	} else {
		out.Items = s.Fill(s.Lead(found.ranked(k), r), r, method.Filled)
	}
	out.Stats = method.Stats{Postings: k.scores.read, Edges: k.edges, Chunks: k.own.NumPieces()}
	return out
}

// found has the results of both channels.
type found struct {
	entities  []int // positions in the skeleton, the nearest first
	relations []int
	skeleton  []piece // in the order of the context
	keywords  []piece
	cost      int  // of the pieces
	cut       bool // whether a larger budget could hold more
	next      int  // a budget with room for more pieces, 0 without one
}

// retrieve fills lambda tokens. The keywords come first. Tokens that they leave over go to the skeleton, as in
// the authors' code. Tokens that the skeleton leaves over go back to the keywords, which is our addition.
func (k *search) retrieve(r *method.Request, lambda int) *found {
	f := &found{}
	forSkeleton := int(float32(k.theta * float32(lambda)))
	if forSkeleton > 0 {
		f.entities = k.nearestEntities()
	}
	if len(f.entities) == 0 {
		forSkeleton = 0
	}
	var candidates []piece
	spent := 0
	k.limited = false
	if forSkeleton < lambda && k.channels != ChannelsSkeleton {
		candidates = k.candidates(r, lambda-forSkeleton)
		f.keywords, spent = k.pack(candidates, lambda-forSkeleton, keywordHead)
	}
	forKeywords := lambda - forSkeleton
	if forSkeleton > 0 {
		spent = k.skeletonChannel(r, f, max(0, lambda-spent))
		forKeywords = lambda - spent
	}
	if len(f.skeleton) > 0 {
		candidates = f.without(candidates)
		f.keywords, _ = k.pack(candidates, forKeywords, keywordHead)
	}
	f.cut = f.cut || k.limited || len(f.keywords) < len(candidates)
	for _, pieces := range [][]piece{f.skeleton, f.keywords} {
		for i := range pieces {
			f.cost += pieces[i].cost
		}
	}
	return f
}

// larger returns a budget that holds more than lambda; 0 if no budget does. It is not the least such budget:
// both shares grow with it, so there is no simple formula for the pieces that fit.
func (k *search) larger(r *method.Request, lambda, cost int) int {
	for lambda < math.MaxInt32/2 {
		lambda += max(lambda/2, leastCost)
		if k.retrieve(r, lambda).cost > cost {
			return lambda
		}
	}
	return 0
}

// Headings of the channels in a context.
const (
	skeletonHead = "Sources"
	keywordHead  = "Keyword sources"
)

// pack takes pieces while they fit below their heading. spent is the tokens of heading and pieces; each byte of
// the heading counts as a token: see evidence.Packer.
func (k *search) pack(pieces []piece, budget int, heading string) (taken []piece, spent int) {
	spent = len(heading) + len(":\n")
	for i, p := range pieces {
		if spent+p.cost > budget {
			pieces = pieces[:i]
			break
		}
		spent += p.cost
	}
	if len(pieces) == 0 {
		return nil, 0
	}
	return pieces, spent
}

// without returns the pieces that the first channel does not have.
func (f *found) without(pieces []piece) (rest []piece) {
	have := make(map[uint32]bool, len(f.skeleton))
	for i := range f.skeleton {
		have[f.skeleton[i].id] = true
	}
	for _, p := range pieces {
		if !have[p.id] {
			rest = append(rest, p)
		}
	}
	return rest
}

// atLeastOne takes the nearest piece if no piece fits. The caller cuts it.
func (k *search) atLeastOne(r *method.Request) *found {
	for budget := leastCost; ; budget *= 4 {
		nearest := k.nearestPieces(r, budget)
		if len(nearest) > 0 {
			return &found{keywords: nearest[:1], cost: nearest[0].cost, cut: true}
		}
		if !k.limited {
			return &found{}
		}
	}
}

// item turns a piece into an item.
func (k *search) item(p *piece) method.Item {
	chunk, first, end := k.own.Piece(skeleton.PieceID(p.id))
	it := method.Item{Node: model.NodeID(chunk), Score: p.score, Source: p.source, First: first, End: end}
	switch p.source {
	case FromKeyword:
		it.Reasons = []method.Reason{{Kind: "keyword", Label: k.x.Dictionary.Stem(model.TermID(p.keyword))}}
	case FromSkeleton:
		it.Reasons = method.Over([]model.EntityID{p.entity})
	}
	return it
}

// items returns the pieces in the order of the context.
func (f *found) items(k *search) (items []method.Item) {
	for channel, pieces := range [][]piece{f.skeleton, f.keywords} {
		for i := range pieces {
			it := k.item(&pieces[i])
			it.Channel = int32(channel + 1)
			items = append(items, it)
		}
	}
	return items
}

// ranked returns the pieces of both channels by their nearness to the query.
func (f *found) ranked(k *search) (items []method.Item) {
	all := append(append([]piece(nil), f.skeleton...), f.keywords...)
	rank.Sort(all, byScore)
	for i := range all {
		items = append(items, k.item(&all[i]))
	}
	return items
}

// byScore orders pieces by nearness, ties by number.
func byScore(a, b piece) int {
	return rank.Compare(rank.Item{ID: a.id, Score: a.score}, rank.Item{ID: b.id, Score: b.score})
}

// lists are the rankings of the channels, by chunk.
func (f *found) lists(k *search) []method.List {
	lists := []method.List{{Name: "skeleton"}, {Name: "keywords"}}
	for i, pieces := range [][]piece{f.skeleton, f.keywords} {
		for _, p := range pieces {
			chunk, _, _ := k.own.Piece(skeleton.PieceID(p.id))
			lists[i].Items = append(lists[i].Items, rank.Item{ID: uint32(chunk), Score: p.score})
		}
	}
	return lists
}
