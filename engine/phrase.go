package engine

import (
	"mycel/engine/answer"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
)

// containing returns a function that tells whether a chunk has a phrase: in its text, or in a
// title or heading that stands above it. A name of code may begin in the heading of a class, and
// end in that of its member: Thread.join, or HashMap.put below HashMap<K,V>. While its text is
// missing it may have it, and the answer is yes.
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
