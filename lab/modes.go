package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mycel/lab/internal/modes"
)

// modesCommand compares the default mode with all others.
func modesCommand() *cobra.Command {
	var a modes.AgainstAuto
	var document, overview string
	cmd := &cobra.Command{
		Use: "modes [DATASET…]", Short: "the default mode beside every other, on every set: tables of docs/evaluation.md and README.md",
		RunE: func(cmd *cobra.Command, dirs []string) error {
			a.Datasets, a.Progress = dirs, cmd.ErrOrStderr()
			if a.Questions == "" && len(dirs) == 0 {
				return errors.New("modes: no set to measure on")
			}
			tables, short, err := a.Tables(cmd.Context())
			if err != nil {
				return err
			}
			if overview != "" {
				err = deliver(cmd, overview, "auto", short)
			}
			return errors.Join(err, deliver(cmd, document, "modes", tables))
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.Questions, "questions", "", "`DIR` of questions.jsonl and the sites that they are about")
	f.IntVar(&a.First, "first", 0, "`queries` of each half of a set or site (default: all)")
	f.StringSliceVar(&a.Modes, "modes", nil, "`modes` beside auto (default: all)")
	f.StringVar(&overview, "overview", "", "`FILE` to write a table of the best other modes into, between the marks “auto”")
	documentFlag(cmd, &document, "modes")
	return cmd
}
