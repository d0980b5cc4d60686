package analyse

import "mycel/builder/ner"

// scanner finds the candidates for entities on a page.
type scanner func(*Page, ner.Options) (*ner.Candidates, error)

func ScanRules(p *Page, o ner.Options) (*ner.Candidates, error) {
	return ner.Scan(p.Doc.Text, p.Sentences, o), nil
}

func ScanRegex(p *Page, _ ner.Options) (*ner.Candidates, error) {
	return ner.ScanRegex(p.OwnTitle(), p.Doc.Text), nil
}

func ScanExternal(e *ner.External) scanner {
	return func(p *Page, o ner.Options) (*ner.Candidates, error) {
		return e.Scan(p.Doc.ID, p.Doc.Text, p.Sentences, o)
	}
}
