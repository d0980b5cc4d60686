package main

import (
	"github.com/spf13/cobra"

	"mycel/lab/internal/evaluation"
	"mycel/lab/internal/longdoc"
)

// papersCommand measures what each parameter of the papers is worth.
func papersCommand() *cobra.Command {
	l := longFlags{}
	p := evaluation.Papers{}
	cmd := &cobra.Command{
		Use: "papers [DATASET…]", Short: "each paper's parameters, one at a time, on long documents and data sets: tables of docs/papers.md",
		RunE: func(cmd *cobra.Command, dirs []string) error {
			var err error
			if p.Questions, err = longdoc.ReadQuestions(l.questions); err != nil {
				return err
			}
			if p.Documents, err = l.documents(cmd.Context()); err != nil {
				return err
			}
			p.Datasets, p.Progress = dirs, cmd.ErrOrStderr()
			tables, err := p.Tables(cmd.Context())
			if err != nil {
				return err
			}
			return deliver(cmd, l.document, "papers", tables)
		},
	}
	l.sources(cmd)
	f := cmd.Flags()
	f.StringVar(&p.Dir, "dir", "build/evaluation/papers", "`DIR` for bundles, which later runs use again")
	f.IntVar(&p.First, "first", 100, "`queries` of each half of a data set")
	f.IntVar(&p.Budget, "budget", 1000, "`tokens` of a context")
	f.StringSliceVar(&p.Only, "only", nil, "`papers` to measure (default: all)")
	f.BoolVar(&p.Builds, "builds", false, "measure parameters of a build on data sets, too: minutes each")
	documentFlag(cmd, &l.document, "papers")
	return cmd
}
