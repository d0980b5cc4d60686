package terms

import (
	"encoding/binary"
	"slices"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Levels computes what terms weigh in the passages of documentation (lexical.FieldRow).
type Levels struct {
	lists          *PostingLists
	prose, listing []float32 // by passage: what an occurrence counts
	factors        []float32 // by passage; nil if all are 1
	top            float32
	section        func(passage uint32) model.SectionID
	idf            []int // by term: of headings; 0 for stop words
	heading        []int // by section: the sum over its heading
}

// Levels returns what EncodeLevels needs, nil unless the corpus is documentation. factors are those
// of the passages' scores, nil if all are 1; section tells the section of a passage.
func (l *PostingLists) Levels(v *Vocabulary, factors []float32, section func(passage uint32) model.SectionID) *Levels {
	f := l.Fields
	if f == nil {
		return nil
	}
	x := &Levels{
		lists: l, prose: lexical.DefaultFields.LengthFactors(f.prose), listing: lexical.DefaultFields.LengthFactors(f.listing),
		factors: factors, top: 1, section: section, idf: make([]int, len(f.own)), heading: make([]int, len(f.heading)),
	}
	for _, factor := range factors {
		x.top = max(x.top, factor)
	}
	for t, own := range f.own {
		if !v.Stop[t] {
			x.idf[t] = lexical.HeadingIDF(own, len(f.prose))
		}
	}
	var terms []model.TermID
	for s, words := range f.heading {
		terms = terms[:0]
		for _, w := range words {
			terms = append(terms, v.Term[w])
		}
		slices.Sort(terms)
		for _, t := range slices.Compact(terms) {
			x.heading[s] += x.idf[t]
		}
	}
	return x
}

// Encode writes what the core has of levels.
func (x *Levels) Encode() []byte { return lexical.EncodeFields(x.top) }

// EncodeRows writes the rows of some terms.
func (x *Levels) EncodeRows(w *wire.Writer, terms []uint32) {
	f := x.lists.Fields
	for _, t := range terms {
		list := &x.lists.Rows[t]
		row := lexical.FieldRow{Own: int(f.own[t]), Levels: make([]byte, 0, list.N)}
		passage, profiles := uint32(0), list.profiles
		list.each(func(step, _ []byte) {
			distance, _ := binary.Uvarint(step)
			passage += uint32(distance)
			n, size := binary.Uvarint(profiles)
			profiles = profiles[size:]
			p, factor := &f.profiles[n], float32(1)
			if x.factors != nil {
				factor = x.factors[passage]
			}
			if sum := x.heading[x.section(passage)]; p[lexical.Heading] > 0 && x.idf[t] > 0 && sum > 0 {
				row.Heads = append(row.Heads, uint32(len(row.Levels)))
				row.Shares = append(row.Shares, lexical.Share(x.idf[t], sum, factor, x.top))
			}
			row.Levels = append(row.Levels, lexical.Level(lexical.DefaultFields.Of(p, x.prose[passage], x.listing[passage])*factor, x.top))
			passage++
		})
		row.Append(w)
	}
}
