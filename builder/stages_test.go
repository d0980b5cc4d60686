package builder

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/builder/embed"
	"mycel/builder/ingest/document"
	"mycel/builder/job"
	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/summary"
	"mycel/builder/synth"
	"mycel/builder/trees"
	"mycel/internal/must"
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
func inStages(t *testing.T, c Config, o StageOptions, rng *rand.Rand) (map[string]string, *Stages) {
	t.Helper()
	s := must.Get(PlanStages(c, t.TempDir(), o))(t)
	ctx := context.Background()
	words, postings := shuffled{}, shuffled{}
	for _, split := range rng.Perm(s.Splits()) {
		must.OK(t, s.MapPages(ctx, split, words.emit))
	}
	words.mix(rng)
	for shard := range s.plan.WordShards {
		must.OK(t, s.ReduceWords(shard, words[shard]))
	}
	must.OK(t, s.Number(ctx))
	for _, split := range rng.Perm(s.Splits()) {
		must.OK(t, s.MapPostings(ctx, split, postings.emit))
	}
	postings.mix(rng)
	n := must.Get(s.readNumbers())(t)
	for shard := range len(n.Ranges) - 1 {
		must.OK(t, s.ReducePostings(shard, postings[shard]))
	}
	files := map[string]string{}
	must.Get(s.Finish(ctx, Config{Sink: taken(files), LLMs: c.LLMs, Map: c.Map}))(t)
	return files, s
}

func taken(files map[string]string) func(string, []byte) error {
	return func(path string, content []byte) error {
		files[path] = string(content)
		return nil
	}
}

func built(t *testing.T, c Config) map[string]string {
	t.Helper()
	files := map[string]string{}
	c.Sink = taken(files)
	mustBuild(t, c)
	return files
}

// writeLines writes a file of JSON Lines.
func writeLines(t testing.TB, lines ...any) string {
	t.Helper()
	var out bytes.Buffer
	for _, l := range lines {
		if text, ok := l.(string); ok {
			out.WriteString(text + "\n")
		} else {
			must.OK(t, json.NewEncoder(&out).Encode(l))
		}
	}
	return must.File(t, "corpus.jsonl", out.String())
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
			TreeScope: trees.None, CountOverlapTwice: true},
	} {
		t.Run(name, func(t *testing.T) {
			want := built(t, c)
			rng := rand.New(rand.NewPCG(7, 7))
			for _, size := range []int64{1, 2_000, 30_000, 1 << 30} {
				if size == 1 && name != "one document" && name != "three files" {
					continue // a split a line takes long
				}
				got, s := inStages(t, c, StageOptions{SplitBytes: size, ShardPostings: 3000}, rng) // many shards
				same(t, fmt.Sprintf("%d splits", s.Splits()), want, got)
			}
		})
	}
}

// Every setting is planned, refused, or an argument of Finish: what a build in stages does not know must
// not be left out of it in silence.
func TestStagesKnowAllSettings(t *testing.T) {
	lines := writeLines(t, map[string]any{"_id": "a", "text": "One."})
	atEnd := []string{"Output", "Sink", "Version", "Runtime", "LLMs", "Map", "Memory", "Progress"}
	values := map[string]any{
		"Language": "de", "Tokenizer": "o200k_base", "ChunkTokens": 100, "ChunkOverlap": 7, "Synonyms": lines, "Names": lines,
		"Ingest": document.Options{BaseURL: "https://example.org", MetaFields: []string{"a"}, FilterFields: []string{}, SortFields: []string{"b"}},
		"With":   []method.Method{{}}, "Summary": summary.Options{Group: 3},
	}
	fields := reflect.TypeFor[Config]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		if name == "JSONL" || slices.Contains(atEnd, name) {
			continue
		}
		c := Config{JSONL: []string{lines}, Language: "en"}
		set(t, reflect.ValueOf(&c).Elem().Field(i), values[name])
		s, err := PlanStages(c, t.TempDir(), StageOptions{})
		if errors.Is(err, ErrConfig) && strings.Contains(err.Error(), "no build in stages") {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		must.Equal(t, s.plan.Settings, c, "%s is lost in the plan", name)
	}
}

// set gives a setting a value, or another value than its zero.
func set(t *testing.T, field reflect.Value, value any) {
	t.Helper()
	switch {
	case value != nil:
		field.Set(reflect.ValueOf(value))
	case field.Kind() == reflect.Bool:
		field.SetBool(true)
	case field.Kind() == reflect.String:
		field.SetString("x")
	case field.CanInt():
		field.SetInt(1)
	case field.CanUint():
		field.SetUint(1)
	case field.Kind() == reflect.Slice:
		field.Set(reflect.ValueOf([]string{"x"}))
	case field.Kind() == reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
	case field.Kind() == reflect.Func:
		field.Set(reflect.MakeFunc(field.Type(), nil))
	case field.Type() == reflect.TypeFor[llm.Model]():
		field.Set(reflect.ValueOf(struct{ llm.Model }{}))
	case field.Type() == reflect.TypeFor[embed.Encoder]():
		field.Set(reflect.ValueOf(struct{ embed.Encoder }{}))
	default:
		t.Fatalf("no value for a field of type %s", field.Type())
	}
}

// A task that fails in the middle, runs twice, or is run again after others, changes nothing.
func TestStagesRunAgain(t *testing.T) {
	c := Config{JSONL: []string{manyLines(t, 5, 120)}, Language: "en"}
	want := built(t, c)
	s := must.Get(PlanStages(c, t.TempDir(), StageOptions{SplitBytes: 20_000}))(t)
	ctx, stopped := context.Background(), errors.New("stopped")
	mapAll := func(task func(context.Context, int, job.Emit) error) shuffled {
		all := shuffled{}
		for split := range s.Splits() {
			for stop := 0; ; stop++ { // the task fails at its first record, then at its second, and so on
				own, n := shuffled{}, 0
				err := task(ctx, split, func(shard int, record []byte) error {
					if n == stop && n < 2 {
						return stopped
					}
					n++
					return own.emit(shard, record)
				})
				if errors.Is(err, stopped) {
					continue
				}
				must.OK(t, err)
				for shard, records := range own {
					all[shard] = append(all[shard], records...)
				}
				break
			}
		}
		return all
	}
	words := mapAll(s.MapPages)
	first := must.Tree(t, s.folder.Dir)
	mapAll(s.MapPages)
	same(t, "a mapper that runs again", first, must.Tree(t, s.folder.Dir))
	half := filepath.Join(s.folder.Dir, ".writing-1")
	must.OK(t, os.WriteFile(half, []byte("half a file of a reducer that was killed"), 0o600))
	reduceTwice(t, s.plan.WordShards, words, s.ReduceWords)
	must.OK(t, s.Number(ctx))
	n := must.Get(s.readNumbers())(t)
	reduceTwice(t, len(n.Ranges)-1, mapAll(s.MapPostings), s.ReducePostings)
	for range 2 {
		got := map[string]string{}
		must.Get(s.Finish(ctx, Config{Sink: taken(got)}))(t)
		same(t, "after failures", want, got)
	}
	must.Be(t, must.Err(os.Stat(half)) != nil, "half a file is left in the folder")
	name := filepath.Join(s.folder.Dir, "postings-00000")
	content := must.Get(os.ReadFile(name))(t)
	for what, damaged := range map[string][]byte{
		"damaged":       append(slices.Clone(content[:20]), content[21:]...),
		"missing":       nil,
		"of another pl": append([]byte("12345678"), content[8:]...),
	} {
		if err := os.Remove(name); err != nil && damaged != nil {
			t.Fatal(err)
		}
		if damaged != nil {
			must.OK(t, os.WriteFile(name, damaged, 0o600))
		}
		if _, err := s.Finish(ctx, Config{Sink: taken(map[string]string{})}); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), name) {
			t.Errorf("a file that is %s: %v", what, err)
		}
		must.OK(t, os.WriteFile(name, content, 0o600))
	}
}

func reduceTwice(t *testing.T, shards int, records shuffled, task func(int, [][]byte) error) {
	t.Helper()
	for range 2 {
		for shard := range shards {
			must.OK(t, task(shard, records[shard]))
		}
	}
	must.Say(t, task(0, records[0][1:]), "missing", "a record is missing")
	must.Say(t, task(0, append(slices.Clone(records[0]), records[0][0])), "twice", "a record comes twice")
}

// Lines that cannot be read are left out and named; too many of them fail the build. IDs of two splits
// are to differ.
func TestBadRecordsOfStages(t *testing.T) {
	lines := []any{`{"_id": "bad"`, `{"text": "no id"}`}
	for i := range 98 {
		lines = append(lines, map[string]any{"_id": fmt.Sprint("p", i), "text": "Some text about bridges."})
	}
	c := Config{JSONL: []string{writeLines(t, lines...)}, Language: "en"}
	rng := rand.New(rand.NewPCG(1, 1))
	got, s := inStages(t, c, StageOptions{SplitBytes: 1000, MaxBad: 0.02}, rng)
	same(t, "bad records", built(t, c), got)
	named, err := os.ReadFile(filepath.Join(s.folder.Dir, "bad-00000.jsonl"))
	if n := bytes.Count(named, []byte("\n")); err != nil || n != 2 || !bytes.Contains(named, []byte(`"line":2,"message":"has no \"_id\"","bad":true`)) {
		t.Errorf("%d bad records are named: %s, %v", n, named, err)
	}
	for share, wanted := range map[float64]string{0.019: "2 of 100 records cannot be read", -1: "at most 0 %"} {
		s := must.Get(PlanStages(c, t.TempDir(), StageOptions{SplitBytes: 1000, MaxBad: share}))(t)
		words := shuffled{}
		for split := range s.Splits() {
			must.OK(t, s.MapPages(context.Background(), split, words.emit))
		}
		must.Say(t, s.Number(context.Background()), wanted, "a greatest share of %g", share)
	}

	twice := writeLines(t, append(lines, map[string]any{"_id": "p3", "text": "Again."})...)
	s, err = PlanStages(Config{JSONL: []string{twice}, Language: "en"}, t.TempDir(), StageOptions{SplitBytes: 1000, MaxBad: 1})
	must.OK(t, err)
	words := shuffled{}
	for split := range s.Splits() {
		must.OK(t, s.MapPages(context.Background(), split, words.emit))
	}
	var failed error
	for shard := range s.plan.WordShards {
		failed = errors.Join(failed, s.ReduceWords(shard, words[shard]))
	}
	must.Say(t, failed, `document "p3"`, "an ID in two splits")
}

// A plan is of its files and of its folder.
func TestPlansOfStages(t *testing.T) {
	file := manyLines(t, 9, 30)
	c, dir := Config{JSONL: []string{file}, Language: "en"}, t.TempDir()
	s := must.Get(PlanStages(c, dir, StageOptions{SplitBytes: 3000}))(t)
	_, err := PlanStages(c, dir, StageOptions{SplitBytes: 3000})
	must.Be(t, err == nil, "the same plan again: %v", err)
	must.Say(t, must.Err(PlanStages(c, dir, StageOptions{SplitBytes: 1})), "another plan", "another plan in the folder")
	must.Say(t, s.MapPages(context.Background(), s.Splits(), shuffled{}.emit), "no split", "a split too many")
	for name, o := range map[string]StageOptions{"splits of -1": {SplitBytes: -1}, "bundles of -5": {BundleBytes: -5}} {
		must.Refuse(t, must.Err(PlanStages(c, t.TempDir(), o)), ErrConfig, name, "%s", name)
	}
	content := must.Get(os.ReadFile(file))(t)
	end := len(content) - 1
	for content[end] != '"' {
		end--
	}
	other := bytes.Clone(content)
	other[end-1] ^= 1 // the length stays
	for _, changed := range [][]byte{other, []byte(`{"_id": "a", "text": "Other."}`)} {
		must.OK(t, os.WriteFile(file, changed, 0o600))
		must.Say(t, s.MapPages(context.Background(), s.Splits()-1, shuffled{}.emit), file+" has changed", "a file that has changed")
	}
	plan := filepath.Join(dir, planName)
	for _, to := range []string{`"start": -1`, `"wordShards": 1000000000`, `"wordShards": 1, "bundles": [0, 1000]`, `"wordShards": 1, "bundles": [1]`} {
		good := must.Get(os.ReadFile(plan))(t)
		name, _, _ := strings.Cut(to, " ")
		must.OK(t, os.WriteFile(plan, regexp.MustCompile(name+` \d+`).ReplaceAll(good, []byte(to)), 0o600))
		must.Say(t, must.Err(OpenStages(dir)), "is damaged", "a plan with %s", to)
		must.OK(t, os.WriteFile(plan, good, 0o600))
	}
	must.OK(t, os.WriteFile(file, []byte("\xff\xfe{\x00"), 0o600))
	must.Is(t, must.Err(PlanStages(c, t.TempDir(), StageOptions{})), ErrConfig, "UTF-16")
}
