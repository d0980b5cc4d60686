package main

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"mycel/builder"
)

func init() {
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&mapSplit{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&reduceShard{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// mapSplit runs a mapper for splits. A record for a shard is an element.
type mapSplit struct {
	Folder string // that all workers share
	Task   string // pages or postings
}

// ProcessElement runs the mapper for a split.
func (f *mapSplit) ProcessElement(ctx context.Context, split int, emit func(int, []byte)) error {
	s, err := builder.OpenStages(f.Folder)
	if err != nil {
		return err
	}
	send := func(shard int, record []byte) error {
		emit(shard, record)
		return nil
	}
	switch f.Task {
	case "pages":
		return s.MapPages(ctx, split, send)
	case "postings":
		return s.MapPostings(ctx, split, send)
	}
	return fmt.Errorf("no mapper %q", f.Task)
}

// reduceShard runs a reducer for shards.
type reduceShard struct {
	Folder string
	Task   string // words or postings
}

// ProcessElement runs the reducer for a shard. Its result is a file of the folder.
func (f *reduceShard) ProcessElement(_ context.Context, shard int, next func(*[]byte) bool) error {
	s, err := builder.OpenStages(f.Folder)
	if err != nil {
		return err
	}
	var records [][]byte
	for record := []byte(nil); next(&record); record = nil {
		records = append(records, append([]byte(nil), record...)) // decoders may use their buffer again
	}
	switch f.Task {
	case "words":
		return s.ReduceWords(shard, records)
	case "postings":
		return s.ReducePostings(shard, records)
	}
	return fmt.Errorf("no reducer %q", f.Task)
}

// job maps all splits and reduces all shards.
func job(folder string, splits int, mapper, reducer string) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	numbers := make([]int, splits)
	for i := range numbers {
		numbers[i] = i
	}
	// Without the reshuffle one worker would get all splits.
	records := beam.ParDo(s, &mapSplit{folder, mapper}, beam.Reshuffle(s, beam.CreateList(s, numbers)))
	beam.ParDo0(s, &reduceShard{folder, reducer}, beam.GroupByKey(s, records))
	return p
}

// build runs the two jobs of a build, and the tasks between and behind them in this process. run runs a
// pipeline to its end.
func build(ctx context.Context, s *builder.Stages, folder string, c builder.Config, run func(context.Context, *beam.Pipeline) error) (*builder.Report, error) {
	if err := run(ctx, job(folder, s.Splits(), "pages", "words")); err != nil {
		return nil, err
	}
	if err := s.Number(ctx); err != nil {
		return nil, err
	}
	if err := run(ctx, job(folder, s.Splits(), "postings", "postings")); err != nil {
		return nil, err
	}
	return s.Finish(ctx, c)
}
