package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/neighbours"
)

// relatedCommand measures what links add to the neighbours of pages.
func relatedCommand() *cobra.Command {
	var questions, document string
	cmd := &cobra.Command{
		Use: "related", Short: "neighbours of pages with and without links: a table of docs/evidence.md", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if questions == "" {
				return errors.New("related: no --questions to measure on")
			}
			table, err := neighbours.Table(cmd.Context(), questions)
			if err != nil {
				return err
			}
			return deliver(cmd, document, "related", measuredCode, table)
		},
	}
	cmd.Flags().StringVar(&questions, "questions", "", "`DIR` of questions.jsonl and the sites that they are about")
	documentFlag(cmd, &document, "related")
	return cmd
}
