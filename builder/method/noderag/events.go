package noderag

import (
	"math"
	"slices"
	"strings"

	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/llm"
)

// A language model decomposes texts as in the paper (section 2.2): its events replace the sentences. The unit keeps the
// sentences for citation. Sentences without an event are cut into units as without a model.

// passage is a question about the sentences [first, end) of a page. No earlier chunk has these sentences.
type passage struct {
	llm.Question
	page, first, end int
	names            []uint32 // entities that the prompt names
}

// tellEvents returns the model's events for every page, in their order. Sentences count from the page's beginning.
func (b *builder) tellEvents() ([][]extract.Event, error) {
	passages := b.passages()
	questions := make([]llm.Question, len(passages))
	for i := range passages {
		questions[i] = passages[i].Question
	}
	replies, err := b.Reader.AskFirst(b.Context, questions)
	if err != nil {
		return nil, err
	}
	out := make([][]extract.Event, len(b.Pages))
	for i, p := range passages {
		events := extract.ParseEvents(replies[i].Text(), replies[i].Cut(), p.end-p.first, b.Entities.Among(p.names))
		b.Reader.Said.Dropped += events.Dropped
		if len(events.List) == 0 {
			b.Reader.Fallback(p.Question, replies[i])
		}
		for _, e := range events.List {
			e.First, e.End = e.First+p.first, e.End+p.first
			out[p.page] = append(out[p.page], e)
		}
	}
	return out, nil
}

// passages lists the passages of all pages.
func (b *builder) passages() (out []passage) {
	section := 0
	for i, p := range b.Pages {
		end := 0
		for _, c := range p.Chunks {
			if first := max(c.First, end); first < c.End {
				out = append(out, b.passage(i, section+c.Section, first, c.End))
				end = c.End
			}
		}
		section += len(p.Doc.Sections)
	}
	return out
}

// passage makes the question about sentences of a section.
func (b *builder) passage(page, section, first, end int) passage {
	p := b.Pages[page]
	t := passage{page: page, first: first, end: end}
	var names, sentences []string
	add := func(e uint32) {
		if len(names) < extract.MaxNames && !slices.Contains(t.names, e) {
			t.names = append(t.names, e)
			names = append(names, b.Entities.Entities[e].Name)
		}
	}
	for _, e := range b.Entities.Titles[section] {
		add(e)
	}
	for _, mention := range entities.MentionsWithin(b.Entities.Mentions[page], first, end) {
		if !mention.Nested {
			add(mention.Entity)
		}
	}
	tokens := 0
	for k := first; k < end; k++ {
		sentences = append(sentences, p.Doc.Text[p.Sentences[k]:p.SentenceEnd(k)])
		tokens += p.Tokens[k]
	}
	t.Question = llm.Question{Prompt: extract.EventsPrompt(sentences, names), Tokens: extract.EventsTokens(tokens, len(names)), About: p.Doc.ID, Usable: func(answer string, cut bool) bool {
		return len(extract.ParseEvents(answer, cut, t.end-t.first, b.Entities.Among(t.names)).List) > 0
	}}
	return t
}

// tell gives a unit the text of a model's event.
func (c *unitCutter) tell(u *Unit, e *extract.Event) {
	u.Note.Text, u.Mentions = e.Text, nil
	for _, id := range e.Names {
		start := strings.Index(e.Text, c.b.Entities.Entities[id].Name)
		if start < 0 {
			start = math.MaxUint32
		}
		u.Mentions = append(u.Mentions, Mention{Entity: id, Start: uint32(start)})
	}
	for _, r := range e.Relations {
		u.Relations = append(u.Relations, Said(r))
	}
}
