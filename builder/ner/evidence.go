package ner

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/engine/entity"
)

// evidence is the sum over all documents, by the ids of strings.
type evidence struct {
	*Strings
	names   byID[nameEvidence] // of spans and codes
	named   []id               // ids with an entry in names
	parts   map[id]int         // number of spans that have a string as a part
	lower   byID[uint32]       // occurrences of words in lower case
	runs    byID[runEvidence]  // by the singular of their key
	running []id               // ids with an entry in runs
	votes   byID[vote]         // of surface forms, by their ids
}

// nameEvidence counts the occurrences of a span or code.
type nameEvidence struct {
	strong uint32 // occurrences with a capital where the position requires none
	spans  uint32 // occurrences as a name
	codes  uint32 // occurrences as a code
	links  uint16 // bit i: token i is a connector in every spelling

	determined uint32 // occurrences behind an article

	known  bool
	proven bool
	cut    bool // occurs only at the beginning of sentences, with a verb as first word
}

// runEvidence counts the occurrences of a common noun.
type runEvidence struct {
	count  uint32
	docs   uint32
	last   uint32 // 1 + the last document that was counted
	known  bool
	spread bool // two occurrences in one document far apart
}

// gather adds up the candidates of all documents. Names and common nouns have separate lists.
func gather(s *Strings, docs []*Numbered, o Options) *evidence {
	e := &evidence{
		Strings: s, names: newByID[nameEvidence](s), parts: make(map[id]int),
		lower: newByID[uint32](s), runs: newByID[runEvidence](s), votes: newByID[vote](s),
	}
	if n := len(s.table.All()); n > 0 {
		s.singulars.at(id(n - 1)) // room for all
	}
	var room numbered
	for doc := range docs {
		c := docs[doc].open(&room)
		for i := range c.forms {
			f := &c.forms[i]
			if f.kind != entity.Term {
				e.addForm(f)
			}
			add(&e.votes, f.key, f.text, f.strong+f.weak)
		}
		for i := range c.words {
			*e.lower.at(c.words[i].key) += c.words[i].count
		}
		for i := range c.runs {
			e.addRun(&c.runs[i], doc)
		}
	}
	if lang := o.language(); lang.english {
		e.cutVerbs(lang)
	}
	e.countParts()
	return e
}

func (e *evidence) addForm(f *numberedForm) {
	n := e.name(f.key, f.links)
	n.proven = n.proven || f.proven
	n.strong += f.strong
	n.determined += f.determined
	if f.kind == entity.Code {
		n.strong += f.weak // no position requires a word in capitals
		n.codes += f.strong + f.weak
	} else {
		n.spans += f.strong + f.weak
	}
}

// name returns the evidence for a name; links are its own if it is new.
func (e *evidence) name(key id, links uint16) *nameEvidence {
	n := e.names.at(key)
	if !n.known {
		n.known, n.links = true, links
		e.named = append(e.named, key)
	}
	return n
}

func (e *evidence) run(key id) *runEvidence {
	r := e.runs.at(key)
	if !r.known {
		r.known = true
		e.running = append(e.running, key)
	}
	return r
}

func (e *evidence) addRun(run *numberedRun, doc int) {
	r := e.run(e.singular(run.key))
	r.count += run.count
	if last := uint32(doc + 1); r.last != last {
		r.last = last
		r.docs++
	}
	r.spread = r.spread || run.last-min(run.first, run.last) >= keyphraseSpread
}

// cutVerbs moves occurrences of spans that begin with a verb only because a sentence does ("Using
// Cargo") to the rest of the span ("Cargo").
func (e *evidence) cutVerbs(lang *language) {
	var cut []id
	for _, key := range e.named {
		n := &e.names[key]
		if n.strong == 0 && !n.proven && e.verbFirst(lang, e.text(key)) && cutLength(e.text(key), n.links) > 0 {
			cut = append(cut, key)
		}
	}
	slices.SortFunc(cut, func(a, b id) int { return strings.Compare(e.text(a), e.text(b)) })
	for _, key := range cut {
		e.names[key].cut = true
		n := e.names[key] // a new name may move the list
		drop := cutLength(e.text(key), n.links)
		tail := e.text(key)
		for range drop {
			_, tail, _ = strings.Cut(tail, " ")
		}
		rest := e.number(tail)
		if !e.names.get(rest).known && (reference(lang, tail) || lang.class(tail)&classAlone != 0 || utf8.RuneCountInString(tail) < 2) {
			continue
		}
		name := e.name(rest, n.links>>drop)
		name.strong += n.spans + n.codes
		name.spans += n.spans + n.codes
	}
}

// verbFirst reports whether key begins with a verb: a listed verb other than the names Will and
// May, or a word with the ending of a verb that the corpus has in lower case.
func (e *evidence) verbFirst(lang *language, key string) bool {
	first, _, several := strings.Cut(key, " ")
	switch {
	case !several || first == "will" || first == "may":
		return false
	case lang.class(first)&classVerb != 0:
		return true
	}
	word := []byte(first)
	n, ok := e.find(first)
	return ok && e.lower.get(n) > 0 && (gerund(word) || past(word) || thirdPerson(lang, word))
}

// reference reports whether key is a label with a number or a letter ("appendix c").
func reference(lang *language, key string) bool {
	first, rest, _ := strings.Cut(key, " ")
	return lang.class(first)&classLabel != 0 && (len(rest) == 1 || rest != "" && '0' <= rest[0] && rest[0] <= '9')
}

// cutLength returns the number of tokens to cut from a span to remove its first word and the
// connectors and numbers after it; 0 if nothing would be left.
func cutLength(key string, links uint16) int {
	n := strings.Count(key, " ") + 1
	drop := 1
	for drop < n && links>>drop&1 != 0 {
		drop++
	}
	if drop == n {
		return 0
	}
	return drop
}

// minPart is the least number of characters of a part, plus one.
const minPart = 3

// countParts counts, for each part, the different spans that have it.
func (e *evidence) countParts() {
	for _, key := range e.named {
		n := &e.names[key]
		if n.links == 0 || n.cut {
			continue
		}
		eachPart(e.text(key), n.links, func(part string) { e.parts[e.number(part)]++ })
	}
}

// eachPart calls f for the parts of a span between its links, each once.
func eachPart(key string, links uint16, f func(part string)) {
	words := strings.Split(key, " ")
	done := make([]string, 0, 4)
	for i := 0; i < len(words); {
		if links>>i&1 != 0 {
			i++
			continue
		}
		j := i
		for j < len(words) && links>>j&1 == 0 {
			j++
		}
		part := strings.Join(words[i:j], " ")
		if utf8.RuneCountInString(part) > minPart && !slices.Contains(done, part) {
			done = append(done, part)
			f(part)
		}
		i = j
	}
}
