package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/modes"
)

// modesCommand compares the default mode with all others.
func modesCommand() *cobra.Command {
	var a modes.AgainstAuto
	var document, overview string
	var parts, contexts bool
	cmd := &cobra.Command{
		Use: "modes [DATASET…]", Short: "the default mode beside every other, on every set: tables of docs/evaluation.md and README.md",
		RunE: func(cmd *cobra.Command, dirs []string) error {
			a.Datasets, a.Progress = dirs, cmd.ErrOrStderr()
			if a.Questions == "" && (parts || contexts || len(dirs) == 0) {
				return errors.New("modes: no set to measure on")
			}
			if parts {
				table, err := a.Parts(cmd.Context())
				if err != nil {
					return err
				}
				return deliver(cmd, document, "parts", measuredCode, table)
			}
			if contexts {
				table, err := a.Contexts(cmd.Context())
				if err != nil {
					return err
				}
				return deliver(cmd, document, "pages", measuredCode, table)
			}
			tables, short, err := a.Tables(cmd.Context())
			if err != nil {
				return err
			}
			if overview != "" {
				err = deliver(cmd, overview, "auto", measuredCode, short)
			}
			return errors.Join(err, deliver(cmd, document, "modes", measuredCode, tables))
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.Questions, "questions", "", "`DIR` of questions.jsonl and the sites that they are about")
	f.IntVar(&a.First, "first", 0, "`queries` of each half of a set or site (default: all)")
	f.StringSliceVar(&a.Modes, "modes", nil, "`modes` beside auto (default: all)")
	f.BoolVar(&parts, "parts", false, "measure what each part of the ranking of documentation is worth instead; the marks are “parts”")
	f.BoolVar(&contexts, "contexts", false, "measure which contexts have the pages that answer instead; the marks are “pages”")
	f.StringVar(&overview, "overview", "", "`FILE` to write a table of the best other modes into, between the marks “auto”")
	documentFlag(cmd, &document, "modes")
	return cmd
}
