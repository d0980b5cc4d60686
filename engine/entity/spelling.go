package entity

import "strings"

// The spelling of a name tells how the name writes each word of its key: two bits a word, the first word lowest.
const (
	wordAsKey = iota
	wordCapital
	wordUpper
	wordOther // the word is spelled out
)

// maxSpelt is the number of words in a spelling. Longer names have no spelling of their own;
// allCapitals repeats for them.
const maxSpelt = 16

// allCapitals is the spelling in which every word begins with a capital.
const allCapitals = 0x55555555

// written returns how a name is made from its key: a mode and, for mode byWords, the spelling.
func written(key, name string) (mode byte, how uint32) {
	switch {
	case name == key:
		return asKey, 0
	case capitalised(key, name):
		return capitals, 0
	}
	if how, ok := spelling(key, name); ok {
		return byWords, how
	}
	return otherwise, 0
}

// capitalised reports whether a name is its key spelled with allCapitals.
func capitalised(key, name string) bool {
	if len(name) != len(key) {
		return false
	}
	for i := range len(key) {
		c := key[i]
		if i == 0 || key[i-1] == ' ' {
			c = upper(c)
		}
		if name[i] != c {
			return false
		}
	}
	return true
}

// spelling returns the spelling of a name; ok is false if every word would be spelled out.
func spelling(key, name string) (how uint32, ok bool) {
	n := strings.Count(key, " ")
	if n >= maxSpelt || n != strings.Count(name, " ") {
		return 0, false
	}
	for i := range n + 1 {
		var word, here string
		word, key, _ = strings.Cut(key, " ")
		here, name, _ = strings.Cut(name, " ")
		as := uint32(wordAsKey)
		for as < wordOther && !isSpelt(here, word, as) {
			as++
		}
		how |= as << (2 * i)
		ok = ok || as < wordOther
	}
	return how, ok
}

// isSpelt reports whether name is word, a word of the key, written in the way as, which is not wordOther.
func isSpelt(name, word string, as uint32) bool {
	if len(name) != len(word) {
		return false
	}
	raised := 0
	switch as {
	case wordCapital:
		raised = min(1, len(word))
	case wordUpper:
		raised = len(word)
	}
	for i := range raised {
		if name[i] != upper(word[i]) {
			return false
		}
	}
	return name[raised:] == word[raised:]
}

// upper returns the capital of a letter from a to z, and other bytes unchanged.
func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// appendOthers appends the words of a name that its spelling spells out.
func appendOthers(others []string, how uint32, name string) []string {
	for ; how > 0; how >>= 2 {
		var word string
		if word, name, _ = strings.Cut(name, " "); how&3 == wordOther {
			others = append(others, word)
		}
	}
	return others
}

// spell makes a name from its key and spelling. Only the letters a to z have capitals here. others
// has the spelled-out words.
func spell(key string, how uint32, others *pile) string {
	var out strings.Builder
	out.Grow(len(key))
	for n := 0; ; n++ {
		end := 0
		for end < len(key) && key[end] != ' ' {
			end++
		}
		word, raised := key[:end], 0
		switch how >> (2 * (n % maxSpelt)) & 3 {
		case wordCapital:
			raised = min(1, end)
		case wordUpper:
			raised = end
		case wordOther:
			word = others.next()
		}
		for i := range raised {
			out.WriteByte(upper(word[i]))
		}
		out.WriteString(word[raised:])
		if end == len(key) {
			return out.String()
		}
		out.WriteByte(' ')
		key = key[end+1:]
	}
}
