package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"mycel/builder/synth"
	"mycel/engine/method/auto"
	"mycel/lab/internal/evaluation"
	"mycel/manifest"
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

// Scale times synthetic corpora of several sizes.
type Scale struct {
	WASM, Mycel string // files of the engine, and of the command that builds
	Memory      string // the builds' cap of memory, "" for none
	Sizes       []int  // in passages
	Engines     []string
}

// Write builds each corpus in a process of its own, whose peak of memory the system tells, and asks it.
// It prints a table, with the exponents by which each column grows.
func (s *Scale) Write(ctx context.Context, w, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "mycel-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var points []scalePoint
	for _, n := range s.Sizes {
		p, err := s.measure(ctx, progress, dir, n)
		if err != nil {
			return fmt.Errorf("%d passages: %w", n, err)
		}
		points = append(points, p)
		fmt.Fprintf(progress, "%+v\n", p)
	}
	scaleTable(w, points)
	return nil
}

func (s *Scale) measure(ctx context.Context, progress io.Writer, dir string, n int) (scalePoint, error) {
	p := scalePoint{passages: n}
	corpus, bundle := filepath.Join(dir, "corpus.jsonl"), filepath.Join(dir, "bundle")
	if err := writePassages(corpus, synth.Zipf(1, n)); err != nil {
		return p, err
	}
	args := []string{"build", "--quiet", "--no-runtime", "--jsonl", corpus, "--output-path", bundle}
	if s.Memory != "" {
		args = append(args, "--set", "memory="+s.Memory)
	}
	cmd := exec.CommandContext(ctx, s.Mycel, args...)
	cmd.Stderr = progress
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return p, err
	}
	p.build = time.Since(start).Seconds()
	p.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	p.memory = float64(evaluation.PeakMemoryOf(cmd.ProcessState)) / 1e6
	m, err := manifest.Read(bundle)
	if err != nil {
		return p, err
	}
	for _, f := range m.All() {
		p.bundle += float64(f.Bytes) / 1e6
	}
	p.files = float64(len(m.All()))
	for _, f := range m.Parts() {
		p.part = max(p.part, float64(f.Bytes)/1e6)
	}
	p.index = float64(m.Index.Bytes) / 1e6
	if err := os.Remove(corpus); err != nil {
		return p, err
	}
	_, questions := synth.Corpus(1, min(n, 10_000), scaleQueries)
	queries := texts(questions)
	if p.first, p.later, err = s.fetched(ctx, progress, bundle, filepath.Join(dir, "queries.txt"), queries); err != nil {
		return p, err
	}
	for _, name := range s.Engines {
		t, err := timeIn(name, s.WASM, bundle, dir, queries, []string{auto.Mode})
		if err != nil {
			return p, fmt.Errorf("%s: %w", name, err)
		}
		switch name {
		case "native":
			p.native = percentile(t.Search[auto.Mode], 50)
		case "Node":
			p.node, p.nodeCPU = percentile(t.Search[auto.Mode], 50), t.CPU[auto.Mode]
		}
	}
	return p, nil
}

// fetched returns the kB of index and texts that queries fetch, in the median: each as the first query
// with an empty cache, and each after those before it.
func (s *Scale) fetched(ctx context.Context, progress io.Writer, bundle, file string, queries []string) (first, later float64, err error) {
	if err := os.WriteFile(file, []byte(strings.Join(queries, "\n")), 0o644); err != nil {
		return 0, 0, err
	}
	cmd := exec.CommandContext(ctx, s.Mycel, "inspect", bundle, "--json", "--first-query", file)
	cmd.Stderr = progress
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

// scaleTable prints the points and, between each two, the exponent e of growth: the
// column grows as the e-th power of the number of passages. 1 is linear.
func scaleTable(w io.Writer, points []scalePoint) {
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
	fmt.Fprint(w, "| passages |")
	for _, c := range columns {
		fmt.Fprintf(w, " %s |", c.name)
	}
	fmt.Fprintf(w, "\n|--:|%s\n", strings.Repeat("--:|", len(columns)))
	for i, p := range points {
		fmt.Fprintf(w, "| %d |", p.passages)
		for _, c := range columns {
			cell := "–"
			if x := c.of(p); x > 0 {
				cell = fmt.Sprintf("%.2f", x)
				if i > 0 {
					e := math.Log(x/c.of(points[i-1])) / math.Log(float64(p.passages)/float64(points[i-1].passages))
					cell += fmt.Sprintf(" (%.2f)", e)
				}
			}
			fmt.Fprintf(w, " %s |", cell)
		}
		fmt.Fprintln(w)
	}
}
