package answer

import (
	"cmp"
	"slices"
	"strings"

	"mycel/engine/method"
	"mycel/engine/model"
)

// Reason is a step that led to a hit, or a finding on the way to an answer. Kind says
// which other fields are set; docs/strategies.md lists the kinds.
type Reason struct {
	Kind    string
	Label   string   // a word for it
	Path    []string // names of the entities that the step leads over, or is about
	Weight  float32
	Text    string // a language model's text about it
	From    *From  // the passage that the step leads from; nil for no passage
	Figures []method.Figure
}

// From is the passage where a reason begins.
type From struct {
	Title, Heading string
	URL            string
	Sentence       string // the sentence with the link; "" while its text is missing
	Covers         []int  // positions in Result.Terms of the words that the target adds
}

// reasons turns the reasons of a ranking into those of a result.
func (p *presenter) reasons(list []method.Reason) []Reason {
	out := make([]Reason, len(list))
	for i := range list {
		r := &list[i]
		out[i] = Reason{Kind: r.Kind, Label: r.Label, Path: namesOf(p.t.Index, r.Path), Weight: r.Weight, Text: r.Text, Figures: r.Figures}
		if r.From != nil {
			out[i].From = p.from(r.From)
		}
	}
	return out
}

// namesOf returns the names of entities.
func namesOf(x *method.Index, ids []model.EntityID) (names []string) {
	for _, id := range ids {
		names = append(names, x.Entities.Name(id))
	}
	return names
}

// from describes the passage that a reason leads from.
func (p *presenter) from(l *method.Passage) *From {
	from := fromSection(p.t.Index, p.t.Index.Corpus.ChunkSection(l.Chunk))
	for i := range p.r.Query.Words {
		w := &p.r.Query.Words[i]
		if t, ok := slices.BinarySearch(p.r.Query.Terms, w.Term); w.Known && ok && l.Covers&(1<<t) != 0 {
			from.Covers = append(from.Covers, i)
		}
	}
	if l.Sentence == 0 {
		from.Sentence = cmp.Or(from.Heading, from.Title)
	} else if text, ok := p.text(l.Chunk); ok && l.Sentence <= len(text.Sentences) {
		from.Sentence = strings.TrimSpace(text.Text[text.Sentences[l.Sentence-1]:text.End(l.Sentence-1)])
	}
	return from
}

// fromSection returns the section that a reason leads from.
//
//go:noinline
func fromSection(x *method.Index, s model.SectionID) *From {
	place := sourceOf(x, s)
	return &From{Title: place.Title, Heading: place.Heading, URL: place.URL}
}

// reasons writes a member with reasons, if there are any.
func (w *jsonWriter) reasons(key string, list []Reason) {
	if len(list) == 0 {
		return
	}
	w.objects(key, len(list), func(i int) { w.reason(&list[i]) })
}

func (w *jsonWriter) reason(r *Reason) {
	w.key("kind").str(r.Kind)
	w.optional("label", r.Label)
	if len(r.Path) > 0 {
		w.key("path").strs(r.Path)
	}
	if r.Weight != 0 {
		w.key("weight").float(r.Weight)
	}
	w.optional("text", r.Text)
	if f := r.From; f != nil {
		w.key("from").open('{')
		w.key("title").str(f.Title)
		w.key("heading").str(f.Heading)
		w.key("url").str(f.URL)
		w.key("sentence").str(f.Sentence)
		w.key("covers").nums(f.Covers)
		w.close('}')
	}
	if len(r.Figures) > 0 {
		w.key("figures").open('{')
		for _, f := range r.Figures {
			w.key(f.Name).float(f.Value)
		}
		w.close('}')
	}
}
