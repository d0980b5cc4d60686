package main

import (
	"github.com/spf13/cobra"
)

func (p *program) inspectCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "inspect OUT",
		Short: "Show what is in a bundle and what takes its bytes",
		Long: `Inspect reads a whole bundle, checks it, and shows its sizes: of the files, of
the sections of the index, of what was counted, and the entities with the most
neighbours. Hubs that mean little are the usual cause of poor graph results.`,
		Example: `  mycel inspect public/mycel
  mycel inspect public/mycel --json`,
		Args: bundleArgument,
		RunE: func(_ *cobra.Command, args []string) error {
			in, err := inspect(args[0])
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
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}
