// Package terminal formats output for people: numbers, sizes, and lines of limited width. It
// removes control characters from texts of others.
package terminal

import (
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// Width returns the columns of a terminal. ok is false if the stream is no
// terminal.
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

// DefaultWidth is the line length without a terminal, and the longest line that reads
// well.
const DefaultWidth = 100

// Printable returns s without control characters, because titles and texts of others
// must not control the terminal.
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

// Indent precedes the lines below the headline of a hit, in place of the rank.
const Indent = "    "
