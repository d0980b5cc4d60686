package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A span is a byte range of the text.
type span struct{ start, end int }

// appendBlock appends the lines of the first block of text[from:end] to lines, without the white
// space at their ends. A block ends at a blank line. It returns the lines and the position at
// which the next block may begin; no lines if the rest is blank.
func appendBlock(lines []span, text string, from, end int) ([]span, int) {
	// The first line keeps its indentation: it tells code from prose.
	first := skipSpace(text[:end], from)
	if first == end {
		return lines, end
	}
	at := from + strings.LastIndexByte(text[from:first], '\n') + 1
	for at < end {
		line, _, _ := strings.Cut(text[at:end], "\n")
		stop := at + len(trimSpaceRight(line))
		if stop == at {
			break
		}
		lines = append(lines, span{at, stop})
		at += len(line) + 1
	}
	return lines, min(at, end)
}

// appendParagraphs appends the paragraphs of a block of text without markup to paragraphs: runs of lines whose
// line ends break no sentence, without the white space around them.
//
// A line of wrapped prose continues in the next. In other blocks, such as lists without marks, addresses, verse and
// code, a line continues only if the next begins with a lower-case letter and the paragraph does not. In both, lines
// that look like list items, table rows or code are paragraphs of their own.
func appendParagraphs(paragraphs []span, text string, lines []span) []span {
	wrapped := isWrapped(text, lines)
	first := 0
	for i, l := range lines {
		if i+1 < len(lines) {
			line, next := text[l.start:l.end], text[lines[i+1].start:lines[i+1].end]
			goesOn := wrapped || beginsLower(next) && !beginsLower(text[lines[first].start:l.end])
			if goesOn && !standsAlone(line) && !standsAlone(next) {
				continue
			}
		}
		paragraphs = append(paragraphs, span{skipSpace(text, lines[first].start), l.end})
		first = i + 1
	}
	return paragraphs
}

// narrowest is the least width of wrapped prose, in characters.
const narrowest = 40

// isWrapped reports whether lines are prose wrapped to some width: no line but the last has room
// for the first word of the next. The width is that of the longest line.
func isWrapped(text string, lines []span) bool {
	width := narrowest
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(text[l.start:l.end]))
	}
	for i := 1; i < len(lines); i++ {
		line, next := lines[i-1], lines[i]
		room := width - utf8.RuneCountInString(text[line.start:line.end])
		if room > firstWordLength(text[next.start:next.end]) {
			return false
		}
	}
	return true
}

// firstWordLength returns the number of characters of the first word of line. Scripts without
// spaces may be wrapped after any character.
func firstWordLength(line string) int {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	const firstUnspaced = '\u2e80' // CJK and what follows
	if r, _ := utf8.DecodeRuneInString(line); r >= firstUnspaced {
		return 1
	}
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		line = line[:i]
	}
	return utf8.RuneCountInString(line)
}

// standsAlone reports whether line, which is not blank, looks like a list item, a table row or
// code. If a line of prose is mistaken for one, a sentence ends too early, but no text is lost.
func standsAlone(line string) bool {
	if strings.HasPrefix(line, "  ") || strings.Contains(line, "\t") {
		return true
	}
	line = strings.TrimFunc(line, unicode.IsSpace)
	return isItem(line) || isRow(line) || isCode(line)
}

// isItem reports whether line begins with the mark of a list item: a bullet, or a number or letter with '.' or ')'.
func isItem(line string) bool {
	mark, _, more := strings.Cut(line, " ")
	if !more {
		return false
	}
	switch mark {
	case "-", "*", "+", "•", "‣", "◦", "–", "—":
		return true
	}
	body := strings.TrimRight(mark, ".)")
	if len(body) == len(mark) {
		return false
	}
	return isItemNumber(body) || len(body) == 1 && strings.HasSuffix(mark, ")")
}

// isRow reports whether line has bars between cells.
func isRow(line string) bool {
	return strings.HasPrefix(line, "|") || strings.Contains(line, " | ")
}

// isCode reports whether line begins or ends like a line of a program, of markup or of a shell session.
func isCode(line string) bool {
	if strings.IndexByte(";{}([=\\", line[len(line)-1]) >= 0 {
		return true
	}
	if strings.IndexByte("})]#@<>$", line[0]) >= 0 {
		return true
	}
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "*/")
}
