package evidence

import "strings"

// Some methods put tables in front of the passages of a context:
//
//	Entities
//	id|entity|description
//	0|Edvard Lund|Edvard Lund was a clockmaker in Brask.
//
// A blank line follows. Every row is one line, so that no text can be mistaken for a row.

// Row renders a row without its number, with a line break at its end. "|" in cells becomes "/",
// and white space single spaces. Tokenizers cut text at line breaks, so a row has the same tokens
// in a context as alone, and at most one token for each digit of its number.
func Row(cells []string) string {
	var b strings.Builder
	for _, cell := range cells {
		b.WriteByte('|')
		for i, part := 0, oneLine(cell); i < len(part); i++ {
			if part[i] == '|' {
				b.WriteByte('/')
			} else {
				b.WriteByte(part[i])
			}
		}
	}
	b.WriteByte('\n')
	return b.String()
}
