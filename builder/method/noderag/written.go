package noderag

import (
	"context"
	"strings"

	"mycel/builder/extract"
	"mycel/builder/llm"
	"mycel/builder/shards"
	"mycel/engine/evidence"
	"mycel/engine/wire"
)

// writer has a language model write attributes, high-level elements and the titles of these.
type writer struct {
	*builder
	c *Corpus
}

// write takes attributes from a given graph, and asks the model about all other tasks, if there is a model.
func (w *writer) write(ctx context.Context, tasks []Task) ([]Note, error) {
	notes := make([]Note, len(tasks))
	var rest []Task
	var at []int
	described := w.Given.Descriptions()
	for i, t := range tasks {
		if !t.Element && described[t.Names[0]] != "" {
			notes[i].Text = described[t.Names[0]]
			notes[i].Terms = w.Corpus.Terms(notes[i].Text)
		} else if w.Reader != nil {
			rest, at = append(rest, t), append(at, i)
		}
	}
	asked, err := w.ask(ctx, rest)
	for i, n := range asked {
		notes[at[i]] = n
	}
	return notes, err
}

// ask asks the model about tasks.
func (w *writer) ask(ctx context.Context, tasks []Task) ([]Note, error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	questions := make([]llm.Question, len(tasks))
	for i := range tasks {
		questions[i] = w.question(&tasks[i])
	}
	replies, err := w.Reader.Ask(ctx, questions)
	if err != nil {
		return nil, err
	}
	notes := make([]Note, len(tasks))
	for i := range tasks {
		notes[i] = w.note(&tasks[i], replies[i])
		if notes[i].Text == "" {
			w.Reader.Fallback(questions[i], replies[i])
		}
	}
	return notes, nil
}

// names returns those of a task's names that the model is told.
func (w *writer) names(t *Task) []uint32 {
	return t.Names[:min(len(t.Names), extract.MaxNames)]
}

func (w *writer) question(t *Task) llm.Question {
	names := shards.Pick(w.c.Entities, w.names(t))
	var texts []string
	about := ""
	for _, k := range t.Units {
		u := &w.c.Units[k]
		if about == "" {
			p, _ := w.Sentences.At(int(u.First))
			about = p.Doc.ID
		}
		if u.Note.Text != "" {
			texts = append(texts, u.Note.Text)
			continue
		}
		texts = append(texts, w.unitText(u))
	}
	if t.Element {
		return llm.Question{Prompt: extract.SubjectPrompt(names, texts), Tokens: extract.NoteTokens, About: about, Usable: func(answer string, cut bool) bool {
			return extract.ParseSubject(answer, cut, w.Entities.Among(w.names(t))).Text != ""
		}}
	}
	return llm.Question{Prompt: extract.AboutPrompt(names[0], texts), Tokens: extract.NoteTokens, About: about, Usable: func(answer string, cut bool) bool {
		return extract.About(answer, cut) != ""
	}}
}

// note reads a reply. Titles are names that the model was told.
func (w *writer) note(t *Task, r llm.Reply) (n Note) {
	if !t.Element {
		n.Text = extract.About(r.Text(), r.Cut())
	} else {
		s := extract.ParseSubject(r.Text(), r.Cut(), w.Entities.Among(w.names(t)))
		w.Reader.Said.Dropped += s.Dropped
		if n.Text = s.Text; n.Text != "" {
			n.Names = s.Names
		}
	}
	n.Terms = w.Corpus.Terms(n.Text)
	return n
}

// texts makes the section of the texts that a model or a given graph has for units, relations, attributes and
// elements; nil without texts.
func (b *builder) texts(c *Corpus, g *Graph) []byte {
	if b.Reader == nil && b.Given == nil {
		return nil
	}
	texts := &nodeTexts{count: b.Count}
	for i := range c.Units {
		texts.add(nil, c.Units[i].Note.Text)
	}
	for i := range g.Relations {
		ends := g.Ends(i)
		texts.add(shards.Pick(c.Entities, ends[:]), b.JoinStatements(g.Said[i]))
	}
	for i, n := range g.Notes {
		texts.add(shards.Pick(c.Entities, g.About(i)), n.Text)
	}
	if texts.written == 0 {
		return nil
	}
	if b.Reader != nil {
		b.Reader.Said.Written = texts.written
	}
	return wire.EncodeTexts(texts.texts, texts.costs)
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
