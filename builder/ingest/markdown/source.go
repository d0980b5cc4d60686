package markdown

import "strings"

// cleanMarkdown takes out of src, a Markdown text without front matter, what site
// generators add to Markdown, so that a CommonMark parser sees only content:
//
//   - Hugo's shortcodes {{< … >}} and {{% … %}}, and mdBook's directives
//     {{#include …}} and so on, everywhere, since both work in code too (escaped
//     ones, which show how to write them, lose their escape);
//   - outside code, the markers of containers (":::note", "!!! note", "=== tab",
//     "> [!NOTE]"), whose titles and contents are kept;
//   - outside code, imports and exports, component tags and comments of MDX, and in
//     MDX files expressions in braces too.
//
// It costs O(bytes).
func cleanMarkdown(src string, isMDX bool) string {
	src = dropDirectives(src)
	src = dropMarkers(src, isMDX)
	src = mapProse(src, func(prose string) string { return dropComponents(prose, isMDX) })
	if isMDX {
		src = dropIndent(src)
	}
	return src
}

// directives are the delimiters of directives, which are dropped inside code and outside.
var directives = []struct{ open, close string }{
	{"{{<", ">}}"},
	{"{{%", "%}}"},
	{"{{#include ", "}}"},
	{"{{#rustdoc_include ", "}}"},
	{"{{#shiftinclude ", "}}"},
	{"{{#playground ", "}}"},
	{"{{#playpen ", "}}"},
	{"{{#template ", "}}"},
	{"{{#title ", "}}"},
}

// dropDirectives removes directives. Hugo's escape is a comment inside the shortcode,
// {{</* name */>}}, mdBook's is a backslash before it.
func dropDirectives(src string) string {
	if !strings.Contains(src, "{{") {
		return src
	}
	var out strings.Builder
	unclosed := map[string]bool{} // closing delimiters that do not come again
	for {
		i := strings.Index(src, "{{")
		if i < 0 {
			break
		}
		escaped := i > 0 && src[i-1] == '\\'
		open, end := directiveAt(src[i:], unclosed)
		switch {
		case open == "":
			out.WriteString(src[:i+2])
			src = src[i+2:]
			continue
		case escaped:
			out.WriteString(src[:i-1])
			out.WriteString(src[i : i+end])
		default:
			out.WriteString(src[:i])
			out.WriteString(escapedShortcode(src[i : i+end]))
		}
		src = src[i+end:]
	}
	out.WriteString(src)
	return out.String()
}

// directiveAt returns the opening delimiter and the length of the directive that s
// begins with, or "".
func directiveAt(s string, unclosed map[string]bool) (open string, length int) {
	for _, d := range directives {
		if !strings.HasPrefix(s, d.open) || unclosed[d.close] {
			continue
		}
		if i := strings.Index(s[len(d.open):], d.close); i >= 0 {
			return d.open, len(d.open) + i + len(d.close)
		}
		unclosed[d.close] = true
	}
	return "", 0
}

// escapedShortcode returns the shortcode that an escaped one stands for, or "".
func escapedShortcode(s string) string {
	inner := s[3 : len(s)-3]
	if len(inner) < 4 || !strings.HasPrefix(inner, "/*") || !strings.HasSuffix(inner, "*/") {
		return ""
	}
	return s[:3] + inner[2:len(inner)-2] + s[len(s)-3:]
}

// fence follows the fenced code blocks of a text line by line.
type fence struct {
	mark string // the run of backticks or tildes that opened the block, "" outside
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
	f.mark = run
	return true
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

// mapProse applies f to each run of lines outside fenced code blocks.
func mapProse(src string, f func(prose string) string) string {
	var out strings.Builder
	var open fence
	start, pos := 0, 0 // of the prose not written yet, and of the line at hand
	for line := range strings.SplitAfterSeq(src, "\n") {
		if open.isCode(strings.TrimRight(line, "\n")) {
			out.WriteString(f(src[start:pos]))
			out.WriteString(line)
			start = pos + len(line)
		}
		pos += len(line)
	}
	out.WriteString(f(src[start:]))
	return out.String()
}
