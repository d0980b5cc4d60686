package answer

import (
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/model"
	"mycel/engine/related"
)

// maxCalls is how many links a hit names that have words of the query.
const maxCalls = 3

// calls adds reasons to a hit: links to its section whose texts have words of the query. Links with
// most words come first, and each text counts once.
func (p *presenter) calls(h *Hit) {
	links := p.t.Index.Links
	if !p.t.Index.HasPart(bundle.GroupLinks) {
		return
	}
	texts := make([]string, 0, maxCalls)
	for n := len(p.r.Query.Words); n > 0; n-- {
		for i, to := range links.To {
			if to != uint32(h.Section) || len(texts) == maxCalls {
				continue
			}
			text := links.Text(i)
			if covers := p.words(text); len(covers) == n && !slices.Contains(texts, text) {
				texts = append(texts, text)
				from := fromSection(p.t.Index, model.SectionID(links.From[i]))
				from.Covers = covers
				h.Why.Reasons = append(h.Why.Reasons, Reason{Kind: related.TieLink, Label: text, From: from})
			}
		}
	}
}

// words returns the positions of the query's words that a text has.
func (p *presenter) words(text string) (words []int) {
	terms := p.matcher.Terms(text)
	for i := range p.r.Query.Words {
		if w := &p.r.Query.Words[i]; w.Known && slices.Contains(terms, w.Term) {
			words = append(words, i)
		}
	}
	return words
}
