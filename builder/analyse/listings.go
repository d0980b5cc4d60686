package analyse

import "mycel/builder/ingest/document"

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
