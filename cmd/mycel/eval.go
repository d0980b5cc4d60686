package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/terms"
	"mycel/cmd/mycel/internal/siteeval"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/auto"
)

// evalFlags is the command line of mycel eval.
type evalFlags struct {
	bundle     string
	links      linkTest
	modes      wordList
	options    method.Options
	thresholds siteeval.Thresholds
}

func newEvalCommand(p *program) *cobra.Command {
	e := evalFlags{modes: wordList{known: method.Modes()}, links: linkTest{build: newBuildFlags()}}
	cmd := &cobra.Command{
		Use:   "eval QUERIES.yml --bundle OUT",
		Short: "Test a site's search with its own queries",
		Long: `Eval asks a bundle the queries of a file. It fails if fewer of them find their
addresses than the thresholds in the file, or in --min-…, demand.

A file LOG.jsonl is a log of what readers asked and selected, a line each:
{"query": "…", "selected": "address"}. Eval then says which queries find nothing,
which words the site lacks, and which pages readers choose behind the first results.

With --from-links it writes the file: the texts of links are queries for the pages
to which they lead. It takes the links of every fifth page, and asks them in a
temporary index that does not know what these pages call others. Sources and
settings are those of build.`,
		Example: `  mycel eval queries.yml --bundle public/mycel --min-success-at-5 0.9
  mycel eval --from-links links.yml --site public`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage.Errorf("eval: want one file of queries, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(p, cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.bundle, "bundle", "", "`DIR` of the bundle")
	f.BoolVar(&e.links.on, "from-links", false, "write the file, from the links between the pages of the sources")
	e.links.build.settings.offer(f, linkFlagNames)
	f.Var(&e.modes, "modes", "comma-separated modes to test (default auto)")
	e.thresholds.Register(f)
	f.Var(&parameterList{o: &e.options, find: method.FindParameter}, "param", "`NAME=VALUE` of a parameter of the methods; may be repeated")
	return cmd
}

// run answers the queries of a file and compares the figures with the thresholds. --from-links writes that file first.
func (e *evalFlags) run(p *program, cmd *cobra.Command, name string) error {
	dir := e.bundle
	if err := e.links.check(cmd.Flags(), dir); err != nil {
		return err
	}
	if e.links.on {
		temp, err := os.MkdirTemp("", "mycel-eval-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = filepath.Join(temp, "bundle")
		if err := e.links.write(p, cmd, name, dir); err != nil {
			return err
		}
	}
	if dir == "" {
		return usage.Errorf("eval: no --bundle DIR to ask the queries of %s in", name)
	}
	if err := checkFolder("eval: --bundle", dir); err != nil {
		return err
	}
	if filepath.Ext(name) == ".jsonl" {
		return askLog(p.out, cmd, name, dir)
	}
	return e.ask(p, cmd, name, dir)
}

// ask answers the queries of a file from the bundle in dir.
func (e *evalFlags) ask(p *program, cmd *cobra.Command, name, dir string) error {
	file, err := siteeval.Read(name)
	if err != nil {
		return err
	}
	b, err := openWhole(cmd.Context(), dir)
	if err != nil {
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
	if e.links.build.json {
		err = writeJSON(p.out, report)
	} else {
		err = report.Write(p.out, p.err)
	}
	if err != nil {
		return err
	}
	return e.thresholds.Or(file.Thresholds).Check(report)
}

// linkTest holds the flags that derive queries from the links of a site.
type linkTest struct {
	on    bool
	build *buildFlags
}

// linkFlagNames are the settings of a build that are flags of mycel eval.
var linkFlagNames = setOf("site docs jsonl set config json")

// check refuses flags that need --from-links without it, and flags that contradict it.
func (l *linkTest) check(f *pflag.FlagSet, bundle string) (err error) {
	if l.on && bundle != "" {
		return usage.Errorf("eval: --from-links builds an index of its own, so it does not go with --bundle")
	}
	f.Visit(func(flag *pflag.Flag) {
		if !l.on && linkFlagNames[flag.Name] && flag.Name != "json" {
			err = usage.Errorf("eval: --%s is for --from-links", flag.Name)
		}
	})
	return err
}

// write builds an index in dir without the links of some pages, and writes the texts of these links as queries.
func (l *linkTest) write(p *program, cmd *cobra.Command, name, dir string) error {
	b := l.build
	b.fallback = dir
	if err := b.settle(p, cmd); err != nil {
		return err
	}
	b.config.Output, b.noRuntime = dir, true
	var texts []terms.LinkText
	b.config.LinkTest = func(held []terms.LinkText) { texts = held }
	progress := p.newProgress(true)
	c, err := b.configure(p, progress)
	if err != nil {
		return err
	}
	_, err = builder.Build(cmd.Context(), c)
	progress.finish()
	if err != nil {
		return err
	}
	if len(texts) == 0 {
		return fmt.Errorf("eval: --from-links: too few pages have links to others in their texts")
	}
	return siteeval.WriteLinks(name, texts)
}

// askLog answers the queries of a log. It refuses flags for figures and modes, because a log has no labels.
func askLog(w io.Writer, cmd *cobra.Command, name, dir string) error {
	var refused error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "bundle" {
			refused = usage.Errorf("eval: --%s is for a file of queries; %s is a log", flag.Name, name)
		}
	})
	if refused != nil {
		return refused
	}
	all, err := siteeval.ReadLog(name)
	if err != nil {
		return err
	}
	b, err := openWhole(cmd.Context(), dir)
	if err != nil {
		return err
	}
	return all.Report(cmd.Context(), w, b)
}
