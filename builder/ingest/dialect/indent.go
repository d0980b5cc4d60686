package dialect

import (
	"regexp"
	"strings"
)

// dropIndent removes the indentation of components from src, MDX without its components. MDX has no indented code, so
// authors indent the content of components freely. The indentation of lists is kept.
func dropIndent(src string) string {
	var out strings.Builder
	var open fence
	var in indentation
	removed := 0 // from the line that opened the fence
	for line := range strings.SplitAfterSeq(src, "\n") {
		inCode := open.mark != ""
		isCode := open.isCode(strings.TrimRight(line, "\n"))
		if !inCode {
			moved := in.move(line)
			if isCode {
				removed = len(line) - len(moved)
			}
			out.WriteString(moved)
			continue
		}
		spaces := len(line) - len(strings.TrimLeft(line, " \t"))
		out.WriteString(line[min(spaces, removed):])
	}
	return out.String()
}

// indentation tracks the open list items by their columns in the source.
type indentation struct {
	items []int // column of each open item's content
	shift int   // how far the outermost open item moved to the left
}

// listMarker matches the beginning of a list item, up to its content.
var listMarker = regexp.MustCompile(`^(?:[-*+]|\d{1,9}[.)])[ \t]+`)

// codeIndent is the least indentation of code in CommonMark.
const codeIndent = 4

// move returns line with less indentation if it would otherwise be code.
func (in *indentation) move(line string) string {
	text := strings.TrimLeft(line, " \t")
	if strings.TrimSpace(text) == "" {
		return line
	}
	column := len(line) - len(text)
	for len(in.items) > 0 && in.items[len(in.items)-1] > column {
		in.items = in.items[:len(in.items)-1]
	}
	target := column - in.shift
	if len(in.items) == 0 {
		target, in.shift = column, 0
		if column >= codeIndent {
			target, in.shift = 0, column
		}
	} else if base := in.items[len(in.items)-1]; column-base >= codeIndent {
		target = base - in.shift
	}
	if marker := listMarker.FindString(text); marker != "" {
		in.items = append(in.items, column+len(marker))
	}
	if target == column {
		return line
	}
	return strings.Repeat(" ", max(target, 0)) + text
}
