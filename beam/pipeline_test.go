package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"mycel/builder"
	"mycel/builder/synth"
)

func TestMain(m *testing.M) { ptest.MainWithDefault(m, "prism") }

// A build on Prism has the bytes of Build, whatever the splits.
func TestBytesOfBuild(t *testing.T) {
	passages, _ := synth.Corpus(3, 200, 0)
	var lines bytes.Buffer
	for _, p := range passages {
		if err := json.NewEncoder(&lines).Encode(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, c := context.Background(), builder.Config{JSONL: []string{file}, Language: "en"}
	want := map[string]string{}
	c.Sink = into(want)
	if _, err := builder.Build(ctx, c); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{1 << 20, 2000} {
		got, folder := map[string]string{}, t.TempDir()
		s, err := builder.PlanStages(builder.Config{JSONL: c.JSONL, Language: "en"}, folder, builder.StageOptions{SplitBytes: size})
		if err != nil {
			t.Fatal(err)
		}
		_, err = build(ctx, s, folder, builder.Config{Sink: into(got)}, func(_ context.Context, p *beam.Pipeline) error { return ptest.Run(p) })
		if err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 || !maps.Equal(got, want) {
			t.Errorf("%d splits: other files than Build's: %d, want %d; %v", s.Splits(), len(got), len(want), slices.Sorted(maps.Keys(got))[:min(3, len(got))])
		}
	}
}

func into(files map[string]string) func(string, []byte) error {
	return func(path string, content []byte) error {
		files[path] = string(content)
		return nil
	}
}
