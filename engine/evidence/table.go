package evidence

import "strings"

// Tables stand in front of the passages of a context whose method has any:
//
//	Entities
//	id|entity|description
//	0|Edvard Lund|Edvard Lund was a clockmaker in Brask.
//
// A blank line follows. Every row is a line, so that no text can pass for a row.

// Row renders a row without its number, with the line break at its end: "|" in cells
// becomes "/", and white space single spaces. Text that tokenizers cut at line breaks,
// as all do, is cut the same way in a context as in a row alone: its tokens are those
// of the row and at most one for each digit of its number.
func Row(cells []string) string {
	var b strings.Builder
	for _, cell := range cells {
		b.WriteByte('|')
		b.WriteString(strings.ReplaceAll(oneLine(cell), "|", "/"))
	}
	b.WriteByte('\n')
	return b.String()
}
