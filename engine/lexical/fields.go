package lexical

import (
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
	Output                   // what a program has printed
	Part                     // part of a compound such as useEffect, in any of these but code
	NumFields
)

// Profile is how often a term occurs in each field of a passage.
type Profile [NumFields]uint8

// fieldWeights are those of the formula.
var fieldWeights = [NumFields]float32{Title: 3, Heading: 3, Ancestors: 0.5, Description: 0.5, Anchor: 3, Prose: 1, Inline: 1, Fenced: 0.3, Output: 0.1, Part: 0.3}

// fieldB is the b of prose and of listings.
const fieldB = 0.6

// Own tells whether the section itself has the term, and not only its page or the headings
// above it. Only such sections count in the idf of a term: the words of a title would
// otherwise weigh less the more sections its page has.
func (p *Profile) Own() bool {
	return p[Heading]|p[Anchor]|p[Prose]|p[Inline]|p[Fenced]|p[Output]|p[Part] != 0
}

// Fields are what BM25F needs besides postings.
type Fields struct {
	parts.Reader
	profiles []profile
	row      [][]byte // by term: the profile of each posting, varints
	df       []uint32 // by term: passages that have it themselves
	passages int

	prose, listing []float32 // by passage: what an occurrence counts there
	heading        []float32 // by section: the idf of its heading's words, summed
}

// profile is a Profile as scores need it.
type profile struct {
	fixed, prose, listing float32 // weighted occurrences; fixed are those whose length does not count
	own, heading          bool
}

// headingUnit is the part of an idf that weights of headings are counted in.
const headingUnit = 1.0 / 16

// EncodeFields writes the profiles in the order of their numbers; how many words of prose
// and of listings each passage has; and of each section the idf of its heading's words,
// summed.
func EncodeFields(profiles []Profile, prose, listing []uint32, heading []float32) []byte {
	var w wire.Writer
	raw := make([]byte, 0, len(profiles)*int(NumFields))
	for i := range profiles {
		raw = append(raw, profiles[i][:]...)
	}
	w.Raw(raw)
	w.Uint32s(prose)
	w.Uint32s(listing)
	units := make([]uint32, len(heading))
	for i, sum := range heading {
		units[i] = uint32(sum/headingUnit + 0.5)
	}
	w.Uint32s(units)
	return w.Bytes()
}

// DecodeFields reads what EncodeFields wrote. The rows of terms are still to be loaded.
func DecodeFields(b []byte, at parts.Reader, terms, passages, sections int) (*Fields, error) {
	r := wire.NewReader(b)
	raw := r.Raw()
	if len(raw)%int(NumFields) != 0 {
		r.Fail("profiles of another number of fields")
	}
	f := &Fields{Reader: at, row: make([][]byte, terms), df: make([]uint32, terms), passages: passages}
	f.prose = lengthFactors(r.IDs(passages, 1<<32-1))
	f.listing = lengthFactors(r.IDs(passages, 1<<32-1))
	for _, n := range r.IDs(sections, 1<<32-1) {
		f.heading = append(f.heading, float32(n)*headingUnit)
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for ; len(raw) > 0; raw = raw[NumFields:] {
		p := Profile(raw[:NumFields])
		x := profile{own: p.Own(), heading: p[Heading] > 0}
		for field, n := range p {
			count := float32(fieldWeights[field] * float32(n))
			switch Field(field) {
			case Prose:
				x.prose = count
			case Fenced, Output:
				x.listing += count
			default:
				x.fixed += count
			}
		}
		f.profiles = append(f.profiles, x)
	}
	return f, nil
}

// lengthFactors returns the factor of an occurrence, for fields of these lengths; a length of 0
// means that the field is empty.
//
//go:noinline
func lengthFactors(lengths []uint32) []float32 {
	sum, n := uint64(0), uint64(0)
	for _, length := range lengths {
		if length > 0 {
			sum, n = sum+uint64(length), n+1
		}
	}
	factors := make([]float32, len(lengths))
	for i, length := range lengths {
		if length > 0 {
			factors[i] = 1 / (1 - fieldB + float32(fieldB*float32(float64(length)*float64(n)/float64(sum))))
		}
	}
	return factors
}

// LoadRows reads the profiles of the postings of terms; df returns the number of postings of a
// term.
func (f *Fields) LoadRows(terms []uint32, r *wire.Reader, df func(term uint32) int) {
	for _, t := range terms {
		first, own := r.Offset(), uint32(0)
		for range df(t) {
			n := r.Uint()
			if int(n) >= len(f.profiles) {
				r.Fail("profile out of range")
			}
			if !r.OK() {
				return
			}
			if f.profiles[n].own {
				own++
			}
		}
		f.row[t], f.df[t] = r.Since(first), own
	}
}

// For returns the same fields for another reader.
//
//go:noinline
func (f *Fields) For(w *parts.Want) *Fields {
	if f == nil {
		return nil
	}
	g := *f
	g.Want = w
	return &g
}

// IDF returns the weight of a term.
func (f *Fields) IDF(t model.TermID) float32 {
	if !f.Has(uint32(t)) {
		return 0
	}
	return IDF(f.df[t:t+1], f.passages)[0]
}

// HeadingWeight returns the idf of the words of a section's heading, summed.
func (f *Fields) HeadingWeight(s model.SectionID) float32 { return f.heading[s] }

// value returns the weighted occurrences of a term of a profile in a passage.
func (f *Fields) value(p *profile, passage uint32) float32 {
	return p.fixed + float32(p.prose*f.prose[passage]) + float32(p.listing*f.listing[passage])
}

// next takes a number of a profile off a row, which LoadRows has checked.
func next(row []byte, at int) (n uint32, end int) {
	n = uint32(row[at])
	if n < 0x80 {
		return n, at + 1
	}
	n, end, _ = wire.Uvarint(row, at)
	return n, end
}

// AddFields is Add over the fields: it sums BM25F scores, and in Head the idf of those terms
// that the heading of a passage has.
func (a *Accumulator) AddFields(p *Postings, f *Fields, q *Query, params BM25) {
	if a.Head == nil {
		a.Head = make([]float32, len(a.Score))
	}
	a.fields = f
	a.addAll(p, q, params, f.IDF)
	a.fields = nil
}

// addFields is add over the fields.
func (a *Accumulator) addFields(p *Postings, t model.TermID, idf float32, bit uint32, params BM25) float32 {
	f, list := a.fields, p.Passages(t)
	if !f.Has(uint32(t)) {
		return idf
	}
	row, at, least := f.row[t], 0, idf
	for block := list.Read(&a.block); len(block) > 0; block = list.Read(&a.block) {
		a.Read += len(block)
		for i := range block {
			id := block[i].Passage
			n, end := next(row, at)
			at = end
			switch mask := a.Mask[id]; {
			case mask == 0:
				a.meet(id)
			case mask&bit != 0:
				continue
			}
			a.Mask[id] |= bit
			x := &f.profiles[n]
			if x.heading {
				a.Head[id] += idf
			}
			score := params.Score(idf, f.value(x, id), 1)
			least = min(least, score)
			a.Score[id] += score
		}
	}
	return least
}
