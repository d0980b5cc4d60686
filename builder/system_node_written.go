package builder

import (
	"context"
	"strings"

	"mycel/builder/extract"
	"mycel/builder/method/noderag"
	"mycel/builder/shards"
	"mycel/builder/trees"
	"mycel/engine/evidence"
	"mycel/engine/method/noderag/heterograph"
)

// nodeWriter has a language model write attributes, high-level elements and the titles
// of these.
type nodeWriter struct {
	*build
	m *material
	c *noderag.Corpus

	all *trees.Stretch // of all pages
}

// write asks the model about all tasks.
func (w *nodeWriter) write(_ context.Context, tasks []noderag.Task) ([]noderag.Note, error) {
	inquiries := make([]inquiry, len(tasks))
	for i := range tasks {
		inquiries[i] = w.inquiry(&tasks[i])
	}
	replies, err := w.m.reader.ask(inquiries)
	if err != nil {
		return nil, err
	}
	notes := make([]noderag.Note, len(tasks))
	for i := range tasks {
		notes[i] = w.note(&tasks[i], replies[i])
		if notes[i].Text == "" {
			w.m.reader.fallback(inquiries[i], replies[i])
		}
	}
	return notes, nil
}

// names returns those of a task's names that the model is told.
func (w *nodeWriter) names(t *noderag.Task) []uint32 {
	return t.Names[:min(len(t.Names), extract.MaxNames)]
}

func (w *nodeWriter) inquiry(t *noderag.Task) inquiry {
	names := shards.Pick(w.c.Entities, w.names(t))
	var texts []string
	about := ""
	for _, k := range t.Units {
		u := &w.c.Units[k]
		p, first := w.all.Sentence(int(u.First))
		if about == "" {
			about = p.Doc.ID
		}
		if u.Note.Text != "" {
			texts = append(texts, u.Note.Text)
			continue
		}
		texts = append(texts, p.Doc.Text[p.Sentences[first]:p.SentenceEnd(first+u.Size-1)])
	}
	if t.Element {
		return inquiry{extract.SubjectPrompt(names, texts), extract.NoteTokens, about}
	}
	return inquiry{extract.AboutPrompt(names[0], texts), extract.NoteTokens, about}
}

// note reads a reply. Titles are names that the model was told.
func (w *nodeWriter) note(t *noderag.Task, r reply) (n noderag.Note) {
	if !t.Element {
		n.Text = extract.About(r.text(), r.answer.Cut)
	} else {
		s := extract.ParseSubject(r.text(), r.answer.Cut, w.m.entities.Among(w.names(t)))
		w.m.reader.said.Dropped += s.Dropped
		if n.Text = s.Text; n.Text != "" {
			n.Names = s.Names
		}
	}
	n.Terms = w.writtenTerms(w.m.vocab, n.Text)
	return n
}

// nodeTexts makes the section of what a model wrote of a graph, units, relations,
// attributes and elements; nil if it wrote nothing.
func (b *build) nodeTexts(m *material, c *noderag.Corpus, g *noderag.Graph) []byte {
	if m.reader == nil {
		return nil
	}
	texts := &nodeTexts{count: b.counter.Count}
	for i := range c.Units {
		texts.add(nil, c.Units[i].Note.Text)
	}
	w := newWritten(b.counter.Count)
	for i := range g.Relations {
		ends := g.Ends(i)
		texts.add(shards.Pick(c.Entities, ends[:]), w.joined(g.Said[i]))
	}
	for i, n := range g.Notes {
		texts.add(shards.Pick(c.Entities, g.About(i)), n.Text)
	}
	if texts.written == 0 {
		return nil
	}
	m.reader.said.Written = texts.written
	return heterograph.EncodeTexts(texts.texts, texts.costs)
}

// nodeTexts gathers what a model wrote, in the order of the nodes.
type nodeTexts struct {
	count   func(string) int
	texts   []string
	costs   []uint32
	written int
}

// add adds the text of a node about names, "" for none.
func (t *nodeTexts) add(names []string, text string) {
	cost := 0
	if text != "" {
		t.written++
		cost = t.count(evidence.Row([]string{strings.Join(names, ", "), text}))
	}
	t.texts, t.costs = append(t.texts, text), append(t.costs, uint32(cost))
}
