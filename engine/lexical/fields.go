package lexical

import (
	"math"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// In documentation it matters where a word stands: in a title, a heading, the text of a
// link to the section, prose or code. BM25F (Robertson, Zaragoza and Taylor 2004, "Simple
// BM25 extension to multiple weighted fields") adds the occurrences of a word up over the
// fields, weighted, before they saturate:
//
//	x     = sum over fields of weight · n / (1 − b + b · length / mean length)
//	score = idf · x · (k1+1) / (x + k1)
//
// The length counts in prose and listings alone: other fields are short, and a long title
// is not a worse one.
//
// The builder computes what stands behind idf, for each posting, in 0..1 of k1+1, times the factor
// of the passage (see Boosts in engine/facet). The index has it as one of 256 levels. So a search
// reads nothing of the passages but the postings of its words.

// Field is a place of words in a section.
type Field uint8

const (
	Title       Field = iota // of the page
	Heading                  // of the section; of a page's first section without one the title
	Ancestors                // headings above it
	Description              // of the page, in its first section
	Anchor                   // texts of links to the section from other pages
	Prose                    // text, words of inline code included
	Inline                   // inline code by itself, which so counts twice
	Fenced                   // listings
	Output                   // printed by a program
	Part                     // part of a compound such as useEffect, in any of these but code
	Questions                // questions that a language model wrote when the bundle was built
	Around                   // sentences of other pages around links to the section
	NumFields
)

// Profile is how often a term occurs in each field of a passage.
type Profile [NumFields]uint8

// FieldParams are the parameters of the formula.
type FieldParams struct {
	Weight [NumFields]float32
	K1     float32
	B      float32 // of prose and of listings
}

// DefaultFields are the parameters of every bundle.
var DefaultFields = FieldParams{
	Weight: [NumFields]float32{Title: 3, Heading: 3, Ancestors: 0.5, Description: 0.5, Anchor: 3, Prose: 1, Inline: 1, Fenced: 0.3, Output: 0.1, Part: 0.3, Questions: 0.5, Around: 0.8},
	K1:     5,
	B:      0.6,
}

// Own tells whether the section itself has the term, and not only its page or the headings
// above it. Only such sections count in the idf of a term: the words of a title would
// otherwise weigh less the more sections its page has.
func (p *Profile) Own() bool {
	return p[Heading]|p[Anchor]|p[Prose]|p[Inline]|p[Fenced]|p[Output]|p[Part]|p[Questions] != 0
}

// Of returns x / (x + k1) of the formula for a term of a profile, in 0..1. prose and listing are
// what an occurrence counts there: see LengthFactors.
func (f *FieldParams) Of(p *Profile, prose, listing float32) float32 {
	x := float32(0)
	for field, n := range p {
		count := float32(f.Weight[field] * float32(n))
		switch Field(field) {
		case Prose:
			count = float32(count * prose)
		case Fenced, Output:
			count = float32(count * listing)
		}
		x += count
	}
	return x / (x + f.K1)
}

// LengthFactors returns for fields of these lengths what an occurrence counts; a length of 0
// means that the field is empty. Lengths and their mean are rounded to powers of 2^⅛, so that an edit
// of a word changes few factors.
func (f *FieldParams) LengthFactors(lengths []uint32) []float32 {
	sum, n := uint64(0), uint64(0)
	for _, length := range lengths {
		if length > 0 {
			sum, n = sum+uint64(length), n+1
		}
	}
	factors := make([]float32, len(lengths))
	if n == 0 {
		return factors
	}
	mean := roundLength(float64(sum) / float64(n))
	for i, length := range lengths {
		if length > 0 {
			factors[i] = 1 / (1 - f.B + float32(f.B*float32(roundLength(float64(length))/mean)))
		}
	}
	return factors
}

// roundLength rounds a length of at least 1 to a power of 2^⅛.
func roundLength(length float64) float64 {
	const step, half = 1.0905077326652577, 1.0442737824274138 // 2^⅛, 2^¹⁄₁₆
	rounded := 1.0
	for rounded*half <= length {
		rounded *= step
	}
	return rounded
}

// maxLevel is the highest level of a posting. Levels are finer at the bottom: the weight grows with
// their square.
const maxLevel = 255

// Level returns the level of a weight in 0..top. Weights above 0 have a level above 0.
func Level(weight, top float32) byte {
	level := byte(maxLevel*math.Sqrt(float64(min(weight/top, 1))) + 0.5)
	if level == 0 && weight > 0 {
		return 1
	}
	return level
}

// Shares are how much of a section's heading a term is: of the sum of the idf of its words.
// maxShare is all of it.
const maxShare = 255

// HeadingIDF returns the idf of a term of headings, in steps that few edits of the corpus change.
func HeadingIDF(df uint32, passages int) int {
	return 1 + max(0, halfOctaves(uint64(passages))-halfOctaves(uint64(df)))
}

// halfOctaves returns twice the logarithm of n to base 2, rounded down.
func halfOctaves(n uint64) int {
	square, steps := n*n, -1
	for ; square > 0; square >>= 1 {
		steps++
	}
	return steps
}

// Share returns the share of a term with this idf in a heading.
func Share(idf, sum int, factor, top float32) byte {
	return byte(float32(maxShare*float32(idf)/float32(sum)) * min(factor/top, 1))
}

// FieldRow is what the index has of the postings of a term besides the passages.
type FieldRow struct {
	Own    int      // passages that have the term themselves
	Levels []byte   // by posting
	Heads  []uint32 // postings of passages whose heading has the term, ascending
	Shares []byte   // of these
}

// Append writes a row.
func (f *FieldRow) Append(w *wire.Writer) {
	w.Uint(uint32(f.Own))
	w.Append(f.Levels)
	w.Uint(uint32(len(f.Heads)))
	w.Steps(f.Heads)
	w.Append(f.Shares)
}

// Fields are what BM25F needs besides postings.
type Fields struct {
	parts.Reader
	row      *parts.Rows // by term
	passages int
	weight   [maxLevel + 1]float32 // by level
	top      float32               // weight of the highest level
}

// EncodeFields writes the weight of the highest level, which is the greatest factor of a passage.
func EncodeFields(top float32) []byte {
	var w wire.Writer
	w.Float32s([]float32{top})
	return w.Bytes()
}

// DecodeFields reads what EncodeFields wrote. The rows of terms are still to be loaded.
func DecodeFields(b []byte, at parts.Reader, terms, passages int) (*Fields, error) {
	r := wire.NewReader(b)
	top := r.Float32s()
	if len(top) != 1 || !(top[0] > 0) {
		r.Fail("no weight of the highest level")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	return newFields(at, terms, passages, top[0]), nil
}

func newFields(at parts.Reader, terms, passages int, top float32) *Fields {
	f := &Fields{Reader: at, row: parts.NewRows(terms), passages: passages, top: top}
	for level := range f.weight {
		f.weight[level] = top * (float32(level*level) / (maxLevel * maxLevel))
	}
	return f
}

// LoadRows reads what FieldRow.Append wrote of terms; df returns the number of postings of a term.
func (f *Fields) LoadRows(terms []uint32, r *wire.Reader, df func(term uint32) int) {
	here := make([]FieldRow, len(terms))
	for i, t := range terms {
		postings := df(t)
		row := FieldRow{Own: int(r.Uint()), Levels: r.Take(postings)}
		row.Heads = r.Steps(nil, int(r.Uint()), postings)
		row.Shares = r.Take(len(row.Heads))
		if row.Own > postings {
			r.Fail("more passages than the term has")
		}
		if !r.OK() {
			return
		}
		here[i] = row
		parts.SetRow(f.row, t, &here[i])
	}
}

// For returns the same fields for another reader.
//
//go:noinline
func (f *Fields) For(w *parts.Missing) *Fields {
	if f == nil {
		return nil
	}
	g := *f
	g.Missing = w
	return &g
}

// IDF returns the weight of a term.
func (f *Fields) IDF(t model.TermID) float32 {
	if !f.Has(uint32(t)) {
		return 0
	}
	return idfOf(f.Own(t), f.passages)
}

// Own returns how many passages have a term themselves, of a term that has a row.
func (f *Fields) Own(t model.TermID) int { return parts.Row[FieldRow](f.row, uint32(t)).Own }

// AddFields is Add over the fields: it sums the weights of levels times the idf, and in Head the
// shares of headings.
func (a *Accumulator) AddFields(p *Postings, f *Fields, q *TermQuery) {
	if a.Head == nil && p.cut == nil {
		a.Head = make([]float32, len(a.Score))
	}
	a.fields = f
	a.addAll(p, q, f.IDF)
	a.fields = nil
}

// addFields is add over the fields.
func (a *Accumulator) addFields(p *Postings, t model.TermID, idf float32, bit uint32) float32 {
	f, least := a.fields, idf
	list, row := a.list(p, t), parts.Row[FieldRow](f.row, uint32(t))
	head, posting := 0, uint32(0) // the next of the heads, the next posting
	share := a.part * f.top / maxShare
	for block := list.Read(&a.block); len(block) > 0; block = list.Read(&a.block) {
		a.Read += len(block)
		for _, x := range block {
			id, added := x.Passage, float32(0)
			if head < len(row.Heads) && row.Heads[head] == posting {
				added = share * float32(row.Shares[head])
				head++
			}
			posting++
			switch mask := a.Mask[id]; {
			case mask == 0:
				a.meet(id)
			case mask&bit != 0:
				continue
			}
			a.Mask[id] |= bit
			if a.Head != nil {
				a.Head[id] += added
			}
			score := idf * f.weight[x.TF]
			if score > 0 {
				least = min(least, score)
			}
			a.Score[id] += score
		}
	}
	return least
}
