package text

import "strings"

// HasRun tells whether words with these keys, at most 64, follow each other directly in a text. The words of a tight
// run must be a whole name, without white space between them: work_mem is not in maintenance_work_mem. Bit j of the
// state is set if the last j+1 words are the first j+1 of the run (shift-and, Baeza-Yates & Gonnet 1992).
func HasRun(s string, keys []string, tight bool) bool {
	state, before, found := uint64(0), 0, false
	for words := NewScanner(s); words.Next(); {
		start, end := words.Span()
		between := s[min(before, start):start]
		joined := tight && before > 0 && between == "_"
		if found && !joined {
			return true
		}
		if tight && strings.ContainsAny(between, " \n\t") {
			state = 0
		}
		before = end
		state <<= 1
		if !joined {
			state |= 1
		}
		for j, key := range keys {
			if string(words.Key()) != key {
				state &^= 1 << j
			}
		}
		found = state>>(len(keys)-1)&1 != 0
	}
	return found
}
