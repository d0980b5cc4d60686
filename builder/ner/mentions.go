package ner

import (
	"cmp"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"mycel/engine/entity"
)

// Mention is one occurrence of an entity. The key of the tokens in [Start,End) is
// the key or an alias of the entity, or its plural.
type Mention struct {
	Entity     uint32 // index in Entities
	Sentence   uint32 // ordinal in the document
	Start, End uint32 // bytes
	Nested     bool   // inside another mention
}

// Mentions lists the entity mentions of a document in text order: by start, then the longer one first. text and
// sentences are those that c was scanned from. It is safe for concurrent use and O(len(text)).
func (l *Lexicon) Mentions(text string, sentences []int, c *Numbered) []Mention {
	k := linker{lex: l, dict: l.dict(), text: text}
	k.cand, k.sent.words = c.open(&k.room), k.dict.words
	eachSentence(text, sentences, k.sentence)
	return slices.Clone(k.out) // without spare capacity
}

// linker finds the mentions of one document.
type linker struct {
	lex      *Lexicon
	dict     *dictionary
	text     string
	cand     *numbered
	room     numbered // for packed ones
	nextSpan int      // first of cand.spans after the sentences read so far
	out      []Mention

	sent      sentence
	singulars []uint32 // by token: number of the singular of a plural in the dictionary
	spans     []linkedSpan
	owner     []int32 // by token: index in spans, -1 outside of all
}

// linkedSpan is a span that is an entity.
type linkedSpan struct {
	first, end int // tokens
	links      uint16
	entity     uint32 // 1 + index
}

func (k *linker) sentence(ordinal uint32, start, end int) {
	k.sent.read(k.text, start, end)
	k.singular()
	k.linkSpans(uint32(end))
	for i := 0; i < len(k.sent.tokens); {
		best, entity := k.longest(i)
		var links uint16
		if o := k.owner[i]; o >= 0 && k.spans[o].end >= best {
			sp := &k.spans[o]
			best, entity, links = sp.end, sp.entity, sp.links
		}
		if entity == 0 {
			i++
			continue
		}
		k.emit(ordinal, i, best, entity, false)
		if best-i > 1 {
			k.nested(ordinal, i, best, entity, links)
		}
		i = best
	}
}

// singular looks up the singulars of plurals in the dictionary.
func (k *linker) singular() {
	k.singulars = k.singulars[:0]
	for i := range k.sent.tokens {
		t := &k.sent.tokens[i]
		key := k.sent.keys[t.key:t.keyEnd]
		singular := uint32(0)
		if k.lex.lang.english && len(key) > 3 && key[len(key)-1] == 's' {
			plural := share(k.text[t.start:t.end], key)
			if s := entity.Singular(plural); len(s) != len(plural) {
				singular = k.dict.words[s].id
			}
		}
		k.singulars = append(k.singulars, singular)
	}
}

// linkSpans reads the candidates of the sentence that ends at byte end, and keeps those that are entities.
func (k *linker) linkSpans(end uint32) {
	t := k.sent.tokens
	k.spans = k.spans[:0]
	k.owner = k.owner[:0]
	for range t {
		k.owner = append(k.owner, -1)
	}
	for ; k.nextSpan < len(k.cand.spans) && k.cand.spans[k.nextSpan].Start < end; k.nextSpan++ {
		c := k.cand.spans[k.nextSpan]
		if int(c.Form) >= len(k.cand.forms) {
			continue
		}
		first := sort.Search(len(t), func(i int) bool { return t[i].end > c.Start })
		last := sort.Search(len(t), func(i int) bool { return t[i].start >= c.End })
		if first >= last || k.owner[first] >= 0 {
			continue
		}
		e := k.exact(first, last)
		if e.entity == 0 || e.rule&ruleStrong != 0 && t[last-1].weak {
			continue
		}
		for i := first; i < last; i++ {
			k.owner[i] = int32(len(k.spans))
		}
		k.spans = append(k.spans, linkedSpan{first, last, k.cand.forms[c.Form].links, e.entity})
	}
}

// exact returns the entry of the tokens [i,j), ignoring capitals.
func (k *linker) exact(i, j int) entry {
	d := k.dict
	node, ok := uint32(0), i < j
	for ; ok && i < j-1; i++ {
		node, ok = d.step(node, k.sent.tokens[i].id)
	}
	if !ok {
		return entry{}
	}
	if full, ok := d.step(node, k.sent.tokens[i].id); ok && d.entries[full].entity != 0 {
		return d.entries[full]
	}
	if one, ok := d.step(node, k.singulars[i]); ok && d.entries[one].rule&ruleCommon != 0 {
		return d.entries[one]
	}
	return entry{}
}

// longest returns the longest match of the gazetteer at token i that cuts no span in two: the
// tokens [i,end); entity is 0 if there is no match.
func (k *linker) longest(i int) (end int, entity uint32) {
	return k.match(i, len(k.sent.tokens), func(j int, e entry) bool {
		o := k.owner[j-1]
		return (o < 0 || k.spans[o].end == j) && k.counts(i, j, e)
	})
}

// match walks the dictionary from token i up to limit and returns the last end for which accept is true.
func (k *linker) match(i, limit int, accept func(end int, e entry) bool) (end int, entity uint32) {
	d := k.dict
	node, breaks := uint32(0), uint16(0)
	for j := i; j < limit && j-i < maxTokens; j++ {
		if j > i && !k.sent.tokens[j].gap.soft() {
			breaks |= 1 << (j - i)
		}
		if one, ok := d.step(node, k.singulars[j]); ok {
			if e := d.entries[one]; e.rule&ruleCommon != 0 && breaks&^e.breaks == 0 && accept(j+1, e) {
				end, entity = j+1, e.entity
			}
		}
		next, ok := d.step(node, k.sent.tokens[j].id)
		if !ok {
			break
		}
		node = next
		if e := d.entries[node]; e.entity != 0 && breaks&^e.breaks == 0 && accept(j+1, e) {
			end, entity = j+1, e.entity
		}
	}
	return end, entity
}

// counts reports whether the capitals of the tokens [i,j) are those of a name: one content word has a capital where the
// position requires none, or all have capitals. Common nouns and scripts without capitals need none.
func (k *linker) counts(i, j int, e entry) bool {
	if e.rule&ruleWhole != 0 && k.insideRun(i, j) {
		return false
	}
	if e.rule&ruleCommon != 0 {
		return true
	}
	content, capitals, strong, caseless, last := 0, 0, 0, 0, i
	every := true
	for n := i; n < j; n++ {
		t := &k.sent.tokens[n]
		capital := t.shape.capital() || t.shape.proven()
		every = every && capital
		if t.class&classStop != 0 {
			continue
		}
		content++
		last = n
		switch {
		case !t.shape.cased():
			caseless++
		case capital:
			capitals++
			if !t.weak || t.shape.code() {
				strong++
			}
		}
	}
	switch {
	case content == 0:
		return every
	case caseless == content:
		return true
	case content == 1 && j-i > 1 && k.other(last, e.entity):
		return every && !k.sent.tokens[i].weak
	case content == 1:
		return capitals == 1 && (strong == 1 || e.rule&ruleStrong == 0)
	}
	return strong > 0 || capitals+caseless == content
}

// insideRun reports whether a run of katakana goes on before or behind the tokens [i,j).
func (k *linker) insideRun(i, j int) bool {
	before, _ := utf8.DecodeLastRuneInString(k.text[:k.sent.tokens[i].start])
	behind, _ := utf8.DecodeRuneInString(k.text[k.sent.tokens[j-1].end:])
	return segmentScript(before) == unicode.Katakana || segmentScript(behind) == unicode.Katakana
}

// other reports whether token i alone is another entity: "the American" is not The
// American (2010 film), while Beatles and The Beatles are one.
func (k *linker) other(i int, entity uint32) bool {
	e := k.exact(i, i+1).entity
	return e != 0 && e != entity
}

func (k *linker) emit(ordinal uint32, i, j int, entity uint32, nested bool) {
	t := k.sent.tokens
	k.out = append(k.out, Mention{
		Entity: entity - 1, Sentence: ordinal, Start: t[i].start, End: t[j-1].end, Nested: nested,
	})
}

// nested emits the entities inside the mention of the tokens [i,j).
func (k *linker) nested(ordinal uint32, i, j int, outer uint32, links uint16) {
	from := len(k.out)
	add := func(a, b int, entity uint32) {
		if entity != 0 && entity != outer && (a != i || b != j) {
			k.emit(ordinal, a, b, entity, true)
		}
	}
	k.parts(i, j, links, add)
	for n := i; n < j; {
		o := k.owner[n]
		if o < 0 {
			n++
			continue
		}
		sp := &k.spans[o]
		if k.sent.long(sp.first, sp.end, minPart) {
			add(sp.first, sp.end, sp.entity)
		}
		k.parts(sp.first, sp.end, sp.links, add)
		n = sp.end
	}
	for n := i; n+1 < j; {
		end, entity := k.match(n, j, func(end int, e entry) bool {
			return end-n > 1 && (n != i || end != j) && k.counts(n, end, e)
		})
		if entity == 0 {
			n++
			continue
		}
		add(n, end, entity)
		n = end
	}
	k.out = append(k.out[:from], inOrder(k.out[from:])...)
}

// parts calls add for the parts of a span between its links that are entities.
func (k *linker) parts(first, end int, links uint16, add func(a, b int, entity uint32)) {
	if links == 0 {
		return
	}
	for a := first; a < end; {
		if links>>(a-first)&1 != 0 {
			a++
			continue
		}
		b := a + 1
		for b < end && links>>(b-first)&1 == 0 {
			b++
		}
		if k.sent.long(a, b, minPart) {
			add(a, b, k.exact(a, b).entity)
		}
		a = b
	}
}

// inOrder sorts nested mentions by start, the longer one first, and removes duplicates.
func inOrder(m []Mention) []Mention {
	slices.SortFunc(m, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return slices.CompactFunc(m, func(a, b Mention) bool { return a.Start == b.Start && a.End == b.End })
}
