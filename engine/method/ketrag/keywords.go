package ketrag

import (
	"math/bits"

	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// candidates returns the pieces from which the second channel chooses, nearest first.
func (k *search) candidates(r *method.Request, budget int) []piece {
	switch k.channels {
	case ChannelsText, ChannelsHybrid:
		return k.nearestPieces(r, budget)
	case ChannelsNeighbours:
		return k.withNeighbours(r, budget)
	}
	if found := k.ofKeywords(r, budget); len(found) > 0 {
		return found
	}
	return k.nearestPieces(r, budget)
}

// ofKeywords collects the pieces of the nearest keywords until the pieces take twice the budget (the paper's section
// 5.2).
func (k *search) ofKeywords(r *method.Request, budget int) []piece {
	most := k.o.Int(paramKeywords)
	for want := min(firstKeywords, most); ; want = most {
		found := k.follow(r, k.topKeywords(want), budget)
		if k.limited || want == most {
			return found
		}
	}
}

// firstKeywords is the number of keywords that is tried first. It nearly always suffices, and a shorter list of the
// best is found faster.
const firstKeywords = 128

// topKeywords returns the nearest keywords, in order.
func (k *search) topKeywords(n int) []rank.Item {
	k.top = rank.Top(k.top, k.scores.keywords, k.scores.keyword, n)
	rank.Sort(k.top, k.byFrequency)
	return k.top
}

// follow collects the pieces of keywords, nearest first, until they take twice the budget.
func (k *search) follow(r *method.Request, keywords []rank.Item, budget int) []piece {
	share := k.o.Float(paramMaxDF)
	k.limited = false
	var found, own []piece
	tokens := 0
	for _, w := range keywords {
		if k.limited = tokens >= 2*budget; k.limited {
			break
		}
		df := int(k.x.Dictionary.DF(model.TermID(w.ID)))
		if float32(df) > float32(share*float32(len(k.pieces))) || !k.scores.dense && w.Score <= 0 {
			continue
		}
		own = k.piecesOf(own[:0], r, w.ID)
		rank.Sort(own, byScore)
		for _, p := range own {
			if k.limited = tokens >= 2*budget; k.limited {
				break
			}
			p.cost = k.scores.cost(p.id)
			tokens += p.cost
			k.have[p.id] = true
			found = append(found, p)
		}
	}
	for i := range found {
		k.have[found[i].id] = false
	}
	rank.Sort(found, byScore)
	return found
}

// byFrequency orders keywords by nearness; among equals by frequency, then by the alphabet.
func (k *search) byFrequency(a, b rank.Item) int {
	if a.Score == b.Score {
		if d := int(k.x.Dictionary.DF(model.TermID(b.ID))) - int(k.x.Dictionary.DF(model.TermID(a.ID))); d != 0 {
			return d
		}
	}
	return rank.Compare(a, b)
}

// piecesOf appends the pieces of a keyword that are not collected yet and may be found.
func (k *search) piecesOf(dst []piece, r *method.Request, keyword uint32) []piece {
	i := k.own
	k.scores.eachPlace(model.TermID(keyword), func(c model.ChunkID, mask uint64) {
		mask &^= 1
		if mask == 0 || !k.s.Admits(r, uint32(c)) {
			return
		}
		last := skeleton.PieceID(0)
		for first := true; mask != 0; mask &= mask - 1 {
			p := i.PieceOf(c, bits.TrailingZeros64(mask)-1)
			if (first || p != last) && p < pieceEnd(i, c) && !k.have[uint32(p)] {
				dst = append(dst, piece{id: uint32(p), score: k.scores.nearness(uint32(p)), source: FromKeyword, keyword: keyword})
			}
			first, last = false, p
		}
	})
	return dst
}

func pieceEnd(i *Section, c model.ChunkID) skeleton.PieceID {
	_, end := i.Pieces(c)
	return end
}

// leastCost is a cost that hardly any piece is below.
const leastCost = 8

// nearestPieces returns the pieces of Text-RAG: as many as a budget can hold.
func (k *search) nearestPieces(r *method.Request, budget int) (found []piece) {
	n := min(len(k.pieces), budget/leastCost+1)
	k.limited = n < len(k.pieces)
	for _, p := range k.pieces {
		k.scores.nearness(p)
	}
	k.top = rank.Top(k.top, k.pieces, k.scores.piece, n)
	for _, it := range k.top {
		chunk, _, _ := k.own.Piece(skeleton.PieceID(it.ID))
		if (k.scores.dense || it.Score > 0) && k.s.Admits(r, uint32(chunk)) {
			found = append(found, piece{id: it.ID, score: it.Score, cost: k.scores.cost(it.ID), source: method.Vector})
		}
	}
	return found
}

// withNeighbours puts behind each piece the pieces of the neighbours of its chunk in the graph of nearest neighbours,
// nearest first (KNNG-RAG).
func (k *search) withNeighbours(r *method.Request, budget int) (found []piece) {
	i := k.own
	have := map[uint32]bool{}
	add := func(p piece) {
		if !have[p.id] {
			have[p.id] = true
			found = append(found, p)
		}
	}
	for _, seed := range k.nearestPieces(r, budget) {
		add(seed)
		chunk, _, _ := i.Piece(skeleton.PieceID(seed.id))
		var near []piece
		for _, c := range i.Neighbours(chunk) {
			first, end := i.Pieces(model.ChunkID(c))
			for p := first; p < end && k.s.Admits(r, c); p++ {
				near = append(near, piece{id: uint32(p), score: k.scores.nearness(uint32(p)), cost: k.scores.cost(uint32(p)), source: method.Graph})
			}
		}
		rank.Sort(near, byScore)
		for _, p := range near {
			add(p)
		}
	}
	return found
}
