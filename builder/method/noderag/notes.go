package noderag

import (
	"cmp"
	"context"
	"slices"
)

// Writer has a language model write what nodes say; answers are parallel to tasks.
type Writer func(ctx context.Context, tasks []Task) ([]Note, error)

// Task is a node that a model may write.
type Task struct {
	Element bool     // a high-level element with its title; else an attribute
	Names   []uint32 // the entity of an attribute; those of an element's group, most frequent first
	Units   []uint32 // sources of the note
}

// Note is what a model wrote; without a Text the node remains an extract.
type Note struct {
	Text  string
	Terms []uint32
	Names []uint32 // of an element's title; none where that remains
}

// write has attributes and elements written (section 2.3), if there is a Writer. What
// an attribute is written from are all units that name its entity, and an element all of
// its group, up to attributeInput terms; the units chosen without a model remain.
func (m *maker) write() error {
	if m.Writer == nil {
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
	if m.notes, err = m.Writer(m.ctx, tasks); err != nil {
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

// frequent returns the entities that units name, those that most of them name first.
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

// note returns what a model wrote of an attribute or element, counted through.
func (m *maker) note(i int) Note {
	if m.notes == nil {
		return Note{}
	}
	return m.notes[i]
}
