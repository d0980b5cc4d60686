package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/inspection"
)

func newInspectCommand(p *program) *cobra.Command {
	var asJSON, verify bool
	var queries string
	cmd := &cobra.Command{
		Use:   "inspect OUT",
		Short: "Show the contents and sizes of a bundle",
		Long: `Inspect reads a whole bundle, checks it, and prints its counts, the sizes of its
files and of the sections of its index, and the entities with the most neighbours. If
graph results are poor, look at these entities: often they are common words.

With --first-query it asks the queries in a file, one a line. For each it prints the
bytes of index and texts that a browser fetches: as its first query, and after the
queries before it.

With --verify it first reads every file of the bundle, page and engines among them, decodes
every part, and asks for some of the documents in every mode. It prints every fault.`,
		Example: `  mycel inspect public/mycel
  mycel inspect public/mycel --json
  mycel inspect public/mycel --verify`,
		Args: folderArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			var verified *mycel.Verification
			if verify {
				v, err := verifyFolder(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				verified = &v
			}
			in, err := inspection.Read(cmd.Context(), args[0], queries)
			if err != nil {
				return err
			}
			in.Verified = verified
			if asJSON {
				return writeJSON(p.out, in)
			}
			_, err = p.out.Write(in.Text())
			return err
		},
	}
	cmd.Flags().StringVar(&queries, "first-query", "", "`FILE` of queries, one a line, or JSON Lines with \"text\"; print the bytes that a browser fetches for them")
	cmd.Flags().BoolVar(&verify, "verify", false, "read every file, decode every part, and ask in every mode; fails if anything is wrong")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// verifyFolder verifies the bundle in a folder.
func verifyFolder(ctx context.Context, dir string) (mycel.Verification, error) {
	b, err := mycel.Open(dir)
	if err != nil {
		return mycel.Verification{}, err
	}
	v, err := b.Verify(ctx)
	if err != nil {
		// The fault is in the bundle, not in the command line: the exit code must not be that of usage.
		return v, errors.New(err.Error())
	}
	return v, nil
}
