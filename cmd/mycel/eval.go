package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mycel/engine/strategy"
)

// evalFlags is the command line of mycel eval.
type evalFlags struct {
	bundle     string
	modes      wordList
	options    strategy.Options
	json       bool
	thresholds thresholds
}

func (p *program) evalCommand() *cobra.Command {
	e := evalFlags{modes: wordList{known: strategy.Modes()}}
	cmd := &cobra.Command{
		Use:   "eval QUERIES.yml --bundle OUT",
		Short: "Test a site's search with its own queries",
		Long: `Eval asks the queries of a file in a bundle, and fails if fewer of them find their
addresses than the thresholds of the file or of --min-… demand.`,
		Example: `  mycel eval queries.yml --bundle public/mycel --min-success-at-5 0.9`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("eval: want one file of queries, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return p.evalSite(cmd, &e, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.bundle, "bundle", "", "`DIR` of the bundle")
	f.Var(&e.modes, "modes", "comma-separated modes to test (default auto)")
	f.BoolVar(&e.json, "json", false, "print the report as JSON")
	e.thresholds.register(f)
	f.Var(&parameterList{o: &e.options, find: strategy.FindParameter}, "param", "`NAME=VALUE` of a parameter of the methods; may be repeated")
	return cmd
}

// wordList is the value of a flag: some of a few words, in any order.
type wordList struct{ words, known []string }

func (l wordList) String() string { return strings.Join(l.words, ",") }

func (l *wordList) Set(s string) error {
	l.words = nil
	for word := range strings.SplitSeq(s, ",") {
		if !slices.Contains(l.known, word) || slices.Contains(l.words, word) {
			return fmt.Errorf("want different ones of %s, with commas between them", strings.Join(l.known, ", "))
		}
		l.words = append(l.words, word)
	}
	return nil
}

func (wordList) Type() string { return "list" }
