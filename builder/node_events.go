package builder

import (
	"math"
	"slices"
	"strings"

	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/method/noderag"
)

// A language model decomposes texts as NodeRAG has it (section 2.2 of the paper): what it
// tells of an event stands in the place of the sentences, which the unit keeps to be cited
// by. Sentences of which it tells nothing are cut into units as without it.

// passageToTell is what the model is asked about: the sentences [first, end) of a page
// that no chunk before has.
type passageToTell struct {
	inquiry
	page, first, end int
	names            []uint32 // entities that it is told of
}

// tellEvents returns what the model tells of every page, events in their order with
// sentences counted from the page's beginning.
func (b *build) tellEvents(m *material) ([][]extract.Event, error) {
	passages := b.passagesToTell(m)
	inquiries := make([]inquiry, len(passages))
	for i := range passages {
		inquiries[i] = passages[i].inquiry
	}
	replies, err := m.reader.askFirst(inquiries)
	if err != nil {
		return nil, err
	}
	out := make([][]extract.Event, len(b.pages))
	for i, p := range passages {
		events := extract.ParseEvents(replies[i].text(), replies[i].answer.Cut, p.end-p.first, m.entities.Among(p.names))
		m.reader.said.Dropped += events.Dropped
		if len(events.List) == 0 {
			m.reader.fallback(p.inquiry, replies[i])
		}
		for _, e := range events.List {
			e.First, e.End = e.First+p.first, e.End+p.first
			out[p.page] = append(out[p.page], e)
		}
	}
	return out, nil
}

// passagesToTell lists the passages of all pages.
func (b *build) passagesToTell(m *material) (out []passageToTell) {
	section := 0
	for i, p := range b.pages {
		end := 0
		for _, c := range p.Chunks {
			if first := max(c.First, end); first < c.End {
				out = append(out, b.passageToTell(m, i, section+c.Section, first, c.End))
				end = c.End
			}
		}
		section += len(p.Doc.Sections)
	}
	return out
}

// passageToTell makes the question about sentences of a section.
func (b *build) passageToTell(m *material, page, section, first, end int) passageToTell {
	p := b.pages[page]
	t := passageToTell{page: page, first: first, end: end}
	var names, sentences []string
	add := func(e uint32) {
		if len(names) < extract.MaxNames && !slices.Contains(t.names, e) {
			t.names = append(t.names, e)
			names = append(names, m.entities.Entities[e].Name)
		}
	}
	for _, e := range m.entities.Titles[section] {
		add(e)
	}
	for _, mention := range entities.MentionsWithin(m.entities.Mentions[page], first, end) {
		if !mention.Nested {
			add(mention.Entity)
		}
	}
	tokens := 0
	for k := first; k < end; k++ {
		sentences = append(sentences, p.Doc.Text[p.Sentences[k]:p.SentenceEnd(k)])
		tokens += p.Tokens[k]
	}
	t.inquiry = inquiry{prompt: extract.EventsPrompt(sentences, names), tokens: extract.EventsTokens(tokens, len(names)), about: p.Doc.ID}
	return t
}

// tell makes a unit say what the model told.
func (c *unitCutter) tell(u *noderag.Unit, e *extract.Event) {
	u.Note.Text, u.Mentions = e.Text, nil
	for _, id := range e.Names {
		start := strings.Index(e.Text, c.m.entities.Entities[id].Name)
		if start < 0 {
			start = math.MaxUint32
		}
		u.Mentions = append(u.Mentions, noderag.Mention{Entity: id, Start: uint32(start)})
	}
	for _, r := range e.Relations {
		u.Relations = append(u.Relations, noderag.Said(r))
	}
}
