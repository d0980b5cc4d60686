package builder

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mycel/builder/method"
	"mycel/builder/synth"
	"mycel/builder/trees"
)

// shuffled collects the records of mappers by shard.
type shuffled map[int][][]byte

func (s shuffled) emit(shard int, record []byte) error {
	s[shard] = append(s[shard], record)
	return nil
}

// mix changes the order of the records of each shard.
func (s shuffled) mix(rng *rand.Rand) {
	for _, records := range s {
		rng.Shuffle(len(records), func(i, k int) { records[i], records[k] = records[k], records[i] })
	}
}

// inStages runs all tasks of a build, splits in a random order, and returns the files of the bundle.
func inStages(t *testing.T, c Config, o StageOptions, rng *rand.Rand) (map[string][]byte, *Stages) {
	t.Helper()
	s, err := PlanStages(c, t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	words, postings := shuffled{}, shuffled{}
	for _, split := range rng.Perm(s.Splits()) {
		if err := s.MapPages(ctx, split, words.emit); err != nil {
			t.Fatal(err)
		}
	}
	words.mix(rng)
	for shard := range s.WordShards() {
		if err := s.ReduceWords(shard, words[shard]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Number(ctx); err != nil {
		t.Fatal(err)
	}
	for _, split := range rng.Perm(s.Splits()) {
		if err := s.MapPostings(ctx, split, postings.emit); err != nil {
			t.Fatal(err)
		}
	}
	postings.mix(rng)
	shards, err := s.PostingShards()
	if err != nil {
		t.Fatal(err)
	}
	for shard := range shards {
		if err := s.ReducePostings(shard, postings[shard]); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string][]byte{}
	if _, err := s.Finish(ctx, Config{Sink: taken(files), LLMs: c.LLMs, Map: c.Map}); err != nil {
		t.Fatal(err)
	}
	return files, s
}

func taken(files map[string][]byte) func(string, []byte) error {
	return func(path string, content []byte) error {
		files[path] = bytes.Clone(content)
		return nil
	}
}

func built(t *testing.T, c Config) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	c.Sink = taken(files)
	if _, err := Build(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	return files
}

// writeLines writes a file of JSON Lines.
func writeLines(t *testing.T, lines ...any) string {
	t.Helper()
	var out bytes.Buffer
	for _, l := range lines {
		if text, ok := l.(string); ok {
			out.WriteString(text + "\n")
		} else if err := json.NewEncoder(&out).Encode(l); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// manyLines writes passages, some of them twice under another ID, some in other languages with letters
// beyond ASCII, some with facets, and some long enough for summaries.
func manyLines(t *testing.T, seed uint64, n int) string {
	passages, _ := synth.Corpus(seed, n, 0)
	var lines []any
	for i, p := range passages {
		line := map[string]any{"_id": p.ID, "title": p.Title, "text": p.Text}
		switch i % 11 {
		case 1:
			line["lang"], line["text"] = "de", p.Text+" Die Brücken über den Flüssen wurden größer, und die Häuser älter."
		case 2:
			line["lang"], line["text"] = "fr", p.Text+" Les élèves étudiaient à l'École des Hautes Études, près du château."
		case 3:
			line["text"] = strings.Repeat(p.Text+"\n\n", 40) + "useEffect and parseURL are names of functions."
		case 4:
			line["metadata"] = map[string]any{"date": fmt.Sprint(1900 + i%90), "description": "Über " + p.Title, "tags": "a"}
		case 5:
			line["boost"], line["filters"] = 2, map[string]any{"kind": []string{"x", "y"}}
		case 6:
			delete(line, "title")
		}
		lines = append(lines, line)
		if i%29 == 0 {
			lines = append(lines, map[string]any{"_id": p.ID + "-copy", "title": p.Title, "text": p.Text})
		}
		if i%37 == 0 {
			lines = append(lines, "", map[string]any{"_id": p.ID + "-empty"})
		}
	}
	return writeLines(t, lines...)
}

// A build in stages gives the bytes of Build, whatever the splits, the order of the tasks and that of the
// records, and the settings.
func TestStagesGiveTheBytesOfBuild(t *testing.T) {
	hundred, one := manyLines(t, 1, 300), manyLines(t, 2, 1)
	sections := writeLines(t, map[string]any{"_id": "a", "title": "A", "text": "One.\n\nTwo.\n\nThree Rivers met Anna Lund."})
	for name, c := range map[string]Config{
		"defaults":     {JSONL: []string{hundred}, Language: "en"},
		"one document": {JSONL: []string{one}, Language: "en"},
		"three files":  {JSONL: []string{sections, manyLines(t, 3, 40), writeLines(t)}, Language: "en"},
		"German":       {JSONL: []string{hundred}, Language: "de", LLMs: true},
		"settings": {JSONL: []string{hundred}, Language: "en", ChunkTokens: 40, ChunkOverlap: -1, NoTitles: true,
			TreeScope: trees.None, MaxFiles: LeastMaxFiles, CountOverlapTwice: true},
	} {
		t.Run(name, func(t *testing.T) {
			want := built(t, c)
			rng := rand.New(rand.NewPCG(7, 7))
			for _, size := range []int64{1, 2_000, 30_000, 1 << 30} {
				if size == 1 && name != "one document" && name != "three files" {
					continue // a split a line takes long
				}
				got, s := inStages(t, c, StageOptions{SplitBytes: size}, rng)
				sameFiles(t, fmt.Sprintf("%d splits", s.Splits()), want, got)
			}
		})
	}
}

func sameFiles(t *testing.T, what string, want, got map[string][]byte) {
	t.Helper()
	for path := range want {
		if !bytes.Equal(want[path], got[path]) {
			t.Errorf("%s: %s differs", what, path)
		}
	}
	if len(want) != len(got) || len(want) == 0 {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
}

var _ = slices.Sorted[int]
var _ method.Method
var _ reflect.Type
