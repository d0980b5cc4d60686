package ner

import (
	"slices"
	"strings"

	"mycel/builder/order"
	"mycel/engine/entity"
)

// titleGroup is all titles, or all headings, with the same key.
type titleGroup struct {
	heading
	id     id          // of the key
	docs   []int       // pages that have it, ascending
	others []otherForm // of the text
}

// group collects the titles for which want is true, by key. The groups are in the order of their keys.
func (b *lexiconBuilder) group(titles []Title, want func(Title) bool) []*titleGroup {
	var groups []*titleGroup
	of := make(map[id]*titleGroup)
	for _, t := range titles {
		if !want(t) || !t.parsed.ok {
			continue
		}
		h := t.parsed.heading
		key := b.number(h.key)
		h.common = h.common || !h.verb && b.lowerCase(h, key, t.Doc)
		g := of[key]
		if g == nil {
			g = &titleGroup{heading: h, id: key, others: t.parsed.others}
			of[key], groups = g, append(groups, g)
		}
		if h.text < g.text {
			g.text, g.others = h.text, t.parsed.others
		}
		g.common = g.common || h.common
		g.breaks |= h.breaks
		g.docs = append(g.docs, t.Doc)
	}
	for _, g := range groups {
		slices.Sort(g.docs)
		g.docs = slices.Compact(g.docs)
	}
	sorted := make([]*titleGroup, len(groups))
	for k, i := range order.By(len(groups), func(i int) string { return groups[i].key }) {
		sorted[k] = groups[i]
	}
	return sorted
}

// acceptTitles decides which titles and headings are entities, then adds the aliases of titles.
func (b *lexiconBuilder) acceptTitles(titles []Title) {
	pages := b.group(titles, func(t Title) bool { return t.Level == 0 })
	for _, g := range pages {
		b.acceptTitle(g)
	}
	headings := b.group(titles, func(t Title) bool { return t.Level > 0 })
	for _, g := range headings {
		if len(g.docs) < templateHeadings && b.observed(g.id) {
			b.acceptTitle(g)
		}
	}
	b.acceptAliases(pages)
}

// acceptKept makes entities of the kept names. A name without a capital is also found without one.
func (b *lexiconBuilder) acceptKept(titles []Title) {
	for _, g := range b.group(titles, func(t Title) bool { return t.Level == Kept }) {
		p, kind, key := path{breaks: g.breaks}, entity.Name, g.id
		if strings.ToLower(g.text) == g.text {
			p.rule, kind, key = ruleCommon, entity.Term, b.common(g.id)
		}
		b.accept(key, p, kind)
		b.texts = append(b.texts, titleText{g.id, b.number(g.text)})
	}
	for _, g := range b.group(titles, func(t Title) bool { return t.Level == Given }) {
		if b.resolve(g.id) == 0 {
			b.acceptGiven(g)
		}
	}
}

// acceptGiven makes an entity of a name of a graph. Some graphs write all names, or all words, in capitals: such a name
// is also found without capitals, unless the texts have it as a name. A word in capitals needs several occurrences in
// the texts: Apple is not apple.
func (b *lexiconBuilder) acceptGiven(g *titleGroup) {
	p, kind, key := path{breaks: g.breaks}, entity.Name, g.id
	lower, text := strings.ToLower(g.text), g.text
	if loud := (g.tokens > 1 && b.runs.get(b.common(key)).known || strings.ToUpper(text) == text) && !b.names.get(key).known && g.content > 0; text == lower || loud {
		p.rule, kind, key, text = ruleCommon, entity.Term, b.common(g.id), lower
	}
	b.accept(key, p, kind)
	b.texts = append(b.texts, titleText{g.id, b.number(text)})
	if b.given == nil {
		b.given = map[string]bool{}
	}
	b.given[b.text(key)] = true
}

// acceptTitle makes a title an entity.
func (b *lexiconBuilder) acceptTitle(g *titleGroup) {
	p := path{breaks: g.breaks}
	key := g.id
	switch {
	case g.common:
		key = b.common(g.id)
		p.rule = ruleCommon
	case b.ordinary(g.heading, g.id):
		p.rule = ruleStrong
	}
	b.accept(key, p, entity.Title)
	b.texts = append(b.texts, titleText{g.id, b.number(g.text)})
}

// alias is a further key of titles.
type alias struct {
	heading   heading
	entity    foundID
	short     bool   // the title without its article
	ambiguous bool   // two entities have it
	own       uint32 // occurrences on the title's own pages
}

// mentions returns how often key is a span on the pages with a title.
func (b *lexiconBuilder) mentions(g *titleGroup, key id) uint32 {
	n := uint32(0)
	for _, doc := range g.docs {
		if doc < 0 || doc >= len(b.docs) {
			continue
		}
		c := b.docs[doc].open(&b.room)
		for i := range c.forms {
			if f := &c.forms[i]; f.key == key {
				n += f.strong + f.weak
			}
		}
	}
	return n
}

// foreign reports whether a span is so much more frequent elsewhere than on its own page that it
// mostly means something else: "American" is not The American (2010 film).
func (b *lexiconBuilder) foreign(key id, own uint32) bool {
	n := b.names.get(key)
	return n.spans+n.codes > (own+1)*commonShare
}

// acceptAliases gives each key that exactly one title has as alias to that title, unless the key is an entity itself.
// An article is dropped only from a name ("The Beatles"), not from a word that is common without it ("The Band").
func (b *lexiconBuilder) acceptAliases(pages []*titleGroup) {
	aliases := make(map[id]alias)
	for _, g := range pages {
		entity := b.resolve(g.id)
		for _, form := range g.others {
			h := form.heading
			key := b.number(h.key)
			old, known := aliases[key]
			h.breaks |= old.heading.breaks
			aliases[key] = alias{
				heading: h, entity: entity, short: old.short || form.short,
				ambiguous: known && (old.ambiguous || old.entity != entity),
				own:       old.own + b.mentions(g, key),
			}
		}
	}
	for key, a := range aliases {
		if b.resolve(key) != 0 || a.ambiguous || b.foreign(key, a.own) {
			continue
		}
		p := path{entity: a.entity, breaks: a.heading.breaks}
		if b.ordinary(a.heading, key) {
			if a.short {
				continue
			}
			p.rule = ruleStrong
		}
		b.lead(key, p)
	}
}

// observed reports whether key is a span or a run in some document.
func (b *lexiconBuilder) observed(key id) bool {
	return b.names.get(key).known || b.runs.get(b.common(key)).known
}

// commonShare bounds the use of a title as a common noun elsewhere: its own page must have at
// least one in commonShare of the occurrences in lower case.
const commonShare = 30

// lowerCase reports whether the text of document doc uses the title as a common noun. number is the id of its key. A
// single word must occur at least as often without as with a capital, and its own page must have a fair share of all
// its occurrences ("father" has a page, but is on every other page too).
func (b *lexiconBuilder) lowerCase(h heading, number id, doc int) bool {
	if doc < 0 || doc >= len(b.docs) {
		return false
	}
	c, key := b.docs[doc].open(&b.room), b.common(number)
	if h.tokens > 1 {
		return slices.ContainsFunc(c.runs, func(r numberedRun) bool { return b.common(r.key) == key })
	}
	lower, capital := uint32(0), uint32(0)
	for i := range c.words {
		if b.common(c.words[i].key) == key {
			lower += c.words[i].count
		}
	}
	for i := range c.forms {
		if b.common(c.forms[i].key) == key {
			capital += c.forms[i].strong
		}
	}
	return lower > 0 && lower >= capital && lower*commonShare >= b.lower.get(number)
}

// ordinary reports whether the title has one content word which the corpus writes more often
// without a capital than with one: Love (film).
func (b *lexiconBuilder) ordinary(h heading, key id) bool {
	if h.tokens != 1 {
		return h.content == 1
	}
	return b.lower.get(key) > b.names.get(key).strong
}
