package main

import (
	"context"
	"iter"
	"maps"

	"github.com/spf13/cobra"

	"mycel/builder"
	"mycel/builder/ingest"
	"mycel/builder/write"
	"mycel/cmd/mycel/internal/pipe"
	"mycel/cmd/mycel/internal/usage"
)

func newPipeCommand(b *buildFlags, p *program) *cobra.Command {
	b.piped = true
	cmd := &cobra.Command{
		Use:   "pipe",
		Short: "Answer a program: build bundles of its pages, and search bundles",
		Long: `Pipe answers a program that has started it: calls are lines of JSON on standard input,
answers are lines of JSON on standard output, in the same order. mycel/node of the npm
package and the Python package start this command.

Flags and settings are those of build, but the program says which pages there are and
where a bundle goes. The end of the input ends the command.`,
		Args: noArguments("; a program starts this command"),
		RunE: func(cmd *cobra.Command, _ []string) error { return b.pipe(p, cmd) },
	}
	names := maps.Clone(buildFlagNames)
	for _, name := range append(places, "output-subdir", "json", "quiet") {
		delete(names, name)
	}
	b.settings.offer(cmd.Flags(), names)
	return cmd
}

// places are the settings for the places of pages and bundles.
var places = []string{"site", "docs", "jsonl", "output-path", "single-file", "dry-run"}

// leaveToProgram drops the places that the configuration file sets: a program that builds over a pipe names its
// own. It refuses them on the command line.
func (b *buildFlags) leaveToProgram() error {
	if !b.piped {
		return nil
	}
	for _, name := range places {
		if b.settings.source[name] == fromFlag {
			return usage.Errorf("pipe: %s is no setting here: the program says which pages there are and where a bundle goes", name)
		}
		delete(b.settings.source, name)
	}
	c := &b.config
	c.Site, c.Docs, c.JSONL, c.Output, b.single, b.endpoints.dryRun = nil, nil, nil, "", singleFlags{}, false
	return nil
}

// pipe serves the program that has started the command.
func (b *buildFlags) pipe(p *program, cmd *cobra.Command) error {
	if err := b.settle(p, cmd); err != nil || b.settings.print {
		return err
	}
	c, err := b.configure(p, p.newProgress(true))
	if err != nil {
		return err
	}
	if err := c.Ingest.Prepare(); err != nil {
		return usage.Wrap(err)
	}
	server := &pipe.Server{Ingest: c.Ingest, Open: openAnywhere, Code: exitCode}
	server.Build = func(ctx context.Context, pages iter.Seq2[ingest.Source, error], output string, sink write.Sink) (*builder.Report, error) {
		c := c
		c.Documents, c.Output, c.Sink = pages, output, sink
		if err := checkPlace(cmd.Name(), output); output != "" && err != nil {
			return nil, err
		}
		report, err := builder.Build(ctx, c)
		if err == nil {
			err = b.budgets.check(report)
		}
		return report, err
	}
	return server.Run(cmd.Context(), p.in, p.out)
}
