package dialect

import (
	"regexp"
	"strings"
)

// dropIndent moves the lines of src, MDX without its components, to where CommonMark expects them. MDX has no indented
// code: authors indent what stands inside components as they like. Indentation that belongs to a list stays.
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

// indentation follows the list items that are open, by the columns of the source.
type indentation struct {
	items []int // column of each open item's content
	shift int   // how far the outermost open item was moved to the left
}

// listMarker is what begins a list item, up to its content.
var listMarker = regexp.MustCompile(`^(?:[-*+]|\d{1,9}[.)])[ \t]+`)

// codeIndent is the indentation from which CommonMark takes a line for code.
const codeIndent = 4

// move returns line with less indentation if it has so much that it would be code.
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
