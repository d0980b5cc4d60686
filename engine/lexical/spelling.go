package lexical

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/engine/parts"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// A word that the corpus does not have is read as the nearest word that it has, by Damerau's edits (1964): a letter too
// many, a missing letter, a wrong letter, or two neighbours exchanged. Distances are those of optimal string alignment:
// no part of the word is edited twice.
//
// One edit of a word of n letters leaves at least ⌊(n−1)/2⌋ letters unchanged at the beginning or at the end. So a
// search looks only at words that begin or end with these letters. Words with two edits are looked for if one edit
// finds no word, and only among words that begin or end with the same twoEditsKeep letters.
//
// A frequent word of the language is no misspelling, even if the corpus does not have it. Such words that are near to
// words of the corpus are listed once, with rank 0.
//
// For this search the index lists each word of the corpus twice: by its beginning and by its end. An entry of the list
// is the class of the word's length, then the word or its letters from the last to the first. A part of the index has
// an interval of the list.

// Limits of tolerance, in letters of the word.
const (
	oneEdit      = 4 // words of this length and longer: one edit
	twoEdits     = 8 // words of this length and longer: two edits
	twoEditsKeep = 2 // letters at the beginning or at the end that words with two edits share
	maxLetters   = text.MaxLetters
)

// Edits returns the most edits between a word and its correction. It is 0 for words with digits, where another digit is
// another meaning, and for pairs of characters: other pairs beside one may be right.
func Edits(letters []rune) int {
	n := len(letters)
	for _, r := range letters {
		if '0' <= r && r <= '9' || text.Unspaced(r) {
			return 0
		}
	}
	switch {
	case n < oneEdit || n > maxLetters:
		return 0
	case n < twoEdits:
		return 1
	}
	return 2
}

// Spelling lists the words by their beginnings and ends, to correct misspellings.
type Spelling struct {
	parts.Reader
	top  wire.Strings // by part: entries from this one on are in this part or a later one
	list *parts.Rows  // by part: spellingPart
}

type spellingPart struct {
	word wire.Strings // as listed
	rank []byte       // parallel: see spellingRank
}

// Spelling returns the lists of words for misspellings.
func (d *Dictionary) Spelling() *Spelling { return &d.spelling }

// Set sets the parts of the lists, n parts from first on, which Load loads. It returns false if the core has another
// number of parts.
func (s *Spelling) Set(first parts.ID, n int) bool {
	s.Layout, s.list = parts.One(first, n), parts.NewRows(n)
	return n == s.top.Len()
}

// Load reads a part that EncodeSpelling wrote.
func (s *Spelling) Load(part int, b []byte) error {
	r := wire.NewReader(b)
	word := r.Sorted(-1)
	l := &spellingPart{word, r.Raw()}
	if len(l.rank) != word.Len() {
		r.Fail("arrays of different lengths")
	}
	err := r.Close()
	if err == nil {
		parts.SetRow(s.list, uint32(part), l)
	}
	return err
}

// lengthClasses has the least number of letters of each class of lengths. Shorter words, and words that no word of a
// query can be near to, are not listed.
var lengthClasses = [...]int{oneEdit - 1, 5, 7, 9, 11, 14, maxLetters + 3}

// pairClass is the class of pairs of characters: they are listed for queries of a single character.
const pairClass = len(lengthClasses) - 1

// lengthClass returns the class of a number of letters, −1 for words that are not listed.
func lengthClass(n int) int {
	for class, least := range lengthClasses {
		if n < least {
			return class - 1
		}
	}
	return -1
}

// listedAs returns the entry of a word by its beginning, or by its end.
func listedAs(class int, letters []rune, byEnd bool) string {
	if !byEnd {
		return string(rune(1+2*class)) + string(letters)
	}
	letters = slices.Clone(letters)
	slices.Reverse(letters)
	return string(rune(2+2*class)) + string(letters)
}

// Near calls found for every listed word that is at most most edits away from letters. It notes missing parts, and
// returns false if there are any.
func (s *Spelling) Near(letters []rune, most int, found func(Candidate)) bool {
	complete := true
	n, keep := len(letters), twoEditsKeep
	if most == 1 {
		keep = (n - 1) / 2
	}
	last := min(n+most, maxLetters+2)
	for class := lengthClass(n - most); class <= lengthClass(last); class++ {
		complete = s.listed(class, letters[:keep], letters[n-keep:], func(other []rune, x Candidate) {
			if x.Edits = text.Distance(letters, other, most); x.Edits <= most {
				x.Renamed, x.size = other[0] != letters[0], len(x.Form)
				found(x)
			}
		}) && complete
	}
	return complete
}

// OfferPairs offers the pairs that contain a character. It notes missing parts, and returns false if there are any.
func (s *Spelling) OfferPairs(c *Candidates, character string) bool {
	with := []rune(character)
	return s.listed(pairClass, with, with, func(_ []rune, x Candidate) { c.Offer(x) })
}

// listed calls found for the letters of every listed word of a class that has the given beginning or end. It notes
// missing parts, and returns false if there are any.
func (s *Spelling) listed(class int, begin, end []rune, found func([]rune, Candidate)) bool {
	complete := true
	for _, byEnd := range []bool{false, true} {
		kept := begin
		if byEnd {
			kept = end
		}
		complete = s.each(listedAs(class, kept, byEnd), func(listed string, rank byte) {
			letters := []rune(listed[1:])
			if byEnd {
				slices.Reverse(letters)
			}
			found(letters, Candidate{Form: string(letters), Edits: 1, stop: rank&1 != 0, df: uint32(rank >> 1)})
		}) && complete
	}
	return complete
}

// each calls f for all entries with a prefix. It notes missing parts, and returns false if there are any.
func (s *Spelling) each(prefix string, f func(listed string, rank byte)) bool {
	complete := true
	first := intervalOf(&s.top, prefix)
	for i := first; i < s.top.Len() && (i == first || strings.HasPrefix(s.top.At(i), prefix)); i++ {
		if !s.HasPart(i) {
			complete = false
			continue
		}
		l := parts.Row[spellingPart](s.list, uint32(i))
		for at, _ := l.word.Find(prefix); at < l.word.Len() && strings.HasPrefix(l.word.At(at), prefix); at++ {
			if listed := l.word.At(at); utf8.RuneCountInString(listed) > 1 {
				f(listed, l.rank[at])
			}
		}
	}
	return complete
}
