package lexical

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
)

// A word that the corpus does not have is read as the nearest of those that it has,
// by Damerau's edits (1964): a letter too many, one missing, one wrong, or two
// neighbours exchanged. Distances are those of optimal string alignment: no part
// of the word is edited twice.
//
// The words of the dictionary are sorted, so they are a trie: what two neighbours
// begin with in common is compared once, and where every alignment of a beginning
// has too many edits already, all words that begin so are passed over. That looks
// at a few thousand of the words, however many there are.

// Limits of tolerance, in letters of the word.
const (
	oneEdit     = 4 // and longer: one edit
	twoEdits    = 8 // and longer: two
	maxLetters  = 32
	maxNear     = 3 // readings of a word, all of the least distance
	maxUnknowns = 8 // words of a query that are compared with the dictionary
)

// edits returns how many edits a word may be away from another; 0 for words with
// digits, where each says something else.
func edits(letters []rune) int {
	n := len(letters)
	for _, r := range letters {
		if '0' <= r && r <= '9' {
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

// nearest returns the terms of the words nearest to key, best first, and those
// words; none if key has no near ones. A name is no misspelling of a word with another
// first letter: that is how names differ, and not how they are misspelt.
func (d *Dictionary) nearest(key string, name bool) (terms []model.TermID, forms []string) {
	letters := []rune(key)
	most := edits(letters)
	if most == 0 {
		return nil, nil
	}
	c := candidates{d: d, most: maxNear}
	newAlignment(letters, most).each(d, func(form, edits int) {
		word := d.form(form)
		first, _ := utf8.DecodeRuneInString(word)
		if name && first != letters[0] {
			return
		}
		c.offer(candidate{form: form, edits: edits, first: first != letters[0], size: len(word)})
	})
	return c.readings()
}

// alignment compares one word with many that come in order. Row i of the table has
// the distances between the first i letters of the other word and each beginning
// of this one.
type alignment struct {
	word  []rune
	most  int
	rows  []uint8 // of len(word)+1 each
	other []rune  // letters that rows stand for
}

// far is more edits than are ever looked for.
const far = 100

func newAlignment(word []rune, most int) *alignment {
	width := len(word) + 1
	a := &alignment{word: word, most: most, rows: make([]uint8, (width+most+1)*width)}
	for j := range width {
		a.rows[j] = uint8(j)
	}
	return a
}

// each calls found for every word of the dictionary that is at most so many edits
// away.
func (a *alignment) each(d *Dictionary, found func(form, edits int)) {
	for i := 0; i < d.forms.Len(); {
		form := d.form(i)
		depth, dead := 0, 0
		for at, r := range form {
			if depth < len(a.other) && a.other[depth] == r {
				depth++
				continue
			}
			a.other = append(a.other[:depth], r)
			depth++
			if !a.extend(depth) {
				dead = min(at+utf8.RuneLen(r), len(form))
				break
			}
		}
		if dead > 0 {
			a.other = a.other[:depth-1]
			i = d.behind(i, form[:dead])
			continue
		}
		a.other = a.other[:depth]
		if len(a.word) <= depth+a.most { // else the row ends before the word does
			if n := int(a.rows[(depth+1)*(len(a.word)+1)-1]); n <= a.most {
				found(i, n)
			}
		}
		i++
	}
}

// extend computes the row of the other word's first i letters, and tells whether
// any alignment of them is still near enough.
func (a *alignment) extend(i int) bool {
	width := len(a.word) + 1
	if i >= width+a.most {
		return false
	}
	row, above := a.rows[i*width:(i+1)*width], a.rows[(i-1)*width:i*width]
	r := a.other[i-1]
	from, to := max(1, i-a.most), min(len(a.word), i+a.most)
	row[from-1] = far
	if from == 1 {
		row[0] = uint8(i)
	}
	least := row[from-1]
	for j := from; j <= to; j++ {
		n := above[j-1]
		if a.word[j-1] != r {
			n++
		}
		n = min(n, row[j-1]+1)
		if j < i+a.most { // above has this cell
			n = min(n, above[j]+1)
		}
		if i > 1 && j > 1 && a.word[j-2] == r && a.word[j-1] == a.other[i-2] {
			n = min(n, a.rows[(i-2)*width+j-2]+1)
		}
		row[j] = n
		least = min(least, n)
	}
	return int(least) <= a.most
}

// behind returns the first word behind i that does not begin with prefix. Most such
// runs are short, so the steps begin small.
func (d *Dictionary) behind(i int, prefix string) int {
	lo, step := i, 1
	for lo+step < d.forms.Len() && strings.HasPrefix(d.form(lo+step), prefix) {
		lo += step
		step *= 2
	}
	hi := min(lo+step, d.forms.Len()) // does not begin so, lo does
	for hi-lo > 1 {
		mid := int(uint(lo+hi) >> 1)
		if strings.HasPrefix(d.form(mid), prefix) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
