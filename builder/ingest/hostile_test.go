package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/markdown"
	"mycel/internal/must"
)

// rising repeats a unit in runs of 1, 2, … n with words between them.
func rising(unit string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("a" + strings.Repeat(unit, i+1))
	}
	return b.String()
}

// stairs indents each line more than the one before.
func stairs(mark string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + mark + "a\n")
	}
	return b.String()
}

// counted repeats a format of a number.
func counted(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// manyTags lists tags that come in no order.
func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "- t%d\n", uint32(i)*2654435761)
	}
	return b.String()
}

// Pages that are made to take minutes or gigabytes are read in time and memory that
// grow with their length, or left out, and a warning names them. A case that fails
// does not end.
func TestHostilePages(t *testing.T) {
	const n = 100_000
	r := strings.Repeat
	for _, test := range []struct{ name, text, warning string }{
		{"links.md", r("[a](", n), "brackets that are not closed"},
		{"images.md", "# Title\n\n" + r("![a](b", n), "brackets that are not closed"},
		{"brackets.md", r("[", n), "brackets that are not closed"},
		{"backticks.md", rising("`", 1500), "backticks"},
		{"quotes.md", r("> ", n) + "a", "quotes, lists or notes"},
		{"tight.md", r(">", n) + "a", "quotes, lists or notes"},
		{"list.md", r("- ", n) + "a", "quotes, lists or notes"},
		{"numbers.md", r("1. ", n) + "a", "quotes, lists or notes"},
		{"mixed.md", r("> - ", n) + "a", "quotes, lists or notes"},
		{"notes.md", r("[^a]: ", n) + "a", "quotes, lists or notes"},
		{"labels.md", r("[^"+r("a", 990)+"]: ", n/900) + "a", "quotes, lists or notes"},
		{"escapes.md", r(`[^a\]b]: `, n/10) + "a", "quotes, lists or notes"},
		{"stairs.md", stairs("- ", 3000), "indented by more than"},
		{"references.md", counted("[r%d]: /u\n", n), "definitions of links"},
		{"folded.md", counted("[r\n%d]: /u\n", n), "definitions of links"},
		{"footnotes.md", "a[^1]\n\n" + counted("[^%d]: b\n\n", n), "footnotes"},
		{"quoted.md", counted("[^%d] ", n) + "\n\n" + counted("> [^%d]: b\n\n", n), "footnotes"},
		{"listed.md", counted("[^%d] ", n) + "\n\n" + counted("- 1. [^%d]: b\n", n), "footnotes"},
		{"table.md", "|" + r("a|", n) + "\n|" + r("-|", n) + "\n" + r("|b|\n", n/20), "cells"},
		{"headings.md", r("# a\n", n/10), ""},
		{"emphasis.md", r("*a **b ", n/25), ""},
		{"stars.md", r("**a_ *b__ ", n), "emphasis are compared"},
		{"lines.md", r("__a* _b** ", n), "emphasis are compared"},
		{"emphases.md", r("*a* __b__ ", n/10), ""},
		{"templates.md", r("{{ a ", n), ""},
		{"far.md", r("{{ a ", n) + "\n\n}}", ""},
		{"outputs.md", r("a {{ b }} [c](", 900) + r("{{ 'd' }}", n), ""},
		{"empty.md", "b" + r(" **{{ a }}**", n/4), ""},
		{"liquid.md", r("{% raw %}{% highlight a %}{% if ", n/4), ""},
		{"shortcodes.md", r("{{< a {{% b ", n), ""},
		{"attributes.md", r("a{: b ", n), ""},
		{"critic.md", r("{++", n/4), ""},
		{"words.md", r("{.a b=", n), ""},
		{"directives.md", r("````{note}\n```{toctree}\n:a: b\n", n/10), ""},
		{"colons.md", "a\n\n" + r(":::{code}\n::::{toctree}\n", n/10), ""},
		{"hidden.md", r("%%\na\n", n/10), ""},
		{"comments.md", r("%%a %b ", n), ""},
		{"marks.md", r("==a ^^b ++c ^d ", n/2), ""},
		{"wiki.md", r("[[a|b]] ", n/4), ""},
		{"icons.md", r(":a:b[c ", n/500), ""},
		{"blocks.md", r("!!! a\n", n) + r(" ", 100) + "b", ""},
		{"ticks.md", "{% highlight %}" + rising("`", 300) + "{% endhighlight %}", "backticks"},
		{"tags.md", "---\ntags:\n" + manyTags(2*n) + "---\ntext", ""},
		{"filters.md", "---\nmycel:\n  filters:\n    tags:\n" + strings.ReplaceAll(manyTags(2*n), "- ", "    - ") + "---\ntext", ""},
		{"nested.md", "<div>\n" + r("<b><div>", n/10) + "x", "is read as plain text: the HTML parser refuses it"},
		{"div.html", r("<div>", n) + "a", "512"},
		{"quote.html", r("<blockquote>", n) + "a", "512"},
		{"list.html", r("<ul><li>", n) + "a", "512"},
		{"tables.html", r("<table><td>", n) + "a", "512"},
		{"attributes.html", "<p " + r("a=b ", n) + ">a", ""},
		{"items.html", "<ul>" + r("<li>a", n), ""},
		{"word.txt", r("a", n), ""},
		{"marks.txt", "a" + r("\u0301", n), ""},
		{"blank.txt", "a" + r("\n", n) + "b", ""},
		{"bom.txt", "\uFEFFa" + r("\uFEFF", n), ""},
	} {
		dir := t.TempDir()
		read := Docs
		if strings.HasSuffix(test.name, ".html") {
			read = Site
		}
		must.OK(t, os.WriteFile(filepath.Join(dir, test.name), []byte(test.text), 0o644))
		c, err := read(context.Background(), dir, document.Options{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		checkCorpus(t, c)
		warned := slices.ContainsFunc(c.Warnings, func(w document.Warning) bool {
			return w.Path == test.name && strings.Contains(w.Message, test.warning)
		})
		if warned != (test.warning != "") || test.warning != "512" && len(c.Documents) != 1 {
			t.Errorf("%s: %d documents, warnings %v, want %q", test.name, len(c.Documents), c.Warnings, test.warning)
		}
	}
}

// What people write is below the limits.
func TestIntricateEnough(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("- [a](b) `c` ``d``\n", 5000), strings.Repeat("> ", 50) + "a", strings.Repeat("[a]: /b\n", 5000),
		"```\n" + strings.Repeat("x[y](", 900) + "\n```\n", stairs("- ", 100), strings.Repeat("* * *\n\n", 100), "1986. A year",
		"| a | b |\n|---|:-:|\n" + strings.Repeat("| c | d |\n", 50_000), strings.Repeat("[^a]: b\n\n", 5000),
	} {
		must.Equal(t, markdown.TooIntricate(src), "", "%.40q", src)
	}
}

// A line of JSON of any length is read once, and brackets in it as deep as it is long.
func TestLongLines(t *testing.T) {
	c, err := readLines(`{"_id":"a","text":"`+strings.Repeat("word ", 1<<20)+"\"}\n"+
		strings.Repeat("[", 1<<20)+"\n"+`{"_id":"b","metadata":`+strings.Repeat(`{"a":`, 1<<17)+"\n"+`{"_id":"c","text":"d"}`, document.Options{})
	if err != nil || len(c.Documents) != 2 || len(c.Warnings) != 2 || c.Warnings[0].Line != 2 || c.Warnings[1].Line != 3 {
		t.Errorf("got %d documents, %v, want two and warnings about the lines between", len(c.Documents), err)
	}
}

func FuzzText(f *testing.F) {
	addFiles(f, "testdata/docs/*/*.txt")
	for _, s := range []string{"", "\uFEFF", "a\x00", "\xff", "a\r\rb", "\u202ea\u0301\n\n\n b", "\n\n#", strings.Repeat("a ", 200)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		src, err := document.DecodeText(raw)
		if err != nil {
			return
		}
		d, err := parseText("dir/page.txt", src, document.Options{})
		checkOutcome(t, d, err)
	})
}

// A footnote is seen wherever the parser sees one.
func TestFootnoteMarks(t *testing.T) {
	blocks := parser.NewParser(parser.WithBlockParsers(
		util.Prioritized(extension.NewFootnoteBlockParser(), 1), util.Prioritized(parser.NewParagraphParser(), 2)))
	for _, test := range []struct {
		line string
		want int
	}{
		{"[^a]: b", 5}, {"[^a]:", 5}, {`[^a\]]: b`, 7}, {"[^a b]:c", 7},
		{"[^a] : b", 0}, {"[^a](b) [c]: d", 0}, {"[^a[b]]: c", 0}, {"[a]: b", 0}, {"[^a", 0}, {`[^a\]: b`, 0}, {"[^", 0}, {"", 0},
		{"[^" + strings.Repeat("a", markdown.MaxNoteLabel-1) + "]: b", markdown.MaxNoteLabel + 3}, {"[^" + strings.Repeat("a", markdown.MaxNoteLabel) + "]: b", 0},
	} {
		must.Equal(t, markdown.Footnote(test.line), test.want, "%.20q", test.line)
		doc := blocks.Parse(text.NewReader([]byte(test.line)))
		_, seen := doc.FirstChild().(*ast.FootnoteList)
		must.Be(t, seen == (test.want > 0), "%.20q: the parser sees a footnote: %v", test.line, seen)
	}
}

// Keys and brackets of TOML without end are refused or read, in memory that grows with
// their length alone.
func TestTOMLLimits(t *testing.T) {
	r := strings.Repeat
	for name, head := range map[string]func(n int) string{
		"names":    func(n int) string { return r("a.", n) + "a = 1\n" },
		"table":    func(n int) string { return "[" + r("a.", n) + "a]\n" },
		"tables":   func(n int) string { return "a = " + r("{a = ", n) },
		"lists":    func(n int) string { return "a = " + r("[", n) + r("]", n) },
		"both":     func(n int) string { return "a = " + r("[{b.b.b = ", n) + "1" + r("}]", n) },
		"in order": func(n int) string { return r("[[a.b.c]]\nd.e.f = [{g = 1.5}, {g = 2.5}]\n", n/10) },
	} {
		allocated := func(n int) (least uint64) {
			for range 5 { // other goroutines of the process allocate, too
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, _ = markdown.ParseTOML(head(n)) // with or without an error
				runtime.ReadMemStats(&after)
				if got := after.TotalAlloc - before.TotalAlloc; least == 0 || got < least {
					least = got
				}
			}
			return least
		}
		// A byte for each pair of units would be 400 MB.
		if got := allocated(20_000); got > 40<<20 {
			t.Errorf("%s: %d bytes for 20,000 units", name, got)
		}
	}
	var at document.LineError
	_, err := markdown.ParseTOML("b = 1\na = " + r("[", 100_000))
	must.Be(t, errors.As(err, &at) && at.Line == 3, "got %v, want an error in line 3", err)
}
