package ner

import (
	"strings"

	"mycel/builder/varint"
	"mycel/engine/entity"
)

// ParsedTitle is what a title or heading says by itself. It depends on its text, on
// whether it is a heading, and on the options, so it can be kept as long as these stay.
type ParsedTitle struct {
	heading heading
	ok      bool        // it can be an entity
	nouns   []string    // of its words those that may be nouns by themselves, in the singular
	others  []otherForm // what a page's title may also be called, where that can be an entity
}

// otherForm is a heading that is made of another one.
type otherForm struct {
	heading heading
	short   bool // an article is missing
}

// Parse returns what a title says by itself.
func (t Title) Parse(o Options) *ParsedTitle {
	sent := sentence{words: o.language().words}
	return t.parse(&sent, o)
}

// parse is Parse with a sentence to be used again.
func (t Title) parse(sent *sentence, o Options) *ParsedTitle {
	p, s := &ParsedTitle{}, strings.TrimSpace(t.Text)
	if t.Level > 0 {
		p.heading, p.ok = subject(sent, s, o)
	} else if p.heading, p.ok = parseHeading(sent, s); p.ok && p.heading.entity() {
		for _, form := range otherForms(s) {
			if h, ok := parseHeading(sent, form.text); ok && h.entity() {
				p.others = append(p.others, otherForm{h, form.short})
			}
		}
	} else {
		p.ok = false
	}
	if o.terms() {
		base, lang := withoutNote(t.Text), o.language()
		sent.read(base, 0, len(base))
		for i := range sent.tokens {
			if noun(sent, lang, i) {
				p.nouns = append(p.nouns, entity.Singular(string(sent.key(i, i+1))))
			}
		}
	}
	return p
}

// Record appends a parsed title to a record.
func (p *ParsedTitle) Record(w *varint.Writer) {
	w.Bool(p.ok)
	if p.ok {
		p.heading.record(w)
	}
	w.Int(len(p.nouns))
	for _, noun := range p.nouns {
		w.String(noun)
	}
	w.Int(len(p.others))
	for i := range p.others {
		w.Bool(p.others[i].short)
		p.others[i].heading.record(w)
	}
}

// ReadParsed reads what Record has written of the title.
func (t Title) ReadParsed(r *varint.Reader) *ParsedTitle {
	p := &ParsedTitle{}
	if p.ok = r.Bool(); p.ok {
		p.heading.read(r)
		p.heading.text = strings.TrimSpace(t.Text)
	}
	for range r.Count() {
		p.nouns = append(p.nouns, r.String())
	}
	for range r.Count() {
		form := otherForm{short: r.Bool()}
		form.heading.read(r)
		p.others = append(p.others, form)
	}
	return p
}

// record appends what a lexicon asks of a heading that can be an entity, but its text.
func (h *heading) record(w *varint.Writer) {
	w.String(h.key)
	w.Int(h.tokens)
	w.Int(h.content)
	w.Int(int(h.breaks))
	w.Bool(h.common)
}

func (h *heading) read(r *varint.Reader) {
	h.key, h.tokens, h.content, h.breaks, h.common = r.String(), r.Int(), r.Int(), uint16(r.Int()), r.Bool()
}
