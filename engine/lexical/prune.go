package lexical

import (
	"math"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/wire"
)

// A search shows a few of the passages that have its words, and of a large corpus nearly every
// passage has one. So passages are scored in ranges (Mallia, Suel and Tonellotto 2024, "Faster
// Learned Sparse Retrieval with Block-Max Pruning"): each range has a bound that no score there
// exceeds, and ranges are scored, those with great bounds first, as long as a bound reaches the scores
// that are wanted. A range is scored as the whole corpus is, term by term, so scores have the same
// bits.
//
// Bounds are made from a list when a query first has its term. Nothing in the index says them, so no
// index can lie about them.

const (
	rangeBits = 5       // a range has 32 passages
	maxRanges = 1 << 20 // of lists that are kept, 20 bytes each; as many again are older

	// slack is for the rounding of bounds, and of numbers that are computed from scores.
	slack = 1 - 1e-4

	// Ranges whose bounds reach a level are scored before the others. A level is a little below the
	// greatest bound that is left.
	levelStep = 0.95
	maxLevels = 40
)

// listRange is where the postings of a range begin in a list.
type listRange struct {
	id, next, steps, places uint32
	most                    float32 // the greatest score there, with an idf of 1
}

// pruning has the ranges of a query and their bounds.
type pruning struct {
	p             *Postings
	params        BM25
	known, before *parts.Rows // by term: []listRange; before has older ones
	size          int         // ranges in known
	terms         []model.TermID
	idf           []float32
	bound         []float32 // by range; 0 for a range that is scored
	open          bool      // not all ranges are scored
	best          []rank.Item
}

// AddBest is Add for a query whose best passages are enough: it scores none before Best, Reach or
// Finish ask for them. It returns false, and does nothing, where that is not worth it, or not known to
// be right: readings of one word bound each other by the scores in whole lists.
func (a *Accumulator) AddBest(p *Postings, q *Query, d *Dictionary, params BM25) bool {
	sum := 0
	for _, t := range q.Terms {
		sum += int(d.DF(t))
	}
	if sum < a.Many || len(q.Alternatives) > 0 || !p.LengthsReady() {
		return false
	}
	x := &a.rest
	if x.bound == nil {
		x.bound = make([]float32, p.passages>>rangeBits+1)
	}
	clear(x.bound)
	x.terms, x.idf, x.open = q.Terms, x.idf[:0], true
	for _, t := range q.Terms {
		idf := d.IDF(t)
		x.idf = append(x.idf, idf)
		for _, r := range x.ranges(p, t, params) {
			x.bound[r.id] += float32(idf * r.most)
		}
	}
	return true
}

// ranges is Postings.ranges, which are kept.
//
//go:noinline
func (x *pruning) ranges(p *Postings, t model.TermID, params BM25) []listRange {
	if x.p != p || x.params != params {
		x.p, x.params, x.known, x.size = p, params, nil, maxRanges
	}
	if x.size >= maxRanges { // lists that nobody asks for until it happens again go
		x.before, x.known, x.size = x.known, parts.NewRows(p.row.Len()), 0
	}
	list := parts.Row[[]listRange](x.known, uint32(t))
	if *list == nil {
		if x.before != nil {
			list = parts.Row[[]listRange](x.before, uint32(t))
		}
		if *list == nil {
			made := p.ranges(t, params)
			list = &made
		}
		parts.SetRow(x.known, uint32(t), list)
		x.size += len(*list)
	}
	return *list
}

// ranges returns the ranges of a list, nil while a part of it is missing. O(postings).
func (p *Postings) ranges(t model.TermID, params BM25) []listRange {
	list := p.List(t)
	if !p.LengthsReady() {
		return nil
	}
	out := make([]listRange, 0, min(len(list.steps), p.passages>>rangeBits+1))
	var of uint32 // occurrences and ratio of the passage with the greatest score of the range
	var ratio float32
	for i, at := 0, 0; i < len(list.steps) && at < len(list.places); {
		step, end, _ := wire.Uvarint(list.steps, i)
		passage := list.next + step
		last := len(out) - 1
		if last < 0 || out[last].id != passage>>rangeBits {
			out = append(out, listRange{id: passage >> rangeBits, next: list.next, steps: uint32(i), places: uint32(at)})
			last++
			of = 0
		}
		var tf uint32
		tf, at = list.places.Occurrences(at)
		if tf != of || p.ratio[passage] < ratio { // a longer passage has no greater score
			if score := params.Score(1, float32(tf), p.ratio[passage]); score > out[last].most {
				out[last].most, of, ratio = score, tf, p.ratio[passage]
			}
		}
		i, list.next = end, passage+1
	}
	return out
}

// Best scores passages until the k best of all have a score, and so have all that have about the
// score of the last of them. O(k + ranges, and the postings of those that are scored).
func (a *Accumulator) Best(k int) {
	x := &a.rest
	if !x.open || k <= 0 {
		return
	}
	h, seen, need := x.best[:0], 0, float32(0) // need: a range whose bound is less has none of the k best
	for n, level := 0, float32(math.MaxFloat32); ; n++ {
		most := float32(0) // the greatest bound below the level
		for r, b := range x.bound {
			if b < level || b == 0 {
				if b > most {
					most = b
				}
				continue
			}
			if need = a.need(&h, &seen, k); b >= need {
				a.score(r)
			}
		}
		if need = a.need(&h, &seen, k); most < need || most == 0 {
			break
		}
		if level = levelStep * most; n == maxLevels {
			level = need
		}
	}
	x.best = h
}

// need keeps the k best scores in h, and returns the bound that a range with one more needs.
//
//go:noinline
func (a *Accumulator) need(h *[]rank.Item, seen *int, k int) float32 {
	for ; *seen < len(a.Touched); *seen++ {
		id := a.Touched[*seen]
		*h = rank.Push(*h, rank.Item{ID: id, Score: a.Score[id]}, k)
	}
	if len(*h) < k {
		return 0
	}
	return slack * (*h)[0].Score
}

// Reach scores a passage.
//
//go:noinline
func (a *Accumulator) Reach(passage uint32) {
	if a.rest.open && a.rest.bound[passage>>rangeBits] > 0 {
		a.score(int(passage >> rangeBits))
	}
}

// Finish scores all passages.
func (a *Accumulator) Finish() {
	if a.rest.open {
		for r, b := range a.rest.bound {
			if b > 0 {
				a.score(r)
			}
		}
		a.rest.open = false
	}
}

// score scores the passages of a range.
//
//go:noinline
func (a *Accumulator) score(r int) {
	x := &a.rest
	x.bound[r] = 0
	for i, t := range x.terms {
		a.addList(x.p, x.part(x.p, t, x.params, r), x.idf[i], 1<<i, 1, x.params)
	}
}

// part returns the postings of a term in a range.
//
//go:noinline
func (x *pruning) part(p *Postings, t model.TermID, params BM25, r int) List {
	list := x.ranges(p, t, params)
	lo, hi := r+len(list)-1-p.passages>>rangeBits, len(list) // no more ranges are behind it
	if lo < 0 {
		lo = 0
	}
	if hi > r {
		hi = r + 1 // nor before it
	}
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); int(list[mid].id) < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(list) || int(list[lo].id) != r {
		return List{}
	}
	all, from := p.List(t), &list[lo]
	if lo+1 < len(list) {
		all.steps, all.places = all.steps[:list[lo+1].steps], all.places[:list[lo+1].places]
	}
	return List{steps: all.steps[from.steps:], places: all.places[from.places:], next: from.next}
}

// Places returns where a term is in a passage, 0 if it is not there.
func (a *Accumulator) Places(p *Postings, t model.TermID, passage uint32, params BM25) uint64 {
	list := a.rest.part(p, t, params, int(passage>>rangeBits))
	places := list.places
	for _, x := range list.Read(&a.block) {
		if mask := places.Next(); x.Passage == passage {
			return mask
		}
	}
	return 0
}
