// Package query reads queries: their words with operators, misspellings, completions, synonyms and languages, as terms of an index.
package query

import (
	"mycel/engine/lexical"
	"mycel/engine/parts"
)

// Parser reads queries by the words of an index.
type Parser struct {
	lexical.Dictionary
	synonyms  *Synonyms  // nil for none
	languages *Languages // nil for a corpus in one language
}

// NewParser returns the parser of an index without synonyms, in one language.
func NewParser(d *lexical.Dictionary) *Parser { return &Parser{Dictionary: *d} }

// For returns the same parser for another reader.
func (p *Parser) For(w *parts.Missing) *Parser {
	q := *p
	q.ReadBy(w)
	return &q
}
