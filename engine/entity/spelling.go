package entity

import "strings"

// The spelling of a name says of each word of its key how it is written in the name, two
// bits a word, the first lowest.
const (
	wordAsKey = iota
	wordCapital
	wordUpper
	wordOther // written out
)

// maxSpelt is how many words a spelling has room for; behind them it begins anew.
const maxSpelt = 16

// allCapitals begins every word with a capital letter.
const allCapitals = 0x55555555

// spelling says how a name is made of its key, and returns the words that have to be
// written out; ok is false if nothing is won by that.
func spelling(key, name string) (how uint32, others []string, ok bool) {
	words, names := strings.Split(key, " "), strings.Split(name, " ")
	if len(words) != len(names) || len(words) > maxSpelt {
		return 0, nil, false
	}
	for i, word := range words {
		n := uint32(wordAsKey)
		for n < wordOther && spell(word, n, nil) != names[i] {
			n++
		}
		if n == wordOther {
			others = append(others, names[i])
		}
		how |= n << (2 * i)
	}
	return how, others, len(others) < len(words)
}

// spell makes a name of a key. Letters are those from a to z.
func spell(key string, how uint32, others *pile) string {
	var out []byte
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
		at := len(out)
		out = append(out, word...)
		for i, c := range out[at : at+raised] {
			if 'a' <= c && c <= 'z' {
				out[at+i] = c - 'a' + 'A'
			}
		}
		if end == len(key) {
			return string(out)
		}
		out = append(out, ' ')
		key = key[end+1:]
	}
}
