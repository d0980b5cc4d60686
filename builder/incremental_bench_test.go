package builder

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/builder/synth"
)

// BenchmarkRebuild compares a first build, without a cache or an earlier bundle, with one
// after an edit of one page,
// for a site of 5,000 Markdown pages of several sections, and for HotpotQA where the
// data is there.
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

// rebuild times builds without a cache, then with one after edits of a file.
func rebuild(b *testing.B, c Config, edited string) {
	c.Output, c.Version = filepath.Join(b.TempDir(), "out"), "bench"
	original, err := os.ReadFile(edited)
	if err != nil {
		b.Fatal(err)
	}
	edits := 0
	edit := func(b *testing.B) {
		edits++
		text := bytes.Replace(original, []byte(" is a "), fmt.Appendf(nil, " is the wellknown%d ", edits), 1)
		if err := os.WriteFile(edited, text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	cpu := 0.0
	build := func(b *testing.B) {
		start := cpuSeconds()
		if _, err := Build(context.Background(), c); err != nil {
			b.Fatal(err)
		}
		cpu += cpuSeconds() - start
	}
	b.Run("clean", func(b *testing.B) {
		cpu = 0
		for b.Loop() {
			b.StopTimer()
			if err := os.RemoveAll(c.Output); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			build(b)
		}
		b.ReportMetric(1e3*cpu/float64(b.N), "cpu-ms/op")
	})
	c.Cache = filepath.Join(b.TempDir(), "cache")
	build(b)
	b.Run("edit", func(b *testing.B) {
		cpu = 0
		for b.Loop() {
			edit(b)
			build(b)
		}
		b.ReportMetric(1e3*cpu/float64(b.N), "cpu-ms/op")
	})
}
