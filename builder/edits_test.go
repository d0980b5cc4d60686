package builder

import (
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

// contents returns the contents of the parts of a bundle.
func contents(t *testing.T, dir string) (all []string) {
	t.Helper()
	m := must.Get(manifest.Read(dir))(t)
	for _, f := range m.Parts() {
		all = append(all, string(must.Get(m.ReadFile(dir, f))(t)))
	}
	return all
}

// writeSite writes a site of Markdown pages of four sections each.
func writeSite(t *testing.T, pages int) (docs string) {
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
	docs := writeSite(t, 300)
	build := func(name string) []string {
		out := filepath.Join(t.TempDir(), name)
		mustBuild(t, Config{Docs: []string{docs}, Output: out, Version: "test"})
		return contents(t, out)
	}
	path := filepath.Join(docs, "page00100.md")
	original, before := must.Get(os.ReadFile(path))(t), map[string]bool{}
	for _, part := range build("before") {
		before[part] = true
	}
	for _, edit := range edits {
		paragraphs := strings.Split(string(original), "\n\n")
		at := len(paragraphs) / 3
		for at < len(paragraphs)-1 && (strings.HasPrefix(paragraphs[at], "#") || !strings.Contains(paragraphs[at], " the ") || len(paragraphs[at]) < 100) {
			at++
		}
		if paragraphs = edit.change(paragraphs, at, sentencesOf(paragraphs)); paragraphs == nil {
			must.OK(t, os.Remove(path))
		} else {
			must.Write(t, path, strings.Join(paragraphs, "\n\n"))
		}
		after := build("after")
		changed := len(slices.DeleteFunc(slices.Clone(after), func(part string) bool { return before[part] }))
		t.Logf("%s: %d of %d parts", edit.name, changed, len(after))
		must.Be(t, changed > 0 && changed <= most[edit.name], "%s: %d parts change, want 1 to %d", edit.name, changed, most[edit.name])
	}
}
