package terms

import (
	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/engine/lexical"
	"mycel/engine/text"
)

// Of documentation the signs of code are terms, too: === and ?., where they stand by themselves in
// inline code or in a heading, or are parts of other code. Which signs there are is what inline
// code and listings say; a heading adds none.

// symbol is a run of signs in a text.
type symbol struct {
	key      string
	sentence int  // of the page
	alone    bool // in inline code; else a part of other code, once a sentence
}

// symbolsOf returns the symbols in the code of a page, in the order of its text.
func symbolsOf(p *analyse.Page) (out []symbol) {
	sentence := 0
	for _, c := range p.Doc.Code {
		if c.Kind == document.Output {
			continue
		}
		for at := c.Start; at < c.End; {
			for sentence+1 < len(p.Sentences) && p.Sentences[sentence+1] <= at {
				sentence++
			}
			if len(p.Sentences) == 0 {
				return nil
			}
			end := min(c.End, p.SentenceEnd(sentence))
			out = appendSymbols(out, p.Doc.Text[at:end], sentence, c.Kind == document.Inline)
			at = max(end, at+1)
		}
	}
	return out
}

func appendSymbols(out []symbol, code string, sentence int, inline bool) []symbol {
	seen := map[string]bool{}
	if inline {
		for _, at := range text.Symbols(code) {
			seen[code[at[0]:at[1]]] = true
			out = append(out, symbol{code[at[0]:at[1]], sentence, true})
		}
	}
	for _, key := range text.Operators(code) {
		if !seen[key] {
			seen[key] = true
			out = append(out, symbol{key, sentence, false})
		}
	}
	return out
}

// addSymbols counts the symbols of a chunk and of its section's heading. Those that are parts of
// other code count once, as if in a listing: code must not outvote the prose that explains it.
func (l *PostingLists) addSymbols(v *Vocabulary, heading string, symbols []symbol, c analyse.Chunk) {
	for _, at := range text.Symbols(heading) {
		if t, ok := v.Find(heading[at[0]:at[1]]); ok {
			l.AddTerm(t, headingWeight, 0)
			l.Fields.count(t, lexical.Heading)
		}
	}
	for _, s := range symbols {
		if s.sentence < c.First || s.sentence >= c.End {
			continue
		}
		t, _ := v.Find(s.key)
		switch {
		case s.alone:
			l.Fields.count(t, lexical.Prose)
			l.Fields.count(t, lexical.Inline)
		case l.Fields.counts[t][lexical.Fenced] == 0:
			l.Fields.count(t, lexical.Fenced)
		default:
			continue
		}
		l.AddTerm(t, 1, s.sentence-c.First+1)
	}
}
