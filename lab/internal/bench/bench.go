// Package bench times a bundle in three engines side by side: natively, in Node, and in wazero,
// the latter two with the very wasm file that ships. All texts are loaded, so a search includes its
// excerpts and its JSON. Times are noisy on shared machines: compare the columns of one run.
package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"mycel"
	"mycel/builder"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/parts"
	"mycel/lab/internal/jsonlines"
	"mycel/manifest"
	"mycel/site"
	"mycel/wasm/wazerohost"
)

// Engines are those that can be timed.
var Engines = []string{"native", "Node", "wazero"}

// Speed times opening a bundle, and searches in each mode.
type Speed struct {
	WASM           string // file of the engine
	JSONL, Queries string // corpus and queries in JSON Lines; "" for synthetic ones
	Passages       int    // of the synthetic corpus
	Modes          []string
	Engines        []string
}

// timing is what one engine took, in milliseconds.
type timing struct {
	Open   []float64            `json:"open"`
	Search map[string][]float64 `json:"search"`
	CPU    map[string]float64   `json:"cpu"` // of a query on average; in Node only
}

// Write builds the bundle, which has vectors, and prints a table.
func (s *Speed) Write(ctx context.Context, w io.Writer) error {
	for _, mode := range s.Modes {
		if !slices.Contains(Rows(), mode) {
			return fmt.Errorf("--modes: got %q, want some of %s", mode, strings.Join(Rows(), ","))
		}
	}
	dir, err := os.MkdirTemp("", "mycel-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var queries []string
	jsonl := s.JSONL
	if jsonl == "" {
		jsonl = filepath.Join(dir, "synthetic.jsonl")
		queries, err = synthesize(jsonl, s.Passages)
	} else {
		queries, err = readQueries(s.Queries)
	}
	if err != nil {
		return err
	}
	bundle := filepath.Join(dir, "bundle")
	start := time.Now()
	files, err := site.Runtime() // the client opens no bundle without them
	if err != nil {
		return err
	}
	config := builder.Config{JSONL: []string{jsonl}, Output: bundle, Version: mycel.Version, Runtime: files, Vectors: true, With: all.Named(s.Modes...)}
	report, err := builder.Build(ctx, config)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d documents built in %.2f s, %d queries, bundle of %.2f MB\n\n", filepath.Base(filepath.Dir(jsonl)),
		report.Counts["documents"], time.Since(start).Seconds(), len(queries), float64(report.Bytes)/1e6)
	var timings []*timing
	for _, name := range s.Engines {
		t, err := timeIn(name, s.WASM, bundle, dir, queries, s.Modes)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		timings = append(timings, t)
	}
	table(w, s.Engines, timings, s.Modes)
	return nil
}

// timeIn times an engine. dir is a folder for its files.
func timeIn(engine, wasm, bundle, dir string, queries, modes []string) (*timing, error) {
	switch engine {
	case "native":
		return native(bundle, queries, modes)
	case "Node":
		return node(wasm, bundle, dir, queries, modes)
	case "wazero":
		return wazero(wasm, bundle, queries, modes)
	}
	return nil, fmt.Errorf("want some of %s", strings.Join(Engines, ","))
}

// evidenceRow stands among the modes for contexts of the default size.
const evidenceRow = "evidence"

// Rows lists the rows of a table: searches in each mode, and evidence.
func Rows() []string { return append(method.Modes(), evidenceRow) }

// table prints medians and 95th percentiles.
func table(w io.Writer, columns []string, timings []*timing, modes []string) {
	fmt.Fprintf(w, "| milliseconds, p50 / p95 | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	row := func(name string, of func(*timing) []float64) {
		fmt.Fprintf(w, "| %s |", name)
		for _, t := range timings {
			fmt.Fprintf(w, " %.2f / %.2f |", percentile(of(t), 50), percentile(of(t), 95))
		}
		fmt.Fprintln(w)
	}
	row("open", func(t *timing) []float64 { return t.Open })
	for _, mode := range modes {
		row(mode, func(t *timing) []float64 { return t.Search[mode] })
	}
}

func percentile(a []float64, p int) float64 {
	a = slices.Sorted(slices.Values(a))
	return a[min(len(a)-1, len(a)*p/100)]
}

func synthesize(path string, n int) ([]string, error) {
	passages, questions := synth.Corpus(1, n, 500)
	return texts(questions), writePassages(path, slices.Values(passages))
}

// writePassages writes a corpus in JSON Lines.
func writePassages(path string, passages iter.Seq[synth.Passage]) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	lines := json.NewEncoder(out)
	for p := range passages {
		if err := lines.Encode(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}); err != nil {
			return err
		}
	}
	return out.Flush()
}

func texts(questions []synth.Question) (queries []string) {
	for _, q := range questions {
		queries = append(queries, q.Text)
	}
	return queries
}

func readQueries(path string) (queries []string, err error) {
	lines, err := jsonlines.Read[struct{ Text string }](path)
	for _, q := range lines {
		queries = append(queries, q.Text)
	}
	return queries, err
}

// warmUp is the number of queries whose times do not count.
const warmUp = 50

// measure times open five times and every query in every mode.
func measure(queries, modes []string, open func() error, search func(query, mode string) error) (*timing, error) {
	t := &timing{Search: map[string][]float64{}}
	timed := func(f func() error) (float64, error) {
		start := time.Now()
		err := f()
		return float64(time.Since(start).Nanoseconds()) / 1e6, err
	}
	for range 5 {
		ms, err := timed(open)
		if err != nil {
			return nil, err
		}
		t.Open = append(t.Open, ms)
	}
	first := queries[:min(warmUp, len(queries))]
	for _, mode := range modes {
		for i, q := range slices.Concat(first, queries) {
			ms, err := timed(func() error { return search(q, mode) })
			if err != nil {
				return nil, err
			}
			if i >= len(first) {
				t.Search[mode] = append(t.Search[mode], ms)
			}
		}
	}
	return t, nil
}

// unpacked reads the index and the texts of a bundle.
func unpacked(dir string) (index []byte, texts [][]byte, err error) {
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range append([]manifest.File{m.Index}, m.Parts()...) {
		b, err := m.ReadFile(dir, f)
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, b)
	}
	return texts[0], texts[1:], nil
}

func native(bundle string, queries, modes []string) (*timing, error) {
	index, texts, err := unpacked(bundle)
	if err != nil {
		return nil, err
	}
	var e *engine.Engine
	open := func() (err error) {
		e, err = engine.Open(index)
		return err
	}
	if err := open(); err != nil {
		return nil, err
	}
	var answer []byte
	loaded := false
	return measure(queries, modes, open, func(query, mode string) error {
		if !loaded {
			loaded = true
			for i, text := range texts {
				if err := e.AddPart(parts.ID(i), text); err != nil {
					return err
				}
			}
		}
		if mode == evidenceRow {
			found, err := e.Retrieve(query, engine.EvidenceOptions{})
			if err == nil {
				answer = found.AppendJSON(answer[:0])
			}
			return err
		}
		r, err := e.Search(query, engine.Options{Mode: mode})
		if err == nil {
			answer = r.AppendJSON(answer[:0])
		}
		return err
	})
}

func wazero(wasm, bundle string, queries, modes []string) (*timing, error) {
	index, texts, err := unpacked(bundle)
	if err != nil {
		return nil, err
	}
	code, err := os.ReadFile(wasm)
	if err != nil {
		return nil, err
	}
	program, err := wazerohost.Compile(context.Background(), code)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	in, err := program.NewInstance()
	if err != nil {
		return nil, err
	}
	open := func() error {
		_, err := in.Open(index)
		return err
	}
	loaded := false
	return measure(queries, modes, open, func(query, mode string) error {
		if !loaded {
			loaded = true
			for i, text := range texts {
				if _, err := in.AddPart(uint32(i), text); err != nil {
					return err
				}
			}
		}
		if mode == evidenceRow {
			request, err := msgpack.Marshal(map[string]string{"query": query})
			if err == nil {
				_, err = in.Ask("retrieve", request)
			}
			return err
		}
		request, err := msgpack.Marshal(map[string]string{"query": query, "mode": mode})
		if err != nil {
			return err
		}
		_, err = in.Search(request)
		return err
	})
}

func node(wasm, bundle, dir string, queries, modes []string) (*timing, error) {
	file := filepath.Join(dir, "queries.txt")
	if err := os.WriteFile(file, []byte(strings.Join(queries, "\n")), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.Command("node", append([]string{"js/scripts/bench.js", wasm, bundle, file}, modes...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	t := &timing{}
	return t, json.Unmarshal(out, t)
}
