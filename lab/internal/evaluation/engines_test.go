package evaluation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/lab/internal/measures"
	"mycel/site"
)

// shipped returns a job with the engine and the client that ship; a tree in which they have
// not been built yet gets an engine compiled for the test and the client's sources.
func shipped(t testing.TB, job *Job) *Job {
	t.Helper()
	var err error
	if job.Runtime, err = site.Runtime(); err == nil {
		if job.Engine, err = os.ReadFile("../../../build/mycel.wasm"); err == nil {
			return job
		}
	}
	if !errors.Is(err, site.ErrNotBuilt) && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	wasm := filepath.Join(t.TempDir(), "mycel.wasm")
	cmd := exec.Command("go", "build", "-tags", "systems", "-trimpath", "-ldflags=-s -w", "-o", wasm, "mycel/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if job.Engine, err = os.ReadFile(wasm); err != nil {
		t.Fatal(err)
	}
	out := fstest.MapFS{}
	sources := filepath.Join("..", "..", "..", "..", "js", "src")
	modules, err := filepath.Glob(filepath.Join(sources, "*.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules {
		content, err := os.ReadFile(m)
		if err != nil {
			t.Fatal(err)
		}
		out["client/"+filepath.Base(m)] = &fstest.MapFile{Data: content}
	}
	job.Runtime = out
	return job
}

// synthetic builds a bundle of made-up passages and returns it with the questions.
func synthetic(t testing.TB, passages, questions int) (*Bundle, []synth.Question) {
	t.Helper()
	docs, asked := synth.Corpus(3, passages, questions)
	file := filepath.Join(t.TempDir(), corpusFile)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, d := range docs {
		if err := enc.Encode(map[string]string{"_id": d.ID, "title": d.Title, "text": d.Text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return built(t, builder.Config{JSONL: []string{file}, Vectors: true, With: methods.Methods()}), asked
}

func built(t testing.TB, c builder.Config) *Bundle {
	t.Helper()
	c.Output = filepath.Join(t.TempDir(), "bundle")
	if _, err := builder.Build(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	bundle, err := OpenBundle(c.Output)
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

// rankings returns what was found, without times.
func rankings(o *Outcome) [][][]Scored {
	var all [][][]Scored
	for _, mode := range o.Answers {
		var found [][]Scored
		for _, a := range mode {
			found = append(found, a.Documents)
		}
		all = append(all, found)
	}
	return all
}

// All engines give the same rankings and scores, and find what there is.
func TestEnginesAgree(t *testing.T) { testEnginesAgree(t, 120, 5) }

func TestSoakEnginesAgree(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	testEnginesAgree(t, 600, 80)
}

func testEnginesAgree(t *testing.T, passages, asked int) {
	bundle, questions := synthetic(t, passages, asked)
	job := shipped(t, &Job{Bundle: bundle, Modes: method.Modes(), Depth: 10})
	for name, text := range map[string]string{"hubCap": "1000", "maxDfRatio": "0.5", "similarity": "words", "noTypos": "true"} { // a parameter of each kind
		job.Options.Set(method.FindParameter(name).Parse(text))
	}
	m := &Measured{Modes: job.Modes}
	for _, q := range questions {
		job.Queries = append(job.Queries, q.Text)
		m.Queries = append(m.Queries, Query{ID: q.Text, Text: q.Text})
		m.Judgements = append(m.Judgements, measures.Judgements{q.Gold[0]: 1, q.Gold[1]: 1})
	}
	job.Queries = append(job.Queries, "", "é \x00 <b>", strings.Repeat("word ", 500)) // nothing to be found
	native, err := job.Run(t.Context(), "native")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Engines()[1:] {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath("node"); name == "node" && err != nil {
				t.Skip(err)
			}
			other, err := job.Run(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			got, want := rankings(other), rankings(native)
			for i, mode := range job.Modes {
				for q, query := range job.Queries {
					if !reflect.DeepEqual(got[i][q], want[i][q]) {
						t.Errorf("mode %s, %.80q: got %v, native %v", mode, query, got[i][q], want[i][q])
					}
				}
			}
			checkCosts(t, other)
		})
	}
	checkCosts(t, native)
	// Sameness would mean little if nothing were found.
	m.Answers = native.Answers
	for _, r := range m.Results() {
		if r.Mode == bm25.Mode && r.Recall[10] < 0.5 || r.Recall[10] == 0 {
			t.Errorf("mode %s: got recall %v", r.Mode, r.Recall[10])
		}
	}
}

// checkCosts looks for times and memory that cannot be.
func checkCosts(t *testing.T, o *Outcome) {
	t.Helper()
	for _, mode := range o.Answers {
		for _, a := range mode {
			if a.Milliseconds <= 0 || a.Milliseconds > 60_000 {
				t.Errorf("got %v ms for a query", a.Milliseconds)
			}
		}
	}
	if o.PeakMemory < 1<<20 || o.PeakMemory > 1<<36 {
		t.Errorf("got a peak memory of %d bytes", o.PeakMemory)
	}
}

// Parameters mean the same to all engines, and are refused alike.
func TestEngineParameters(t *testing.T) {
	bundle, questions := synthetic(t, 100, 12)
	job := shipped(t, &Job{Bundle: bundle, Modes: []string{"graph_rrf", "graph"}, Depth: 10})
	for _, q := range questions {
		job.Queries = append(job.Queries, q.Text)
	}
	plain, err := job.Run(t.Context(), "native")
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]float64{"minDF": 2, "seedPassages": 7, "restart": 0.3} {
		job.Options.Set(method.FindParameter(name).To(value))
	}
	native, err := job.Run(t.Context(), "native")
	if err != nil {
		t.Fatal(err)
	}
	for i, mode := range job.Modes {
		if reflect.DeepEqual(rankings(native)[i], rankings(plain)[i]) {
			t.Errorf("mode %s: the parameters change nothing", mode)
		}
	}
	for _, name := range Engines()[1:] {
		if _, err := exec.LookPath("node"); name == "node" && err != nil {
			continue
		}
		if other, err := job.Run(t.Context(), name); err != nil || !reflect.DeepEqual(rankings(other), rankings(native)) {
			t.Errorf("engine %s: other rankings than natively (%v)", name, err)
		}
	}
}

// A document has the place of its best section, and is listed once.
func TestDocuments(t *testing.T) {
	docs := t.TempDir()
	page := "# Herons\n\nHerons wade.\n\n## Fishing herons\n\nHerons fish.\n\n## Nesting herons\n\nHerons nest.\n"
	for name, text := range map[string]string{"herons.md": page, "egrets.md": "# Egrets\n\nEgrets are white herons.\n"} {
		if err := os.WriteFile(filepath.Join(docs, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	bundle := built(t, builder.Config{Docs: []string{docs}})
	if !bundle.Has("herons.md") || bundle.Has("storks.md") || bundle.NumDocuments() != 2 {
		t.Errorf("got %d documents: %v", bundle.NumDocuments(), bundle.ids)
	}
	// Three of the four hits are sections of one page; two documents are wanted.
	job := &Job{Bundle: bundle, Queries: []string{"herons fishing"}, Modes: []string{"bm25"}, Depth: 2}
	out, err := job.Run(t.Context(), "native")
	if err != nil {
		t.Fatal(err)
	}
	found := out.Answers[0][0].Documents
	if len(found) != 2 || found[0].Document != "herons.md" || found[1].Document != "egrets.md" || found[0].Score < found[1].Score {
		t.Errorf("got %v, want herons.md, then egrets.md", found)
	}
}

func TestRunErrors(t *testing.T) {
	bundle, _ := synthetic(t, 20, 1)
	job := &Job{Bundle: bundle, Runtime: fstest.MapFS{}, Queries: []string{"x"}, Modes: []string{"bm25"}, Depth: 10}
	if _, err := job.Run(t.Context(), "quantum"); err == nil || !strings.Contains(err.Error(), "quantum") {
		t.Errorf("unknown engine: got error %v", err)
	}
	if _, err := job.Run(t.Context(), "wazero"); err == nil {
		t.Error("no engine: got no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := job.Run(ctx, "native"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got error %v", err)
	}
	job.Modes = []string{"magic"}
	if _, err := job.Run(t.Context(), "native"); err == nil || !strings.Contains(err.Error(), "magic") {
		t.Errorf("unknown mode: got error %v", err)
	}
	if _, err := OpenBundle(t.TempDir()); err == nil {
		t.Error("a folder without a bundle: got no error")
	}
}

func TestNodeErrors(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	bundle, _ := synthetic(t, 20, 1)
	job := &Job{Bundle: bundle, Runtime: fstest.MapFS{}, Queries: []string{"x"}, Modes: []string{"bm25"}, Depth: 10}
	if _, err := job.Run(t.Context(), "node"); err == nil || !strings.Contains(err.Error(), "engine.js") {
		t.Errorf("no client: got error %v, want what Node says", err)
	}
	for _, output := range []string{"", "[]", "[[]]", `[[{"hits": 5}]]`} {
		if _, err := job.decodeNode([]byte(output)); err == nil {
			t.Errorf("output %q: got no error", output)
		}
	}
}
