package analyse

import (
	"slices"

	"mycel/builder/ingest/document"
	"mycel/builder/varint"
	"mycel/engine/text"
)

// WordKind says what of a text a word is in.
type WordKind uint8

const (
	Prose WordKind = iota
	Inline
	Fenced
	Output
	Part     // of a compound, in prose or inline code
	CodePart // in listings
	numWordKinds
)

// kindsOfWords returns the kind of each word of a page's text, in the order of the text.
func (p *Page) kindsOfWords() (kinds []WordKind) {
	code := p.Doc.Code
	for i, start := range p.Sentences {
		for sc := text.NewScanner(p.Doc.Text[start:p.SentenceEnd(i)]); sc.Next(); {
			at, _ := sc.Span()
			at += start
			for len(code) > 0 && code[0].End <= at {
				code = code[1:]
			}
			kind, part := Prose, Part
			if len(code) > 0 && code[0].Start <= at {
				kind = Inline + WordKind(code[0].Kind-document.Inline)
			}
			if kind >= Fenced {
				part = CodePart
			}
			kinds = append(kinds, kind)
			for range sc.Parts() {
				kinds = append(kinds, part)
			}
		}
	}
	return slices.Clone(kinds) // without room to grow
}

// recordKinds appends the kinds of words, as runs of one kind.
func (p *Analysis) recordKinds(w *varint.Writer) {
	var ends []int
	for i := range p.Kinds {
		if i+1 == len(p.Kinds) || p.Kinds[i+1] != p.Kinds[i] {
			ends = append(ends, i+1)
		}
	}
	w.Int(len(ends))
	start := 0
	for _, end := range ends {
		w.Int(int(p.Kinds[start]))
		w.Int(end - start)
		start = end
	}
}

// readKinds reads what recordKinds has written, behind the words.
func (p *Analysis) readKinds(r *varint.Reader) {
	p.Kinds = varint.Resized(p.Kinds, len(p.Words))
	rest := p.Kinds
	for range r.Count() {
		kind, n := r.Int(), r.Int()
		if kind >= int(numWordKinds) || n > len(rest) {
			r.Fail()
			return
		}
		for i := range rest[:n] {
			rest[i] = WordKind(kind)
		}
		rest = rest[n:]
	}
	if len(rest) > 0 {
		r.Fail()
	}
}
