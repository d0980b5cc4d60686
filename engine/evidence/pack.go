package evidence

import (
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Piece is a ranked chunk that has text.
type Piece struct {
	Section    model.SectionID
	Group      int              // group of the ranking, from 1; 0 without group
	First, End model.SentenceID // its sentences [First, End)
	Written    int              // tokens of the text that replaces the sentences; 0 for a piece of sentences
}

// Run is a passage of a context: sentences that follow each other in one section.
type Run struct {
	Piece
	Offers []int // numbers of the pieces whose sentences it has, in the order of the offers
}

// Packer fills a context with pieces in the order in which they are offered, until a piece does
// not fit. It never puts a smaller piece in the place of a better one.
type Packer struct {
	Runs []Run // in the order of the context

	budget int
	tokens *Tokens
	keys   []string
	offers int
}

// NewPacker makes a packer for a budget in tokens. keys are the Keys of the groups.
func NewPacker(t *Tokens, budget int, keys []string) *Packer {
	return &Packer{budget: budget, tokens: t, keys: keys}
}

// Add offers the next piece. It returns the bound of the context with the piece, and whether the
// piece fits and was added. Sentences that the context already has are not added again. The others
// continue a run of the same group, or make a run at the end.
func (p *Packer) Add(piece Piece) (tokens int, ok bool) {
	runs := p.with(piece)
	if tokens = p.cost(runs); tokens > p.budget {
		return tokens, false
	}
	p.Runs = runs
	p.offers++
	return tokens, true
}

// AddFront offers the longest beginning of a piece, in sentences, to an empty packer. It returns the bound of the
// context, and the bound with one sentence more. If not even one sentence fits, ok is false and tokens is 0.
func (p *Packer) AddFront(piece Piece) (tokens, next int, ok bool) {
	for end := piece.First + 1; end <= piece.End; end++ {
		front := piece
		front.End = end
		runs := []Run{{front, []int{0}}}
		next = p.cost(runs)
		if next > p.budget {
			break
		}
		tokens, p.Runs = next, runs
	}
	return tokens, next, p.Runs != nil
}

// with returns the runs together with the sentences of a piece that they lack. A piece in whose
// middle a run lies becomes two runs.
func (p *Packer) with(piece Piece) []Run {
	runs := append(make([]Run, 0, len(p.Runs)+2), p.Runs...)
	if piece.Written > 0 {
		return append(runs, Run{piece, []int{p.offers}})
	}
	parts := lacking(p.Runs, piece)
	for _, rest := range parts {
		runs = place(runs, Run{rest, []int{p.offers}})
	}
	for i := range runs {
		if len(parts) == 0 && runs[i].has(piece.Section, piece.First) {
			piece.End = piece.First
			runs[i] = join(runs[i], Run{piece, []int{p.offers}})
			break
		}
	}
	return runs
}

// place adds a run to the runs of its group that it touches, and joins them.
func place(runs []Run, added Run) []Run {
	at := -1 // position of the run with the new sentences
	out := runs[:0]
	for _, r := range runs {
		switch {
		case r.Section != added.Section || r.Group != added.Group || r.Written > 0 || r.End != added.First && r.First != added.End:
			out = append(out, r)
		case at < 0:
			at = len(out)
			added = join(r, added)
			out = append(out, added)
		default:
			added = join(r, added)
			out[at] = added
		}
	}
	if at < 0 {
		out = append(out, added)
	}
	return out
}

// has reports whether a run has a sentence of a section.
//
//go:noinline
func (r *Run) has(section model.SectionID, s model.SentenceID) bool {
	return r.Section == section && r.First <= s && s < r.End
}

// join makes one run of two runs that touch, or of a run and an empty one.
func join(a, b Run) Run {
	if b.First < b.End {
		a.First, a.End = min(a.First, b.First), max(a.End, b.End)
	}
	offers := append(append([]int(nil), a.Offers...), b.Offers...)
	rank.Sort(offers, func(a, b int) int { return a - b })
	a.Offers = offers[:0]
	for i, o := range offers {
		if n := len(a.Offers); i == 0 || o != a.Offers[n-1] {
			a.Offers = append(a.Offers, o)
		}
	}
	return a
}

// lacking returns the parts of a piece that the runs lack, in order.
func lacking(runs []Run, piece Piece) []Piece {
	var parts []Piece
	open := false // the last part ends at s
	for s := piece.First; s < piece.End; s++ {
		have := false
		for i := range runs {
			have = have || runs[i].has(piece.Section, s)
		}
		if have {
			open = false
			continue
		}
		if !open {
			parts = append(parts, piece)
			parts[len(parts)-1].First = s
		}
		parts[len(parts)-1].End = s + 1
		open = true
	}
	return parts
}

// Key returns the key of a group; group 0 has the pieces without group.
func (p *Packer) Key(group int) string {
	if group == 0 {
		return NoGroup
	}
	return p.keys[group-1]
}

// cost bounds the tokens of a context. Marks and keys, which the builder did not count, count a
// token a byte, the most that a tokenizer can make.
func (p *Packer) cost(runs []Run) int {
	sum, group := 0, 0
	for i, r := range runs {
		if r.Group != group {
			group = r.Group
			sum += len(p.Key(group)) + len(":\n")
		}
		sum += len(mark(i+1)) + p.tokens.Label(r.Section) + r.Written
		for s := r.First; s < r.End; s++ {
			sum += p.tokens.Sentence(s)
		}
	}
	return sum
}
