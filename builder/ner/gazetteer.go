package ner

import (
	"slices"

	"mycel/builder/order"
	"mycel/engine/entity"
)

// titleGroup is all titles, or all headings, with one key.
type titleGroup struct {
	heading
	id     id          // of the key
	docs   []int       // pages that have it, ascending
	others []otherForm // of the text
}

// group collects the titles that want chooses, by key. The groups come in the order of
// their keys.
func (b *lexiconBuilder) group(titles []Title, want func(Title) bool) []*titleGroup {
	var groups []*titleGroup
	of := make(map[id]*titleGroup)
	for _, t := range titles {
		if !want(t) || !t.parsed.ok {
			continue
		}
		h := t.parsed.heading
		key := b.number(h.key)
		h.common = h.common || b.lowerCase(h, key, t.Doc)
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

// acceptTitles decides which titles and headings are entities, then gives the
// titles aliases.
func (b *lexiconBuilder) acceptTitles(titles []Title) {
	pages := b.group(titles, func(t Title) bool { return t.Level == 0 })
	for _, g := range pages {
		b.acceptTitle(g)
	}
	headings := b.group(titles, func(t Title) bool { return t.Level != 0 })
	for _, g := range headings {
		if len(g.docs) < templateHeadings && b.observed(g.id) {
			b.acceptTitle(g)
		}
	}
	b.acceptAliases(pages)
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

// alias is a key that titles have beside their own.
type alias struct {
	heading   heading
	entity    foundID
	short     bool   // for want of an article
	ambiguous bool   // two entities have it
	own       uint32 // occurrences on the title's own pages
}

// mentions returns how often the pages with a title have key as a span.
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

// foreign tells whether a span is so frequent beside its occurrences on its own
// page that it must mean something else most of the time: "American" is not The
// American (2010 film).
func (b *lexiconBuilder) foreign(key id, own uint32) bool {
	n := b.names.get(key)
	return n.spans+n.codes > (own+1)*commonShare
}

// acceptAliases gives every key that just one title has beside its own to that
// title, unless it is an entity itself. An article goes only from a name ("The
// Beatles"), not from a word that is common without it ("The Band").
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

// observed tells whether a document has key as a span or as a run.
func (b *lexiconBuilder) observed(key id) bool {
	return b.names.get(key).known || b.runs.get(b.common(key)).known
}

// commonShare: of so many occurrences of a word in lower case at least one must be
// on the page that has it as its title.
const commonShare = 30

// lowerCase tells whether the text of document doc uses the title, whose key has a number, as a common
// noun: a single word at least as often without as with a capital, and in a fair
// share of all its occurrences ("father" has a page, but is on every other).
func (b *lexiconBuilder) lowerCase(h heading, number id, doc int) bool {
	if doc < 0 || doc >= len(b.docs) {
		return false
	}
	c, key := b.docs[doc].open(&b.room), b.common(number)
	if h.tokens > 1 {
		for i := range c.runs {
			if b.common(c.runs[i].key) == key {
				return true
			}
		}
		return false
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

// ordinary tells whether the title has one content word and the corpus uses that
// without a capital more than with one: Love (film).
func (b *lexiconBuilder) ordinary(h heading, key id) bool {
	if h.tokens != 1 {
		return h.content == 1
	}
	return b.lower.get(key) > b.names.get(key).strong
}
