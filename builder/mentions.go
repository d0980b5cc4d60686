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

// findings is what was found on every page. What its titles name is nil until that is known.
type findings struct {
	mentions [][]ner.Mention
	links    []*titleLinks
	paths    []byte   // a record of those with which it was found
	records  []string // of the last build, of the pages of which they are right now
}

// findMentions lists the mentions on every page. Those of a page that is as it was in the
// last build, and what its titles name, are taken from there, unless a path has changed
// that begins with a word of the page: see changedWords.
func (b *build) findMentions(l lexicon) *findings {
	n := len(b.pages)
	f := &findings{make([][]ner.Mention, n), make([]*titleLinks, n), b.recordPaths(l), make([]string, n)}
	last, links := b.lastMentions(l, f.paths), f.links
	parallel.Do(n, func(i int) { f.mentions[i], links[i], f.records[i] = last.of(b.pages[i]) })
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
			f.mentions[unknown[k]] = l.Mentions(p.doc.Text, room.outline(p).sentences, p.candidates)
		}
	})
	return f
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
	names   renaming
	changed []bool // by form: a path that has changed may begin with it; nil if none has
}

// renaming says what numbers the entities of the last build have now.
type renaming struct {
	n  int     // entities of the last build
	to []int64 // −1 for one that is gone; nil: all have the number that they had
}

// of returns the number of an entity now.
func (n renaming) of(e uint64) (now uint32, ok bool) {
	switch {
	case e >= uint64(n.n) || n.to != nil && n.to[e] < 0:
		return 0, false
	case n.to != nil:
		return uint32(n.to[e]), true
	}
	return uint32(e), true
}

// mentionsKey names the entry with the paths and the mentions of a build.
func (s *store) mentionsKey() cache.Key { return cache.KeyOf("mentions", s.reading, s.pages) }

// lastMentions reads what the last build found and compares its paths with those of
// this one, of which paths is the record.
func (b *build) lastMentions(l lexicon, paths []byte) *lastMentions {
	if paths == nil {
		return nil
	}
	now := l.(*ner.Lexicon)
	value, ok := b.store.cache.Get(b.store.mentionsKey())
	if !ok {
		return nil
	}
	rest, same := strings.CutPrefix(value, string(paths))
	r := varint.NewReader(rest)
	var entitiesThen []lastEntity
	var pathsThen []ner.Path
	if !same {
		entitiesThen, pathsThen = readPaths(r)
	}
	records := make(map[cache.Key]string, len(b.pages))
	for range r.Count() {
		key := cache.Key([]byte(padded(r.Take(len(cache.Key{})))))
		records[key] = r.String()
	}
	switch {
	case r.Close() != nil:
		return nil
	case same:
		return &lastMentions{records, renaming{n: len(now.Entities())}, nil}
	}
	names := renaming{len(entitiesThen), renamed(entitiesThen, now.Entities())}
	return &lastMentions{records, names, b.forms.beginning(changedWords(entitiesThen, names.to, pathsThen, now))}
}

// padded makes s as long as a key; a record that is damaged has shorter ones.
func padded(s string) string { return s + strings.Repeat("\x00", len(cache.Key{})-len(s)) }

// of returns the mentions on a page and what its titles name, nil if they may be others
// now, and the record of them if that is right now.
func (m *lastMentions) of(p *page) (mentions []ner.Mention, links *titleLinks, same string) {
	if m == nil || !p.kept {
		return nil, nil, ""
	}
	record, ok := m.records[p.key]
	if !ok || m.concerns(p) {
		return nil, nil, ""
	}
	r := varint.NewReader(record)
	mentions = make([]ner.Mention, r.Count())
	sentence, start := 0, uint32(0)
	for i := range mentions {
		e, known := m.names.of(r.Uint())
		sentence += r.Int()
		start += uint32(r.Uint())
		end := start + uint32(r.Uint())
		if !known || !p.within(sentence, start, end) {
			return nil, nil, ""
		}
		mentions[i] = ner.Mention{Entity: e, Sentence: uint32(sentence), Start: start, End: end, Nested: r.Bool()}
	}
	if links, ok = readTitleLinks(r, len(p.doc.Sections), m.names); !ok || r.Close() != nil {
		return nil, nil, ""
	}
	if m.names.to == nil {
		same = record
	}
	return mentions, links, same
}

// within tells whether a range of bytes is in a sentence of the page.
func (p *page) within(sentence int, start, end uint32) bool {
	return sentence < len(p.sentences) && p.sentences[sentence] <= int(start) && start <= end && int(end) <= p.sentenceEnd(sentence)
}

// concerns tells whether a word of a page begins a path that has changed.
func (m *lastMentions) concerns(p *page) bool {
	if m.changed == nil {
		return false
	}
	changed := func(w form) bool { return m.changed[w] }
	return slices.ContainsFunc(p.words, changed) || slices.ContainsFunc(p.title, changed) ||
		slices.ContainsFunc(p.heading, func(words wordList) bool { return slices.ContainsFunc(words, changed) })
}

// keepMentions keeps what was found.
func (b *build) keepMentions(f *findings) {
	if f.paths == nil {
		return
	}
	last, _ := b.store.cache.Get(b.store.mentionsKey())
	w := varint.Writer{Bytes: make([]byte, 0, len(last)+len(last)/8)} // mostly little has changed
	w.Bytes = append(w.Bytes, f.paths...)
	w.Int(len(b.pages))
	var fresh varint.Writer
	for i, p := range b.pages {
		record := f.records[i]
		if record == "" {
			fresh.Bytes = fresh.Bytes[:0]
			f.record(&fresh, i)
			record = string(fresh.Bytes)
		}
		key := b.store.keyOf(p)
		w.Bytes = append(w.Bytes, key[:]...)
		w.String(record)
	}
	b.store.cache.Put(b.store.mentionsKey(), w.Bytes)
}

// record writes what was found on a page.
func (f *findings) record(w *varint.Writer, page int) {
	w.Int(len(f.mentions[page]))
	sentence, start := uint32(0), uint32(0)
	for _, m := range f.mentions[page] { // in text order
		w.Int(int(m.Entity))
		w.Uint(uint64(m.Sentence - sentence))
		w.Uint(uint64(m.Start - start))
		w.Uint(uint64(m.End - m.Start))
		w.Bool(m.Nested)
		sentence, start = m.Sentence, m.Start
	}
	f.links[page].record(w)
}

// recordPaths returns the record of the paths of a lexicon, nil without a cache or for a
// lexicon without paths.
func (b *build) recordPaths(l lexicon) []byte {
	now, ok := l.(*ner.Lexicon)
	if b.store == nil || !ok {
		return nil
	}
	last, _ := b.store.cache.Get(b.store.mentionsKey())
	w := varint.Writer{Bytes: make([]byte, 0, len(last)/2)}
	w.Int(len(now.Entities()))
	for _, e := range now.Entities() {
		w.String(e.Key)
		w.Int(traits(e))
	}
	w.Int(len(now.Paths()))
	for _, p := range now.Paths() {
		w.Int(int(p.Entity))
		w.Int(int(p.Breaks))
		w.Int(int(p.Rule))
		if p.Key == now.Entities()[p.Entity].Key {
			w.Bool(true)
			continue
		}
		w.Bool(false)
		w.String(p.Key)
	}
	return w.Bytes
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
		order := 1
		for ; n < len(now); n++ {
			if order = strings.Compare(now[n].Key, e.key); order >= 0 {
				break
			}
		}
		out[i] = -1
		if order == 0 {
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
	change := func(p *ner.Path) {
		first, _, _ := strings.Cut(p.Key, " ")
		words[first] = true
	}
	after := now.Paths()
	for len(before) > 0 && len(after) > 0 {
		a, b := &before[0], &after[0]
		switch order := strings.Compare(a.Key, b.Key); {
		case order < 0:
			change(a)
			before = before[1:]
		case order > 0:
			change(b)
			after = after[1:]
		default:
			if a.Breaks != b.Breaks || a.Rule != b.Rule || !same(a.Entity, b.Entity) {
				change(a)
			}
			before, after = before[1:], after[1:]
		}
	}
	for _, rest := range [][]ner.Path{before, after} {
		for i := range rest {
			change(&rest[i])
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
