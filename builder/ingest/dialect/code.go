package dialect

import (
	"regexp"
	"strings"
)

// fence follows the fenced code blocks of a text line by line.
type fence struct {
	mark     string // the run of backticks or tildes that opened the block, "" outside
	language string // of the block, with what follows in its line
}

// isCode takes the next line and reports whether it belongs to a fenced code block, its
// fences included. Block quote markers and any indentation may come before a fence.
func (f *fence) isCode(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	run := fenceRun(line)
	info := line[len(run):]
	switch {
	case f.mark != "":
		if len(run) >= len(f.mark) && run[0] == f.mark[0] && strings.TrimSpace(info) == "" {
			f.mark = ""
		}
		return true
	case run == "", run[0] == '`' && strings.Contains(info, "`"):
		return false
	}
	f.mark, f.language = run, strings.TrimSpace(info)
	return true
}

// isHidden reports whether line, of a fenced block, is one that mdBook and rustdoc do not show.
func (f *fence) isHidden(line string) bool {
	line = strings.Trim(line, " \t>\r")
	return strings.HasPrefix(f.language, "rust") && (line == "#" || strings.HasPrefix(line, "# "))
}

// fenceRun returns the three or more backticks or tildes that line begins with, or "".
func fenceRun(line string) string {
	if line == "" || line[0] != '`' && line[0] != '~' {
		return ""
	}
	run := line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	if len(run) < 3 {
		return ""
	}
	return run
}

// code follows all code blocks of a text: fenced ones, and lines that are indented so far that CommonMark
// takes them for code. In MDX no indentation makes code.
type code struct {
	fence
	isMDX    bool
	items    []int // columns of the contents of open list items, notes and blocks of Python-Markdown
	text     bool  // the last line was text, which an indented line continues
	indented bool  // the last line with text was indented code
}

// containerMark begins a line whose block goes on in indented lines.
var containerMark = regexp.MustCompile(`^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|:[ \t]+|\[\^[^\]]+\]:|!!!|\?\?\?|===)`)

// isCode takes the next line and reports whether it belongs to a code block.
func (c *code) isCode(line string) bool {
	line = strings.TrimRight(line, "\n")
	if wasOpen := c.mark != ""; c.fence.isCode(line) {
		c.text, c.indented = false, false
		if !wasOpen {
			c.leave(columns(line))
		}
		return true
	}
	text := strings.TrimLeft(line, " \t")
	if text == "" {
		c.text = false
		return c.indented
	}
	column := columns(line)
	c.leave(column)
	base := 0
	if n := len(c.items); n > 0 {
		base = c.items[n-1]
	}
	if c.indented = !c.isMDX && !c.text && column >= base+codeIndent; c.indented {
		return true
	}
	c.text = true
	if mark := containerMark.FindString(text); mark != "" {
		switch mark[0] {
		case '!', '?', '=', '[':
			column += codeIndent
		default:
			column += len(mark)
		}
		c.items, c.text = append(c.items, column), false
	}
	return false
}

// leave ends the items whose content a line in this column cannot be.
func (c *code) leave(column int) {
	for n := len(c.items); n > 0 && c.items[n-1] > column; n-- {
		c.items = c.items[:n-1]
	}
}

// columns returns the width of the white space that line begins with.
func columns(line string) (width int) {
	for _, r := range line {
		switch r {
		case ' ':
			width++
		case '\t':
			width += codeIndent - width%codeIndent
		default:
			return width
		}
	}
	return width
}

// mapProse applies f to each run of lines outside code blocks.
func mapProse(src string, isMDX bool, f func(prose string) string) string {
	var out strings.Builder
	open := code{isMDX: isMDX}
	start, pos := 0, 0 // of the prose not written yet, and of the line at hand
	for line := range strings.SplitAfterSeq(src, "\n") {
		if open.isCode(line) {
			out.WriteString(f(src[start:pos]))
			out.WriteString(line)
			start = pos + len(line)
		}
		pos += len(line)
	}
	out.WriteString(f(src[start:]))
	return out.String()
}

// spans finds code spans in a text, each paragraph's by itself.
type spans struct {
	noCloser map[int]bool // lengths of runs of backticks that do not come again in this paragraph
}

// length returns the length of the code span that s, a text from a backtick on, begins with, or that of
// its run of backticks if none ends it.
func (p *spans) length(s string) int {
	run := len(s) - len(strings.TrimLeft(s, "`"))
	if p.noCloser[run] {
		return run
	}
	for i := run; i < len(s); {
		switch {
		case s[i] == '`':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
			if i += n; n == run {
				return i
			}
		case strings.HasPrefix(s[i:], "\n\n"):
			i = len(s)
		default:
			i++
		}
	}
	if p.noCloser == nil {
		p.noCloser = map[int]bool{}
	}
	p.noCloser[run] = true
	return run
}

// newParagraph forgets the state of the last paragraph.
func (p *spans) newParagraph() { p.noCloser = nil }
