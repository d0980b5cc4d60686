// Package fields weighs the words of documentation by where they stand: in a title, a heading, the text of a link to
// the section, prose or code. BM25F (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted
// fields") adds the weighted occurrences of a word over the fields before they saturate:
//
//	x     = sum over fields of weight · n / (1 − b + b · length / mean length)
//	score = idf · x · (k1+1) / (x + k1)
//
// Only the length of prose and listings counts: other fields are short, and a long title is not worse.
//
// The factor behind idf, divided by k1+1, is the level of a posting: see lexical.Level.
package fields

import "mycel/engine/lexical"

// Field is a place of words in a section.
type Field uint8

const (
	Title       Field = iota // of the page
	Heading                  // of the section; the title for a page's first section without a heading
	Ancestors                // headings above it
	Description              // of the page, in its first section
	Anchor                   // texts of links to the section from other pages
	Prose                    // text, words of inline code included
	Inline                   // inline code; it counts in Prose, too
	Fenced                   // listings
	Output                   // printed by a program
	Part                     // part of a compound such as useEffect, in any of these but code
	Questions                // questions that a language model wrote when the bundle was built
	Around                   // sentences of other pages around links to the section
	NumFields
)

// Profile is the number of occurrences of a term in each field of a passage.
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

// Own tells whether the section itself has the term, and not only its page or the headings above it. Only such sections
// count in the idf of a term: otherwise the words of a title would weigh less the more sections its page has.
func (p *Profile) Own() bool {
	return p[Heading]|p[Anchor]|p[Prose]|p[Inline]|p[Fenced]|p[Output]|p[Part]|p[Questions] != 0
}

// Of returns x / (x + k1) of the formula for a term of a profile, in 0..1. prose and listing are the weights of an
// occurrence there: see LengthFactors.
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

// LengthFactors returns, for fields of these lengths, the weight of an occurrence; a length of 0 stands for an empty
// field. Lengths and their mean are rounded to powers of 2^⅛, so that an edit of a word changes few factors.
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
func Share(idf, sum int) byte { return byte(float32(lexical.MaxShare*float32(idf)) / float32(sum)) }
