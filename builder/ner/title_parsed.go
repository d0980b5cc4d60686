package ner

import (
	"strings"

	"mycel/engine/entity"
)

// parsedTitle is a title or heading with everything that follows from its own words.
type parsedTitle struct {
	heading heading
	ok      bool        // it can be an entity
	nouns   []string    // its words that may be nouns by themselves, in the singular
	others  []otherForm // other forms of a page's title that can be entities
}

// otherForm is another form of a title.
type otherForm struct {
	text    string
	heading heading
	short   bool // an article is missing
}

// parse parses a title. sent is scratch space for its tokens.
func (t Title) parse(sent *sentence, o Options) *parsedTitle {
	p, s := &parsedTitle{}, strings.TrimSpace(t.Text)
	if t.Level < 0 {
		p.heading, p.ok = parseHeading(sent, s)
	} else if t.Level > 0 {
		p.heading, p.ok = subject(sent, s, o)
	} else if p.heading, p.ok = parseHeading(sent, s); p.ok && p.heading.entity() {
		for _, form := range otherForms(s) {
			var ok bool
			if form.heading, ok = parseHeading(sent, form.text); ok && form.heading.entity() {
				p.others = append(p.others, form)
			}
		}
	} else {
		p.ok = false
	}
	if o.terms() && t.Level >= 0 {
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
