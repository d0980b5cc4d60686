package entity

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
)

// MaxWords is the longest entity, in tokens, that linking looks for.
const MaxWords = 16

// Link is an entity found in the query.
type Link struct {
	Entity     model.EntityID
	Start, End int // bytes in the query
}

// Links finds the entities that a query names: from left to
// right the longest match of the tokens' keys against the vocabulary, matches
// not overlapping, each entity once, in order of appearance. Common nouns are found
// in the plural as well. A stop word or a single character is no match by itself; stop
// tells which tokens are stop words.
//
// Entities the index does not know are of no use to any strategy, so linking is
// dictionary matching and not recognition; it reads lower-case queries as well.
func (v *Vocabulary) Links(query string, tokens []text.Token, stop []bool) []Link {
	var links []Link
	seen := map[model.EntityID]bool{}
	for i := 0; i < len(tokens); {
		n, e := v.longest(query, tokens[i:], stop[i:])
		if n == 0 {
			i++
			continue
		}
		if !seen[e] {
			seen[e] = true
			links = append(links, Link{Entity: e, Start: tokens[i].Start, End: tokens[i+n-1].End})
		}
		i += n
	}
	return links
}

// longest returns the number of tokens of the longest entity at the front of
// tokens, 0 for none.
func (v *Vocabulary) longest(query string, tokens []text.Token, stop []bool) (int, model.EntityID) {
	var key strings.Builder
	for n := min(len(tokens), MaxWords); n > 0; n-- {
		if n == 1 && (stop[0] || utf8.RuneCountInString(tokens[0].Key) < 2) {
			break
		}
		key.Reset()
		for i, t := range tokens[:n] {
			if i > 0 {
				key.WriteByte(' ')
			}
			key.WriteString(t.Key)
		}
		if e, ok := v.Find(key.String()); ok && v.joins(query, tokens[:n], e) {
			return n, e
		}
		if e, ok := v.Find(Singular(key.String())); ok && v.Kind(e) != Name && v.Kind(e) != Code {
			return n, e
		}
	}
	return 0, 0
}

// joins tells whether tokens of the query can be one name: a comma or another mark
// between them ends a phrase, unless the name has such a mark itself.
func (v *Vocabulary) joins(query string, tokens []text.Token, e model.EntityID) bool {
	for i := range tokens[1:] {
		next := tokens[i+1].Start
		if strings.ContainsAny(query[min(tokens[i].End, next):next], marks) { // pairs of characters overlap
			return HasMarks(v.Name(e))
		}
	}
	return true
}

// marks end a phrase.
const marks = ",;:!?()"

// HasMarks tells whether there is a mark in a name that would end a phrase elsewhere.
func HasMarks(name string) bool { return strings.ContainsAny(name, marks) }
