package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/evaluation"
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
			if document == "" {
				_, err = cmd.OutOrStdout().Write([]byte(table))
				return err
			}
			report := &evaluation.Report{Date: time.Now().UTC().Format(time.DateOnly), Machine: evaluation.Machine()}
			return insert(document, "related", report, table)
		},
	}
	cmd.Flags().StringVar(&questions, "questions", "", "`DIR` of questions.jsonl and the sites that they are about")
	cmd.Flags().StringVar(&document, "document", "", "`FILE` to write the table into, between the marks “related”")
	return cmd
}
