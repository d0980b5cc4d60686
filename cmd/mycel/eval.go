package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/siteeval"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/auto"
)

// evalFlags is the command line of mycel eval.
type evalFlags struct {
	bundle     string
	modes      wordList
	options    method.Options
	json       bool
	thresholds siteeval.Thresholds
}

func newEvalCommand(p *program) *cobra.Command {
	e := evalFlags{modes: wordList{known: method.Modes()}}
	cmd := &cobra.Command{
		Use:   "eval QUERIES.yml --bundle OUT",
		Short: "Test a site's search with its own queries",
		Long: `Eval asks the queries of a file in a bundle, and fails if fewer of them find their
addresses than the thresholds of the file or of --min-… demand.`,
		Example: `  mycel eval queries.yml --bundle public/mycel --min-success-at-5 0.9`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage.Errorf("eval: want one file of queries, got %d", len(args))
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
	e.thresholds.Register(f)
	f.Var(&parameterList{o: &e.options, find: method.FindParameter}, "param", "`NAME=VALUE` of a parameter of the methods; may be repeated")
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

// evalSite asks the queries of a file in a bundle.
func (p *program) evalSite(cmd *cobra.Command, e *evalFlags, name string) error {
	if e.bundle == "" {
		return usage.Errorf("eval: no --bundle DIR to ask the queries of %s in", name)
	}
	if err := checkFolder("eval: --bundle", e.bundle); err != nil {
		return err
	}
	file, err := siteeval.Read(name)
	if err != nil {
		return err
	}
	b, err := mycel.Open(e.bundle)
	if err != nil {
		return err
	}
	if err := b.LoadAll(cmd.Context()); err != nil {
		return err
	}
	if err := file.CheckAddresses(name, b); err != nil {
		return err
	}
	modes := []string{auto.Mode}
	if cmd.Flags().Changed("modes") {
		modes = e.modes.words
	}
	report := &siteeval.Report{Queries: len(file.Queries)}
	for _, mode := range modes {
		m, err := file.Measure(cmd.Context(), b, engine.Options{Mode: mode, Options: e.options})
		if err != nil {
			return err
		}
		report.Modes = append(report.Modes, m)
	}
	if e.json {
		err = writeJSON(p.out, report)
	} else {
		err = report.Write(p.out, p.err)
	}
	if err != nil {
		return err
	}
	return e.thresholds.Or(file.Thresholds).Check(report)
}
