// Package rerank grows the trees by which the bridge walk orders its best passages
// again.
//
// It learns from the queries at odd positions of every data set below the folders
// given, each set in three forms: as it is, without vectors, and without titles, so
// that the trees depend on neither. The same data give the same trees.
package rerank

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/lab/internal/evaluation"
	"mycel/lab/internal/measures"
)

// Write learns from the data sets below the folders and writes the trees to a file of Go.
func Write(ctx context.Context, out string, progress io.Writer, folders []string) error {
	var sets []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*", "queries.jsonl"))
		if err != nil {
			return err
		}
		for _, path := range found {
			sets = append(sets, filepath.Dir(path))
		}
	}
	if len(sets) == 0 {
		return fmt.Errorf("no data set with queries.jsonl below %q", folders)
	}
	temp, err := os.MkdirTemp("", "mycel-rerank-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var groups []group
	for _, set := range sets {
		more, err := learn(ctx, set, temp)
		if err != nil {
			return err
		}
		fmt.Fprintf(progress, "%s: %d queries\n", set, len(more))
		groups = append(groups, more...)
	}
	return os.WriteFile(out, source(grow(groups)), 0o644)
}

// learn returns what a data set teaches, in its three forms.
func learn(ctx context.Context, set, temp string) ([]group, error) {
	data, err := evaluation.Read(set)
	if err != nil {
		return nil, err
	}
	queries, judgements, err := data.Select("odd", 0)
	if err != nil {
		return nil, err
	}
	untitled, err := data.WithoutTitles(temp)
	if err != nil {
		return nil, err
	}
	var groups []group
	for _, form := range []struct {
		corpus  string
		vectors bool
	}{{data.Corpus, true}, {data.Corpus, false}, {untitled.Corpus, true}} {
		e, err := open(ctx, form.corpus, filepath.Join(temp, "bundle"), form.vectors)
		if err != nil {
			return nil, err
		}
		searcher := method.NewSearcher(e.Index())
		for i, q := range queries {
			if g := candidates(e, searcher, q.Text, judgements[i]); g.teaches() {
				groups = append(groups, g)
			}
		}
	}
	return groups, nil
}

// open builds a corpus and opens its index.
func open(ctx context.Context, corpus, bundle string, vectors bool) (*engine.Engine, error) {
	_, err := builder.Build(ctx, builder.Config{JSONL: []string{corpus}, Output: bundle, Version: mycel.Version, Vectors: vectors})
	if err != nil {
		return nil, err
	}
	b, err := mycel.Open(bundle)
	if err != nil {
		return nil, err
	}
	if err := b.LoadAll(ctx); err != nil {
		return nil, err
	}
	return b.Engine(), nil
}

// candidates returns the passages of one query, with what they are worth.
func candidates(e *engine.Engine, s *method.Searcher, query string, wanted measures.Judgements) group {
	tables := e.Index().Corpus
	var g group
	for _, c := range bridge.Candidates(s, e.Request(query, engine.Options{})) {
		document := tables.DocID.At(int(tables.SectionDoc(tables.ChunkSection(c.Chunk))))
		g = append(g, &passage{features: c.Features, relevant: wanted[document] > 0})
	}
	return g
}
