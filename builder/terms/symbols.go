package terms

import (
	"mycel/builder/analyse"
	"mycel/builder/fields"
	"mycel/engine/text"
)

// In documentation the signs of code are terms, too: === and ?., where they stand by themselves in inline code or in a
// heading, or are parts of other code. Only inline code and listings introduce signs; a heading adds none.

// addSymbols counts the symbols of a chunk and of its section's heading. Symbols within other code count once, like
// words in a listing: code must not outvote the prose that explains it.
func (l *PostingLists) addSymbols(v *Vocabulary, p *analyse.Page, c analyse.Chunk) {
	heading := p.Doc.Sections[c.Section].Heading
	for _, at := range text.Symbols(heading) {
		if t, ok := v.Find(heading[at[0]:at[1]]); ok {
			l.AddTerm(t, headingWeight, 0)
			l.Fields.count(t, fields.Heading)
		}
	}
	for i, s := range p.SymbolAt {
		if s.Sentence < c.First || s.Sentence >= c.End {
			continue
		}
		t := v.Term[p.Symbols[i]]
		switch {
		case s.Alone:
			l.Fields.count(t, fields.Prose)
			l.Fields.count(t, fields.Inline)
		case l.Fields.counts[t][fields.Fenced] == 0:
			l.Fields.count(t, fields.Fenced)
		default:
			continue
		}
		l.AddTerm(t, 1, s.Sentence-c.First+1)
	}
}
