// Command mycel-stage runs the tasks of a build in stages (builder.Stages) as mappers and reducers over standard input
// and output, for engines that run such programs, and all tasks on one machine with sort(1) between them.
package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/builder"
	"mycel/builder/job"
	"mycel/builder/ner"
	"mycel/builder/trees"
	"mycel/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdin, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mycel-stage:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, in io.Reader, out, errs io.Writer, args []string) error {
	root := &cobra.Command{
		Use: "mycel-stage", Short: "Build a bundle in tasks for many machines", SilenceErrors: true, SilenceUsage: true,
		Version: mycel.Version,
		Long: `Mycel-stage builds the bundle of mycel build, byte for byte, in tasks that run where an engine
wants: docs/many-machines.md has the commands for each. The tasks share a folder.

  plan     cut JSON Lines into splits; print their numbers
  map      pages, then postings: read numbers of splits, print records of shards
  reduce   words, then postings: read records, sorted by their first column
  number   once, between words and postings
  finish   once, or for each bundle of a set: write the bundle
  count    once before finish, and root once behind it: for a set alone
  run      all of these on this machine, with sort(1) between them`,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		return fmt.Errorf("%w: mycel-stage refuses such settings, mycel build builds with them on one machine", err)
	})
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	root.SetArgs(args)
	root.AddCommand(planCommand(), mapCommand(), reduceCommand(),
		onceCommand("number", "Number the words of all splits", (*builder.Stages).Number),
		onceCommand("count", "Add up what the bundles of a set share", (*builder.Stages).Count),
		finishCommand(), rootCommand(), runCommand())
	return root.ExecuteContext(ctx)
}

// planFlags say what to build, and into which splits its work is divided.
type planFlags struct {
	config  builder.Config
	options builder.StageOptions
	noTree  bool
}

func (p *planFlags) register(cmd *cobra.Command) {
	c, f := &p.config, cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&c.JSONL, "jsonl", nil, "`FILE` with a JSON object a line, in UTF-8; may be repeated")
	f.StringVar(&c.Language, "language", "", "language of the texts as a BCP 47 `TAG`")
	f.IntVar(&c.ChunkTokens, "chunk-tokens", 0, "longest chunk, in tokens (default 400)")
	f.IntVar(&c.ChunkOverlap, "chunk-overlap", 0, "tokens repeated between neighbouring chunks, -1 for none (default 40, or a quarter of the chunk)")
	f.StringVar(&c.Tokenizer, "tokenizer", "", "`NAME` of the encoding that counts tokens (default cl100k_base)")
	f.StringVar((*string)(&c.Terms), "terms", "keyphrase", "common nouns that become entities: keyphrase, none or all")
	f.StringVar(&c.Synonyms, "synonyms", "", "`FILE` of synonyms")
	f.StringVar(&c.Names, "names", "", "`FILE` of names that are entities, are none, or are one")
	f.BoolVar(&c.NoTitles, "no-title-entities", false, "make no entities of titles")
	f.BoolVar(&p.noTree, "no-tree", false, "make no summaries")
	f.IntVar(&c.Summary.Group, "tree-group", 0, "chunks or summaries under one summary (default 5)")
	f.IntVar(&c.Summary.MaxTokens, "summary-tokens", 0, "longest summary, in tokens (default 1000)")
	f.StringVar(&c.Ingest.BaseURL, "base-url", "", "`URL` put before the addresses of pages")
	f.Int64Var(&p.options.SplitBytes, "split-bytes", 32<<20, "about the size of a split")
	f.Int64Var(&p.options.BundleBytes, "bundle-bytes", 0, "greatest size of the sources of a bundle: more make a set of bundles (default one bundle)")
	f.Float64Var(&p.options.MaxBad, "max-bad", 0.01, "greatest share of the lines that may be bad")
}

// plan writes the plan of the build into a folder.
func (p *planFlags) plan(folder string) (*builder.Stages, error) {
	switch {
	case !slices.Contains([]ner.TermMode{ner.TermsKeyphrase, ner.TermsNone, ner.TermsAll}, p.config.Terms):
		return nil, fmt.Errorf("--terms is %q, want keyphrase, none or all", p.config.Terms)
	case p.options.SplitBytes < 1:
		return nil, fmt.Errorf("--split-bytes is %d, want 1 or more", p.options.SplitBytes)
	case p.options.BundleBytes < 0:
		return nil, fmt.Errorf("--bundle-bytes is %d, want 0 or more", p.options.BundleBytes)
	case p.options.MaxBad < 0 || p.options.MaxBad > 1:
		return nil, fmt.Errorf("--max-bad is %g, want 0 to 1", p.options.MaxBad)
	}
	if p.noTree {
		p.config.TreeScope = trees.None
	}
	if p.options.MaxBad == 0 {
		p.options.MaxBad = -1 // no bad page is allowed; zero would be the default
	}
	return builder.PlanStages(p.config, folder, p.options)
}

// folderFlag is the folder that the tasks share.
func folderFlag(cmd *cobra.Command) *string {
	folder := cmd.Flags().String("folder", "", "`DIR` that all tasks share")
	_ = cmd.MarkFlagRequired("folder") // the flag exists
	return folder
}

func planCommand() *cobra.Command {
	var p planFlags
	cmd := &cobra.Command{Use: "plan --jsonl FILE --language TAG --folder DIR", Short: "Cut the sources into splits and print their numbers", Args: cobra.NoArgs}
	p.register(cmd)
	folder := folderFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := p.plan(*folder)
		if err != nil {
			return err
		}
		for split := range s.Splits() {
			fmt.Fprintln(cmd.OutOrStdout(), split)
		}
		return nil
	}
	return cmd
}

// taskCommand returns a command that opens the plan of the folder and runs a task.
func taskCommand(use, short string, args cobra.PositionalArgs, run func(cmd *cobra.Command, s *builder.Stages, args []string) error) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: args}
	folder := folderFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := builder.OpenStages(*folder)
		if err != nil {
			return err
		}
		return run(cmd, s, args)
	}
	return cmd
}

func mapCommand() *cobra.Command {
	return taskCommand("map pages|postings --folder DIR", "Read numbers of splits and print records: shard, tab, Base64", cobra.ExactArgs(1), func(cmd *cobra.Command, s *builder.Stages, args []string) error {
		tasks := map[string]func(context.Context, int, job.Emit) error{"pages": s.MapPages, "postings": s.MapPostings}
		task, ok := tasks[args[0]]
		if !ok {
			return fmt.Errorf("map %q: want pages or postings", args[0])
		}
		return mapSplits(cmd.InOrStdin(), cmd.OutOrStdout(), func(split int, emit job.Emit) error { return task(cmd.Context(), split, emit) })
	})
}

func reduceCommand() *cobra.Command {
	return taskCommand("reduce words|postings --folder DIR", "Read records sorted by shard", cobra.ExactArgs(1), func(cmd *cobra.Command, s *builder.Stages, args []string) error {
		tasks := map[string]func(int, [][]byte) error{"words": s.ReduceWords, "postings": s.ReducePostings}
		task, ok := tasks[args[0]]
		if !ok {
			return fmt.Errorf("reduce %q: want words or postings", args[0])
		}
		return reduceShards(cmd.InOrStdin(), task)
	})
}

// onceCommand returns the command of a task that runs once.
func onceCommand(name, short string, task func(*builder.Stages, context.Context) error) *cobra.Command {
	return taskCommand(name+" --folder DIR", short, cobra.NoArgs, func(cmd *cobra.Command, s *builder.Stages, _ []string) error { return task(s, cmd.Context()) })
}

// finishFlags say where the bundle or the set is written.
type finishFlags struct {
	output    string
	noRuntime bool
	memory    int64
}

func (f *finishFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.output, "output-path", "", "`DIR` of the bundle, or of the folders of a set; an earlier bundle there is replaced")
	cmd.Flags().BoolVar(&f.noRuntime, "no-runtime", false, "write index and texts only: no page, no client, no engine")
	cmd.Flags().Int64Var(&f.memory, "memory-mib", 0, "most `MiB` of memory that the last task is to take, as far as possible (default no limit)")
	_ = cmd.MarkFlagRequired("output-path") // the flag exists
}

// finish writes a bundle or the root of a set.
func (f *finishFlags) finish(ctx context.Context, task func(context.Context, builder.Config) (*builder.Report, error), out io.Writer) error {
	c := builder.Config{Output: f.output, Version: mycel.Version, Memory: f.memory << 20}
	if !f.noRuntime {
		files, err := browserFiles()
		if err != nil {
			return err
		}
		c.Runtime = files
	}
	report, err := task(ctx, c)
	if err == nil {
		_, err = fmt.Fprintf(out, "%s: %d documents, %d chunks, %d terms, %d entities; %d lines left out, %d of them bad\n",
			report.Output, report.Counts["documents"], report.Counts["chunks"], report.Counts["terms"], report.Counts["entities"], report.Skipped, report.Faulty)
	}
	return err
}

// browserFiles returns the files that mycel build writes beside an index.
func browserFiles() (fs.FS, error) {
	files, err := site.Runtime()
	if err != nil {
		return nil, fmt.Errorf("%w, or leave them out with --no-runtime", err)
	}
	return site.Without(files, site.PlaygroundFolder, site.MapFolder), nil
}

func finishCommand() *cobra.Command {
	var f finishFlags
	var number int
	cmd := taskCommand("finish --folder DIR --output-path OUT", "Write the bundle, or a bundle of a set", cobra.NoArgs, func(cmd *cobra.Command, s *builder.Stages, _ []string) error {
		s, err := s.Bundle(number)
		if err != nil {
			return err
		}
		return f.finish(cmd.Context(), s.Finish, cmd.OutOrStdout())
	})
	f.register(cmd)
	cmd.Flags().IntVar(&number, "bundle", 0, "number of the bundle in its set")
	return cmd
}

func rootCommand() *cobra.Command {
	var f finishFlags
	cmd := taskCommand("root --folder DIR --output-path OUT", "Write the root of a set whose bundles are finished", cobra.NoArgs, func(cmd *cobra.Command, s *builder.Stages, _ []string) error {
		return f.finish(cmd.Context(), s.Root, cmd.OutOrStdout())
	})
	f.register(cmd)
	return cmd
}
