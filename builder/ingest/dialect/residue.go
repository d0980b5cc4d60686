package dialect

import (
	"regexp"
	"strings"

	"mycel/builder/ingest/document"
)

// leftovers are syntaxes of tools that should not remain in the text of a page.
var leftovers = []struct {
	sign string
	find *regexp.Regexp // nil finds the sign itself
}{
	{"{%", nil}, {"{{", nil}, {"[[", nil}, {"{:", nil}, {":::", nil}, {"--8<--", nil},
	{"(x)=", regexp.MustCompile(`(?m)^\([^\s()]+\)=$`)},
}

// Residue counts the syntax of tools that is left in the text of a page, outside code, by its sign; nil for none.
func Residue(d *document.Document) map[string]int {
	var prose strings.Builder
	at := 0
	for _, c := range d.Code {
		prose.WriteString(d.Text[at:c.Start])
		prose.WriteByte('\n')
		at = c.End
	}
	prose.WriteString(d.Text[at:])
	for _, s := range d.Sections {
		prose.WriteString("\n" + s.Heading)
	}
	text := prose.String()
	var left map[string]int
	for _, l := range leftovers {
		n := strings.Count(text, l.sign)
		if l.find != nil {
			n = len(l.find.FindAllStringIndex(text, -1))
		}
		if n > 0 {
			if left == nil {
				left = map[string]int{}
			}
			left[l.sign] = n
		}
	}
	return left
}
