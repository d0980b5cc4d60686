package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mycel/builder/synth"
	"mycel/site"
)

// BenchmarkRebuild compares first builds with those after an edit of one page: whole
// processes, as on the command line, the first without a cache or an earlier bundle. It
// does so for a site of 5,000 Markdown pages, and for HotpotQA and the Rust book where
// they are there. An iteration is one first build and one build after each kind of edit,
// so that all see the same machine; what is reported are medians, and medians of the
// shares. -benchtime 9x steadies them.
//
// The edits are a word, a sentence, and a section or a document more, behind which all
// passages have other numbers.
func BenchmarkRebuild(b *testing.B) {
	if _, err := site.Runtime(); err != nil {
		b.Skip(err)
	}
	program := filepath.Join(b.TempDir(), "mycel") // a test binary has no build ID
	if message, err := exec.Command("go", "build", "-trimpath", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, message)
	}
	b.Run("site", func(b *testing.B) {
		dir := b.TempDir()
		writeSite(b, dir)
		rebuild(b, program, filepath.Join(dir, "part00/page00040.md"), "--docs", dir)
	})
	b.Run("hotpotqa", func(b *testing.B) {
		dir := copied(b, "../../../shared/data/hotpotqa")
		path := filepath.Join(dir, "corpus.jsonl")
		rebuild(b, program, path, "--jsonl", path)
	})
	b.Run("rust-book", func(b *testing.B) {
		dir := copied(b, "../../../shared/data/rust-book")
		rebuild(b, program, filepath.Join(dir, "ch04-01-what-is-ownership.md"), "--docs", dir)
	})
}

// writeSite writes pages of several sections.
func writeSite(b *testing.B, dir string) {
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
}

// copied copies a folder that need not be there, to be edited.
func copied(b *testing.B, from string) string {
	if _, err := os.Stat(from); err != nil {
		b.Skip(err)
	}
	dir := filepath.Join(b.TempDir(), "source")
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		b.Fatal(err)
	}
	return dir
}

// oldWords are words that English texts have.
var oldWords = strings.Fields("great small large old new early first good long high last")

// aSentence is one of plain words, its first one aside.
var aSentence = regexp.MustCompile(` [A-Z][a-z]+ [a-z,\s]{40,200}\.`)

// rebuild times a first build of sources, and builds after edits of a file of theirs.
func rebuild(b *testing.B, program, edited string, sources ...string) {
	temp := b.TempDir()
	out, cache := filepath.Join(temp, "out"), filepath.Join(temp, "cache")
	content, err := os.ReadFile(edited)
	if err != nil {
		b.Fatal(err)
	}
	const place = " is a "
	said := aSentence.FindAll(content[len(content)/2:], -1)
	if !bytes.Contains(content, []byte(place)) || len(said) == 0 {
		b.Fatalf("%s: no place to edit", edited)
	}
	build := func() took { return timed(b, program, append(sources, "--output-path", out, "--cache", cache)...) }
	write := func() took {
		if err := os.WriteFile(edited, content, 0o644); err != nil {
			b.Fatal(err)
		}
		return build()
	}
	edit := func(insert string) took {
		content = bytes.Replace(content, []byte(place), []byte(insert+place), 1)
		return write()
	}
	add := func(n int) took {
		if filepath.Ext(edited) == ".jsonl" {
			line := fmt.Sprintf(`{"id": "added-%d", "title": "What is new", "text": %q}`+"\n", n, said[n%len(said)])
			content = append([]byte(line), content...)
		} else {
			content = fmt.Appendf(content, "\n\n## What is new\n\n%s\n", said[n%len(said)])
		}
		return write()
	}
	var first, word, sentence, section []took
	for b.Loop() {
		for _, old := range []string{out, cache} {
			if err := os.RemoveAll(old); err != nil {
				b.Fatal(err)
			}
		}
		n := len(first)
		first = append(first, build())
		word = append(word, edit(" "+oldWords[n%len(oldWords)]))
		sentence = append(sentence, edit("."+string(said[n%len(said)])+" This"))
		section = append(section, add(n))
	}
	b.ReportMetric(0, "ns/op") // an iteration is several builds
	for name, of := range map[string]func(took) float64{"wall": took.wall, "cpu": took.cpu} {
		b.ReportMetric(median(first, of), "first-"+name+"-ms")
		for edit, all := range map[string][]took{"word": word, "sentence": sentence, "section": section} {
			shares := make([]took, len(all))
			for i := range all {
				shares[i] = took{100 * all[i][0] / first[i][0], 100 * all[i][1] / first[i][1]}
			}
			b.ReportMetric(median(all, of), edit+"-"+name+"-ms")
			b.ReportMetric(median(shares, of), edit+"-"+name+"-%")
		}
	}
}

// took is what a process takes: milliseconds from its beginning to its end, and of
// processors, for it and in the system for it.
type took [2]float64

func (t took) wall() float64 { return t[0] }
func (t took) cpu() float64  { return t[1] }

// timed runs a build.
func timed(b *testing.B, program string, args ...string) took {
	cmd := exec.Command(program, append([]string{"build", "--quiet"}, args...)...)
	start := time.Now()
	if message, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, message)
	}
	wall := time.Since(start)
	return took{1e3 * wall.Seconds(), 1e3 * (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
}

func median(all []took, of func(took) float64) float64 {
	values := make([]float64, len(all))
	for i := range all {
		values[i] = of(all[i])
	}
	slices.Sort(values)
	return values[len(values)/2]
}
