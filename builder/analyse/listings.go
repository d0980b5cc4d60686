package analyse

import (
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
)

// scanner finds the candidates for entities on a page.
type scanner func(*Page, ner.Options) (*ner.Candidates, error)

func ScanRules(p *Page, o ner.Options) (*ner.Candidates, error) {
	return ner.Scan(p.Doc.Text, p.Sentences, p.Listings(), o), nil
}

// Listings returns a function that reports whether a place of the text is in a listing. It is called with
// ascending places.
func (p *Page) Listings() func(start int) bool {
	code := p.Doc.Code
	return func(start int) bool {
		for len(code) > 0 && code[0].End <= start {
			code = code[1:]
		}
		return len(code) > 0 && code[0].Start <= start && code[0].Kind != document.Inline
	}
}

func ScanExternal(e *ner.External) scanner {
	return func(p *Page, o ner.Options) (*ner.Candidates, error) {
		return e.Scan(p.Doc.ID, p.Doc.Text, p.Sentences, o)
	}
}
