package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/modes"
)

// modesCommand compares the default mode with all others.
func modesCommand() *cobra.Command {
	var a modes.AgainstAuto
	var document string
	cmd := &cobra.Command{
		Use: "modes [DATASET…]", Short: "the default mode beside every other, on every set: a table of docs/strategies.md",
		RunE: func(cmd *cobra.Command, dirs []string) error {
			a.Datasets, a.Progress = dirs, cmd.ErrOrStderr()
			if a.Questions == "" && len(dirs) == 0 {
				return errors.New("modes: no set to measure on")
			}
			tables, err := a.Tables(cmd.Context())
			if err != nil {
				return err
			}
			return deliver(cmd, document, "modes", measuredCode, tables)
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.Questions, "questions", "", "`DIR` of questions.jsonl and the sites that they are about")
	f.IntVar(&a.First, "first", 0, "`queries` of each half of a set or site (default: all)")
	f.StringSliceVar(&a.Modes, "modes", nil, "`modes` beside auto (default: all)")
	documentFlag(cmd, &document, "modes")
	return cmd
}
