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
}

// Run is a passage of a context: sentences that follow each other in one section.
type Run struct {
	Piece
	Offers []int // the pieces whose sentences it has, by the order in which they were offered
}

// Packer fills a context with pieces in the order in which they are offered, until a piece does
// not fit. It never puts a smaller piece in the place of a better one. No piece of a section may
// lie within another, which holds for chunks.
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

// AddFront offers the longest beginning of a piece, in sentences, to an empty packer. It returns
// the bound of the context, and the bound with one sentence more. If not even one sentence fits,
// ok is false and tokens is 0.
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

// with returns the runs together with the sentences of a piece that they lack.
func (p *Packer) with(piece Piece) []Run {
	rest := lacking(p.Runs, piece)
	added := Run{rest, []int{p.offers}}
	runs := make([]Run, 0, len(p.Runs)+1)
	at := -1 // position of the run with the new sentences
	for _, r := range p.Runs {
		var joined bool
		switch {
		case r.Section != piece.Section:
		case rest.First >= rest.End:
			joined = at < 0 && r.First <= piece.First && piece.First < r.End
		default:
			joined = r.Group == piece.Group && (r.End == added.First || r.First == added.End)
		}
		switch {
		case !joined:
			runs = append(runs, r)
		case at < 0:
			at = len(runs)
			added = join(r, added)
			runs = append(runs, added)
		default:
			added = join(r, added)
			runs[at] = added
		}
	}
	if at < 0 {
		runs = append(runs, added)
	}
	return runs
}

// join makes one run of two runs that touch, or of a run and an empty one.
func join(a, b Run) Run {
	if b.First < b.End {
		a.First, a.End = min(a.First, b.First), max(a.End, b.End)
	}
	offers := append(append([]int(nil), a.Offers...), b.Offers...)
	rank.Sort(offers, func(a, b int) int { return a - b })
	a.Offers = offers
	return a
}

// lacking returns the part of a piece that the runs lack. They have sentences at its ends only,
// because no chunk lies within another.
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
		sum += len(mark(i+1)) + p.tokens.Label(r.Section)
		for s := r.First; s < r.End; s++ {
			sum += p.tokens.Sentence(s)
		}
	}
	return sum
}
