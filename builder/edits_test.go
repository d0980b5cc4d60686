package builder

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/synth"
	"mycel/internal/must"
	"mycel/manifest"
)

// edits are what happens to the page of a site: they change its paragraphs, from the one
// at place on. said are sentences of the page.
var edits = []struct {
	name   string
	change func(paragraphs []string, place int, said []string) []string
}{
	{"word", func(p []string, at int, _ []string) []string {
		p[at] = strings.Replace(p[at], " the ", " this ", 1)
		return p
	}},
	{"sentence", func(p []string, at int, said []string) []string {
		p[at] += " " + said[len(said)-1]
		return p
	}},
	{"paragraph", func(p []string, at int, said []string) []string {
		return slices.Insert(p, at+1, strings.Join(said[len(said)-min(3, len(said)):], " "))
	}},
	{"new word", func(p []string, at int, _ []string) []string {
		p[at] = strings.Replace(p[at], " the ", " the hithertounseen ", 1)
		return p
	}},
	{"new name", func(p []string, at int, _ []string) []string {
		p[at] = strings.Replace(p[at], " the ", " the Hithertounseen Widget ", 1)
		return p
	}},
	{"section", func(p []string, at int, said []string) []string {
		return slices.Insert(p, at+1, "## "+strings.Join(strings.Fields(said[0])[:3], " "), strings.Join(said[len(said)-min(3, len(said)):], " "))
	}},
	{"page less", func([]string, int, []string) []string { return nil }},
}

// sentencesOf returns the sentences of paragraphs of plain prose.
func sentencesOf(paragraphs []string) (said []string) {
	for _, p := range paragraphs {
		if strings.ContainsAny(p, "`[<#|*") {
			continue
		}
		for s := range strings.SplitSeq(strings.ReplaceAll(p, "\n", " "), ". ") {
			if len(s) > 40 {
				said = append(said, strings.TrimSuffix(strings.TrimSpace(s), ".")+".")
			}
		}
	}
	return said
}

// changed is what another bundle has that one has not: parts with another content, and files under other names.
type changed struct {
	parts, of, files int
	bytes            int64 // of the files
}

// between compares two bundles.
func between(t testing.TB, before, after string) (c changed) {
	t.Helper()
	have := map[string]bool{}
	old, err := manifest.Read(before)
	must.OK(t, err)
	content := func(dir string, m *manifest.Manifest, f manifest.File) string {
		b, err := m.ReadFile(dir, f)
		must.OK(t, err)
		return string(b)
	}
	for _, f := range old.All() {
		have[f.Path] = true
	}
	for _, f := range old.Parts() {
		have[content(before, old, f)] = true
	}
	m, err := manifest.Read(after)
	must.OK(t, err)
	for _, f := range m.Parts() {
		if !have[content(after, m, f)] {
			c.parts++
		}
	}
	for _, f := range m.All() {
		if !have[f.Path] {
			c.files++
			c.bytes += f.Bytes
		}
	}
	c.of = m.NumParts()
	return c
}

// editing builds a folder of Markdown, and again with every edit of a page of it.
func editing(t testing.TB, docs, page string, show func(edit string, c changed)) {
	t.Helper()
	dir := t.TempDir()
	build := func(name string) string {
		out := filepath.Join(dir, name)
		mustBuild(t, Config{Docs: []string{docs}, Output: out, Version: "test"})
		return out
	}
	path := filepath.Join(docs, page)
	original, err := os.ReadFile(path)
	must.OK(t, err)
	before := build("before")
	for i, edit := range edits {
		paragraphs := strings.Split(string(original), "\n\n")
		at := len(paragraphs) / 3
		for at < len(paragraphs)-1 && (strings.HasPrefix(paragraphs[at], "#") || !strings.Contains(paragraphs[at], " the ") || len(paragraphs[at]) < 100) {
			at++
		}
		if paragraphs = edit.change(paragraphs, at, sentencesOf(paragraphs)); paragraphs == nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, []byte(strings.Join(paragraphs, "\n\n")), 0o644)
		}
		must.OK(t, err)
		show(edit.name, between(t, before, build(fmt.Sprint("after", i))))
	}
	must.OK(t, os.WriteFile(path, original, 0o644))
}

// writeSite writes a site of Markdown pages of four sections each.
func writeSite(t testing.TB, pages int) (docs string) {
	t.Helper()
	docs = t.TempDir()
	var page strings.Builder
	n := 0
	for p := range synth.Zipf(1, 4*pages) {
		fmt.Fprintf(&page, "## %s\n\n%s\n\n", p.Title, p.Text)
		if n++; n%4 == 0 {
			must.OK(t, os.WriteFile(filepath.Join(docs, fmt.Sprintf("page%05d.md", n/4)), []byte(page.String()), 0o644))
			page.Reset()
		}
	}
	return docs
}

// An edit changes the parts of its words, of its page and those that are alone in their
// group, and no others: packs keep the others, where an index has several, and builds need not compress them again. A new name renumbers entities, which all
// parts of chunks name; a new section or page renumbers chunks, which nearly all parts do. A sentence
// more may change what all words of its chunk weigh, because their weights depend on its length.
func TestEditsChangeFewParts(t *testing.T) {
	most := map[string]int{"word": 8, "sentence": 66, "paragraph": 95, "new word": 10, "new name": 66, "section": 152, "page less": 182}
	editing(t, writeSite(t, 300), "page00100.md", func(edit string, c changed) {
		t.Logf("%s: %d of %d parts, %d files of %d bytes", edit, c.parts, c.of, c.files, c.bytes)
		must.Be(t, c.parts <= most[edit] && c.parts != 0, "%s: %d parts change, want 1 to %d", edit, c.parts, most[edit])
	})
}

// BenchmarkEdits says which files of a bundle an edit of one page changes, in the median of some pages: of a site of 1,000
// pages, and of the Rust book, where the data is there.
func BenchmarkEdits(b *testing.B) {
	measure := func(b *testing.B, docs string) {
		pages, err := filepath.Glob(filepath.Join(docs, "*.md"))
		must.OK(b, err)
		for b.Loop() {
			all := map[string][]changed{}
			for i := range 9 {
				page := filepath.Base(pages[(2*i+1)*len(pages)/18])
				editing(b, docs, page, func(edit string, c changed) { all[edit] = append(all[edit], c) })
			}
			for _, edit := range edits {
				list := all[edit.name]
				slices.SortFunc(list, func(a, b changed) int { return cmp.Compare(a.bytes, b.bytes) })
				c := list[len(list)/2]
				b.Logf("%-10s %3d of %d parts, %d files of %7d bytes (%d to %d)", edit.name, c.parts, c.of, c.files, c.bytes, list[0].bytes, list[len(list)-1].bytes)
			}
		}
	}
	b.Run("site", func(b *testing.B) { measure(b, writeSite(b, 1000)) })
	b.Run("rust-book", func(b *testing.B) {
		docs := filepath.Join(b.TempDir(), "docs")
		if err := os.CopyFS(docs, os.DirFS("../../shared/data/rust-book")); err != nil {
			b.Skip(err)
		}
		measure(b, docs)
	})
}
