package main

import (
	"github.com/spf13/cobra"
)

func (p *program) inspectCommand() *cobra.Command {
	var asJSON bool
	var queries string
	cmd := &cobra.Command{
		Use:   "inspect OUT",
		Short: "Show the contents and sizes of a bundle",
		Long: `Inspect reads a whole bundle, checks it, and prints its counts, the sizes of its
files and of the sections of its index, and the entities with the most neighbours. If
graph results are poor, look at these: often they mean little.

With --first-query it asks the queries in a file, one a line. For each it prints the
bytes of index and texts that a browser fetches: as its first query, and after the
queries before it.`,
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
	cmd.Flags().StringVar(&queries, "first-query", "", "`FILE` of queries, one a line, or JSON Lines with \"text\"; print the bytes that a browser fetches for them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}
