package main

import (
	"github.com/spf13/cobra"
)

func (p *program) inspectCommand() *cobra.Command {
	var asJSON bool
	var queries string
	cmd := &cobra.Command{
		Use:   "inspect OUT",
		Short: "Show what is in a bundle and what takes its bytes",
		Long: `Inspect reads a whole bundle, checks it, and shows its sizes: of the files, of
the sections of the index, of what was counted, and the entities with the most
neighbours. Hubs that mean little are the usual cause of poor graph results.

With --first-query it asks the queries in a file, one a line, and shows what a
reader's browser fetches of the index and of the texts for each: as the first query,
and after the others.`,
		Example: `  mycel inspect public/mycel
  mycel inspect public/mycel --json`,
		Args: folderArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := inspect(cmd.Context(), args[0], queries)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(p.out, in)
			}
			_, err = p.out.Write(in.text())
			return err
		},
	}
	cmd.Flags().StringVar(&queries, "first-query", "", "`FILE` of queries, one a line, or JSON Lines with \"text\"; show what is fetched for them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}
