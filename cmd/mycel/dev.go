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

// settleTime is how long files must stay unchanged before a new build. Editors and generators write several at
// once.
const settleTime = 200 * time.Millisecond

func newDevCommand(p *program) *cobra.Command {
	d := devFlags{buildFlags: newBuildFlags()}
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
		RunE: func(cmd *cobra.Command, dirs []string) error { return d.run(p, cmd, dirs) },
	}
	// mycel dev has no llms.txt and no map: pages that are being written need neither.
	names := maps.Clone(buildFlagNames)
	delete(names, "llms-txt")
	delete(names, "map")
	d.settings.offer(cmd.Flags(), names)
	cmd.Flags().BoolVar(&d.cors, "cors", false, "let pages of other servers read the files of the bundle")
	cmd.Flags().StringVar(&d.addr, "addr", "127.0.0.1:8080", "`HOST:PORT` to listen at; port 0 takes a free one")
	return cmd
}

// devFlags is the command line of mycel dev: the flags of a build, and the address of the server.
type devFlags struct {
	*buildFlags
	addr string
	cors bool
}

// run builds into a temporary folder, which it removes at the end.
func (d *devFlags) run(p *program, cmd *cobra.Command, dirs []string) error {
	if err := checkAddress(d.addr); err != nil {
		return usage.Errorf("dev: --addr: %w", err)
	}
	for _, dir := range dirs {
		if err := d.addSource(dir); err != nil {
			return err
		}
	}
	temp, err := os.MkdirTemp("", "mycel-dev-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	d.fallback = filepath.Join(temp, "bundle")
	if err := d.settle(p, cmd); err != nil || d.settings.print {
		return err
	}
	published := d.config.Output // mycel build would write the bundle here: its files are no sources
	d.config.Output = d.fallback
	d.config.Kept = &builder.Kept{}
	return d.develop(p, cmd, published)
}

// addSource adds a folder to the sites if it has pages of HTML and no Markdown, else to the documents.
func (d *devFlags) addSource(dir string) error {
	kinds := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
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
		d.config.Site = append(d.config.Site, dir)
	} else {
		d.config.Docs = append(d.config.Docs, dir)
	}
	return nil
}

// develop builds, serves, and builds again whenever a source changes.
func (d *devFlags) develop(p *program, cmd *cobra.Command, published string) error {
	logger := log.New(p.err, "mycel: ", 0)
	c := &d.config
	sources := slices.Concat(c.Site, c.Docs, c.JSONL)
	for _, file := range []string{c.Synonyms, c.Names, c.Graph} {
		if file != "" {
			sources = append(sources, file)
		}
	}
	// Watching begins before the sources are read, so that no change is missed.
	w, err := watch.New(sources, published)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := d.buildOnce(p, cmd, logger); err != nil {
		return err
	}
	handler, err := serve.New(serve.Options{Bundle: c.Output, Root: devRoot(c), Runtime: p.runtime, Log: logger, Playground: d.playground, CORS: d.cors})
	if err != nil {
		return err
	}
	defer handler.Close()
	l, address, err := p.listen(cmd.Context(), d.addr)
	if err != nil {
		return err
	}
	logger.Printf("search page at %s%s; watching %s; Ctrl-C ends", address, handler.SearchPath(), terminal.Printable(strings.Join(sources, ", ")))
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	served := make(chan error, 1)
	go func() {
		defer stop()
		served <- serve.Run(ctx, l, d.addr, handler, logger)
	}()
	err = d.rebuild(ctx, p, cmd, w, logger)
	stop()
	return errors.Join(<-served, err)
}

// rebuild builds after every change until ctx ends.
func (d *devFlags) rebuild(ctx context.Context, p *program, cmd *cobra.Command, w *watch.Watcher, logger *log.Logger) error {
	for {
		err := w.Wait(ctx, settleTime)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if err := d.buildOnce(p, cmd, logger); err != nil && ctx.Err() == nil {
			logger.Printf("%s", terminal.Printable(err.Error()))
			logger.Print("the last good bundle stays")
		}
	}
}

// buildOnce builds the bundle and reports its contents in a line.
func (d *devFlags) buildOnce(p *program, cmd *cobra.Command, logger *log.Logger) error {
	progress := p.newProgress(true)
	c, err := d.configure(p, progress)
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
	if !d.output.isQuiet() {
		logger.Printf("built %s in %.2f s", terminal.Quantity(report.Counts["documents"], "document", "documents"), time.Since(start).Seconds())
	}
	return nil
}

// devRoot returns the folder of the site if all pages are from one site; otherwise "".
func devRoot(c *builder.Config) string {
	if len(c.Site) == 1 && len(c.Docs)+len(c.JSONL) == 0 {
		return c.Site[0]
	}
	return ""
}
