package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/builder"
	"mycel/cmd/mycel/internal/evaluation"
	"mycel/engine/strategy"
)

// evalFlags is the command line of mycel eval.
type evalFlags struct {
	dataset    string
	bundle     string
	keep       string
	encoder    encoderFlags
	modes      wordList
	ks         cutoffs
	split      choice
	first      int
	engine     choice
	baseline   choice
	options    strategy.Options
	runFile    string
	json       bool
	compare    bool // --baseline was given
	allModes   bool // --modes was not
	budgets    cutoffs
	untitled   bool
	lower      bool
	thresholds thresholds // of a file of queries
}

func (p *program) evalCommand() *cobra.Command {
	e := evalFlags{
		modes:    newWordList(strategy.Modes()...),
		ks:       cutoffs{[]int{2, 5, 10}, strategy.MaxK},
		budgets:  cutoffs{nil, math.MaxInt32},
		split:    newChoice(evaluation.Splits()...),
		engine:   newChoice(evaluation.Engines()...),
		baseline: newChoice(firstOf(strategy.ModeBM25, strategy.Modes())...),
	}
	cmd := &cobra.Command{
		Use:   "eval --dataset DIR | QUERIES.yml --bundle OUT",
		Short: "Measure retrieval on labelled queries",
		Long: `Eval QUERIES.yml tests a site's search: it asks the queries of the file in a bundle, and
fails if fewer of them find their addresses than the thresholds of the file or of
--min-… demand. All else here is about data sets.

Eval builds a data set in the form of BEIR (corpus.jsonl, queries.jsonl, qrels.tsv),
asks its queries in each mode, and compares the hits with the labels.

Recall@k is the share of a query's relevant documents among the first k; All@k and
Hit@k are the shares of queries with all of them, or any. MRR and nDCG are at 10. A
query without hits counts as 0. Differences to the baseline come with a
95 % interval (paired bootstrap over queries). A document ranks by its best section.
Queries without a label are left out; positions of a split count from 1.

With --budgets it measures contexts for a language model, as mycel query --evidence
packs them, instead of rankings: for each budget of tokens, the share of queries with
all relevant documents in the context, and the share with the answer in the context, if
queries have answers (metadata.answer, except yes and no).

Parameters of the strategies hold in every mode that has them.

Times are milliseconds a query with all texts loaded, excerpts included; those of
ranking, where it walks, are split into seeding and walking. Memory is the peak of
the process that searched, which for the engines native and wazero includes
building the bundle, unless one is given.`,
		Example: `  mycel eval queries.yml --bundle public/mycel --min-success-at-5 0.9
  mycel eval --dataset hotpotqa
  mycel eval --dataset hotpotqa --split even --modes bm25,bridge --engine node --json
  mycel eval --dataset scifact --modes bm25 --run-file bm25.run`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return p.evalSite(cmd, &e, args[0])
			}
			e.compare = cmd.Flags().Changed("baseline")
			e.allModes = !cmd.Flags().Changed("modes")
			return p.eval(cmd.Context(), &e)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.dataset, "dataset", "", "`DIR` of the data set")
	f.StringVar(&e.bundle, "bundle", "", "`DIR` of a bundle with its documents (default: built for the occasion)")
	f.StringVar(&e.keep, "keep", "", "`DIR` to leave the bundle in that is built, for --bundle of the next")
	e.encoder.register(f)
	f.Var(&e.modes, "modes", "comma-separated modes to measure")
	f.VarP(&e.ks, "k", "k", fmt.Sprintf("comma-separated cutoffs, 1 to %d", strategy.MaxK))
	f.Var(&e.budgets, "budgets", "comma-separated budgets in tokens: measure evidence")
	f.Var(e.split, "split", "queries at which positions")
	f.IntVar(&e.first, "first", 0, "only the first `queries` of the split (default: all)")
	f.BoolVar(&e.untitled, "without-titles", false, "leave out the titles of the passages")
	f.BoolVar(&e.lower, "lower-case", false, "ask the queries in lower case")
	f.Var(e.engine, "engine", "this program, or the engine for browsers in Node or wazero")
	f.Var(e.baseline, "baseline", "mode to compare the others with")
	f.StringVar(&e.runFile, "run-file", "", "`FILE` to write the rankings to, for trec_eval")
	f.BoolVar(&e.json, "json", false, "print the report as JSON")
	e.thresholds.register(f)
	f.Var(&parameterList{o: &e.options, find: strategy.FindSwitch}, "param", "`NAME=VALUE` of a parameter of the methods, or of a switch for comparisons; may be repeated")
	return cmd
}

// firstOf returns words with one of them moved to the front.
func firstOf(first string, words []string) []string {
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == first })
	return append([]string{first}, rest...)
}

func (p *program) eval(ctx context.Context, e *evalFlags) error {
	if err := e.check(); err != nil {
		return err
	}
	dataset, err := evaluation.Read(e.dataset)
	if err != nil {
		return err
	}
	if e.lower {
		dataset = dataset.LowerCase()
	}
	if e.untitled {
		temp, err := os.MkdirTemp("", "mycel-eval-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		if dataset, err = dataset.WithoutTitles(temp); err != nil {
			return err
		}
	}
	queries, judgements, err := dataset.SelectFirst(e.split.String(), e.first)
	if err != nil {
		return err
	}
	report := &evaluation.Report{
		Dataset: dataset.Name, Split: e.split.String(), Queries: len(queries), First: e.first, Engine: e.engine.String(),
		Parameters: e.options.Values(),
		Version:    mycel.Version, Date: time.Now().UTC().Format(time.DateOnly), Machine: evaluation.Machine(),
	}
	bundle, err := p.evalBundle(ctx, e, dataset, report)
	if err != nil {
		return err
	}
	defer bundle.remove()
	if err := dataset.CheckDocuments(bundle.Has); err != nil {
		return err
	}
	if e.allModes {
		e.modes.words = bundle.Modes()
	}
	report.Passages, report.Bundle = bundle.NumDocuments(), bundle.Stored()
	measured := &evaluation.Measured{Queries: queries, Judgements: judgements, Modes: e.modes.words}
	if len(e.budgets.values) > 0 {
		if report.Evidence, err = evaluation.MeasureEvidence(ctx, bundle.Bundle, measured, e.options, e.budgets.values); err != nil {
			return err
		}
		if e.json {
			return writeJSON(p.out, report)
		}
		return report.WriteEvidence(p.out)
	}
	if err := p.runEngine(ctx, e, bundle.Bundle, measured, report); err != nil {
		return err
	}
	report.Results = measured.Results(e.ks.values, e.baseline.String())
	return p.writeEvaluation(e, measured, report)
}

// check tells what is missing or contradicts itself on the command line.
func (e *evalFlags) check() error {
	switch {
	case e.dataset == "":
		return usagef("eval: no --dataset DIR to measure on")
	case e.compare && !slices.Contains(e.modes.words, e.baseline.String()):
		return usagef("eval: the baseline %s is not among the modes %s", e.baseline, e.modes)
	case len(e.budgets.values) > 0 && (e.runFile != "" || e.engine.String() != evaluation.Engines()[0]):
		return usagef("eval: --budgets is for the engine %s and gives no run file", evaluation.Engines()[0])
	case e.bundle != "" && e.keep != "":
		return usagef("eval: --keep is for a bundle that is built, --bundle names one that is there")
	case e.first < 0:
		return usagef("eval: --first: want a whole number of queries")
	case e.bundle != "" && e.untitled:
		return usagef("eval: a bundle that is given has its titles: --without-titles is for one that is built")
	case e.bundle != "" && e.encoder.model != "":
		return usagef("eval: a bundle that is given has its vectors: --embedding-model is for one that is built")
	}
	if err := checkFolder("eval: --bundle", e.bundle); err != nil {
		return err
	}
	return e.encoder.check("eval")
}

// evalBundle is a bundle to be measured, which may be a temporary one.
type evalBundle struct {
	*evaluation.Bundle
	temp string // folder to remove, "" for none
}

// remove frees what a temporary bundle takes. What cannot be removed is left to the
// system's own tidying of temporary files.
func (b *evalBundle) remove() {
	if b.temp != "" {
		_ = os.RemoveAll(b.temp)
	}
}

// evalBundle opens the bundle of the command line, or builds the data set's corpus
// with the defaults of mycel build.
func (p *program) evalBundle(ctx context.Context, e *evalFlags, d *evaluation.Dataset, report *evaluation.Report) (*evalBundle, error) {
	if e.bundle != "" {
		b, err := evaluation.OpenBundle(e.bundle)
		return &evalBundle{Bundle: b}, err
	}
	out, dir := &evalBundle{}, e.keep
	if dir == "" {
		temp, err := os.MkdirTemp("", "mycel-eval-")
		if err != nil {
			return nil, err
		}
		out.temp, dir = temp, filepath.Join(temp, "bundle")
	}
	err := p.buildDataset(ctx, e, d, dir, report)
	if err == nil {
		out.Bundle, err = evaluation.OpenBundle(dir)
	}
	if err != nil {
		out.remove()
		return nil, err
	}
	return out, nil
}

func (p *program) buildDataset(ctx context.Context, e *evalFlags, d *evaluation.Dataset, dir string, report *evaluation.Report) error {
	progress := p.newProgress(false)
	defer progress.finish()
	c := builder.Config{JSONL: []string{d.Corpus}, Output: dir, Version: mycel.Version, Vectors: e.encoder.model == "", With: neededBy(e.modes.words), Progress: progress.report}
	if err := e.encoder.apply(&c); err != nil {
		return err
	}
	start := time.Now()
	_, err := builder.Build(ctx, c)
	report.BuildSeconds = time.Since(start).Seconds()
	return err
}

// runEngine asks all queries in all modes.
func (p *program) runEngine(ctx context.Context, e *evalFlags, b *evaluation.Bundle, m *evaluation.Measured, report *evaluation.Report) error {
	job := &evaluation.Job{Bundle: b, Modes: m.Modes, Depth: max(evaluation.RankCutoff, slices.Max(e.ks.values)), Options: e.options}
	for _, q := range m.Queries {
		job.Queries = append(job.Queries, q.Text)
	}
	if report.Engine != evaluation.Engines()[0] {
		var err error
		if job.Runtime, err = p.runtime(); err != nil {
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

// writeEvaluation writes the run file and the report.
func (p *program) writeEvaluation(e *evalFlags, m *evaluation.Measured, report *evaluation.Report) error {
	if e.runFile != "" {
		run, err := m.TREC()
		if err != nil {
			return fmt.Errorf("%s: %w", e.runFile, err)
		}
		if err := os.WriteFile(e.runFile, run, 0o644); err != nil {
			return err
		}
	}
	if e.json {
		return writeJSON(p.out, report)
	}
	built := ""
	if report.BuildSeconds > 0 {
		built = fmt.Sprintf(", built in %.2f s", report.BuildSeconds)
	}
	if len(report.Parameters) > 0 {
		built += ", with " + evaluation.Parameters(report.Parameters).String()
	}
	fmt.Fprintf(p.err, "%s, split %s: %s, %s%s.\nEngine %s, peak memory %s.\n", printable(report.Dataset), report.Split,
		quantity(report.Queries, "query", "queries"), quantity(report.Passages, "passage", "passages"), built,
		report.Engine, bytesText(report.PeakMemory))
	return report.WriteText(p.out)
}

// wordList is the value of a flag: some of a few words, in any order. Unset it is
// all of them.
type wordList struct{ words, known []string }

func newWordList(known ...string) wordList { return wordList{known, known} }

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

// cutoffs is the value of a flag: ranks or sizes to measure at.
type cutoffs struct {
	values []int
	max    int
}

func (c cutoffs) String() string {
	var words []string
	for _, k := range c.values {
		words = append(words, strconv.Itoa(k))
	}
	return strings.Join(words, ",")
}

func (c *cutoffs) Set(s string) error {
	c.values = nil
	for word := range strings.SplitSeq(s, ",") {
		k, err := strconv.Atoi(word)
		if err != nil || k < 1 || k > c.max {
			return fmt.Errorf("want whole numbers from 1 to %d with commas between them", c.max)
		}
		c.values = append(c.values, k)
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	return nil
}

func (cutoffs) Type() string { return "list" }
