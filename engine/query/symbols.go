package query

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/text"
)

// Symbol is a run of signs of code, such as === or ?., that the corpus has and the query asks for.
type Symbol struct {
	Start, End int // bytes in Query.Text
	Term       model.TermID
}

// between are signs that stand between the words of any text. Alone behind words they are no symbols.
const between = "-&+/|:,.;"

// findSymbols finds the symbols of a query. A mark at the end of a sentence is no part of a symbol.
func (p *Parser) findSymbols(q *Query) {
	for _, at := range text.Symbols(q.Text) {
		start, end := at[0], at[1]
		plain := start == 0 || q.Text[start-1] == ' '
		if end-start == 1 && len(q.Words) > 0 && plain && start > 0 &&
			(strings.Contains(between, q.Text[start:end]) || strings.TrimSpace(q.Text[start:]) == "?" || strings.TrimSpace(q.Text[start:]) == "!") {
			continue
		}
		for ; end > start; end-- {
			if t, stop, ok := p.Exact(q.Text[start:end]); ok && !stop {
				q.Symbols = append(q.Symbols, Symbol{start, end, t})
				break
			}
			if strings.IndexByte("?!.:", q.Text[end-1]) < 0 {
				break
			}
		}
	}
}
