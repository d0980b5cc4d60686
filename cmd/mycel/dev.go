package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel/builder"
	"mycel/cmd/mycel/internal/serve"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/cmd/mycel/internal/watch"
)

// settleTime is how long no file may change before a new build: editors and site generators write several in a row.
const settleTime = 200 * time.Millisecond

func newDevCommand(p *program) *cobra.Command {
	b := newBuildFlags()
	var at devServer
	cmd := &cobra.Command{
		Use:   "dev [DIR…]",
		Short: "Search documents while they are being written",
		Long: `Dev builds a bundle in a temporary folder and serves it with its search page, as serve
does. When a source changes, or the file of synonyms or names, it builds again.
It reports a build that fails, and keeps the last good bundle.

A DIR with Markdown is read as with --docs, a DIR with HTML alone as with --site. All
flags and settings of build count, except those about its output. The first line on
standard output is the address. With --cors, pages on other ports may fetch the bundle.`,
		Example: `  mycel dev docs
  mycel dev --site public --addr 127.0.0.1:8181`,
		RunE: func(cmd *cobra.Command, dirs []string) error { return p.dev(cmd, b, dirs, at) },
	}
	// A page that is being written is for no model and on no map yet: settings.
	names := maps.Clone(buildFlagNames)
	delete(names, "llms-txt")
	delete(names, "map")
	b.settings.offer(cmd.Flags(), names)
	cmd.Flags().BoolVar(&at.cors, "cors", false, "let pages of other servers read the files of the bundle")
	cmd.Flags().StringVar(&at.addr, "addr", "127.0.0.1:8080", "`HOST:PORT` to listen at; port 0 takes a free one")
	return cmd
}

// devServer says where mycel dev serves, and to whom.
type devServer struct {
	addr string
	cors bool
}

func (p *program) dev(cmd *cobra.Command, b *buildFlags, dirs []string, at devServer) error {
	if err := checkAddress(at.addr); err != nil {
		return usage.Errorf("dev: --addr: %w", err)
	}
	for _, dir := range dirs {
		if err := b.addSource(dir); err != nil {
			return err
		}
	}
	temp, err := os.MkdirTemp("", "mycel-dev-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	b.fallback = filepath.Join(temp, "bundle")
	if err := b.settle(p, cmd); err != nil || b.settings.print {
		return err
	}
	published := b.config.Output // where build would put it: not a source
	b.config.Output = b.fallback
	b.config.Kept = &builder.Kept{}
	return p.develop(cmd, b, at, published)
}

// addSource adds a folder to the sources that its files are for.
func (b *buildFlags) addSource(dir string) error {
	kinds := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			kinds[strings.ToLower(filepath.Ext(path))] = true
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no such directory: %s", dir)
	}
	if err != nil {
		return err
	}
	has := func(extensions ...string) bool {
		return slices.ContainsFunc(extensions, func(e string) bool { return kinds[e] })
	}
	if has(".html", ".htm") && !has(".md", ".markdown", ".mdx") {
		b.config.Site = append(b.config.Site, dir)
	} else {
		b.config.Docs = append(b.config.Docs, dir)
	}
	return nil
}

// develop builds, serves, and builds again whenever a source changes.
func (p *program) develop(cmd *cobra.Command, b *buildFlags, at devServer, published string) error {
	logger := log.New(p.err, "mycel: ", 0)
	c := &b.config
	sources := slices.Concat(c.Site, c.Docs, c.JSONL)
	for _, file := range []string{c.Synonyms, c.Names, c.Graph} {
		if file != "" {
			sources = append(sources, file)
		}
	}
	// The watching begins before the reading, so that no change is lost between.
	w, err := watch.New(sources, published)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := p.buildOnce(cmd, b, logger); err != nil {
		return err
	}
	handler, err := serve.New(serve.Options{Bundle: c.Output, Root: devRoot(c), Runtime: p.runtime, Log: logger, Playground: b.playground, CORS: at.cors})
	if err != nil {
		return err
	}
	defer handler.Close()
	l, address, err := p.listen(cmd.Context(), at.addr)
	if err != nil {
		return err
	}
	logger.Printf("search page at %s%s; watching %s; Ctrl-C ends", address, handler.SearchPath(), terminal.Printable(strings.Join(sources, ", ")))
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	served := make(chan error, 1)
	go func() {
		defer stop()
		served <- serve.Run(ctx, l, at.addr, handler, logger)
	}()
	err = p.rebuild(ctx, cmd, b, w, logger)
	stop()
	return errors.Join(<-served, err)
}

// rebuild builds after every change until ctx ends.
func (p *program) rebuild(ctx context.Context, cmd *cobra.Command, b *buildFlags, w *watch.Watcher, logger *log.Logger) error {
	for {
		err := w.Wait(ctx, settleTime)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if err := p.buildOnce(cmd, b, logger); err != nil && ctx.Err() == nil {
			logger.Printf("%s", terminal.Printable(err.Error()))
			logger.Print("the last good bundle stays")
		}
	}
}

// buildOnce builds the bundle and reports its contents in a line.
func (p *program) buildOnce(cmd *cobra.Command, b *buildFlags, logger *log.Logger) error {
	progress := p.newProgress(true)
	c, err := p.buildConfig(b, progress)
	if err != nil {
		return err
	}
	start := time.Now()
	report, err := builder.Build(cmd.Context(), c)
	progress.finish()
	if err != nil {
		return err
	}
	writeWarnings(p.err, unintended(report.Warnings), maxLines)
	if !b.output.isQuiet() {
		logger.Printf("built %s in %.2f s", terminal.Quantity(report.Counts["documents"], "document", "documents"), time.Since(start).Seconds())
	}
	return nil
}

// devRoot is the site whose files results lead to: the only one there is, if all pages are of it.
func devRoot(c *builder.Config) string {
	if len(c.Site) == 1 && len(c.Docs)+len(c.JSONL) == 0 {
		return c.Site[0]
	}
	return ""
}
