package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/terms"
	"mycel/cmd/mycel/internal/siteeval"
	"mycel/cmd/mycel/internal/usage"
)

// linkTest is the part of mycel eval that makes queries of a site's links.
type linkTest struct {
	on    bool
	build *buildFlags
}

// linkFlagNames are the settings of a build that are flags of mycel eval.
var linkFlagNames = setOf("site docs jsonl set config json")

// check refuses what only goes with --from-links, or does not go with it.
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

// write builds an index in dir without the links of some pages, and writes their texts as queries.
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
	c, err := p.buildConfig(b, progress)
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
