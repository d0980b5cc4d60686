package markdown

import (
	"regexp"
	"strings"
)

var (
	// colonMarker is a container of Docusaurus, VitePress or MyST: ":::note[Title]",
	// "::: tip Title", ":::{warning} Title", ":::".
	colonMarker = regexp.MustCompile(`^[ \t>]*:{3,}\s*(?:\{?[\w-]+\}?)?\s*(?:\[(.*)\])?\s*(?:\{[^}]*\})?\s*(.*)$`)

	// blockMarker is an admonition or a tab of Python-Markdown, whose content is
	// indented: `!!! note "Title"`, `??? tip`, `=== "Tab"`.
	blockMarker = regexp.MustCompile(`^( *)(?:(?:!!!|\?\?\?\+?) +[\w -]+(?:"(.*)")?|===[!+]? +"(.*)")\s*$`)

	// alertMarker is an alert of GitHub or a callout of Obsidian: "> [!NOTE] Title".
	alertMarker = regexp.MustCompile(`^([ \t]*>[ \t>]*)\[![\w-]+\][+-]?(.*)$`)

	// importLine is a whole import of an ECMAScript module.
	importLine = regexp.MustCompile(`^import\s+(?:.+\s+from\s+)?(?:'[^']+'|"[^"]+");?\s*$`)
)

// blockIndent is how far Python-Markdown indents the content of a block.
const blockIndent = 4

// dropMarkers removes, outside fenced code, the lines that open and close containers
// and the imports. A container's title stays, as a paragraph. Content that the
// marker above it indents is moved back, or CommonMark would take it for code.
func dropMarkers(src string, isMDX bool) string {
	lines := strings.Split(src, "\n")
	out := make([]string, 0, len(lines))
	var open fence
	var blocks blockStack
	for i := 0; i < len(lines); i++ {
		line := blocks.dedent(lines[i], open.mark != "")
		if open.isCode(line) {
			out = append(out, line)
			continue
		}
		if n := moduleLines(lines[i:], isMDX); n > 0 {
			out = append(out, "")
			i += n - 1
			continue
		}
		if m := blockMarker.FindStringSubmatch(line); m != nil {
			blocks.open(len(m[1]))
			out = append(out, "", m[1]+m[2]+m[3], "")
			continue
		}
		if m := colonMarker.FindStringSubmatch(line); m != nil {
			out = append(out, "", strings.TrimSpace(m[1]+" "+m[2]), "")
			continue
		}
		if m := alertMarker.FindStringSubmatch(line); m != nil {
			line = m[1] + strings.TrimLeft(m[2], " ")
			out = append(out, line, strings.TrimRight(m[1], " "))
			continue
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// blockStack holds the indentation of the open Python-Markdown blocks, each
// relative to the content of the one around it.
type blockStack []int

func (b *blockStack) open(indent int) { *b = append(*b, indent) }

// dedent moves line to where it would stand without the open blocks. Less
// indentation than a block's content has ends the block, except in code.
func (b *blockStack) dedent(line string, inCode bool) string {
	if strings.TrimSpace(line) == "" {
		return line
	}
	for depth, indent := range *b {
		rest, ok := cutIndent(line, indent, blockIndent)
		if !ok {
			if !inCode {
				*b = (*b)[:depth]
			}
			break
		}
		line = rest
	}
	return line
}

// cutIndent removes n spaces (or a tab) from the indentation of line after the first
// keep spaces. It reports whether they were there.
func cutIndent(line string, keep, n int) (string, bool) {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	if indent >= keep+n {
		return line[:keep] + line[keep+n:], true
	}
	if indent == keep && strings.HasPrefix(line[keep:], "\t") {
		return line[:keep] + line[keep+1:], true
	}
	return line, false
}

// moduleLines returns how many of the lines make up an import or export statement,
// 0 if the first does not begin one. In Markdown only whole imports count; in MDX
// a statement may go on until its brackets are closed.
func moduleLines(lines []string, isMDX bool) int {
	if importLine.MatchString(lines[0]) {
		return 1
	}
	if !isMDX || !strings.HasPrefix(lines[0], "import ") && !strings.HasPrefix(lines[0], "export ") {
		return 0
	}
	depth := 0
	for i, line := range lines[:min(len(lines), maxModuleLines)] {
		depth += strings.Count(line, "{") + strings.Count(line, "(") + strings.Count(line, "[") -
			strings.Count(line, "}") - strings.Count(line, ")") - strings.Count(line, "]")
		if depth <= 0 {
			return i + 1
		}
	}
	return 1
}

// maxModuleLines bounds the search for the end of a statement.
const maxModuleLines = 500
