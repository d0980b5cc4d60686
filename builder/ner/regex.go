package ner

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/entity"
)

// The extraction by an expression (arXiv 2602.23372), for
// comparison with the rules of this package. The entities are exactly the matches of
//
//	\b[A-Z][a-z]+(\s+[A-Z][a-z]+){0,3}\b
//
// also at the beginning of a sentence.

// maxRegexWords is the largest number of words of a match.
const maxRegexWords = 4

// ScanRegex reads one document: its text, and its title, whose matches are candidates without a
// position. It is safe for concurrent use and O(len(title) + len(text)).
func ScanRegex(title, text string) *Candidates {
	c := &Candidates{}
	forms := map[string]uint32{}
	add := func(match string) uint32 {
		surface := strings.Join(strings.Fields(match), " ")
		at, ok := forms[surface]
		if !ok {
			at = uint32(len(c.Forms))
			forms[surface] = at
			c.Forms = append(c.Forms, Form{Text: surface, Key: Key(surface), Kind: entity.Name, Proven: true})
		}
		c.Forms[at].Strong++
		return at
	}
	for _, m := range regexMatches(title) {
		add(title[m[0]:m[1]])
	}
	for _, m := range regexMatches(text) {
		c.Spans = append(c.Spans, Span{Form: add(text[m[0]:m[1]]), Start: uint32(m[0]), End: uint32(m[1])})
	}
	return c
}

// regexMatches returns the ranges of the matches in s, leftmost and longest. Word borders are
// those of Unicode: Malmö has no border inside. A match begins and ends at word borders, so it is
// a run of whole words of the right shape.
func regexMatches(s string) (matches [][2]int) {
	words, end := 0, 0 // length and end of the current run
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !wordRune(r) {
			i += n
			continue
		}
		start := i
		for i < len(s) && wordRune(r) {
			i += n
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case !nameShape(s[start:i]):
			words = 0
			continue
		case words > 0 && words < maxRegexWords && strings.TrimSpace(s[end:start]) == "":
			matches[len(matches)-1][1] = i
			words++
		default:
			matches = append(matches, [2]int{start, i})
			words = 1
		}
		end = i
	}
	return matches
}

// wordRune reports whether r is part of a word, as \w is.
func wordRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r))
}

// nameShape reports whether a word is a capital and small letters of ASCII.
func nameShape(word string) bool {
	if len(word) < 2 || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	for i := 1; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// Literal has the entities of a corpus if every candidate is an entity. It is immutable.
type Literal struct {
	strings  *Strings
	entities []Entity
	aliases  []Alias
	number   map[string]uint32 // by key and alias
}

// NewLiteral makes every candidate an entity. Titles of pages link entities (the paper's EL): a title,
// and a title without a trailing "(…)", is an alias of the title's entity, if no other title gives
// the same alias.
func NewLiteral(s *Strings, docs []*Numbered, titles []Title) *Literal {
	aliases, names := titleAliases(titles)
	count := map[string]map[string]uint32{} // by key and surface
	var room numbered
	for _, doc := range docs {
		c := doc.open(&room)
		for i := range c.forms {
			f := &c.forms[i]
			key := s.text(f.key)
			if canonical, ok := aliases[key]; ok {
				key = canonical
			}
			if count[key] == nil {
				count[key] = map[string]uint32{}
			}
			count[key][s.text(f.text)] += f.strong + f.weak
		}
	}
	for key := range names {
		if _, ok := count[key]; !ok {
			count[key] = nil
		}
	}
	l := &Literal{strings: s, number: map[string]uint32{}}
	for _, key := range slices.Sorted(maps.Keys(count)) {
		e := Entity{Key: key, Name: names[key], Kind: entity.Name}
		if e.Name != "" {
			e.Kind = entity.Title
		}
		for _, surface := range slices.Sorted(maps.Keys(count[key])) {
			if e.Name == "" || names[key] == "" && count[key][surface] > count[key][e.Name] {
				e.Name = surface
			}
		}
		l.number[key] = uint32(len(l.entities))
		l.entities = append(l.entities, e)
	}
	for _, alias := range slices.Sorted(maps.Keys(aliases)) {
		if canonical := aliases[alias]; alias != canonical {
			l.number[alias] = l.number[canonical]
			l.aliases = append(l.aliases, Alias{Key: alias, Entity: l.number[canonical]})
		}
	}
	return l
}

// titleAliases returns the keys of titles by alias, for aliases that only one title gives, and the
// names of these titles.
func titleAliases(titles []Title) (canonical, names map[string]string) {
	canonical, names = map[string]string{}, map[string]string{}
	const several = ""
	for _, t := range titles {
		key := Key(t.Text)
		if t.Level > 0 || key == "" {
			continue
		}
		short, _, _ := strings.Cut(t.Text, " (")
		for _, alias := range []string{key, Key(short)} {
			if other, taken := canonical[alias]; taken && other != key {
				canonical[alias] = several
			} else {
				canonical[alias] = key
			}
		}
		if names[key] == "" || t.Text < names[key] {
			names[key] = t.Text
		}
	}
	maps.DeleteFunc(canonical, func(alias, key string) bool { return key == several || alias == "" })
	maps.DeleteFunc(names, func(key, _ string) bool { return canonical[key] != key })
	// A short form of an ambiguous title is no alias either.
	maps.DeleteFunc(canonical, func(_, key string) bool { return names[key] == "" })
	return canonical, names
}

// Entities returns the entities, sorted by key; Mention.Entity is the index.
func (l *Literal) Entities() []Entity { return l.entities }

// Aliases returns the aliases, sorted by key.
func (l *Literal) Aliases() []Alias { return l.aliases }

// Mentions lists the mentions of a document in text order: its spans. sentences are
// the starts of the text's sentences.
func (l *Literal) Mentions(_ string, sentences []int, n *Numbered) []Mention {
	var out []Mention
	c := n.open(new(numbered))
	for _, s := range c.spans {
		sentence := sort.SearchInts(sentences, int(s.Start)+1) - 1
		out = append(out, Mention{Entity: l.number[l.strings.text(c.forms[s.Form].key)], Sentence: uint32(sentence), Start: s.Start, End: s.End})
	}
	return out
}
