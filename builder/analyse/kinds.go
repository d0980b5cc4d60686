package analyse

import (
	"slices"

	"mycel/builder/ingest/document"
	"mycel/builder/varint"
	"mycel/engine/text"
)

// WordKind is the kind of text in which a word stands.
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
	return slices.Clone(kinds) // without spare capacity
}

// kindRun is a run of n words of one kind.
type kindRun struct {
	kind WordKind
	n    int
}

// codeKinds writes or reads the kinds of words, behind the words, as runs of one kind.
func (p *Analysis) codeKinds(c varint.Coder) {
	if c.R == nil {
		p.runs = p.runs[:0]
		for _, kind := range p.Kinds {
			if n := len(p.runs); n == 0 || p.runs[n-1].kind != kind {
				p.runs = append(p.runs, kindRun{kind: kind})
			}
			p.runs[len(p.runs)-1].n++
		}
	}
	varint.List(c, &p.runs)
	p.Kinds = varint.Resized(p.Kinds, len(p.Words))
	rest := p.Kinds
	for i := range p.runs {
		r := &p.runs[i]
		varint.Number(c, &r.kind)
		varint.Number(c, &r.n)
		if r.kind >= numWordKinds || r.n > len(rest) {
			c.R.Fail()
			return
		}
		for k := range rest[:r.n] {
			rest[k] = r.kind
		}
		rest = rest[r.n:]
	}
	if len(rest) > 0 {
		c.R.Fail()
	}
}
