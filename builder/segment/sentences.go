// Package segment cuts text into sentences, packs sentences into chunks, and counts tokens as the models do that will
// read the chunks.
package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// Sentences returns the start offsets of the sentences of text[start:end], ascending. The first is start. A sentence
// ends where the next begins, so they partition the range. Each includes the white space after it, and the first also
// the white space before it. An empty range has no sentences.
//
// Boundaries are those of UAX #29, changed where they would cut a sentence:
//
//   - no boundary after an abbreviation (see endsInAbbreviation), before a lower-case
//     letter or the bar of a table, or after '.', '!' or '?' without white space, as in
//     code;
//   - where lines may be wrapped, a line end within a paragraph counts as a space; blank lines and
//     the line ends of lists, tables and code are boundaries (see appendParagraphs). Of a text whose
//     source had markup every line is a block of its own.
//
// A sentence of more than maxTokens tokens is cut: at the last ';' or line end that keeps
// the part within maxTokens, else at the last word border, else between characters. After
// that only a single character can have more tokens. maxTokens <= 0 cuts nothing.
//
// text is valid UTF-8. O(end-start), and a few calls of t per cut.
func Sentences(text string, start, end int, wrapped bool, t Tokens, maxTokens int) []int {
	if start == end {
		return nil
	}
	var found []int
	var lines, paragraphs []span
	for at := start; at < end; {
		lines, at = appendBlock(lines[:0], text, at, end)
		paragraphs = paragraphs[:0]
		if wrapped {
			paragraphs = appendParagraphs(paragraphs, text, lines)
		} else {
			for _, l := range lines {
				paragraphs = append(paragraphs, span{skipSpace(text, l.start), l.end})
			}
		}
		for _, p := range paragraphs {
			found = appendBoundaries(found, text, p)
		}
	}
	if len(found) == 0 { // white space alone
		return []int{start}
	}
	found[0] = start
	return cutLong(found, text, end, t, maxTokens)
}

// appendBoundaries appends the starts of the sentences of p to found.
func appendBoundaries(found []int, text string, p span) []int {
	prose := text[p.start:p.end]
	found = append(found, p.start)
	last := 0
	for it := sentences.FromString(flatten(prose)); it.Next(); {
		b := skipSpace(prose, it.Start())
		if b > last && isBoundary(prose, last, b) {
			found = append(found, p.start+b)
			last = b
		}
	}
	return found
}

// longestRun is the length of a run without letters and digits, in characters, after which flatten hides the rest.
const longestRun = 64

// flatten prepares prose for UAX #29, and keeps every character at its position. The question mark of Greek becomes
// '?'. Line ends, where the rules would end a sentence, become spaces. Runs without a letter or digit become zeros
// after longestRun characters: at every closing mark and space the rules look ahead to the next letter, so a line of a
// hundred thousand brackets would take twenty seconds.
func flatten(prose string) string {
	var flat []byte
	hide := func(from, to int, by byte) {
		if flat == nil {
			flat = []byte(prose)
		}
		for i := from; i < min(to, len(flat)); i++ {
			flat[i] = by
		}
	}
	run, before := 0, rune(0)
	for i, r := range prose {
		if r == ';' && unicode.Is(unicode.Greek, before) { // the question mark of Greek
			hide(i, i+1, '?')
		}
		before = r
		if isWordCharacter(r) {
			run = 0
			continue
		}
		run++
		switch {
		case run > longestRun:
			hide(i, i+max(1, utf8.RuneLen(r)), '0')
		case r == '\n' || r == '\r':
			hide(i, i+1, ' ')
		}
	}
	if flat == nil {
		return prose
	}
	return string(flat)
}

// isBoundary reports whether a sentence of prose that began at start ends at b, a boundary of UAX
// #29.
func isBoundary(prose string, start, b int) bool {
	left := trimSpaceRight(prose[start:b])
	bare := strings.TrimRightFunc(left, isBracket)
	if bare == "" {
		return true
	}
	mark := bare[len(bare)-1]
	if mark != '.' && mark != '!' && mark != '?' && mark != ';' {
		// A script with marks of its own needs no space. A sentence continues behind its quotation: 「はい。」と言った.
		return len(bare) == len(left) || !strings.HasPrefix(prose[b:], "と") && !strings.HasPrefix(prose[b:], "って")
	}
	switch {
	case len(left) == b-start: // no white space
		return false
	case beginsLower(prose[b:]), prose[b] == '|': // the next cell of a table row
		return false
	case mark == '.' && len(bare) == len(left):
		return !endsInAbbreviation(left, prose[b:])
	}
	return true
}
