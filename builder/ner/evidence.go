package ner

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"mycel/engine/entity"
)

// evidence is what all documents say together.
type evidence struct {
	names map[string]*nameEvidence // spans and codes by key
	parts map[string]int           // by key: spans of which it is a part
	lower map[string]uint32        // words by key: occurrences in lower case
	runs  map[string]*runEvidence  // runs by the singular of their key
}

// nameEvidence is what speaks for a span or a code.
type nameEvidence struct {
	strong uint32 // occurrences with a capital that the position does not ask for
	spans  uint32 // occurrences as a name
	codes  uint32 // occurrences as a code
	links  uint16 // tokens that are connectors however it is written
	proven bool
	cut    bool // only as the beginning of a sentence, the first word a verb
}

// runEvidence is what speaks for a common noun.
type runEvidence struct {
	count  uint32
	docs   uint32
	last   int  // 1 + the document counted last
	spread bool // two occurrences in one document far apart
	forced bool // from external mentions
}

// gather adds up the candidates of all documents: names beside common nouns, which
// have maps of their own.
func gather(docs []*Candidates, o Options) *evidence {
	e := &evidence{
		names: make(map[string]*nameEvidence, len(docs)), parts: make(map[string]int),
		lower: make(map[string]uint32), runs: make(map[string]*runEvidence),
	}
	var both sync.WaitGroup
	both.Go(func() {
		var room Candidates
		for _, c := range docs {
			c = c.open(&room)
			for i := range c.Forms {
				if f := &c.Forms[i]; f.Kind != entity.Term {
					e.addForm(f)
				}
			}
		}
	})
	both.Go(func() {
		var room Candidates
		for doc, c := range docs {
			e.addNouns(c.open(&room), doc)
		}
	})
	both.Wait()
	if lang := o.language(); lang.english {
		e.cutVerbs(lang)
	}
	e.countParts()
	return e
}

// addNouns adds the common nouns of a document.
func (e *evidence) addNouns(c *Candidates, doc int) {
	for i := range c.Forms {
		if f := &c.Forms[i]; f.Kind == entity.Term {
			e.run(entity.Singular(f.Key)).forced = true
		}
	}
	for i := range c.Words {
		e.lower[c.Words[i].Key] += c.Words[i].Count
	}
	for i := range c.Runs {
		e.addRun(&c.Runs[i], doc)
	}
}

func (e *evidence) addForm(f *Form) {
	n := e.names[f.Key]
	if n == nil {
		n = e.newName(f.Key, f.Links)
	}
	n.links &= f.Links
	n.proven = n.proven || f.Proven
	n.strong += f.Strong
	if f.Kind == entity.Code {
		n.strong += f.Weak // no position asks for a word in capitals
		n.codes += f.Strong + f.Weak
	} else {
		n.spans += f.Strong + f.Weak
	}
}

func (e *evidence) newName(key string, links uint16) *nameEvidence {
	n := &nameEvidence{links: links}
	e.names[key] = n
	return n
}

func (e *evidence) run(key string) *runEvidence {
	r := e.runs[key]
	if r == nil {
		r = new(runEvidence)
		e.runs[key] = r
	}
	return r
}

func (e *evidence) addRun(run *Run, doc int) {
	r := e.run(entity.Singular(run.Key))
	r.count += run.Count
	if r.last != doc+1 {
		r.last = doc + 1
		r.docs++
	}
	r.spread = r.spread || run.Last-min(run.First, run.Last) >= keyphraseSpread
}

// cutVerbs gives the occurrences of spans that begin with a verb for no other
// reason than to begin a sentence ("Using Cargo") to what follows the verb.
func (e *evidence) cutVerbs(lang *language) {
	var cut []string
	for key, n := range e.names {
		if n.strong == 0 && !n.proven && e.verbFirst(lang, key) && cutLength(key, n.links) > 0 {
			cut = append(cut, key)
		}
	}
	sort.Strings(cut)
	for _, key := range cut {
		n := e.names[key]
		n.cut = true
		drop := cutLength(key, n.links)
		tail := key
		for range drop {
			_, tail, _ = strings.Cut(tail, " ")
		}
		if e.names[tail] == nil {
			if reference(lang, tail) || lang.class(tail)&classAlone != 0 || utf8.RuneCountInString(tail) < 2 {
				continue
			}
			e.newName(tail, n.links>>drop)
		}
		e.names[tail].strong += n.spans + n.codes
		e.names[tail].spans += n.spans + n.codes
	}
}

// verbFirst tells whether key begins with a verb: a listed one other than the names
// Will and May, or a word with the ending of one that the corpus has in lower case.
func (e *evidence) verbFirst(lang *language, key string) bool {
	first, _, several := strings.Cut(key, " ")
	switch {
	case !several || first == "will" || first == "may":
		return false
	case lang.class(first)&classVerb != 0:
		return true
	}
	word := []byte(first)
	return e.lower[first] > 0 && (gerund(word) || past(word) || thirdPerson(lang, word))
}

// reference tells whether key is a label with a number or a letter ("appendix c").
func reference(lang *language, key string) bool {
	first, rest, _ := strings.Cut(key, " ")
	return lang.class(first)&classLabel != 0 && (len(rest) == 1 || rest != "" && '0' <= rest[0] && rest[0] <= '9')
}

// cutLength returns how many tokens to cut from a span to be rid of its first word
// and the connectors and numbers behind it; 0 if nothing would be left.
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

// countParts counts for every part in how many different spans it is.
func (e *evidence) countParts() {
	for key, n := range e.names {
		if n.links == 0 || n.cut {
			continue
		}
		eachPart(key, n.links, func(part string) { e.parts[part]++ })
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
