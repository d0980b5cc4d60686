package main

import (
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// terminalWidth returns the columns of the terminal that a stream is, if it is
// one.
func terminalWidth(stream any) (width int, ok bool) {
	f, isFile := stream.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = defaultWidth
	}
	return width, true
}

// defaultWidth is the line length where no terminal says another, and the longest
// that reads well.
const defaultWidth = 100

// plain tells that escape sequences are not wanted, even on a terminal.
func (p *program) plain() bool { return p.env("NO_COLOR") != "" || p.env("TERM") == "dumb" }

// ci tells that a continuous integration service reads along: all of the common
// ones set CI.
func (p *program) ci() bool {
	value := p.env("CI")
	return value != "" && value != "false"
}

// printable returns s without control characters: titles and texts come from
// elsewhere and must not drive the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
