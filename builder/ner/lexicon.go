package ner

import (
	"slices"
	"strings"
	"sync"

	"mycel/builder/order"
	"mycel/builder/parallel"
	"mycel/engine/entity"
	"mycel/engine/text"
)

// Entity is one entity of the corpus.
type Entity struct {
	Key  string      // see the package comment
	Name string      // most frequent surface form; ties go to the first in byte order
	Kind entity.Kind // the highest that applies; a common noun is a term or a title
}

// Alias is a further key of an entity. No entity has it as its own key.
type Alias struct {
	Key    string
	Entity uint32
}

// lexiconPath is a key of an entity, and which of its occurrences count.
type lexiconPath struct {
	key    string
	entity uint32
	breaks uint16 // bit i: token i may stand behind a comma or another hard gap
	rule   rule
}

// Lexicon has the entities of a corpus. It is immutable.
type Lexicon struct {
	lang     *language
	dict     func() *dictionary // made at its first use
	entities []Entity
	aliases  []Alias
	paths    []lexiconPath
	given    map[string]bool
}

// Given reports whether only a title of the level Given makes a key an entity.
func (l *Lexicon) Given(key string) bool { return l.given[key] }

// Entities returns the entities, sorted by key; Mention.Entity is the index. A
// title is an entity even if no document mentions it.
func (l *Lexicon) Entities() []Entity { return l.entities }

// Aliases returns the aliases, sorted by key.
func (l *Lexicon) Aliases() []Alias { return l.aliases }

// Key returns the keys of the tokens of s, joined by single spaces.
func Key(s string) string {
	var key []byte
	for sc := text.NewScanner(s); sc.Next(); {
		if len(key) > 0 {
			key = append(key, ' ')
		}
		key = append(key, sc.Key()...)
	}
	return string(key)
}

// NewLexicon decides which candidates are entities. The result does not depend on the order of the documents. s has the
// strings of the documents, and new strings are added to it. O(size of the candidates × log).
func NewLexicon(s *Strings, docs []*Numbered, titles []Title, o Options) *Lexicon {
	b := &lexiconBuilder{opt: o, lang: o.language(), docs: docs, evidence: gather(s, docs, o), paths: newByID[path](s)}
	b.sent.words = b.lang.words
	b.nouns = newNouns(b.evidence, o)
	titles = b.parsed(titles)
	b.acceptTerms(titles)
	b.acceptNouns(titles)
	b.acceptUnspaced()
	b.acceptTitles(titles)
	b.acceptNames()
	b.acceptKept(titles)
	b.names, b.parts, b.runs = nil, nil, nil // no longer needed: the entities are decided
	return b.build()
}

// parsed returns the titles with all of them parsed. It does not change the given slice.
func (b *lexiconBuilder) parsed(titles []Title) []Title {
	out := slices.Clone(titles)
	parallel.Each(len(out), func() func(int) {
		sent := sentence{words: b.lang.words}
		return func(i int) { out[i].parsed = out[i].parse(&sent, b.opt) }
	})
	return out
}

// path leads from a key to an entity: its own key, or an alias.
type path struct {
	entity foundID
	breaks uint16
	rule   rule
}

// foundID is 1 + the index of a found entity, 0 for none. There are as many paths as strings; as
// numbers they have no pointers for the garbage collector to follow.
type foundID uint32

// found is an entity while the lexicon is being built.
type found struct {
	key    id
	kind   entity.Kind
	number uint32 // index in the lexicon, set when all entities are found
}

// lexiconBuilder collects the accepted entities.
type lexiconBuilder struct {
	opt  Options
	lang *language
	docs []*Numbered
	room numbered // scratch space for one unpacked document
	sent sentence
	*evidence
	nouns *nouns // nil if a capital is the sign of a name

	found []found
	paths byID[path]  // by key; the key of every entity is a path to it
	known []id        // keys that have a path
	texts []titleText // names of entities from titles
	given map[string]bool
}

// titleText is a title as it is spelled.
type titleText struct{ key, text id }

// vote counts the occurrences of a surface form of a key.
type vote struct {
	key   id
	count uint32
}

// accept adds an entity with a key of its own and the path to it.
func (b *lexiconBuilder) accept(key id, p path, kind entity.Kind) {
	old := b.paths.get(key)
	p.breaks |= old.breaks
	p.rule |= old.rule & ruleCommon
	if p.rule&ruleCommon != 0 {
		p.rule = ruleCommon
	}
	if p.entity = old.entity; p.entity == 0 {
		b.found = append(b.found, found{key: key})
		p.entity = foundID(len(b.found))
	}
	of := b.entity(p.entity)
	of.kind = max(of.kind, kind)
	b.lead(key, p)
}

// entity returns a found entity. The pointer is valid until another entity is found.
func (b *lexiconBuilder) entity(n foundID) *found { return &b.found[n-1] }

// lead adds a path from a key to an entity.
func (b *lexiconBuilder) lead(key id, p path) {
	at := b.paths.at(key)
	if at.entity == 0 {
		b.known = append(b.known, key)
	}
	*at = p
}

// common returns the key of a common noun.
func (b *lexiconBuilder) common(key id) id {
	if b.lang.english {
		return b.singular(key)
	}
	return key
}

// resolve returns the entity of a form with this key, 0 if there is none.
func (b *lexiconBuilder) resolve(key id) foundID {
	if p := b.paths.get(key); p.entity != 0 {
		return p.entity
	}
	if p := b.paths.get(b.common(key)); p.rule&ruleCommon != 0 {
		return p.entity
	}
	return 0
}

// Thresholds for runs under TermsKeyphrase.
const (
	keyphraseCount  = 3  // occurrences of a run
	keyphrasePlaces = 2  // documents
	keyphraseSpread = 20 // sentences between two occurrences in one document
)

// acceptTerms decides which common nouns are entities.
func (b *lexiconBuilder) acceptTerms(titles []Title) {
	if !b.opt.terms() {
		return
	}
	for _, key := range b.running {
		t := &b.runs[key]
		if b.opt.Terms == TermsAll ||
			t.count >= keyphraseCount && (t.docs >= keyphrasePlaces || t.spread) {
			b.accept(key, path{rule: ruleCommon}, entity.Term)
		}
	}
	for _, key := range b.vocabulary(titles) {
		b.accept(key, path{rule: ruleCommon}, entity.Term)
	}
}

// acceptNames decides which spans and codes are entities, and which of their parts.
func (b *lexiconBuilder) acceptNames() {
	for _, key := range b.named {
		n := &b.names[key]
		if n.cut {
			continue
		}
		kind := entity.Name
		if n.proven || n.codes > n.spans {
			kind = entity.Code
		}
		if of := b.resolve(key); of != 0 {
			if e := b.entity(of); b.paths.get(e.key).rule&ruleCommon == 0 {
				e.kind = max(e.kind, kind)
			}
			continue
		}
		if b.isName(key, n) {
			b.accept(key, path{}, kind)
		}
	}
	for key, forms := range b.parts {
		if forms >= 2 && b.resolve(key) == 0 && b.part(b.text(key), key) {
			b.accept(key, path{}, entity.Name)
		}
	}
}

// nameShare is the smallest ratio of occurrences with a capital to occurrences without at which a
// single word is a name.
const nameShare = 0.5

// isName reports whether a span is a name. A span of several words is; a single word needs
// capitals that only a name explains. Where nouns have capitals, common nouns are no names.
func (b *lexiconBuilder) isName(key id, n *nameEvidence) bool {
	if b.nouns != nil && !n.proven && n.codes <= n.spans && b.nouns.noun(b.text(key), n.strong) {
		return false
	}
	if n.proven || strings.Contains(b.text(key), " ") {
		return true
	}
	return n.strong > 0 && float64(n.strong) >= nameShare*float64(b.lower.get(key)) && !documentParts()[b.text(key)]
}

// part reports whether a part that several spans share may be a name even if its own occurrences do not prove it.
func (b *lexiconBuilder) part(text string, key id) bool {
	b.sent.read(text, 0, len(text))
	first := b.sent.tokens[0].class
	if len(b.sent.tokens) > 1 {
		return first&(classStop|classLabel) == 0
	}
	return b.lower.get(key) == 0 && first&classAlone == 0 && (b.nouns == nil || !b.nouns.noun(text, 0))
}

// build numbers the entities and makes the dictionary.
func (b *lexiconBuilder) build() *Lexicon {
	l := &Lexicon{lang: b.lang, given: b.given}
	l.dict = sync.OnceValue(l.dictionary)
	all := make([]id, len(b.known))
	for k, i := range order.By(len(all), func(i int) string { return b.text(b.known[i]) }) {
		all[k] = b.known[i]
	}
	own := 0
	for _, key := range all {
		if b.entity(b.paths[key].entity).key == key {
			own++
		}
	}
	l.entities, l.aliases = make([]Entity, 0, own), make([]Alias, 0, len(all)-own)
	for _, key := range all {
		if of := b.entity(b.paths[key].entity); of.key == key {
			of.number = uint32(len(l.entities))
			l.entities = append(l.entities, Entity{Key: b.text(key), Kind: of.kind})
		}
	}
	l.paths = make([]lexiconPath, 0, len(all))
	for _, key := range all {
		p := &b.paths[key]
		of := b.entity(p.entity)
		l.paths = append(l.paths, lexiconPath{b.text(key), of.number, p.breaks, p.rule})
		if key != of.key {
			l.aliases = append(l.aliases, Alias{b.text(key), of.number})
		}
	}
	b.nameEntities(l)
	return l
}

// dictionary makes the dictionary of the paths.
func (l *Lexicon) dictionary() *dictionary {
	d := newDictionary(l.lang, len(l.paths))
	for _, p := range l.paths {
		d.add(p.key, entry{entity: p.entity + 1, breaks: p.breaks, rule: p.rule})
	}
	return d
}

func add(votes *byID[vote], key, text id, n uint32) {
	v := votes.at(text)
	v.key = key
	v.count += n
}

// nameEntities sets the name of every entity to its most frequent surface form.
func (b *lexiconBuilder) nameEntities(l *Lexicon) {
	for _, t := range b.texts {
		add(&b.votes, t.key, t.text, 1)
	}
	for _, doc := range b.docs {
		c := doc.open(&b.room)
		for i := range c.runs {
			if r := &c.runs[i]; b.paths.get(b.common(r.key)).entity != 0 {
				add(&b.votes, r.key, r.text, r.count)
			}
		}
	}
	for key, n := range b.lower {
		if key := id(key); n > 0 && b.nouns == nil && b.paths.get(b.common(key)).entity != 0 {
			add(&b.votes, key, key, n)
		}
	}
	best := make([]uint32, len(l.entities))
	for i, v := range b.votes {
		if v.count == 0 {
			continue
		}
		of := b.resolve(v.key)
		if of == 0 {
			continue
		}
		number := b.entity(of).number
		e, text := &l.entities[number], b.text(id(i))
		if n := &best[number]; v.count > *n || v.count == *n && text < e.Name {
			*n, e.Name = v.count, text
		}
	}
	for i := range l.entities {
		if e := &l.entities[i]; e.Name == "" {
			e.Name = e.Key // no document has it outside other spans
		}
	}
}
