package text

import "strings"

// Signs of code, such as === and ?., are not words. They can be searched for where white space
// surrounds them.

// maxSymbol is the length of the longest run of signs that is a symbol.
const maxSymbol = 8

// Symbols returns the byte ranges in s of the runs of ASCII signs between white space, without
// quotation marks and brackets around them: === in "(`===`)", but () as it is.
func Symbols(s string) (spans [][2]int) {
	for i := 0; i < len(s); {
		start, signs := i, true
		for ; i < len(s) && s[i] > ' '; i++ {
			signs = signs && isSign(s[i])
		}
		if from, to := bare(s, start, i); signs && from < to && to-from <= maxSymbol {
			spans = append(spans, [2]int{from, to})
		}
		i++
	}
	return spans
}

// HasSymbol reports whether a symbol stands in s with white space around it.
func HasSymbol(s, symbol string) bool {
	for _, at := range Symbols(s) {
		if s[at[0]:at[1]] == symbol {
			return true
		}
	}
	return false
}

// isSign reports whether c is printable ASCII, but no letter, digit or space.
func isSign(c byte) bool {
	return c > ' ' && c < 0x7f && !IsWord(rune(c))
}

// bare returns the range within s[from:to] without surrounding quotation marks, commas, and
// brackets without a partner.
func bare(s string, from, to int) (int, int) {
	for to-from > 1 {
		run := s[from:to]
		first, last := run[0], run[len(run)-1]
		switch opened, closed := strings.Contains(run, "("), strings.Contains(run, ")"); {
		case strings.IndexByte("`\"'", first) >= 0, first == '(' && !closed, first == '(' && last == ')' && len(run) > 2:
			from++
		case strings.IndexByte("`\"',;", last) >= 0, last == ')' && !opened:
			to--
		default:
			return from, to
		}
	}
	return from, to
}

// operators are the signs that make up a symbol within code: a?.b has ?., and f(...x) has ....
const operators = "!#$%&*+-./:<=>?@\\^|~"

// Joined reports whether another sign of operators stands directly before or behind
// s[start:end].
func Joined(s string, start, end int) bool {
	return start > 0 && strings.IndexByte(operators, s[start-1]) >= 0 || end < len(s) && strings.IndexByte(operators, s[end]) >= 0
}

// Operators returns the symbols of two signs and more within code.
func Operators(s string) (symbols []string) {
	start := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && strings.IndexByte(operators, s[i]) >= 0 {
			continue
		}
		if n := i - start; n > 1 && n <= maxSymbol {
			symbols = append(symbols, s[start:i])
		}
		start = i + 1
	}
	return symbols
}
