package text

import "strings"

// A compound is written joined, with a hyphen or apart: handoff, hand-off, hand off. The index has a compound with a
// hyphen in joined form, too: see Scanner.Parts. The parser of queries finds the other spellings.

// Lengths of compounds, in bytes.
const (
	leastJoined = 5 // both words
	leastFirst  = 3
	leastSecond = 2
)

// particles are the function words that end a compound.
const particles = " by down in off on out over up "

// suffixes are the second parts of words that are not compounds.
const suffixes = " able ful full hood less like most ness ship some ward wise "

// IsParticle reports whether a function word may end a compound, as in checkout.
func IsParticle(word string) bool { return strings.Contains(particles, " "+word+" ") }

// MayJoin reports whether two words, with a text between them, may be written as one.
func MayJoin(first, between, second string) bool {
	return len(first) >= leastFirst && len(first)+len(second) >= leastJoined && (between == " " || IsHyphen(between))
}

// Splits returns the places where a word may be divided into two, beginning with the most even divisions.
func Splits(word string) (places []int) {
	for i := range len(word) {
		at := len(word)/2 + (i+1)/2*(1-i%2*2)
		if at >= leastFirst && at <= len(word)-leastSecond && word[at]&0xc0 != 0x80 && !strings.Contains(suffixes, " "+word[at:]+" ") {
			places = append(places, at)
		}
	}
	return places
}
