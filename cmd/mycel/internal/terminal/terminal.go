// Package terminal lays out what a command prints for a person: numbers, sizes, and lines of
// a width, without control characters of others.
package terminal

import (
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Width returns the columns of the terminal that a stream is, if it is
// one.
func Width(stream any) (width int, ok bool) {
	f, isFile := stream.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = DefaultWidth
	}
	return width, true
}

// DefaultWidth is the line length where no terminal says another, and the longest
// that reads well.
const DefaultWidth = 100

// Printable returns s without control characters: titles and texts come from
// elsewhere and must not drive the terminal.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// Lines is Printable for a text of several lines.
func Lines(s string) string {
	all := strings.Split(s, "\n")
	for i, line := range all {
		all[i] = Printable(line)
	}
	return strings.Join(all, "\n")
}

// Indent stands before the lines below the headline of a hit, in the place of its rank.
const Indent = "    "
