package lexical

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/text"
)

// A compound is written joined, with a hyphen or apart: handoff, hand-off, hand off. The index has one with a hyphen
// joined as well (text.Scanner). The other spellings are found when a query is read.

// particles are the function words that end a compound.
const particles = " by down in off on out over up "

// suffixes end words that are no compounds.
const suffixes = " able ful full hood less like most ness ship some ward wise "

// maxCompoundWords is the most words of a query in which a word that the corpus lacks is read as two: in a sentence it
// is rather a word of no help.
const maxCompoundWords = 4

// Lengths of compounds, in bytes.
const (
	leastJoined = 5 // both words
	leastFirst  = 3
	leastSecond = 2
)

// compound returns how many words at the front of a query are a compound that the corpus spells otherwise, and the
// spelling of the corpus. It asks for no further block of words but that of the second word.
func (d *Dictionary) compound(q *Query, words []Word) (n int, m []meaning) {
	first := &words[0]
	if first.Quoted || first.Excluded || first.shared != nil {
		return 0, nil
	}
	if len(words) > 1 && !first.Stop {
		second := &words[1]
		key, between := first.Key+second.Key, q.Text[first.End:max(first.End, second.Start)]
		if len(key) >= leastJoined && len(first.Key) >= leastFirst && d.BlockOf(key) == d.BlockOf(first.Key) && second.Start > first.End &&
			(text.IsHyphen(between) || between == " ") && !second.Quoted && !second.Excluded && second.shared == nil {
			if t, stop, ok := d.Exact(key); ok && !stop {
				return 2, []meaning{{key, []model.TermID{t}, true}}
			}
		}
	}
	key := first.Key
	if first.Known || len(key) < leastJoined+1 || len(q.Words)+len(words) > maxCompoundWords {
		return 0, nil
	}
	for i := range len(key) {
		// Of several splits that is best whose shorter word is longest.
		at := len(key)/2 + (i+1)/2*(1-i%2*2)
		if at < leastFirst || at > len(key)-leastSecond || key[at]&0xc0 == 0x80 || d.BlockOf(key[:at]) != d.BlockOf(key) {
			continue
		}
		a, stop, ok := d.Exact(key[:at])
		if !ok || stop || !d.isForm(key[:at]) {
			continue
		}
		b, stop, ok := d.lookUp(key[at:], q.way)
		second := " " + key[at:] + " "
		if ok && strings.Contains(particles, second) == stop && !strings.Contains(suffixes, second) {
			if terms, _ := d.nearest(key, false, 1); len(terms) > 0 {
				break // a misspelling rather
			}
			return 1, []meaning{{key[:at] + " " + key[at:], []model.TermID{a, b}, true}}
		}
	}
	return 0, nil
}
