package analyse

import (
	"context"
	"strings"
	"unicode/utf8"

	"mycel/engine/evidence"
)

// countTokens bounds the tokens that each sentence of a page, and each section's label,
// adds to a context for a language model: see evidence.EncodeTokens. It ends early if ctx
// does.
func (a *Analyser) countTokens(ctx context.Context, p *Page) {
	text := p.Doc.Text
	for i, at := range p.Sentences {
		if ctx.Err() != nil {
			return
		}
		end := p.SentenceEnd(i)
		next := ""
		if end < len(text) {
			next = text[end:p.SentenceEnd(i+1)]
		}
		p.Costs = append(p.Costs, uint32(a.sentenceCost(text[at:end], next, p.Tokens[i])))
	}
	for _, s := range p.Doc.Sections {
		p.labels = append(p.labels, uint32(a.Counter.Count(" "+evidence.Label(p.Doc.Title, s.Name())+"\n")))
	}
}

// sentenceCost bounds the tokens that a sentence adds to a passage: in front of the next
// sentence, at the end of the passage before a blank line, and at the end of the context.
// tokens are those of the sentence alone, with the white space behind it.
//
// Tokenizers split texts into pieces, and no piece goes from a word over white space into
// the next word. So contexts differ only in the pieces at the sentence's border, which
// are counted anew. This is less than counting sentences alone, where every space is a
// token. Of words beyond maxBorder, which no language has, only the end is counted, and
// the bound may be a token too low.
func (a *Analyser) sentenceCost(sentence, next string, tokens int) int {
	count := a.Counter.Count
	_, end := evidence.Trim(sentence)
	start := strings.LastIndexAny(sentence[:end], " \t\r\n")
	if start < 0 || sentence[start] == '\n' || sentence[start] == '\r' {
		start++
	}
	if end-start > maxBorder {
		for start = end - maxBorder; !utf8.RuneStart(sentence[start]); {
			start++
		}
	}
	word, tail := sentence[start:end], sentence[start:]
	before := 0
	if start > 0 {
		before = tokens - count(tail)
	}
	cost := max(count(word), count(word+"\n\n[")-count("["))
	if next != "" {
		head := firstWord(next)
		cost = max(cost, count(tail+head)-count(head))
	}
	return before + cost
}

// maxBorder is the most bytes of a sentence's last word that are counted again.
const maxBorder = 1 << 10

// firstWord returns s up to the white space behind its first word, or that word's first
// maxBorder bytes.
func firstWord(s string) string {
	start := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	if i := strings.IndexAny(s[start:], " \t\r\n"); i >= 0 {
		s = s[:start+i]
	}
	end := min(len(s), start+maxBorder)
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// EncodeTokens writes the counts of all pages.
func EncodeTokens(pages []*Page) []byte {
	var sentences, labels []uint32
	for _, p := range Outlined(pages) {
		sentences = append(sentences, p.Costs...)
		labels = append(labels, p.labels...)
	}
	return evidence.EncodeTokens(sentences, labels)
}
