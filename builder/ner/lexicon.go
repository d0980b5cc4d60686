package ner

import (
	"slices"
	"strings"
	"sync"

	"mycel/engine/entity"
	"mycel/engine/text"
)

// Entity is one entity of the corpus.
type Entity struct {
	Key  string      // see the package comment
	Name string      // most frequent surface form, the first in byte order of equals
	Kind entity.Kind // the highest that applies; a common noun is a term or a title
}

// Alias is another key of an entity; no entity has it.
type Alias struct {
	Key    string
	Entity uint32
}

// Path is a key that leads to an entity, and which occurrences of it count. The
// paths are all that Lexicon.Mentions knows of a corpus.
type Path struct {
	Key    string
	Entity uint32
	Breaks uint16 // bit i: token i may stand behind a comma or another hard gap
	Rule   uint8  // opaque
}

// Lexicon is the entities of a corpus. It is immutable.
type Lexicon struct {
	lang     *language
	dict     *dictionary
	entities []Entity
	aliases  []Alias
	paths    []Path
}

// Paths returns the paths, sorted by key.
func (l *Lexicon) Paths() []Path { return l.paths }

// Entities returns the entities, sorted by key; Mention.Entity is the index. A
// title is an entity even if no document mentions it.
func (l *Lexicon) Entities() []Entity { return l.entities }

// Aliases returns the aliases, sorted by key.
func (l *Lexicon) Aliases() []Alias { return l.aliases }

// Lookup returns the entity with the given key or alias or, failing these, with
// its singular.
func (l *Lexicon) Lookup(key string) (number uint32, ok bool) {
	e := l.dict.find(key)
	if e.entity == 0 && l.lang.english {
		if e = l.dict.find(entity.Singular(key)); e.rule&ruleCommon == 0 {
			return 0, false
		}
	}
	return e.entity - 1, e.entity != 0
}

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

// NewLexicon decides which candidates are entities. The result does not depend on
// the order of the documents. O(size of the candidates × log).
func NewLexicon(docs []*Candidates, titles []Title, o Options) *Lexicon {
	b := &lexiconBuilder{
		opt: o, lang: o.language(), docs: docs,
		evidence: gather(docs, o), paths: make(map[string]path),
	}
	b.sent.words = b.lang.words
	votes := b.countForms()
	b.acceptTerms(titles)
	b.acceptTitles(titles)
	b.acceptNames()
	b.names, b.parts, b.runs = nil, nil, nil // what they say is decided
	return b.build(<-votes)
}

// path is a key that leads to an entity: its own, or an alias.
type path struct {
	entity *found
	breaks uint16
	rule   rule
}

// found is an entity while others are sought.
type found struct {
	key    string
	kind   entity.Kind
	number uint32 // in the lexicon, when all are found
}

// lexiconBuilder collects the accepted entities.
type lexiconBuilder struct {
	opt  Options
	lang *language
	docs []*Candidates
	room Candidates // for one of them, to be open
	sent sentence
	*evidence

	paths map[string]path // by key; the key of every entity is a path to it
	texts []titleText     // names that titles give their entities
}

// titleText is a title as it is written.
type titleText struct{ key, text string }

// vote is how often a surface form occurs, and its key.
type vote struct {
	key   string
	count uint32
}

// accept makes an entity known under a key of its own, by the path to it.
func (b *lexiconBuilder) accept(key string, p path, kind entity.Kind) {
	old := b.paths[key]
	p.breaks |= old.breaks
	p.rule |= old.rule & ruleCommon
	if p.rule&ruleCommon != 0 {
		p.rule = ruleCommon
	}
	if p.entity = old.entity; p.entity == nil {
		p.entity = &found{key: key}
	}
	p.entity.kind = max(p.entity.kind, kind)
	b.paths[key] = p
}

// common returns the key under which a common noun is stored.
func (b *lexiconBuilder) common(key string) string {
	if b.lang.english {
		return entity.Singular(key)
	}
	return key
}

// resolve returns the entity that a form with this key means, nil if there is none.
func (b *lexiconBuilder) resolve(key string) *found {
	if p, ok := b.paths[key]; ok {
		return p.entity
	}
	if common := b.common(key); len(common) != len(key) {
		if p := b.paths[common]; p.rule&ruleCommon != 0 {
			return p.entity
		}
	}
	return nil
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
	for key, t := range b.runs {
		if b.opt.Terms == TermsAll || t.forced ||
			t.count >= keyphraseCount && (t.docs >= keyphrasePlaces || t.spread) {
			b.accept(key, path{rule: ruleCommon}, entity.Term)
		}
	}
	for _, key := range b.vocabulary(titles) {
		b.accept(key, path{rule: ruleCommon}, entity.Term)
	}
}

// acceptNames decides which spans and codes are entities, and which of their
// parts.
func (b *lexiconBuilder) acceptNames() {
	for key, n := range b.names {
		if n.cut {
			continue
		}
		kind := entity.Name
		if n.proven || n.codes > n.spans {
			kind = entity.Code
		}
		if e := b.resolve(key); e != nil {
			if b.paths[e.key].rule&ruleCommon == 0 {
				e.kind = max(e.kind, kind)
			}
			continue
		}
		if b.name(key, n) {
			b.accept(key, path{}, kind)
		}
	}
	for key, forms := range b.parts {
		if forms >= 2 && b.resolve(key) == nil && b.part(key) {
			b.accept(key, path{}, entity.Name)
		}
	}
}

// nameShare is the least ratio of occurrences with a capital to those without
// from which on a single word is a name.
const nameShare = 0.5

// name tells whether a span is a name. Of several words it is, a single one needs
// capitals that nothing but a name explains.
func (b *lexiconBuilder) name(key string, n *nameEvidence) bool {
	if n.proven || strings.Contains(key, " ") {
		return true
	}
	return n.strong > 0 && !documentParts()[key] && float64(n.strong) >= nameShare*float64(b.lower[key])
}

// part tells whether a part that several spans share may be a name without being
// one alone.
func (b *lexiconBuilder) part(key string) bool {
	b.sent.read(key, 0, len(key))
	first := b.sent.tokens[0].class
	if len(b.sent.tokens) > 1 {
		return first&(classStop|classLabel) == 0
	}
	return b.lower[key] == 0 && first&classAlone == 0
}

// build numbers the entities and makes the dictionary.
func (b *lexiconBuilder) build(votes map[string]vote) *Lexicon {
	l := &Lexicon{lang: b.lang, dict: newDictionary(b.lang, len(b.paths))}
	type keyed struct {
		key string
		path
	}
	all := make([]keyed, 0, len(b.paths))
	for key, p := range b.paths {
		all = append(all, keyed{strings.Clone(key), p}) // which may be part of a text
	}
	slices.SortFunc(all, func(a, b keyed) int { return strings.Compare(a.key, b.key) })
	for _, p := range all {
		if p.key == p.entity.key {
			p.entity.number = uint32(len(l.entities))
			l.entities = append(l.entities, Entity{Key: p.key, Kind: p.entity.kind})
		}
	}
	var both sync.WaitGroup
	both.Go(func() { b.nameEntities(l, votes) })
	l.paths = make([]Path, 0, len(all))
	for _, p := range all {
		id := p.entity.number
		l.paths = append(l.paths, Path{p.key, id, p.breaks, uint8(p.rule)})
		l.dict.add(p.key, entry{entity: id + 1, breaks: p.breaks, rule: p.rule})
		if p.key != p.entity.key {
			l.aliases = append(l.aliases, Alias{p.key, id})
		}
	}
	both.Wait()
	return l
}

// countForms counts the surfaces of forms while others decide what they are of.
func (b *lexiconBuilder) countForms() <-chan map[string]vote {
	done := make(chan map[string]vote, 1)
	votes := make(map[string]vote, len(b.names))
	go func() {
		var room Candidates
		for _, c := range b.docs {
			c = c.open(&room)
			for i := range c.Forms {
				add(votes, c.Forms[i].Key, c.Forms[i].Text, c.Forms[i].Strong+c.Forms[i].Weak)
			}
		}
		done <- votes
	}()
	return done
}

func add(votes map[string]vote, key, text string, n uint32) {
	v := votes[text]
	v.key = key
	v.count += n
	votes[text] = v
}

// nameEntities gives every entity its most frequent surface form. votes are those of
// the forms.
func (b *lexiconBuilder) nameEntities(l *Lexicon, votes map[string]vote) {
	for _, t := range b.texts {
		add(votes, t.key, t.text, 1)
	}
	for _, c := range b.docs {
		c = c.open(&b.room)
		for i := range c.Runs {
			if _, ok := b.paths[b.common(c.Runs[i].Key)]; ok {
				add(votes, c.Runs[i].Key, c.Runs[i].Text, c.Runs[i].Count)
			}
		}
	}
	for key, n := range b.lower {
		if _, ok := b.paths[b.common(key)]; ok {
			add(votes, key, key, n)
		}
	}
	best := make([]uint32, len(l.entities))
	for text, v := range votes {
		of := b.resolve(v.key)
		if of == nil {
			continue
		}
		id := of.number
		e := &l.entities[id]
		if v.count > best[id] || v.count == best[id] && text < e.Name {
			best[id], e.Name = v.count, text
		}
	}
	for i := range l.entities {
		e := &l.entities[i]
		if e.Name == "" || e.Name == e.Key {
			e.Name = e.Key // "": no document has it by itself, it is a part of spans
			continue
		}
		e.Name = strings.Clone(e.Name) // which is part of a text
	}
}
