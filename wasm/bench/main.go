// Command bench times one bundle in three engines side by side: natively, in
// Node, and in wazero, the latter two with the very wasm file that ships. All
// texts are loaded, so a search includes its excerpts and its JSON.
//
//	go run ./wasm/bench -wasm build/mycel.wasm [-jsonl corpus.jsonl -queries queries.jsonl]
//	go run ./wasm/bench -wasm build/mycel.wasm -passages 70000 -modes auto,graph_rrf -engines native,Node
//	go run ./wasm/bench -wasm build/mycel.wasm -long folder
//	go run ./wasm/bench -wasm build/mycel.wasm -scale 10000,100000,1000000 -memory 4GiB
//	go run ./wasm/bench -wasm build/mycel.wasm -keys [-docs folder | -jsonl … -queries …]
//
// Without a corpus it makes one of synthetic passages. With -long it builds one
// document of a book's length and asks it in mode e2graph. Bundles of passages have
// vectors. Times are noisy on
// shared machines: compare the columns of one run.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
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
	"mycel/wasm/wazerohost"
)

func main() {
	wasm := flag.String("wasm", "build/mycel.wasm", "the engine")
	jsonl := flag.String("jsonl", "", "corpus: a JSON document a line")
	queries := flag.String("queries", "", "queries: a JSON object with text a line")
	passages := flag.Int("passages", 10_000, "size of the synthetic corpus")
	modes := flag.String("modes", strings.Join(rows(), ","), "modes to time, and evidence, with commas between them")
	engines := flag.String("engines", "native,Node,wazero", "engines to time, with commas between them")
	long := flag.String("long", "", "folder of Markdown to make one long document of, instead of a corpus")
	keys := flag.Bool("keys", false, "time search as you type instead, at every key")
	docs := flag.String("docs", "", "with -keys: folder of Markdown, instead of JSON lines")
	scale := flag.String("scale", "", "sizes of synthetic corpora to build and ask with -mycel, with commas between them")
	command := flag.String("mycel", "bin/mycel", "with -scale: the command that builds")
	memory := flag.String("memory", "", "with -scale: its cap of memory")
	flag.Parse()
	if *scale != "" {
		sizes, err := parseSizes(*scale)
		if err == nil {
			err = runScale(*wasm, *command, sizes, *memory, strings.Split(*engines, ","))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *keys {
		if err := runKeys(*wasm, *docs, *jsonl, *queries); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *long != "" {
		if err := runLong(*wasm, *long); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*wasm, *jsonl, *queries, *passages, strings.Split(*modes, ","), strings.Split(*engines, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// timing is what one engine took, in milliseconds.
type timing struct {
	Open   []float64            `json:"open"`
	Search map[string][]float64 `json:"search"`
	CPU    map[string]float64   `json:"cpu"` // of a query on average; in Node only
}

func run(wasm, jsonl, queryFile string, passages int, modes, engines []string) error {
	for _, mode := range modes {
		if !slices.Contains(rows(), mode) {
			return fmt.Errorf("-modes: got %q, want some of %s", mode, strings.Join(rows(), ","))
		}
	}
	dir, err := os.MkdirTemp("", "mycel-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var queries []string
	if jsonl == "" {
		jsonl = filepath.Join(dir, "synthetic.jsonl")
		if queries, err = synthesize(jsonl, passages); err != nil {
			return err
		}
	} else if queries, err = readQueries(queryFile); err != nil {
		return err
	}
	bundle := filepath.Join(dir, "bundle")
	start := time.Now()
	config := builder.Config{JSONL: []string{jsonl}, Output: bundle, Version: "bench", Vectors: true, With: all.Named(modes...)}
	report, err := builder.Build(context.Background(), config)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d documents built in %.2f s, %d queries, bundle of %.2f MB\n\n", filepath.Base(filepath.Dir(jsonl)),
		report.Counts["documents"], time.Since(start).Seconds(), len(queries), float64(report.Bytes)/1e6)

	var columns []string
	var timings []*timing
	known := map[string]func() (*timing, error){
		"native": func() (*timing, error) { return native(bundle, queries, modes) },
		"Node":   func() (*timing, error) { return node(wasm, bundle, dir, queries, modes) },
		"wazero": func() (*timing, error) { return wazero(wasm, bundle, queries, modes) },
	}
	for _, name := range engines {
		if known[name] == nil {
			return fmt.Errorf("-engines: got %q, want some of native,Node,wazero", name)
		}
		t, err := known[name]()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		columns = append(columns, name)
		timings = append(timings, t)
	}
	table(columns, timings, modes)
	return nil
}

// evidenceRow stands among the modes for contexts of the default size.
const evidenceRow = "evidence"

// rows lists what can be timed: searches in each mode, and evidence.
func rows() []string { return append(method.Modes(), evidenceRow) }

// table prints medians and 95th percentiles.
func table(columns []string, timings []*timing, modes []string) {
	fmt.Printf("| milliseconds, p50 / p95 | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
	row := func(name string, of func(*timing) []float64) {
		fmt.Printf("| %s |", name)
		for _, t := range timings {
			fmt.Printf(" %.2f / %.2f |", percentile(of(t), 50), percentile(of(t), 95))
		}
		fmt.Println()
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
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, p := range passages {
		if err := enc.Encode(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}); err != nil {
			return nil, err
		}
	}
	queries := make([]string, len(questions))
	for i, q := range questions {
		queries[i] = q.Text
	}
	return queries, os.WriteFile(path, b.Bytes(), 0o644)
}

func readQueries(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var queries []string
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var q struct{ Text string }
		if err := d.Decode(&q); errors.Is(err, io.EOF) {
			return queries, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		queries = append(queries, q.Text)
	}
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
	for _, mode := range modes {
		for i, q := range append(slices.Clone(queries[:min(warmUp, len(queries))]), queries...) {
			ms, err := timed(func() error { return search(q, mode) })
			if err != nil {
				return nil, err
			}
			if i >= warmUp {
				t.Search[mode] = append(t.Search[mode], ms)
			}
		}
	}
	return t, nil
}

// unpacked reads the index and the texts of a bundle.
func unpacked(dir string) (index []byte, texts [][]byte, err error) {
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range append([]mycel.File{m.Index}, m.Parts...) {
		b, err := mycel.ReadFile(dir, f)
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
	program, err := wazerohost.Compile(context.Background(), code, wazerohost.Options{MemoryPages: 65536})
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
