package strategy

import (
	"math"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/skeleton"
	"mycel/engine/vector"
)

// KET-RAG (Huang et al. 2025, "KET-RAG: A Cost-Efficient Multi-Granular Indexing
// Framework for Graph-RAG", arXiv 2502.09304, section 5; docs/ketrag.md). Two channels
// fill a context of lambda tokens. Of theta · lambda the first tells what the skeleton
// knows: the entities nearest to the query, their relations, and pieces of text that
// have these (ket_skeleton.go). The rest goes to pieces that the keywords nearest to
// the query lead to, where a keyword is near by the mean of its sentences
// (ket_keywords.go).
//
// Nearness is that of vectors, else BM25 over the best BM25 (ket_scores.go).

// KETIndex is what KET-RAG reads besides the rest of an index.
type KETIndex struct {
	*skeleton.Skeleton
	Descriptions    *lexical.Postings // over the entities, of "name: description"
	SentenceVectors *vector.Table     // nil for an index without vectors
	EntityVectors   *vector.Table     // of "name: description"; likewise
	PieceVectors    *vector.Table     // nil where every chunk is one piece: its own vector serves
}

// defaultLambda is the paper's budget: of rankings that are for no context.
const defaultLambda = 12000

// ketPiece is a piece that a channel has chosen.
type ketPiece struct {
	id    uint32
	score float32
	cost  int // tokens it takes at most

	source  Source
	keyword uint32         // term that led to it, of Keyword
	entity  model.EntityID // that led to it, of Skeleton
	best    int            // its position among the entities
	chosen  int            // relations that it has
}

// KET ranks chunks for lists by the best pieces of both channels, and fills contexts.
func (s *Searcher) KET(r *Request) *Ranking {
	r.Options.KET.read(r.Options.Params)
	r.Options.readSimilarity()
	if s.ket == nil {
		s.ket = newKETSearch(s)
	}
	k := s.ket.(*ketSearch)
	out := &Ranking{Mode: ModeKET, Reason: "entities and keywords near the query were asked for"}
	if !k.score(r) {
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
	s.Walks()
	if r.Chunks {
		out.Context = found.context(k)
		out.Items = found.items(k)
		out.Lists = found.lists(k)
	} else {
		out.Items = s.Fill(found.ranked(k), r, Filled)
	}
	out.Stats = Stats{Postings: k.read, Edges: k.edges, Chunks: k.x.KET.NumPieces()}
	return out
}

// ketFound is what both channels found.
type ketFound struct {
	entities  []int // positions in the skeleton, the nearest first
	relations []int
	skeleton  []ketPiece // in the order of the context
	keywords  []ketPiece
	cost      int  // of the pieces
	cut       bool // whether a larger budget could hold more
	next      int  // a budget that holds more, 0 for none
}

// retrieve fills lambda tokens. The keywords go first, and leave what they do not use
// to the skeleton, as in the authors' code. What the skeleton does not use goes back to
// the keywords: ours, and off with KeepChannel, as the other.
func (k *ketSearch) retrieve(r *Request, lambda int) *ketFound {
	o := &r.Options.KET
	f := &ketFound{}
	forSkeleton := int(float32(o.Theta * float32(lambda)))
	if forSkeleton > 0 {
		f.entities = k.nearestEntities(r)
	}
	if len(f.entities) == 0 {
		forSkeleton = 0
	}
	var candidates []ketPiece
	spent := 0
	k.limited = false
	if forSkeleton < lambda && o.Channels != ChannelsSkeleton {
		candidates = k.candidates(r, lambda-forSkeleton)
		f.keywords, spent = k.pack(candidates, lambda-forSkeleton, keywordHead)
	}
	forKeywords := lambda - forSkeleton
	if forSkeleton > 0 {
		if !o.KeepChannel {
			forSkeleton = max(0, lambda-spent)
		}
		spent = k.skeletonChannel(r, f, forSkeleton)
		if !o.KeepChannel {
			forKeywords = lambda - spent
		}
	}
	if len(f.skeleton) > 0 {
		candidates = f.without(candidates)
		f.keywords, _ = k.pack(candidates, forKeywords, keywordHead)
	}
	f.cut = f.cut || k.limited || len(f.keywords) < len(candidates)
	for _, pieces := range [][]ketPiece{f.skeleton, f.keywords} {
		for i := range pieces {
			f.cost += pieces[i].cost
		}
	}
	return f
}

// larger returns a budget that holds more than was found with lambda, 0 if none does.
// Not the least: with the budget the shares grow, and what fits one of them changes in
// more ways than one.
func (k *ketSearch) larger(r *Request, lambda, cost int) int {
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

// pack takes pieces as long as they fit below their heading. It returns what all of it
// costs, a byte of the heading counting as a token: see evidence.Packer.
func (k *ketSearch) pack(pieces []ketPiece, budget int, heading string) (taken []ketPiece, spent int) {
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
func (f *ketFound) without(pieces []ketPiece) (rest []ketPiece) {
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

// atLeastOne takes the nearest piece of all, to be cut, where nothing fits.
func (k *ketSearch) atLeastOne(r *Request) *ketFound {
	for budget := leastCost; ; budget *= 4 {
		nearest := k.nearestPieces(r, budget)
		if len(nearest) > 0 {
			return &ketFound{keywords: nearest[:1], cost: nearest[0].cost, cut: true}
		}
		if !k.limited {
			return &ketFound{}
		}
	}
}

// item makes an item of a piece.
func (k *ketSearch) item(p *ketPiece) Item {
	chunk, first, end := k.x.KET.Piece(skeleton.PieceID(p.id))
	it := Item{Node: model.NodeID(chunk), Score: p.score, Source: p.source, First: first, End: end}
	switch p.source {
	case Keyword:
		it.Reasons = []Reason{{Kind: "keyword", Label: k.x.Dictionary.Stem(model.TermID(p.keyword))}}
	case Skeleton:
		it.Reasons = Over([]model.EntityID{p.entity})
	}
	return it
}

// items returns the pieces in the order of the context.
func (f *ketFound) items(k *ketSearch) (items []Item) {
	for channel, pieces := range [][]ketPiece{f.skeleton, f.keywords} {
		for i := range pieces {
			it := k.item(&pieces[i])
			it.Channel = channel + 1
			items = append(items, it)
		}
	}
	return items
}

// ranked returns the pieces of both channels by their nearness to the query.
func (f *ketFound) ranked(k *ketSearch) (items []Item) {
	all := append(append([]ketPiece(nil), f.skeleton...), f.keywords...)
	rank.Sort(all, byScore)
	for i := range all {
		items = append(items, k.item(&all[i]))
	}
	return items
}

// byScore orders pieces by nearness, ties by number.
func byScore(a, b ketPiece) int {
	return rank.Compare(rank.Item{ID: a.id, Score: a.score}, rank.Item{ID: b.id, Score: b.score})
}

// lists are the rankings of the channels, by chunk.
func (f *ketFound) lists(k *ketSearch) []List {
	lists := []List{{Name: "skeleton"}, {Name: "keywords"}}
	for i, pieces := range [][]ketPiece{f.skeleton, f.keywords} {
		for _, p := range pieces {
			chunk, _, _ := k.x.KET.Piece(skeleton.PieceID(p.id))
			lists[i].Items = append(lists[i].Items, rank.Item{ID: uint32(chunk), Score: p.score})
		}
	}
	return lists
}
