package main

import (
	"fmt"

	"mycel/cmd/mycel/internal/layout"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine/answer"
)

// writeAnswer prints a result for a person.
func (p *program) writeAnswer(r *answer.Result) error {
	width, isTerminal := p.terminal(p.out)
	if !isTerminal {
		width = terminal.DefaultWidth
	}
	if len(r.Hits) == 0 {
		fmt.Fprintf(p.err, "No section matches “%s”.\n", terminal.Printable(r.Query))
	}
	_, err := p.out.Write(layout.Text(r, min(width, terminal.DefaultWidth), isTerminal && !p.plain()))
	return err
}
