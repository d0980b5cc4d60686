package markdown

import (
	"fmt"
	"strings"

	"mycel/builder/ingest/document"
)

// Limits of Markdown. The parser's time grows with the square of these counts: a crafted page of
// 100 kB takes minutes. Marks of emphasis have a limit of their own, in package dialect. Pages that people write are far below. A page beyond a limit is read as
// plain text, with a warning.
const (
	maxContainers  = 100     // block quotes, lists, footnotes and definitions that one line opens
	maxIndentation = 400     // columns at the start of a line; two of them may open a list
	maxUnclosed    = 1000    // unclosed brackets in a paragraph
	maxFences      = 100     // different lengths of runs of backticks in a paragraph
	maxReferences  = 20_000  // definitions of links without a blank line between them
	maxNotes       = 10_000  // footnotes of a page
	maxCells       = 1 << 19 // cells of a table, including those that its rows lack
)

// TooIntricate names the limit that src exceeds, "" if none. O(len(src)).
func TooIntricate(src string) string {
	var p paragraph
	notes := 0
	for line := range strings.Lines(src) {
		if strings.TrimSpace(line) == "" {
			p = paragraph{}
			continue
		}
		columns, depth, opened := containers(line)
		notes += opened
		switch {
		case depth > maxContainers:
			return fmt.Sprintf("a line opens more than %d quotes, lists or notes", maxContainers)
		case columns > maxIndentation:
			return fmt.Sprintf("a line is indented by more than %d columns", maxIndentation)
		}
		p.add(line)
		p.row(line)
		switch {
		case notes > maxNotes:
			return fmt.Sprintf("it has more than %d footnotes", maxNotes)
		case p.references > maxReferences:
			return fmt.Sprintf("more than %d definitions of links follow each other", maxReferences)
		case p.cells > maxCells:
			return fmt.Sprintf("a table has more than %d cells", maxCells)
		case p.brackets > maxUnclosed || p.targets > maxUnclosed:
			return fmt.Sprintf("a paragraph has more than %d brackets that are not closed", maxUnclosed)
		case len(p.fences) > maxFences:
			return fmt.Sprintf("a paragraph has backticks in runs of more than %d lengths", maxFences)
		}
	}
	return ""
}

// containers returns the indentation of a line, the number of nested blocks that it opens, and how many are footnotes.
func containers(line string) (columns, depth, notes int) {
	for {
		for line != "" && (line[0] == ' ' || line[0] == '\t') {
			columns++
			if line[0] == '\t' {
				columns += 3
			}
			line = line[1:]
		}
		n := marker(line)
		if n == 0 {
			return columns, depth, notes
		}
		depth++
		if line[0] == '[' {
			notes++
		}
		line = line[n:]
	}
}

// marker returns the length of the mark that opens a container at the start of a line, 0 without one.
func marker(line string) int {
	if line == "" {
		return 0
	}
	switch line[0] {
	case '>':
		return 1
	case '-', '*', '+', ':':
		return endsMarker(line, 1)
	case '[':
		return Footnote(line)
	}
	n := 0
	for n < len(line) && n < 9 && document.IsDigit(line[n]) {
		n++
	}
	if n > 0 && n < len(line) && (line[n] == '.' || line[n] == ')') {
		return endsMarker(line, n+1)
	}
	return 0
}

// MaxNoteLabel is the length of the longest label that the parser accepts for a footnote, in bytes.
const MaxNoteLabel = 999

// Footnote returns the length of the mark "[^label]:" that opens a footnote at the start of
// a line, 0 without one.
func Footnote(line string) int {
	const open = "[^"
	if !strings.HasPrefix(line, open) {
		return 0
	}
	for i := len(open); i < min(len(line)-1, len(open)+MaxNoteLabel); i++ {
		switch line[i] {
		case '\\':
			i++ // skip an escaped character, which is no bracket
		case '[':
			return 0
		case ']':
			if line[i+1] != ':' {
				return 0
			}
			return i + 2
		}
	}
	return 0
}

// endsMarker returns n if white space or the end of the line follows, else 0.
func endsMarker(line string, n int) int {
	if n < len(line) && line[n] != ' ' && line[n] != '\t' && line[n] != '\n' {
		return 0
	}
	return n
}

// paragraph counts the open marks of lines without a blank line between them.
type paragraph struct {
	brackets, targets int // "[" without "]", "](" without ")"
	fences            map[int]bool
	references        int // "]:", which is in every definition of a link
	columns, cells    int // of a table that begins in this line
}

// row counts the marks that depend on the whole line.
func (p *paragraph) row(line string) {
	p.references += strings.Count(line, "]:") // also in definitions over two lines
	p.cells += p.columns
	if strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t\r\n") == "" {
		p.columns = max(p.columns, 1+strings.Count(line, "|"))
	}
}

func (p *paragraph) add(line string) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '[':
			p.brackets++
		case ']':
			p.brackets = max(p.brackets-1, 0)
			if i+1 < len(line) && line[i+1] == '(' {
				p.targets++
			}
		case ')':
			p.targets = max(p.targets-1, 0)
		case '`':
			from := i
			for i+1 < len(line) && line[i+1] == '`' {
				i++
			}
			if p.fences == nil {
				p.fences = map[int]bool{}
			}
			p.fences[i+1-from] = true
		}
	}
}
