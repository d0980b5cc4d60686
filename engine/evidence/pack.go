package evidence

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/rank"
)

// Piece is a ranked chunk that has text.
type Piece struct {
	Section    model.SectionID
	Group      int              // of the ranking, from 1; 0 for none
	First, End model.SentenceID // its sentences [First, End)
}

// Run is a passage of a context: sentences that follow each other in one section.
type Run struct {
	Piece
	Offers []int // the pieces whose sentences it has, numbered as they were offered
}

// Packer fills a context with pieces in the order in which they are offered, until
// one does not fit: no smaller piece behind it takes the place of a better one. The
// pieces of a section must be such that none lies within another, as chunks are.
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

// Add offers the next piece. It returns what the context takes, or would take, with
// it, and whether it has it now. Sentences that the context has are not added
// again: the others continue a run of the same group, or make a run at the end.
func (p *Packer) Add(piece Piece) (tokens int, ok bool) {
	runs := p.with(piece)
	if tokens = p.cost(runs); tokens > p.budget {
		return tokens, false
	}
	p.Runs = runs
	p.offers++
	return tokens, true
}

// AddFront offers the longest beginning of a piece, in sentences, to a packer that
// has none. It returns what the context takes, and would take with one sentence
// more; ok is false if not even one fits, and then tokens is 0.
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

// with returns the runs with those sentences of a piece that they lack.
func (p *Packer) with(piece Piece) []Run {
	runs := slices.Clone(p.Runs)
	rest := lacking(runs, piece)
	if rest.First >= rest.End {
		i := slices.IndexFunc(runs, func(r Run) bool { return r.Section == piece.Section && r.First <= piece.First && piece.First < r.End })
		runs[i].Offers = append(slices.Clip(runs[i].Offers), p.offers)
		return runs
	}
	same := func(r Run) bool { return r.Section == rest.Section && r.Group == rest.Group }
	before := slices.IndexFunc(runs, func(r Run) bool { return same(r) && r.End == rest.First })
	behind := slices.IndexFunc(runs, func(r Run) bool { return same(r) && r.First == rest.End })
	switch {
	case before < 0 && behind < 0:
		return append(runs, Run{rest, []int{p.offers}})
	case before >= 0 && behind >= 0:
		rest.First = runs[before].First
		rest.End = runs[behind].End
		offers := slices.Concat(runs[before].Offers, runs[behind].Offers, []int{p.offers})
		rank.Sort(offers, func(a, b int) int { return a - b })
		runs[min(before, behind)] = Run{rest, offers}
		return slices.Delete(runs, max(before, behind), max(before, behind)+1)
	case before >= 0:
		rest.First = runs[before].First
	default:
		rest.End = runs[behind].End
	}
	i := max(before, behind)
	runs[i] = Run{rest, append(slices.Clip(runs[i].Offers), p.offers)}
	return runs
}

// lacking cuts off a piece what runs have of it. That is at its ends, never in its
// middle, because no chunk lies within another.
func lacking(runs []Run, piece Piece) Piece {
	for {
		was := piece
		for _, r := range runs {
			if r.Section != piece.Section {
				continue
			}
			if r.First <= piece.First && piece.First < r.End {
				piece.First = r.End
			}
			if r.First < piece.End && piece.End <= r.End {
				piece.End = r.First
			}
		}
		if piece == was || piece.First >= piece.End {
			return piece
		}
	}
}

// cost bounds the tokens of a context. What is not counted by the builder, marks and
// keys, counts a token a byte, which no tokenizer exceeds.
func (p *Packer) cost(runs []Run) int {
	sum, group := 0, 0
	for i, r := range runs {
		if r.Group != group {
			group = r.Group
			if group > 0 {
				sum += len(p.keys[group-1]) + len(":\n")
			}
		}
		sum += len(mark(i+1)) + p.tokens.Label(r.Section)
		for s := r.First; s < r.End; s++ {
			sum += p.tokens.Sentence(s)
		}
	}
	return sum
}
