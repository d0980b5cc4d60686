package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/builder"
	"mycel/builder/method/all"
	"mycel/engine/method"
	"mycel/lab/internal/evaluation"
	"mycel/site"
)

// evalFlags is the command line of mycel-lab eval.
type evalFlags struct {
	out, progress io.Writer

	dataset  string
	bundle   string
	keep     string
	modes    []string
	split    string
	first    int
	engine   string
	wasm     string
	params   []string
	options  method.Options
	json     bool
	allModes bool // --modes was not
	budgets  []int
	untitled bool
	lower    bool
}

func evalCommand() *cobra.Command {
	e := evalFlags{}
	cmd := &cobra.Command{
		Use:   "eval --dataset DIR",
		Short: "retrieval on a labelled data set",
		Long: `Eval builds a data set in the form of BEIR (corpus.jsonl, queries.jsonl, qrels.tsv),
asks its queries in each mode, and compares the hits with the labels.

Recall@k is the share of a query's relevant documents among the first k; All@k is
the share of queries with all of them. nDCG is at 10. A query without hits counts
as 0. Differences to bm25 come with a 95 % interval (paired bootstrap over
queries). A document ranks by its best section. Queries without
a label are left out; positions of a split count from 1.

With --budgets it measures contexts for a language model, as mycel query --evidence
packs them, instead of rankings: for each budget of tokens, the share of queries with
all relevant documents in the context, and the share with the answer in the context, if
queries have answers (metadata.answer, except yes and no).

Parameters of the strategies hold in every mode that has them.

Times are milliseconds a query with all texts loaded, excerpts included. Memory is the peak of
the process that searched, which for the engines native and wazero includes
building the bundle, unless one is given.`,
		Example: `  mycel-lab eval --dataset hotpotqa
  mycel-lab eval --dataset hotpotqa --split even --modes bm25,bridge --engine node --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e.out, e.progress = cmd.OutOrStdout(), cmd.ErrOrStderr()
			e.allModes = !cmd.Flags().Changed("modes")
			return e.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.dataset, "dataset", "", "`DIR` of the data set")
	f.StringVar(&e.bundle, "bundle", "", "`DIR` of a bundle with its documents (default: built for the occasion)")
	f.StringVar(&e.keep, "keep", "", "`DIR` to leave the bundle in that is built, for --bundle of the next")
	f.StringSliceVar(&e.modes, "modes", method.Modes(), "`modes` to measure")
	f.IntSliceVar(&e.budgets, "budgets", nil, "`budgets` in tokens: measure evidence")
	f.StringVar(&e.split, "split", evaluation.Splits()[0], "queries at which positions: "+strings.Join(evaluation.Splits(), ", "))
	f.IntVar(&e.first, "first", 0, "only the first `queries` of the split (default: all)")
	f.BoolVar(&e.untitled, "without-titles", false, "leave out the titles of the passages")
	f.BoolVar(&e.lower, "lower-case", false, "ask the queries in lower case")
	f.StringVar(&e.wasm, "wasm", "build/mycel.wasm", "`FILE` of the engine for browsers")
	f.StringVar(&e.engine, "engine", evaluation.Engines()[0], "this program, or the engine for browsers: "+strings.Join(evaluation.Engines(), ", "))
	f.BoolVar(&e.json, "json", false, "print the report as JSON")
	f.StringArrayVar(&e.params, "param", nil, "`NAME=VALUE` of a parameter of the methods; may be repeated")
	return cmd
}

// setParameters reads the values of --param.
func (e *evalFlags) setParameters() error {
	for _, text := range e.params {
		name, value, _ := strings.Cut(text, "=")
		p := method.FindParameter(name)
		if p == nil {
			return fmt.Errorf("eval: --param %s: there is no such parameter", text)
		}
		set := p.Parse(value)
		if !set.Valid() {
			return fmt.Errorf("eval: --param %s: want %s", text, p.Want())
		}
		e.options.Set(set)
	}
	return nil
}

func (e *evalFlags) run(ctx context.Context) error {
	if err := errors.Join(e.check(), e.setParameters()); err != nil {
		return err
	}
	dataset, err := evaluation.Read(e.dataset)
	if err != nil {
		return err
	}
	if e.lower {
		dataset = dataset.LowerCase()
	}
	temp, err := os.MkdirTemp("", "mycel-eval-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if e.untitled {
		if dataset, err = dataset.WithoutTitles(temp); err != nil {
			return err
		}
	}
	queries, judgements, err := dataset.Select(e.split, e.first)
	if err != nil {
		return err
	}
	report := &evaluation.Report{
		Dataset: dataset.Name, Split: e.split, Queries: len(queries), First: e.first, Engine: e.engine,
		Parameters: e.options.Values(),
		Version:    mycel.Version, Date: time.Now().UTC().Format(time.DateOnly), Machine: evaluation.Machine(),
	}
	bundle, err := e.open(ctx, dataset, temp, report)
	if err != nil {
		return err
	}
	if err := dataset.CheckDocuments(bundle.Has); err != nil {
		return err
	}
	if e.allModes {
		e.modes = bundle.Modes()
	}
	report.Passages, report.Bundle = bundle.NumDocuments(), bundle.Stored()
	measured := &evaluation.Measured{Queries: queries, Judgements: judgements, Modes: e.modes}
	if len(e.budgets) > 0 {
		if report.Evidence, err = evaluation.MeasureEvidence(ctx, bundle, measured, e.options, e.budgets); err != nil {
			return err
		}
		return e.write(report)
	}
	if err := e.ask(ctx, bundle, measured, report); err != nil {
		return err
	}
	report.Results = measured.Results()
	return e.write(report)
}

// check refuses flags that contradict each other or lack others.
func (e *evalFlags) check() error {
	switch {
	case e.dataset == "":
		return errDataset
	case !slices.Contains(evaluation.Splits(), e.split):
		return fmt.Errorf("eval: --split %s: want one of %s", e.split, strings.Join(evaluation.Splits(), ", "))
	case !slices.Contains(evaluation.Engines(), e.engine):
		return fmt.Errorf("eval: --engine %s: want one of %s", e.engine, strings.Join(evaluation.Engines(), ", "))
	case len(e.budgets) > 0 && e.engine != evaluation.Engines()[0]:
		return fmt.Errorf("eval: --budgets is for the engine %s", evaluation.Engines()[0])
	case e.bundle != "" && e.keep != "":
		return errors.New("eval: --keep is for a bundle that is built, --bundle names one that is there")
	case e.first < 0:
		return errors.New("eval: --first: want a whole number of queries")
	case e.bundle != "" && e.untitled:
		return errors.New("eval: a bundle that is given has its titles: --without-titles is for one that is built")
	}
	for i, mode := range e.modes {
		if !slices.Contains(method.Modes(), mode) || slices.Contains(e.modes[:i], mode) {
			return fmt.Errorf("eval: --modes: want different ones of %s", strings.Join(method.Modes(), ", "))
		}
	}
	for _, budget := range e.budgets {
		if budget < 1 {
			return errors.New("eval: --budgets: want whole numbers of tokens")
		}
	}
	slices.Sort(e.budgets)
	e.budgets = slices.Compact(e.budgets)
	return nil
}

// open opens the bundle of the command line, or builds the data set's corpus with the defaults of
// mycel build.
func (e *evalFlags) open(ctx context.Context, d *evaluation.Dataset, temp string, report *evaluation.Report) (*evaluation.Bundle, error) {
	if e.bundle != "" {
		return evaluation.OpenBundle(e.bundle)
	}
	dir := cmp.Or(e.keep, filepath.Join(temp, "bundle"))
	if err := e.build(ctx, d, dir, report); err != nil {
		return nil, err
	}
	return evaluation.OpenBundle(dir)
}

func (e *evalFlags) build(ctx context.Context, d *evaluation.Dataset, dir string, report *evaluation.Report) error {
	c := builder.Config{JSONL: []string{d.Corpus}, Output: dir, Version: mycel.Version, Vectors: true, With: all.Named(e.modes...), Strict: true}
	start := time.Now()
	_, err := builder.Build(ctx, c)
	report.BuildSeconds = time.Since(start).Seconds()
	return err
}

// ask asks all queries in all modes.
func (e *evalFlags) ask(ctx context.Context, b *evaluation.Bundle, m *evaluation.Measured, report *evaluation.Report) error {
	job := &evaluation.Job{Bundle: b, Modes: m.Modes, Depth: evaluation.RankCutoff, Options: e.options}
	for _, q := range m.Queries {
		job.Queries = append(job.Queries, q.Text)
	}
	if report.Engine != evaluation.Engines()[0] {
		var err error
		if job.Runtime, err = site.Runtime(); err != nil {
			return err
		}
		if job.Engine, err = os.ReadFile(e.wasm); err != nil {
			return err
		}
	}
	outcome, err := job.Run(ctx, report.Engine)
	if err != nil {
		return err
	}
	m.Answers, report.PeakMemory = outcome.Answers, outcome.PeakMemory
	return nil
}

// write writes the report.
func (e *evalFlags) write(report *evaluation.Report) error {
	if e.json {
		return e.writeJSON(report)
	}
	built := ""
	if report.BuildSeconds > 0 {
		built = fmt.Sprintf(", built in %.2f s", report.BuildSeconds)
	}
	if len(e.params) > 0 {
		built += ", with " + strings.Join(e.params, ", ")
	}
	fmt.Fprintf(e.progress, "%s, split %s: %d queries, %d passages%s.\nEngine %s, peak memory %d MB.\n",
		report.Dataset, report.Split, report.Queries, report.Passages, built, report.Engine, report.PeakMemory/1e6)
	return evaluation.WriteReport(e.out, report)
}

func (e *evalFlags) writeJSON(report *evaluation.Report) error {
	encoder := json.NewEncoder(e.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}
