package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/lab/internal/evaluation"
	"mycel/site"
)

// gardenSet is a labelled data set: the second passage of a question is reached
// over the gardener that the first one names.
var gardenSet = map[string]string{
	"corpus.jsonl": `{"_id": "p1", "title": "Alder Court", "text": "Alder Court is a walled garden laid out by Ida Brandt in 1893."}
{"_id": "p2", "title": "Ida Brandt", "text": "Ida Brandt was a gardener born in Tromsø. She wrote three books on ferns."}
{"_id": "p3", "title": "Birch Terrace", "text": "Birch Terrace is a rose garden laid out by Otto Falk."}
{"_id": "p4", "title": "Otto Falk", "text": "Otto Falk trained as a glazier in Lübeck before he turned to roses."}
{"_id": "p5", "title": "Composting", "text": "Kitchen scraps turn into compost within a year if the heap is turned."}
{"_id": "p6", "title": "Espalier", "text": "An espalier is a fruit tree grown flat against a wall."}
`,
	"queries.jsonl": `{"_id": "q1", "text": "Where was the gardener who laid out Alder Court born?", "metadata": {"type": "bridge"}}
{"_id": "q2", "text": "compost from kitchen scraps", "metadata": {"type": "single"}}
{"_id": "q3", "text": "What was the trade of the man who laid out Birch Terrace?", "metadata": {"type": "bridge"}}
{"_id": "q4", "text": "fruit tree against a wall", "metadata": {"type": "single"}}
{"_id": "q5", "text": "zymurgy", "metadata": {"type": "single"}}
`,
	"qrels.tsv": "query-id\tcorpus-id\tscore\nq1\tp1\t1\nq1\tp2\t1\nq2\tp5\t1\nq3\tp3\t1\nq3\tp4\t1\nq4\tp6\t1\nq5\tp6\t1\n",
}

// lab runs a command and returns what it prints. A text that is wanted in the error says that
// it has to fail.
func lab(t *testing.T, wanted string, args ...string) (out, progress string) {
	t.Helper()
	var o, p strings.Builder
	err := run(t.Context(), &o, &p, args)
	if wanted == "" && err != nil || wanted != "" && (err == nil || !strings.Contains(err.Error(), wanted)) {
		t.Fatalf("%v: got error %v, want %q", args, err, wanted)
	}
	return o.String(), p.String()
}

// evalJSON runs mycel-lab eval and reads its report.
func evalJSON(t *testing.T, args ...string) *evaluation.Report {
	t.Helper()
	out, _ := lab(t, "", append([]string{"eval", "--json"}, args...)...)
	report := &evaluation.Report{}
	if err := json.Unmarshal([]byte(out), report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return report
}

// writeFiles makes a folder of files.
func writeFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// indexed builds a bundle of JSON Lines.
func indexed(t *testing.T, file string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	if _, err := builder.Build(t.Context(), builder.Config{JSONL: []string{file}, Output: out, Version: "0"}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEvalJSON(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	r := evalJSON(t, "--dataset", dir)
	if r.Dataset != filepath.Base(dir) || r.Split != "all" || r.Queries != 5 || r.Passages != 6 || r.Engine != "native" ||
		r.BuildSeconds <= 0 || r.PeakMemory <= 0 || r.Version == "" || r.Date == "" || r.Machine == "" {
		t.Errorf("got %+v", r)
	}
	var modes []string
	for _, result := range r.Results {
		modes = append(modes, result.Mode)
		// q5 finds nothing and counts.
		single := result.Types["single"]
		if r := single.Recall[2]; single.Queries != 3 || r > 0.67 || result.Mode == bm25.Mode && r < 0.66 {
			t.Errorf("mode %s: got %+v of single passages, want two of three found", result.Mode, single)
		}
		if (result.Difference == nil) != (result.Mode == "bm25") {
			t.Errorf("mode %s: got difference %v", result.Mode, result.Difference)
		}
		if got := slices.Sorted(maps.Keys(result.Recall)); !slices.Equal(got, []int{2, 5, 10}) {
			t.Errorf("mode %s: got cutoffs %v", result.Mode, got)
		}
	}
	if !slices.Equal(modes, method.Modes()) {
		t.Errorf("got modes %v, want %v", modes, method.Modes())
	}
}

func TestEvalSplits(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	odd := evalJSON(t, "--dataset", dir, "--split", "odd", "--modes", "bridge")
	even := evalJSON(t, "--dataset", dir, "--split", "even", "--modes", "bridge")
	if odd.Queries != 3 || even.Queries != 2 || len(odd.Results[0].Recall) != 3 || odd.Results[0].Difference != nil {
		t.Errorf("got %+v and %+v", odd, even)
	}
	if got := even.Results[0].Recall[2]; got != 1 {
		t.Errorf("even: got recall %v, want both look-ups found", got)
	}
}

// What is built can be kept for the next measurement, which may be of a few queries.
func TestEvalKeep(t *testing.T) {
	dir, bundle := writeFiles(t, gardenSet), filepath.Join(t.TempDir(), "kept")
	built := evalJSON(t, "--dataset", dir, "--keep", bundle, "--modes", "bm25,ket")
	again := evalJSON(t, "--dataset", dir, "--bundle", bundle, "--modes", "bm25,ket", "--first", "1", "--split", "odd")
	if built.BuildSeconds == 0 || again.BuildSeconds != 0 || again.Queries != 1 || again.First != 1 || again.Results[0].Types["bridge"].Queries != 1 {
		t.Errorf("got %+v, then %+v", built, again)
	}
	if len(again.Bundle) == 0 || !slices.ContainsFunc(again.Bundle, func(s evaluation.Stored) bool { return s.Name == "ket" && s.Bytes > 0 }) {
		t.Errorf("got %v", again.Bundle)
	}
}

func TestEvalText(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	out, progress := lab(t, "", "eval", "--dataset", dir, "--modes", "bm25,auto")
	for _, want := range []string{"split all: 5 queries, 6 passages, built in ", "Engine native, peak memory "} {
		if !strings.Contains(progress, want) {
			t.Errorf("got %q, want it to contain %q", progress, want)
		}
	}
	for _, want := range []string{"| mode | Recall@5 all |", "\n| bm25 | ", "| Recall@5 − bm25, all |", "**Types of query**", "native p50"} {
		if !strings.Contains(out, want) {
			t.Errorf("got %q, want it to contain %q", out, want)
		}
	}
}

// A bundle that is there is measured, and must be of the data set's documents.
func TestEvalBundle(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	bundle := indexed(t, filepath.Join(dir, "corpus.jsonl"))
	with := evalJSON(t, "--dataset", dir, "--bundle", bundle)
	without := evalJSON(t, "--dataset", dir)
	if with.BuildSeconds != 0 || with.Results[0].MRR != without.Results[0].MRR {
		t.Errorf("got %+v, and %+v with a bundle built for the occasion", with, without)
	}
	other := writeFiles(t, map[string]string{"corpus.jsonl": `{"_id": "x", "title": "X", "text": "Another text."}`})
	lab(t, `qrels.tsv: document "p1" is not in the corpus`, "eval", "--dataset", dir, "--bundle", indexed(t, filepath.Join(other, "corpus.jsonl")))
	lab(t, "is not a bundle", "eval", "--dataset", dir, "--bundle", t.TempDir())
}

// The engine that ships gives the figures of this one.
func TestEvalWazero(t *testing.T) {
	if _, err := site.Runtime(); err != nil {
		t.Skip(err) // package evaluation compares the engines in any case
	}
	dir := writeFiles(t, gardenSet)
	native, wazero := evalJSON(t, "--dataset", dir), evalJSON(t, "--dataset", dir, "--engine", "wazero", "--wasm", "../build/mycel.wasm")
	for i := range native.Results {
		if a, b := native.Results[i], wazero.Results[i]; a.Recall[2] != b.Recall[2] || a.NDCG[10] != b.NDCG[10] || a.MRR != b.MRR {
			t.Errorf("got %+v natively and %+v in wazero", a, b)
		}
	}
}

func TestEvalUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"eval", "no --dataset"},
		{"eval --dataset x --modes magic", "want different ones of auto, bm25"},
		{"eval --dataset x --modes bm25,bm25", "want different ones of"},
		{"eval --dataset x --bundle y --keep z", "--keep is for a bundle that is built"},
		{"eval --dataset x --first -1", "want a whole number of queries"},
		{"eval --dataset x --split half", "want one of all, odd, even"},
		{"eval --dataset x --engine quantum", "want one of native, node, wazero"},
		{"eval --dataset x --param magic=1", "no such parameter"},
		{"eval --dataset x --param k=none", "--param k=none: want"},
		{"magic", "unknown command"},
		{"words en=x", "NUMBER=SOURCES"},
		{"words en:3=nowhere", "no file"},
	} {
		lab(t, test.want, strings.Fields(test.args)...)
	}
}

func TestEvalFailures(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	lab(t, "queries.jsonl", "eval", "--dataset", filepath.Join(dir, "nowhere"))

	broken := maps.Clone(gardenSet)
	broken["corpus.jsonl"] += "{\n"
	lab(t, "corpus.jsonl:7: ", "eval", "--dataset", writeFiles(t, broken))

	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(canceled, io.Discard, io.Discard, []string{"eval", "--dataset", dir}); err == nil {
		t.Error("interrupted: no error")
	}
}

// What is built for the occasion is removed, however it ends.
func TestEvalLeavesNothing(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	dir := writeFiles(t, gardenSet)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []context.Context{t.Context(), ctx} {
		_ = run(c, io.Discard, io.Discard, []string{"eval", "--dataset", dir, "--modes", "bm25"})
		left, err := filepath.Glob(filepath.Join(temp, "mycel-eval-*"))
		if err != nil || len(left) > 0 {
			t.Errorf("got %v left behind (%v)", left, err)
		}
	}
}
