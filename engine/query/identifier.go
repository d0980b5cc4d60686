package query

import (
	"strings"
	"unicode"

	"mycel/engine/model"
	"mycel/engine/text"
)

// A query may be a name of code: std::sync::Arc, mycel_open, useEffect. Passages with the
// whole name then come first, and passages with its parts behind them. A longer query may
// contain such names: passages with the whole name count more.

// maxNames is the most names of a longer query that count.
const maxNames = 4

// isOneWord tells whether the query has no white space, and no character of a script without spaces.
func (q *Query) isOneWord() bool {
	return strings.IndexFunc(strings.TrimSpace(q.Text), func(r rune) bool { return unicode.IsSpace(r) || text.Unspaced(r) }) < 0
}

// findIdentifiers finds the names in a query.
func (q *Query) findIdentifiers() {
	first := 0
	whole := q.isOneWord()
	for i := 1; i <= len(q.Words); i++ {
		if i < len(q.Words) && (whole || q.joined(i)) {
			continue
		}
		w := &q.Words[first]
		p := Phrase{Known: i > first+1 || !whole && len(text.Parts(q.Text[w.Start:w.End])) > 1, Tight: true}
		for end := -1; first < i; first++ {
			w := &q.Words[first]
			p.add(w)
			p.Known = p.Known && w.Start != end // a part of a compound is not a word by itself
			end = w.End
		}
		switch {
		case !p.Known:
		case whole:
			q.Whole = &p
		case len(q.Names) < maxNames:
			q.Names = append(q.Names, p)
		}
	}
}

// NameKeys returns the keys whose places are needed if a word may belong to a name of code: its own key, and the keys
// of its parts if the query is only this name.
func (q *Query) NameKeys(i int) (keys []string) {
	w := &q.Words[i]
	parts, whole := text.Parts(q.Text[w.Start:w.End]), q.isOneWord()
	if whole && len(q.Words) > 1 || !whole && (len(parts) > 1 || i > 0 && q.joined(i) || i+1 < len(q.Words) && q.joined(i+1)) {
		keys = append(keys, w.Key)
	}
	if whole {
		for _, at := range parts {
			keys = append(keys, text.Key(q.Text[w.Start+at[0]:w.Start+at[1]]))
		}
	}
	return keys
}

// joined tells whether the signs between a word and the word before join them to a name of code: a dot, colons, an
// underscore, an arrow.
func (q *Query) joined(i int) bool {
	sign := q.Text[min(q.Words[i-1].End, q.Words[i].Start):q.Words[i].Start]
	return sign != "" && sign != "-" && strings.IndexFunc(sign, func(r rune) bool { return !strings.ContainsRune("._:#/>-", r) }) < 0
}

// addIdentifierParts adds the parts of a name of code to a query that is only this name. Passages with the whole name
// come first, then passages with all parts, then passages with one part.
func (p *Parser) addIdentifierParts(q *Query) {
	if !q.isOneWord() {
		return
	}
	for i := range q.Words {
		w := &q.Words[i]
		if !w.Known && !q.Partial {
			continue
		}
		var terms []model.TermID
		for _, p := range p.lookUpToken(q, w.Token, true) {
			if p.Known && !p.Stop && p.Term != w.Term {
				terms = append(terms, p.Term)
			}
		}
		q.addAlternative(i, terms, true, 0)
		q.addAlternative(i, terms, false, 0)
	}
}
