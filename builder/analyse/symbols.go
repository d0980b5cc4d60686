package analyse

import (
	"mycel/builder/ingest/document"
	"mycel/engine/text"
)

// Symbol is the place of a run of signs of code, such as === and ?..
type Symbol struct {
	Sentence int
	Alone    bool // by itself in inline code; else a part of other code, once for each sentence and part
}

// findSymbols finds the symbols in the code of a page, in the order of its text.
func (p *Page) findSymbols(sp *speller) {
	sentence := 0
	for _, c := range p.Doc.Code {
		if c.Kind == document.Output || len(p.Sentences) == 0 {
			continue
		}
		for at := c.Start; at < c.End; {
			for sentence+1 < len(p.Sentences) && p.Sentences[sentence+1] <= at {
				sentence++
			}
			end := min(c.End, p.SentenceEnd(sentence))
			p.addSymbols(p.Doc.Text[at:end], sentence, c.Kind == document.Inline, sp)
			at = max(end, at+1)
		}
	}
}

// addSymbols adds the symbols in a part of a sentence that is code.
func (p *Page) addSymbols(code string, sentence int, inline bool, sp *speller) {
	seen := map[string]bool{}
	add := func(symbol string, alone bool) {
		seen[symbol] = true
		p.Symbols = append(p.Symbols, sp.word([]byte(symbol), symbol))
		p.SymbolAt = append(p.SymbolAt, Symbol{sentence, alone})
	}
	if inline {
		for _, at := range text.Symbols(code) {
			add(code[at[0]:at[1]], true)
		}
	}
	for _, symbol := range text.Operators(code) {
		if !seen[symbol] {
			add(symbol, false)
		}
	}
}
