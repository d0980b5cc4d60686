package names

import (
	"slices"
	"strings"
	"unicode"

	"mycel/builder/ner"
	"mycel/engine/entity"
)

// longestAbbreviation is the most letters of an abbreviation.
const longestAbbreviation = 10

// abbreviations pairs abbreviations with the definitions beside them: HMS (Harbour Mapping Service), or in the other
// order (the idea of Schwartz and Hearst 2003).
func (d *document) abbreviations() []pair {
	var pairs []pair
	for i, m := range d.mentions {
		behind := d.mentions[i+1:]
		k := slices.IndexFunc(behind, func(next ner.Mention) bool { return next.Start > m.End })
		if k < 0 || strings.TrimSpace(d.text[m.End:behind[k].Start]) != "(" || !strings.HasPrefix(d.text[behind[k].End:], ")") {
			continue
		}
		short, long := m, behind[k]
		if short.End-short.Start > long.End-long.Start {
			short, long = long, short
		}
		if d.Entities[short.Entity].Kind != entity.Title && short.Entity != long.Entity &&
			abbreviates(d.text[short.Start:short.End], d.text[long.Start:long.End]) {
			pairs = append(pairs, pair{short.Entity, long.Entity})
		}
	}
	return pairs
}

// abbreviates reports whether short is the capitals that begin the words of long, in their order. Words of up to
// three letters may be skipped.
func abbreviates(short, long string) bool {
	letters := []rune(short)
	if n := len(letters); n < 2 || n > longestAbbreviation {
		return false
	}
	for _, word := range strings.FieldsFunc(long, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		first := []rune(word)
		switch {
		case len(letters) > 0 && unicode.IsUpper(letters[0]) && unicode.ToUpper(first[0]) == letters[0]:
			letters = letters[1:]
		case len(first) > 3:
			return false
		}
	}
	return len(letters) == 0
}
