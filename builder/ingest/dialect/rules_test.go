package dialect_test

import (
	"strings"
	"testing"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
	"mycel/builder/ingest/markdown"
)

// files are those that examples include.
var files = map[string]string{
	"parts/tips.md":               "---\ntitle: x\n---\nTips are good.\n",
	"parts/lines.md":              "one\ntwo\nthree\n<!-- #region last -->\nfour\n<!-- #endregion last -->\n",
	"parts/loop.md":               "Round\n\n{{#include loop.md}}\n",
	"src/run.js":                  "const gnat = 1;\n",
	"src/app.py":                  "first = 1\n# region part\npart = 2\n# endregion part\n",
	".gitbook/includes/note.md":   "Noted.\n",
	"_includes/of/jekyll/note.md": "Of Jekyll.\n",
}

// read returns a page as a reader finds it: headings with their anchors in brackets, and text.
func read(t *testing.T, name, src string, tool dialect.Tool) string {
	t.Helper()
	p := dialect.Page{
		Path: name, IsMDX: strings.HasSuffix(name, ".mdx"), Tool: tool, Slugs: document.SlugRuleOf(string(tool), ""), Folder: "docs",
		Files: func(name string) ([]byte, bool) { text, ok := files[name]; return []byte(text), ok },
		Link: func(name string) string {
			if _, ok := files[name+".md"]; ok {
				return name + ".md"
			}
			return ""
		},
	}
	d, err := markdown.ParsePage(p, dialect.Expand(src, p), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, s := range d.Sections {
		if s.Level > 0 {
			parts = append(parts, "["+s.Anchor+"] "+s.Heading)
		}
		if text := strings.TrimSpace(d.Text[s.Start:s.End]); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

func TestRules(t *testing.T) {
	for _, r := range dialect.Rules {
		name := r.File
		if name == "" {
			name = "page.md"
		}
		t.Run(r.Tools+"/"+r.Name, func(t *testing.T) {
			if got := read(t, name, r.Example, r.Tool); got != r.Text {
				t.Errorf("%s\n got %q\nwant %q", r.Example, got, r.Text)
			}
		})
	}
}
