package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SearchOperator is a part of a query's text that an operator applies to.
type SearchOperator struct {
	Start, End int  // bytes, without quotes and minus
	Quoted     bool // a phrase
	Not        bool // not wanted
	Must       bool // in every answer
}

// SearchOperators finds the quoted phrases, and the words that a query excludes or requires. All begin where a word
// may: at the start, or behind white space or an opening bracket. A quotation mark without a closing one is ignored.
// The corner brackets of East Asia quote, and begin anywhere. A minus excludes and a plus requires if a letter and then
// a letter or digit follow it, or a quote: -v and --output-path are words.
func SearchOperators(s string) []SearchOperator {
	var out []SearchOperator
	for i := 0; i < len(s); {
		o := SearchOperator{}
		at := i
		if s[at] == '-' || s[at] == '+' {
			o.Not, o.Must = s[at] == '-', s[at] == '+'
			at++
		}
		if n := quote(s[at:]); n > 0 {
			if end, size := closing(s[at+n:]); size > 0 {
				o.Quoted, o.Start, o.End = true, at+n, at+n+end
				out = append(out, o)
				i = o.End + size
				continue
			}
		} else if at > i && beginsWord(s[at:]) {
			o.Start, o.End = at, at+spaceOf(s[at:])
			out = append(out, o)
		}
		i = nextWord(s, i)
	}
	return out
}

// spaceOf returns the offset of the first white space of s, or its length.
func spaceOf(s string) int {
	if n := strings.IndexFunc(s, unicode.IsSpace); n >= 0 {
		return n
	}
	return len(s)
}

// nextWord returns the next offset behind i at which a word may begin.
func nextWord(s string, i int) int {
	for first := i; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if i > first && (r == '「' || r == '『') {
			break
		}
		i += n
		if r == '(' || r == '[' || unicode.IsSpace(r) {
			break
		}
	}
	return i
}

// quote returns the length of the quotation mark at the beginning of s, 0 if there is none.
func quote(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '"', '“', '”', '„', '«', '»', '「', '」', '『', '』', '＂':
		return n
	}
	return 0
}

// closing returns the offset of the next quotation mark in s, and its length.
func closing(s string) (at, size int) {
	for at = range s {
		if size = quote(s[at:]); size > 0 {
			return at, size
		}
	}
	return 0, 0
}

// beginsWord tells whether the text behind a minus or plus is a word to exclude or require.
func beginsWord(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	return unicode.IsLetter(r) && (unicode.IsLetter(next) || unicode.IsDigit(next))
}
