package noderag

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/extract"
	"mycel/builder/llm"
	"mycel/builder/shards"
	"mycel/engine/evidence"
	"mycel/engine/wire"
)

// Task is a node that a model may write.
type Task struct {
	Element bool     // a high-level element with its title; else an attribute
	Names   []uint32 // the entity of an attribute; those of an element's group, most frequent first
	Units   []uint32 // sources of the note
}

// Note is a model's text; without a Text the node stays an extract.
type Note struct {
	Text  string
	Terms []uint32
	Names []uint32 // of an element's title; empty if the title stays
}

// write makes a model write attributes and elements (section 2.3), if there is a Write. The source of an
// attribute is all units that name its entity, and that of an element all units of its group, up to
// attributeInput terms. The units that were chosen without a model stay.
func (m *maker) write() error {
	if m.Write == nil {
		return nil
	}
	var tasks []Task
	for _, a := range m.out.Attributes {
		tasks = append(tasks, Task{Names: []uint32{a.Entity}, Units: m.richest(a.Entity)})
	}
	for i := range m.elements {
		tasks = append(tasks, Task{Element: true, Names: m.frequent(m.elements[i].group), Units: m.some(m.elements[i].group)})
	}
	var err error
	if m.notes, err = m.Write(tasks); err != nil {
		return err
	}
	m.out.Notes = m.notes
	for i := range m.elements {
		if n := m.notes[len(m.out.Attributes)+i]; len(n.Names) > 0 {
			m.elements[i].names = n.Names
		}
	}
	return nil
}

// some returns the first units of a group, up to attributeInput terms.
func (m *maker) some(group []uint32) []uint32 {
	total := 0
	for i, u := range group {
		if total += len(m.Units[u].Terms); total > attributeInput && i > 0 {
			return group[:i]
		}
	}
	return group
}

// frequent returns the entities that units name, ordered by the number of units that name them, greatest
// first.
func (m *maker) frequent(units []uint32) (names []uint32) {
	count := map[uint32]int{}
	for _, u := range units {
		for _, e := range m.namedIn(&m.Units[u]) {
			if count[e]++; count[e] == 1 {
				names = append(names, e)
			}
		}
	}
	slices.SortFunc(names, func(a, b uint32) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return names
}

// note returns a model's text about an attribute or element; they are numbered together.
func (m *maker) note(i int) Note {
	if m.notes == nil {
		return Note{}
	}
	return m.notes[i]
}

// write takes attributes from a given graph, and asks the model about all other tasks, if there is a model.
func (b *builder) write(tasks []Task) ([]Note, error) {
	notes := make([]Note, len(tasks))
	var rest []Task
	var at []int
	described := b.Given.Descriptions()
	for i, t := range tasks {
		if !t.Element && described[t.Names[0]] != "" {
			notes[i].Text = described[t.Names[0]]
			notes[i].Terms = b.Corpus.Terms(notes[i].Text)
		} else if b.Reader != nil {
			rest, at = append(rest, t), append(at, i)
		}
	}
	asked, err := b.ask(rest)
	for i, n := range asked {
		notes[at[i]] = n
	}
	return notes, err
}

// ask asks the model about tasks.
func (b *builder) ask(tasks []Task) ([]Note, error) {
	if len(tasks) == 0 {
		return nil, nil
	}
	questions := make([]llm.Question, len(tasks))
	for i := range tasks {
		questions[i] = b.question(&tasks[i])
	}
	replies, err := b.Reader.Ask(b.Context, questions)
	if err != nil {
		return nil, err
	}
	notes := make([]Note, len(tasks))
	for i := range tasks {
		notes[i] = b.note(&tasks[i], replies[i])
		if notes[i].Text == "" {
			b.Reader.Fallback(questions[i], replies[i])
		}
	}
	return notes, nil
}

// names returns the names of a task that its prompt has.
func (b *builder) names(t *Task) []uint32 {
	return t.Names[:min(len(t.Names), extract.MaxNames)]
}

func (b *builder) question(t *Task) llm.Question {
	names := shards.Pick(b.c.Entities, b.names(t))
	var texts []string
	about := ""
	for _, k := range t.Units {
		u := &b.c.Units[k]
		if about == "" {
			p, _ := b.Sentences.At(int(u.First))
			about = p.Doc.ID
		}
		if u.Note.Text != "" {
			texts = append(texts, u.Note.Text)
			continue
		}
		texts = append(texts, b.unitText(u))
	}
	if t.Element {
		return llm.Question{Prompt: extract.SubjectPrompt(names, texts), Tokens: extract.NoteTokens, About: about, Usable: func(answer string, cut bool) bool {
			return extract.ParseSubject(answer, cut, b.Entities.Among(b.names(t))).Text != ""
		}}
	}
	return llm.Question{Prompt: extract.AboutPrompt(names[0], texts), Tokens: extract.NoteTokens, About: about, Usable: func(answer string, cut bool) bool {
		return extract.About(answer, cut) != ""
	}}
}

// note reads a reply. Titles are names of the prompt.
func (b *builder) note(t *Task, r llm.Reply) (n Note) {
	if !t.Element {
		n.Text = extract.About(r.Text(), r.Cut())
	} else {
		s := extract.ParseSubject(r.Text(), r.Cut(), b.Entities.Among(b.names(t)))
		b.Reader.Said.Dropped += s.Dropped
		if n.Text = s.Text; n.Text != "" {
			n.Names = s.Names
		}
	}
	n.Terms = b.Corpus.Terms(n.Text)
	return n
}

// texts makes the section with the texts of a model or a given graph for units, relations, attributes and
// elements; nil without texts.
func (b *builder) texts(g *Graph) []byte {
	if b.Reader == nil && b.Given == nil {
		return nil
	}
	texts := &nodeTexts{count: b.Count}
	for i := range b.c.Units {
		texts.add(nil, b.c.Units[i].Note.Text)
	}
	for i := range g.Relations {
		ends := g.Ends(i)
		texts.add(shards.Pick(b.c.Entities, ends[:]), b.JoinStatements(g.Said[i]))
	}
	for i, n := range g.Notes {
		texts.add(shards.Pick(b.c.Entities, g.About(i)), n.Text)
	}
	if texts.written == 0 {
		return nil
	}
	if b.Reader != nil {
		b.Reader.Said.Written = texts.written
	}
	return wire.EncodeTexts(texts.texts, texts.costs)
}

// nodeTexts collects a model's texts, in the order of the nodes.
type nodeTexts struct {
	count   func(string) int
	texts   []string
	costs   []uint32
	written int
}

// add adds the text of a node about names; "" for no text.
func (t *nodeTexts) add(names []string, text string) {
	cost := 0
	if text != "" {
		t.written++
		cost = t.count(evidence.Row([]string{strings.Join(names, ", "), text}))
	}
	t.texts, t.costs = append(t.texts, text), append(t.costs, uint32(cost))
}
