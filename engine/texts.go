package engine

import (
	"mycel/engine/answer"
	"mycel/engine/excerpt"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/query"
)

// containing returns a function that tells whether a chunk has a phrase: in its text, or in a title or heading above
// it. A name of code may begin in the heading of a class and end in the heading of its member: Thread.join, or
// HashMap.put below HashMap<K,V>. The function returns true while the text of the chunk is missing.
func containing(t *answer.Texts) func(*query.Phrase, model.ChunkID) bool {
	c := t.Corpus
	return func(p *query.Phrase, chunk model.ChunkID) bool {
		section := c.ChunkSection(chunk)
		if p.In(c.DocTitle.At(int(c.SectionDoc(section)))) {
			return true
		}
		heading := c.Heading.At(int(section))
		for above := true; above; section, above = c.Parent(section) {
			h := c.Heading.At(int(section))
			if p.In(h) || p.Tight && (p.In(h+"."+heading) || p.In(lexical.Subject(h)+"."+heading)) {
				return true
			}
		}
		shown, ok := t.OfChunk(chunk)
		return !ok || p.In(shown.Text)
	}
}

// Gist returns a sentence of prose that says what a document is about: the first prose sentence of its summary, or
// else of its text; "" if neither has such a sentence. It returns the missing parts. O(summaries + text of the
// document).
func (e *Engine) Gist(d model.DocID) (text string, missing []parts.ID) {
	missing, _ = e.Ask(func() { text = e.tables.Gist(d) })
	return text, missing
}

// Text returns a range of the corpus's texts and the starts of its sentences, or the parts that are missing.
func (e *Engine) Text(at model.Span) (text excerpt.Text, missing []parts.ID) {
	missing, _ = e.Ask(func() { text, _ = e.tables.Of(at) })
	return text, missing
}
