package builder

import (
	"slices"
	"strings"

	"mycel/builder/cache"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/varint"
	"mycel/engine/entity"
)

// findMentions lists the mentions on every page, and what its titles name, if that is
// known. Those of a page that is as it was in the last build are taken from there, unless
// a path has changed that begins with a word of the page: see changedWords.
func (b *build) findMentions(l lexicon) (out [][]ner.Mention, links []*titleLinks) {
	out, links = make([][]ner.Mention, len(b.pages)), make([]*titleLinks, len(b.pages))
	last := b.lastMentions(l)
	parallel.Do(len(b.pages), func(i int) { out[i], links[i] = last.of(b.pages[i]) })
	var unknown []int
	for i := range b.pages {
		if links[i] == nil {
			unknown = append(unknown, i)
		}
	}
	if l, ok := l.(*ner.Lexicon); ok && len(unknown) < len(b.pages)/limitShare {
		words := b.wordsOf(unknown)
		l.Limit(func(word string) bool { return words[word] })
	}
	parallel.Each(len(unknown), func() func(int) {
		var room pageRoom
		return func(k int) {
			p := b.pages[unknown[k]]
			out[unknown[k]] = l.Mentions(p.doc.Text, room.outline(p).sentences, p.candidates)
		}
	})
	return out, links
}

// limitShare: if fewer than one in so many pages are to be read, only what can be found
// on them is looked for.
const limitShare = 8

// wordsOf returns the words of the texts of some pages, and their singulars.
func (b *build) wordsOf(pages []int) map[string]bool {
	keys, words := b.forms.all(), map[string]bool{}
	for _, i := range pages {
		for _, w := range b.pages[i].open().words {
			key, _, _ := strings.Cut(keys[w], "\x00") // without its language
			words[key] = true
			words[entity.Singular(key)] = true
		}
	}
	return words
}

// lastMentions is what the last build found. nil is nothing.
type lastMentions struct {
	records map[cache.Key]string // of the mentions, by the key of the page
	renamed []int64              // by number of an entity then: its number now, −1 for none
	changed []bool               // by form: a path that has changed may begin with it
}

// mentionsKey names the entry with the paths and the mentions of a build.
func (s *store) mentionsKey() cache.Key { return cache.KeyOf("mentions", s.reading, s.pages) }

// lastMentions reads what the last build found and compares its paths with those of
// this one.
func (b *build) lastMentions(l lexicon) *lastMentions {
	now, ok := l.(*ner.Lexicon)
	if b.store == nil || !ok {
		return nil
	}
	value, ok := b.store.cache.Get(b.store.mentionsKey())
	if !ok {
		return nil
	}
	r := varint.NewReader(value)
	entities, paths := readPaths(r)
	records := make(map[cache.Key]string, len(b.pages))
	for range r.Count() {
		key := cache.Key([]byte(padded(r.Take(len(cache.Key{})))))
		records[key] = r.String()
	}
	if r.Close() != nil {
		return nil
	}
	names := renamed(entities, now.Entities())
	return &lastMentions{records: records, renamed: names, changed: b.forms.beginning(changedWords(entities, names, paths, now))}
}

// padded makes s as long as a key; a record that is damaged has shorter ones.
func padded(s string) string { return s + strings.Repeat("\x00", len(cache.Key{})-len(s)) }

// of returns the mentions on a page and what its titles name, nil if they may be others
// now.
func (m *lastMentions) of(p *page) ([]ner.Mention, *titleLinks) {
	if m == nil || !p.kept {
		return nil, nil
	}
	record, ok := m.records[p.key]
	if !ok || m.concerns(p) {
		return nil, nil
	}
	r := varint.NewReader(record)
	out := make([]ner.Mention, r.Count())
	sentence, start := 0, uint32(0)
	for i := range out {
		e := r.Int()
		sentence += r.Int()
		start += uint32(r.Uint())
		end := start + uint32(r.Uint())
		if e >= len(m.renamed) || m.renamed[e] < 0 || !p.within(sentence, start, end) {
			return nil, nil
		}
		out[i] = ner.Mention{Entity: uint32(m.renamed[e]), Sentence: uint32(sentence), Start: start, End: end, Nested: r.Bool()}
	}
	links, ok := readTitleLinks(r, len(p.doc.Sections), m.renamed)
	if !ok || r.Close() != nil {
		return nil, nil
	}
	return out, links
}

// within tells whether a range of bytes is in a sentence of the page.
func (p *page) within(sentence int, start, end uint32) bool {
	return sentence < len(p.sentences) && p.sentences[sentence] <= int(start) && start <= end && int(end) <= p.sentenceEnd(sentence)
}

// concerns tells whether a word of a page begins a path that has changed.
func (m *lastMentions) concerns(p *page) bool {
	changed := func(w form) bool { return m.changed[w] }
	return slices.ContainsFunc(p.words, changed) || slices.ContainsFunc(p.title, changed) ||
		slices.ContainsFunc(p.heading, func(words wordList) bool { return slices.ContainsFunc(words, changed) })
}

// keepMentions keeps the paths and what was found with them.
func (b *build) keepMentions(l lexicon, mentions [][]ner.Mention, links []*titleLinks) {
	now, ok := l.(*ner.Lexicon)
	if b.store == nil || !ok {
		return
	}
	last, _ := b.store.cache.Get(b.store.mentionsKey())
	w := varint.Writer{Bytes: make([]byte, 0, len(last)+len(last)/8)} // mostly little has changed
	recordPaths(&w, now)
	w.Int(len(b.pages))
	var page varint.Writer
	for i, p := range b.pages {
		page.Bytes = page.Bytes[:0]
		page.Int(len(mentions[i]))
		sentence, start := uint32(0), uint32(0)
		for _, m := range mentions[i] { // in text order
			page.Int(int(m.Entity))
			page.Uint(uint64(m.Sentence - sentence))
			page.Uint(uint64(m.Start - start))
			page.Uint(uint64(m.End - m.Start))
			page.Bool(m.Nested)
			sentence, start = m.Sentence, m.Start
		}
		links[i].record(&page)
		key := b.store.keyOf(p)
		w.Bytes = append(w.Bytes, key[:]...)
		w.Int(len(page.Bytes))
		w.Bytes = append(w.Bytes, page.Bytes...)
	}
	b.store.cache.Put(b.store.mentionsKey(), w.Bytes)
}

func recordPaths(w *varint.Writer, l *ner.Lexicon) {
	w.Int(len(l.Entities()))
	for _, e := range l.Entities() {
		w.String(e.Key)
		w.Int(traits(e))
	}
	w.Int(len(l.Paths()))
	for _, p := range l.Paths() {
		w.Int(int(p.Entity))
		w.Int(int(p.Breaks))
		w.Int(int(p.Rule))
		if p.Key == l.Entities()[p.Entity].Key {
			w.Bool(true)
			continue
		}
		w.Bool(false)
		w.String(p.Key)
	}
}

// lastEntity is an entity of the last build.
type lastEntity struct {
	key    string
	traits int
}

// traits is what links of titles depend on besides the keys of an entity.
func traits(e ner.Entity) int {
	n := int(e.Kind) << 1
	if entity.HasMarks(e.Name) {
		n |= 1
	}
	return n
}

func readPaths(r *varint.Reader) (entities []lastEntity, paths []ner.Path) {
	entities = make([]lastEntity, r.Count())
	for i := range entities {
		entities[i] = lastEntity{r.String(), r.Int()}
	}
	paths = make([]ner.Path, r.Count())
	for i := range paths {
		p := &paths[i]
		p.Entity, p.Breaks, p.Rule = uint32(r.Int()), uint16(r.Int()), uint8(r.Int())
		own := r.Bool()
		switch {
		case int(p.Entity) >= len(entities):
			r.Fail()
			return nil, nil
		case own:
			p.Key = entities[p.Entity].key
		default:
			p.Key = r.String()
		}
	}
	return entities, paths
}

// renamed returns the numbers that entities have now, −1 for those that are gone. Both
// lists ascend.
func renamed(before []lastEntity, now []ner.Entity) []int64 {
	out := make([]int64, len(before))
	n := 0
	for i, e := range before {
		for n < len(now) && now[n].Key < e.key {
			n++
		}
		out[i] = -1
		if n < len(now) && now[n].Key == e.key {
			out[i] = int64(n)
		}
	}
	return out
}

// changedWords returns the first words of the paths that only one of two builds has,
// or that are different in them. What is mentioned on a page, and what its titles name,
// depends on its text and titles and on the paths that are found from a word of these, so
// a page without these words has the same mentions and links in both.
func changedWords(entities []lastEntity, renamed []int64, before []ner.Path, now *ner.Lexicon) map[string]bool {
	words, all := map[string]bool{}, now.Entities()
	same := func(then, now uint32) bool {
		return renamed[then] == int64(now) && entities[then].traits == traits(all[now])
	}
	change := func(p ner.Path) {
		first, _, _ := strings.Cut(p.Key, " ")
		words[first] = true
	}
	after := now.Paths()
	for len(before) > 0 || len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0].Key < after[0].Key:
			change(before[0])
			before = before[1:]
		case len(before) == 0 || after[0].Key < before[0].Key:
			change(after[0])
			after = after[1:]
		default:
			a, b := before[0], after[0]
			if a.Breaks != b.Breaks || a.Rule != b.Rule || !same(a.Entity, b.Entity) {
				change(a)
			}
			before, after = before[1:], after[1:]
		}
	}
	return words
}

// beginning marks the forms that are one of the words, or a plural of one: paths of
// common nouns are found from the plural, too.
func (f *forms) beginning(words map[string]bool) []bool {
	keys := f.all() // forms of stop words may be added meanwhile, which are on no page
	marked := make([]bool, len(keys))
	if len(words) == 0 {
		return marked
	}
	for w, key := range keys {
		key, _, _ = strings.Cut(key, "\x00") // without its language
		marked[w] = words[key] || strings.HasSuffix(key, "s") && words[entity.Singular(key)]
	}
	return marked
}
