package shards

import (
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/model"
	"mycel/engine/wire"
)

// lists writes the lists of terms: the chunks that have a term, how much it weighs there, and where it stands.
type lists struct{ *Index }

// weights writes how much terms weigh in chunks; nil for a small collection of passages.
func (l lists) weights() interface {
	EncodeRows(w *wire.Writer, terms []uint32)
} {
	if impacts := l.impacts(); impacts != nil {
		return impacts
	}
	if levels := l.levels(); levels != nil {
		return levels
	}
	return nil
}

// besideTerms writes lists beside their terms.
func (l lists) besideTerms() interface {
	EncodeSteps(w *wire.Writer, terms []uint32)
	EncodePlaces(w *wire.Writer, terms []uint32)
} {
	if impacts := l.impacts(); impacts != nil {
		return impacts
	}
	return l.Postings
}

// wholeParts has the lists that are cut beside their terms, whole.
func (l lists) wholeParts() (out []encoder) {
	impacts := l.impacts()
	if impacts == nil {
		return nil
	}
	for number := range impacts.Whole() {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) { impacts.EncodeWhole(w, number) })
		})
	}
	return out
}

// levels computes what terms weigh in chunks; nil unless the corpus is documentation.
func (l lists) levels() *terms.Levels {
	return l.Postings.Levels(l.Vocab, l.Boosts, func(chunk uint32) model.SectionID { return l.Chunks[chunk].Section })
}

// placeParts has the places of terms: apart, as most queries do without them.
func (l lists) placeParts(c cuts) (out []encoder) {
	for _, terms := range c.terms.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) { l.besideTerms().EncodePlaces(w, terms) })
		})
	}
	return out
}
