package test

import (
	"bufio"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/parts"
)

// A search that scores the best ranges of a corpus alone finds what a search over all passages
// finds, with the same scores and reasons.
func TestPrunedIsExhaustive(t *testing.T) {
	passages, asked := synth.Corpus(3, 12_000, 30)
	var lines strings.Builder
	for _, p := range passages {
		line, err := json.Marshal(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	var queries []string
	for i, q := range asked {
		words := strings.Fields(passages[i].Text)
		queries = append(queries, q.Text, passages[i].Title, words[0]+" "+words[len(words)/2], "the "+words[len(words)/3]+" of "+words[1]+"?")
	}
	corpus := filepath.Join(t.TempDir(), "corpus.jsonl")
	write(t, corpus, lines.String())
	if read, all := pruned(t, corpus, queries, 0); read > all*9/10 {
		t.Errorf("%d postings are read, %d without bounds: nothing is pruned", read, all)
	}
}

// The same on the data sets of passages. They are small, and bounds spare them little.
func TestSoakPrunedIsExhaustive(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	files, err := filepath.Glob("../../shared/data/*/queries.jsonl")
	if err != nil || len(files) == 0 {
		t.Skip("no data sets")
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var queries []string
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var q struct{ Text string }
			if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
				t.Fatal(err)
			}
			queries = append(queries, q.Text)
		}
		pruned(t, filepath.Join(filepath.Dir(file), "corpus.jsonl"), queries, 0)
	}
}

// pruned builds a bundle and compares the answers to queries, where searches are pruned from so many
// postings on. It returns how many postings mode auto read, and how many it reads without bounds.
func pruned(t *testing.T, corpus string, queries []string, many int) (read, readAll int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bundle")
	if _, err := builder.Build(context.Background(), builder.Config{JSONL: []string{corpus}, Output: dir, Version: "0"}); err != nil {
		t.Fatal(err)
	}
	e := whole(t, dir)
	best, all := method.NewSearcher(e.Index()), method.NewSearcher(e.Index())
	best.Scores.Many, all.Scores.Many = many, math.MaxInt
	for i, query := range queries {
		for _, o := range []engine.Options{
			{Mode: "auto"},
			{Mode: "bridge", Options: method.Options{K: 1 + i%60}},
			{Mode: "bm25", Options: method.Options{K: 3}},
		} {
			for _, chunks := range []bool{false, true} {
				answer := func(s *method.Searcher) *method.Ranking {
					r := e.Request(query, o)
					r.Chunks = chunks
					out, ok := s.Run(o.Mode, r)
					if !ok {
						t.Fatalf("no mode %s", o.Mode)
					}
					return out
				}
				got, want := answer(best), answer(all)
				if o.Mode == "auto" && !chunks {
					read, readAll = read+got.Stats.Postings, readAll+want.Stats.Postings
				}
				got.Stats, want.Stats = method.Stats{}, method.Stats{}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, %s, k %d, chunks %v:\n got %+v\nwant %+v", query, o.Mode, o.K, chunks, got, want)
				}
			}
		}
	}
	t.Logf("%d queries: %d postings instead of %d", len(queries), read, readAll)
	return read, readAll
}

// whole opens a bundle with all of its parts.
func whole(t *testing.T, dir string) *engine.Engine {
	t.Helper()
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	core, err := mycel.ReadFile(dir, m.Index)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(core)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range m.Parts {
		b, err := mycel.ReadFile(dir, part)
		if err == nil {
			err = e.AddPart(parts.ID(i), b)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return e
}
