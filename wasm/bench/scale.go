package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"mycel"
	"mycel/builder/synth"
)

// scaleQueries is how many queries are timed at each size.
const scaleQueries = 200

// scalePoint has the costs for a corpus of one size.
type scalePoint struct {
	passages              int
	build, cpu            float64 // seconds: from beginning to end, and of all cores together
	memory, bundle, index float64 // MB: memory is the peak of the building process, index as it is loaded
	files, part           float64 // number of files, and MB of the largest part as it is loaded
	first, later          float64 // kB of index and texts that a browser fetches, medians: as first query, and after those before
	native, node          float64 // milliseconds a query, median
	nodeCPU               float64 // the same of all cores, mean
}

// runScale builds corpora of several sizes with the command itself, in a process of
// its own whose peak of memory the system tells, and asks them. It prints a table, with
// the exponents by which each column grows.
func runScale(wasm, command string, sizes []int, memory string, engines []string) error {
	dir, err := os.MkdirTemp("", "mycel-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var points []scalePoint
	for _, n := range sizes {
		p, err := scaleOne(wasm, command, dir, n, memory, engines)
		if err != nil {
			return fmt.Errorf("%d passages: %w", n, err)
		}
		points = append(points, p)
		fmt.Fprintf(os.Stderr, "%+v\n", p)
	}
	scaleTable(points)
	return nil
}

func scaleOne(wasm, command, dir string, n int, memory string, engines []string) (scalePoint, error) {
	p := scalePoint{passages: n}
	corpus, bundle := filepath.Join(dir, "corpus.jsonl"), filepath.Join(dir, "bundle")
	if err := writeZipf(corpus, n); err != nil {
		return p, err
	}
	args := []string{"build", "--quiet", "--no-runtime", "--no-cache", "--jsonl", corpus, "--output-path", bundle}
	if memory != "" {
		args = append(args, "--set", "memory="+memory)
	}
	cmd := exec.Command(command, args...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return p, err
	}
	p.build = time.Since(start).Seconds()
	p.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	p.memory = peakMemory(cmd.ProcessState)
	m, err := mycel.ReadManifest(bundle)
	if err != nil {
		return p, err
	}
	for _, f := range m.All() {
		p.bundle += float64(f.Bytes) / 1e6
	}
	p.files = float64(len(m.All()))
	for _, f := range m.Parts {
		p.part = max(p.part, float64(f.Bytes)/1e6)
	}
	p.index = float64(m.Index.Bytes) / 1e6
	if err := os.Remove(corpus); err != nil {
		return p, err
	}
	_, questions := synth.Corpus(1, min(n, 10_000), scaleQueries)
	queries := make([]string, len(questions))
	for i, q := range questions {
		queries[i] = q.Text
	}
	if p.first, p.later, err = fetched(command, bundle, filepath.Join(dir, "queries.txt"), queries); err != nil {
		return p, err
	}
	const mode = "auto"
	for _, engine := range engines {
		switch engine {
		case "native":
			t, err := native(bundle, queries, []string{mode})
			if err != nil {
				return p, err
			}
			p.native = percentile(t.Search[mode], 50)
		case "Node":
			t, err := node(wasm, bundle, dir, queries, []string{mode})
			if err != nil {
				return p, err
			}
			p.node, p.nodeCPU = percentile(t.Search[mode], 50), t.CPU[mode]
		}
	}
	return p, nil
}

// fetched returns the kB of index and texts that queries fetch, in the median: each as the first query
// with an empty cache, and each after those before it.
func fetched(command, bundle, file string, queries []string) (first, later float64, err error) {
	if err := os.WriteFile(file, []byte(strings.Join(queries, "\n")), 0o644); err != nil {
		return 0, 0, err
	}
	cmd := exec.Command(command, "inspect", bundle, "--json", "--first-query", file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, err
	}
	type bytes struct{ Index, Text struct{ P50 float64 } }
	var all struct{ Queries struct{ First, Later bytes } }
	err = json.Unmarshal(out, &all)
	kB := func(b bytes) float64 { return (b.Index.P50 + b.Text.P50) / 1e3 }
	return kB(all.Queries.First), kB(all.Queries.Later), err
}

func writeZipf(path string, n int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if err := encodeZipf(w, n); err != nil {
		return err
	}
	return w.Flush()
}

func encodeZipf(w io.Writer, n int) error {
	enc := json.NewEncoder(w)
	for p := range synth.Zipf(1, n) {
		if err := enc.Encode(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}); err != nil {
			return err
		}
	}
	return nil
}

// scaleTable prints the points and, between each two, the exponent e of growth: the
// column grows as the e-th power of the number of passages. 1 is linear.
func scaleTable(points []scalePoint) {
	columns := []struct {
		name string
		of   func(scalePoint) float64
	}{
		{"build, s", func(p scalePoint) float64 { return p.build }},
		{"of all cores, s", func(p scalePoint) float64 { return p.cpu }},
		{"peak memory, MB", func(p scalePoint) float64 { return p.memory }},
		{"bundle, MB", func(p scalePoint) float64 { return p.bundle }},
		{"index, MB", func(p scalePoint) float64 { return p.index }},
		{"files", func(p scalePoint) float64 { return p.files }},
		{"largest part, MB", func(p scalePoint) float64 { return p.part }},
		{"first query, kB", func(p scalePoint) float64 { return p.first }},
		{"later query, kB", func(p scalePoint) float64 { return p.later }},
		{"query natively, ms", func(p scalePoint) float64 { return p.native }},
		{"in Node, ms", func(p scalePoint) float64 { return p.node }},
		{"of all cores, ms", func(p scalePoint) float64 { return p.nodeCPU }},
	}
	fmt.Print("| passages |")
	for _, c := range columns {
		fmt.Printf(" %s |", c.name)
	}
	fmt.Printf("\n|--:|%s\n", strings.Repeat("--:|", len(columns)))
	for i, p := range points {
		fmt.Printf("| %d |", p.passages)
		for _, c := range columns {
			cell := "–"
			if x := c.of(p); x > 0 {
				cell = fmt.Sprintf("%.2f", x)
				if i > 0 {
					e := math.Log(x/c.of(points[i-1])) / math.Log(float64(p.passages)/float64(points[i-1].passages))
					cell += fmt.Sprintf(" (%.2f)", e)
				}
			}
			fmt.Printf(" %s |", cell)
		}
		fmt.Println()
	}
}

// parseSizes reads numbers with commas between them.
func parseSizes(list string) (sizes []int, err error) {
	for field := range strings.SplitSeq(list, ",") {
		var n int
		if _, err := fmt.Sscanf(field, "%d", &n); err != nil || n < 1 {
			return nil, fmt.Errorf("-scale: got %q, want numbers of passages with commas between them", list)
		}
		sizes = append(sizes, n)
	}
	return sizes, nil
}
