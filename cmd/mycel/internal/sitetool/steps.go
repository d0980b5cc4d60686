package sitetool

import (
	"fmt"
	"io"
	"strings"

	"mycel/cmd/mycel/internal/terminal"
)

// Steps writes the commands and the lines that are still missing.
func (t *Tool) Steps(w io.Writer) {
	step := func(title, lines string) {
		if lines != "" {
			fmt.Fprintf(w, "\n%s:\n\n    %s\n", title, strings.ReplaceAll(lines, "\n", "\n    "))
		}
	}
	step("Install the plugin", t.install)
	step("Add to "+terminal.Printable(t.config), t.code)
	if t.output != "" {
		step("After each build of the site, in its folder", t.command())
	}
	step("Put where the button should be, in the layout of the pages", t.html)
	for _, note := range t.notes {
		fmt.Fprintf(w, "\n%s\n", note)
	}
}

// command returns the command that builds the bundle of a site without a
// plugin.
func (t *Tool) command() string { return "npx mycel --site " + shellWord(t.output) + t.arguments }

// shellWord quotes a word for a shell if necessary.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(terminal.Printable(word), "'", `'\''`) + "'"
}
