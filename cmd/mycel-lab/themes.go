package main

import (
	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/themes"
)

// themesCommand measures contexts for questions about themes.
func themesCommand() *cobra.Command {
	var document string
	var modes []string
	cmd := &cobra.Command{
		Use: "themes SITE…", Short: "contexts for questions about the themes of sites and pages: a table of docs/papers.md", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, sites []string) error {
			table, err := themes.Table(cmd.Context(), cmd.ErrOrStderr(), modes, sites)
			if err != nil {
				return err
			}
			return deliver(cmd, document, "themes", measuredCode+" cmd/mycel-lab/internal/themes", table)
		},
	}
	cmd.Flags().StringSliceVar(&modes, "modes", themes.Modes, "`modes` beside the overview")
	documentFlag(cmd, &document, "themes")
	return cmd
}
