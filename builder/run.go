package builder

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"mycel/builder/analyse"
	"mycel/builder/givengraph"
	"mycel/builder/ingest/document"
	"mycel/builder/llm"
	"mycel/builder/segment"
	"mycel/builder/write"
	"mycel/manifest"
)

// run is the state of a build that all stages share: the configuration, the context and the
// progress.
type run struct {
	Config
	ctx        context.Context
	phase      string
	report     *Report
	counter    *segment.Counter        // of tokens
	siteName   string                  // "" if the titles of the pages do not give a name
	store      *store                  // nil without Kept
	folder     *write.Folder           // of the bundle; nil until its first file
	statements []*givengraph.Statement // of a graph made elsewhere
	llms       []manifest.File         // rows of the files for language models
	staged     bool                    // this is a task of a build in stages
	found      int                     // number of records in its split

	// analysed takes each page before it joins the others; nil if no one needs it.
	analysed func(i int, p *analyse.Page, o analyse.Own)
}

// start checks a configuration and the place of the bundle.
func start(ctx context.Context, c Config) (*run, error) {
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	counter, err := segment.NewCounter(c.Tokenizer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if c.Sink == nil {
		if err := write.CheckOutput(c.Output, c.Runtime); err != nil {
			return nil, err
		}
	}
	return &run{Config: c, ctx: ctx, counter: counter, report: &Report{Output: c.Output, Tokenizer: c.Tokenizer, Counts: map[string]int{}, Warnings: []document.Warning{}}}, nil
}

// discard ends a build. It removes the files of a bundle that was not put in place.
func (r *run) discard() {
	if r.folder != nil {
		r.folder.Discard()
	}
}

// stage is a step of a build.
type stage struct {
	name string
	do   func() error
}

// do runs stages, and notes their times.
func (r *run) do(stages ...stage) error {
	for _, s := range stages {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		r.phase = s.name
		r.progress(0, 0)
		start := time.Now()
		if err := s.do(); err != nil {
			return err
		}
		r.report.Phases = append(r.report.Phases, Phase{s.name, time.Since(start).Seconds()})
	}
	return nil
}

// inPhase returns a function that reports progress in a phase of its own.
func (r *run) inPhase(name string) llm.Progress {
	return func(done, total int) {
		r.phase = name
		r.progress(done, total)
	}
}

func (r *run) progress(done, total int) {
	if r.Progress != nil {
		r.Progress(r.phase, done, total)
	}
}

// isLarge reports whether saving memory matters more than saving time.
func (r *run) isLarge() bool { return r.staged || r.report.Text > r.Large.Text }

// atOnce returns the number of stages that run side by side. A large corpus runs one stage at a
// time, so that only one stage needs memory.
func (r *run) atOnce() int {
	if r.isLarge() {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// packs reports whether pages are packed, and texts leave memory once they are written. The
// optional parts of a bundle read all pages at once, in any order, so they prevent it.
func (r *run) packs() bool {
	return r.isLarge() && len(r.With) == 0 && r.Summarizer == nil && r.Questioner == nil && r.Encoder == nil && !r.Vectors
}
