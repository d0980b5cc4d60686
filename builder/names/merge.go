// Package names joins entities that have several names: the short and long names of a person, an abbreviation and its
// definition, and the names that a file joins.
package names

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/text"
)

// Corpus is the entities of a corpus and their mentions.
type Corpus struct {
	Entities []entity.Entity // ascending by key
	Aliases  []entity.Alias  // ascending by key
	Mentions [][]ner.Mention // by page, in text order
	Text     func(page int) string
}

// pair states that in one document the entity short is the entity long.
type pair struct{ short, long uint32 }

// Merge first joins the forms of a name: stem returns the same string for all of them (nil: names have no forms).
// Then it joins names that a document shows to be one. A short name becomes an alias of the long one if the documents
// that decide about it agree and have half of its mentions. Otherwise it stays an entity of the other documents.
func (c *Corpus) Merge(language string, stem func(word string) string) {
	english := language == "en"
	if !english && stem != nil {
		c.Join(c.forms(stem))
	}
	pages := make([][]pair, len(c.Mentions))
	parallel.Do(len(pages), func(i int) { pages[i] = c.decide(i, english) })
	to := c.agreed(pages)
	for i, pairs := range pages {
		for m := range c.Mentions[i] {
			e := &c.Mentions[i][m].Entity
			if k := slices.IndexFunc(pairs, func(p pair) bool { return p.short == *e }); k >= 0 {
				*e = pairs[k].long
			}
			*e = to[*e]
		}
	}
	c.Join(to)
}

// forms leads the forms of each name to the form that is a title, or else to the most frequent. Two titles stay
// apart.
func (c *Corpus) forms(stem func(string) string) []uint32 {
	total := c.Totals()
	best := map[string]uint32{}
	keys := make([]string, len(c.Entities))
	for e, name := range c.Entities {
		if name.Kind == entity.Code {
			continue
		}
		var words []string
		for sc := text.NewScanner(name.Name); sc.Next(); {
			words = append(words, stem(strings.ToLower(sc.Text())))
		}
		keys[e] = strings.Join(words, " ")
		old, known := best[keys[e]]
		if !known || cmp.Or(cmp.Compare(name.Kind/entity.Title, c.Entities[old].Kind/entity.Title), cmp.Compare(total[e], total[old])) > 0 {
			best[keys[e]] = uint32(e)
		}
	}
	to := c.Same()
	for e, key := range keys {
		if of, ok := best[key]; ok && c.Entities[e].Kind != entity.Title {
			to[e] = of
		}
	}
	return to
}

// decide returns the names that are one in a document.
func (c *Corpus) decide(page int, english bool) []pair {
	d := newDocument(c, page)
	pairs := d.abbreviations()
	if english {
		pairs = append(pairs, d.persons()...)
	}
	return pairs
}

// agreed returns for each entity the entity whose alias it becomes, or itself.
func (c *Corpus) agreed(pages [][]pair) []uint32 {
	total, decided := c.Totals(), make([]int, len(c.Entities))
	to := c.Same()
	split := map[uint32]bool{}
	for i, pairs := range pages {
		here := map[uint32]int{}
		for _, m := range c.Mentions[i] {
			here[m.Entity]++
		}
		for _, p := range pairs {
			if to[p.short] != p.short && to[p.short] != p.long {
				split[p.short] = true
			} else {
				to[p.short] = p.long
			}
			decided[p.short] += here[p.short]
		}
	}
	for e := range to {
		if split[uint32(e)] || 2*decided[e] < total[e] {
			to[e] = uint32(e)
		}
	}
	return Roots(to)
}

// Totals counts the mentions of every entity.
func (c *Corpus) Totals() []int {
	totals := make([]int, len(c.Entities))
	for _, mentions := range c.Mentions {
		for _, m := range mentions {
			totals[m.Entity]++
		}
	}
	return totals
}

// Same returns a list in which each entity leads to itself: see Join.
func (c *Corpus) Same() []uint32 { return rank.Numbers(len(c.Entities)) }

// Roots follows each step to its end. A circle ends at its least entity.
func Roots(to []uint32) []uint32 {
	end, least := slices.Clone(to), rank.Numbers(len(to)) // the entity after this number of steps, and the least on the way
	for steps, ended := 1, false; steps < len(to) && !ended; steps *= 2 {
		further, less := slices.Clone(end), slices.Clone(least)
		for e, at := range end {
			further[e], less[e] = end[at], min(least[e], least[at])
		}
		ended = slices.Equal(further, end)
		end, least = further, less
	}
	for e, at := range end {
		end[e] = least[at]
	}
	return end
}

// Gone is the target of a dropped entity.
const Gone = ^uint32(0)

// Join makes each entity that leads to another an alias of that entity, drops entities that lead to Gone, and numbers
// the remaining ones. It also removes a mention inside a mention of the same entity; one inside a dropped mention
// then stands by itself.
func (c *Corpus) Join(to []uint32) {
	number := make([]uint32, len(to))
	kept := c.Entities[:0:0]
	for e, of := range to {
		if number[e] = uint32(len(kept)); int(of) == e {
			kept = append(kept, c.Entities[e])
		}
	}
	if len(kept) == len(to) {
		return
	}
	aliases := c.Aliases[:0:0]
	for _, a := range c.Aliases {
		if of := to[a.Entity]; of != Gone {
			aliases = append(aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(number[of])})
		}
	}
	for e, of := range to {
		if int(of) != e && of != Gone {
			aliases = append(aliases, entity.Alias{Key: c.Entities[e].Key, Entity: model.EntityID(number[of])})
			owner := &kept[number[of]]
			owner.Kind = max(owner.Kind, min(c.Entities[e].Kind, entity.Name))
		}
	}
	slices.SortFunc(aliases, func(a, b entity.Alias) int { return strings.Compare(a.Key, b.Key) })
	c.Entities, c.Aliases = kept, aliases
	for i, mentions := range c.Mentions {
		out, around := mentions[:0], ner.Mention{}
		for _, m := range mentions {
			of := to[m.Entity]
			if of == Gone {
				continue
			}
			m.Entity = number[of]
			if m.Nested = m.Nested && m.End <= around.End; m.Nested && m.Entity == around.Entity {
				continue
			}
			if !m.Nested {
				around = m
			}
			out = append(out, m)
		}
		c.Mentions[i] = out
	}
}

// document is a page with its names.
type document struct {
	*Corpus
	text     string
	mentions []ner.Mention
	names    []*name // ascending by entity
}

// name is an entity of a document.
type name struct {
	entity uint32
	at     []ner.Mention // not nested ones
}

func newDocument(c *Corpus, page int) *document {
	d := &document{Corpus: c, text: c.Text(page), mentions: c.Mentions[page]}
	of := map[uint32]*name{}
	for _, m := range d.mentions {
		if c.Entities[m.Entity].Kind == entity.Term {
			continue
		}
		n := of[m.Entity]
		if n == nil {
			n = &name{entity: m.Entity}
			of[m.Entity], d.names = n, append(d.names, n)
		}
		n.at = append(n.at, m)
	}
	slices.SortFunc(d.names, func(a, b *name) int { return cmp.Compare(a.entity, b.entity) })
	return d
}
