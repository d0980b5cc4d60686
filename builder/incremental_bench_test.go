package builder

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mycel/builder/synth"
)

// BenchmarkRebuild compares a first build, without a cache or an earlier bundle, with one
// after an edit of one page, for a site of 5,000 Markdown pages of several sections, and
// for HotpotQA where the data is there. An iteration is one of each, so that both see the
// same machine; what is reported are medians, of the shares too. -benchtime 9x steadies them.
func BenchmarkRebuild(b *testing.B) {
	b.Run("site", func(b *testing.B) {
		dir := b.TempDir()
		var page strings.Builder
		n := 0
		for p := range synth.Zipf(1, 20_000) {
			fmt.Fprintf(&page, "## %s\n\n%s\n\n", p.Title, p.Text)
			if n++; n%4 != 0 {
				continue
			}
			path := filepath.Join(dir, fmt.Sprintf("part%02d/page%05d.md", n/4%40, n/4))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(page.String()), 0o644); err != nil {
				b.Fatal(err)
			}
			page.Reset()
		}
		rebuild(b, Config{Docs: []string{dir}}, filepath.Join(dir, "part00/page00040.md"))
	})
	b.Run("hotpotqa", func(b *testing.B) {
		corpus, err := os.ReadFile("../../shared/data/hotpotqa/corpus.jsonl")
		if err != nil {
			b.Skip(err)
		}
		path := filepath.Join(b.TempDir(), "corpus.jsonl")
		if err := os.WriteFile(path, corpus, 0o644); err != nil {
			b.Fatal(err)
		}
		rebuild(b, Config{JSONL: []string{path}}, path)
	})
}

// rebuild times pairs of a build without a cache and one with it after an edit of a file.
func rebuild(b *testing.B, c Config, edited string) {
	c.Output, c.Version = filepath.Join(b.TempDir(), "out"), "bench"
	clean := c
	clean.Output = filepath.Join(b.TempDir(), "clean")
	c.Cache = filepath.Join(b.TempDir(), "cache")
	original, err := os.ReadFile(edited)
	if err != nil {
		b.Fatal(err)
	}
	timed(b, c)
	var firsts, edits []cost
	for b.Loop() {
		if err := os.RemoveAll(clean.Output); err != nil {
			b.Fatal(err)
		}
		firsts = append(firsts, timed(b, clean))
		text := bytes.Replace(original, []byte(" is a "), fmt.Appendf(nil, " is the wellknown%d ", len(edits)), 1)
		if err := os.WriteFile(edited, text, 0o644); err != nil {
			b.Fatal(err)
		}
		edits = append(edits, timed(b, c))
	}
	report := func(name string, of func(cost) float64) {
		shares := make([]float64, len(edits))
		for i := range edits {
			shares[i] = 100 * of(edits[i]) / of(firsts[i])
		}
		b.ReportMetric(median(firsts, of), "clean-"+name+"-ms")
		b.ReportMetric(median(edits, of), "edit-"+name+"-ms")
		slices.Sort(shares)
		b.ReportMetric(shares[len(shares)/2], name+"-%")
	}
	b.ReportMetric(0, "ns/op") // an iteration is both
	report("wall", func(c cost) float64 { return c.wall })
	report("cpu", func(c cost) float64 { return c.cpu })
}

// cost is what a build takes, in milliseconds.
type cost struct{ wall, cpu float64 }

func timed(b *testing.B, c Config) cost {
	runtime.GC() // what the build before has left is not this one's
	start, cpu := time.Now(), cpuSeconds()
	if _, err := Build(context.Background(), c); err != nil {
		b.Fatal(err)
	}
	return cost{1e3 * time.Since(start).Seconds(), 1e3 * (cpuSeconds() - cpu)}
}

func median(all []cost, of func(cost) float64) float64 {
	values := make([]float64, len(all))
	for i := range all {
		values[i] = of(all[i])
	}
	slices.Sort(values)
	return values[len(values)/2]
}
