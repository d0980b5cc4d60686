package evidence

import (
	"strconv"
	"strings"
)

// The template of a context, documented in docs/evidence.md:
//
//	Edvard Lund-Brask:            the entities of a group, where the ranking has groups
//	[1] Float gauge › History     number, title, heading
//	The float gauge was …         the passage, as it stands in the source
//
//	[2] Brask
//	Brask is a town …
//
// A blank line stands between passages, but not at the end. Passages without group that
// follow a group are below NoGroup.

// NoGroup is the key of passages without group.
const NoGroup = "Others"

// Label returns the name of a section in a context: the title of its document and its own heading,
// on one line. A heading that repeats the title is left out.
func Label(title, heading string) string {
	title, heading = oneLine(title), oneLine(heading)
	switch {
	case heading == "" || heading == title:
		return title
	case title == "":
		return heading
	}
	return title + " › " + heading
}

// oneLine replaces runs of white space by single spaces.
func oneLine(s string) string { return strings.Join(words(s), " ") }

// words splits s at ASCII white space.
func words(s string) []string {
	var out []string
	for {
		s = strings.TrimLeft(s, whiteSpace)
		if s == "" {
			return out
		}
		n := strings.IndexAny(s, whiteSpace)
		if n < 0 {
			n = len(s)
		}
		out = append(out, s[:n])
		s = s[n:]
	}
}

// Key returns the name of a group in a context: its entities, in the form of arXiv 2505.24226.
func Key(names []string) string {
	lines := make([]string, len(names))
	for i, name := range names {
		lines[i] = oneLine(name)
	}
	return strings.Join(lines, "-")
}

// Passage is a passage of a context.
type Passage struct {
	N     int    // from 1
	Key   string // key of its group if the passage before is of another group, else ""
	Label string
	Text  string
}

// Context renders passages.
func Context(passages []Passage) string {
	var b []byte
	for i, p := range passages {
		if i > 0 {
			b = append(b, "\n\n"...)
		}
		if p.Key != "" {
			b = append(append(b, p.Key...), ":\n"...)
		}
		b = append(b, mark(p.N)...)
		if p.Label != "" {
			b = append(append(b, ' '), p.Label...)
		}
		if p.Text != "" || p.Label == "" {
			b = append(append(b, '\n'), p.Text...)
		}
	}
	return string(b)
}

func mark(n int) string { return "[" + strconv.Itoa(n) + "]" }

// Trim returns the range of s that a passage shows: without the white space after the text and the blank lines before
// it. The indentation of the first line stays, because it tells code from prose.
func Trim(s string) (start, end int) {
	end = len(strings.TrimRight(s, whiteSpace))
	first := end - len(strings.TrimLeft(s[:end], whiteSpace))
	return strings.LastIndexByte(s[:first], '\n') + 1, end
}

const whiteSpace = " \t\r\n"
