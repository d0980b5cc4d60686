package entity

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
)

// MaxWords is the length of the longest entity that linking looks for, in tokens.
const MaxWords = 16

// Link is an entity found in the query.
type Link struct {
	Entity     model.EntityID
	Start, End int // bytes in the query
}

// Links finds the entities that a query names. From left to right it takes the longest run of
// tokens whose keys match the vocabulary. Matches do not overlap, and each entity is returned
// once, in order of appearance. Common nouns match in the plural too. A stop word or a single
// character is not a match by itself; stop tells which tokens are stop words.
//
// No method can use entities that the index does not have. So linking is a look-up and not
// recognition, and works for lower-case queries too.
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

// longest returns the longest entity that begins with the first token, and its number of tokens; 0
// tokens if there is none.
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

// joins reports whether tokens of the query can be one name. A comma or another mark between them
// ends a phrase, unless the name of e has such a mark.
func (v *Vocabulary) joins(query string, tokens []text.Token, e model.EntityID) bool {
	for i := range tokens[1:] {
		next := tokens[i+1].Start
		if strings.ContainsAny(query[min(tokens[i].End, next):next], marks) { // tokens overlap if they are pairs of characters
			return HasMarks(v.Name(e))
		}
	}
	return true
}

// marks are the characters that end a phrase.
const marks = ",;:!?()"

// HasMarks reports whether a name contains a character that would end a phrase elsewhere.
func HasMarks(name string) bool { return strings.ContainsAny(name, marks) }
