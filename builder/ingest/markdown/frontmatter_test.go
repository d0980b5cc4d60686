package markdown

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

func TestFrontMatter(t *testing.T) {
	for _, test := range []struct {
		name, src string
		fields    map[string]string
		body      string
	}{
		{"none", "# A\n", nil, "# A\n"},
		{"yaml", "--- \na: 'x  y'\nb: 1.50\nc: yes\nd: 2024-01-02\ne: [1]\nf: {g: 1}\nh: ~\ni: |\n  two\n  lines\n---\nbody",
			map[string]string{"a": "x y", "b": "1.50", "c": "yes", "d": "2024-01-02", "i": "two lines"}, "body"},
		{"yaml alias", "---\na: &x v\nb: *x\n---\n", map[string]string{"a": "v", "b": "v"}, ""},
		{"yaml dots", "---\na: 1\n...\nbody", map[string]string{"a": "1"}, "body"},
		{"yaml comments only", "---\n# a\n---\nbody", nil, "body"},
		{"thematic break", "---\n\ntext\n\n---\nmore", nil, "---\n\ntext\n\n---\nmore"},
		{"not closed", "---\na: 1\n", nil, "---\na: 1\n"},
		{"toml", "+++\na = \"x\"\nb = 1_0\nc = 2.5\nd = true\ne = 2024-01-02\nf = 07:08:09\ng = 2024-01-02T03:04:05\nh = 2024-01-02T03:04:05.5+02:00\ni = [1]\nj = nan\n[k]\nl = 1\n+++\nbody",
			map[string]string{"a": "x", "b": "10", "c": "2.5", "d": "true", "e": "2024-01-02", "f": "07:08:09",
				"g": "2024-01-02T03:04:05", "h": "2024-01-02T03:04:05.5+02:00"}, "body"},
		{"json", "{ \"a\": \"x\", \"b\": 1.0, \"c\": false, \"d\": null, \"e\": [] }\nbody",
			map[string]string{"a": "x", "b": "1.0", "c": "false"}, "\nbody"},
		{"shortcode", "{{< a >}}", nil, "{{< a >}}"},
		{"names that meet", "{\"a\": \"1\", \" a\": \"2\"}", map[string]string{"a": "1"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			fields, body := must.Get2(SplitFrontMatter(test.src))(t)
			if !maps.Equal(fields.Scalars, test.fields) || body != test.body {
				t.Errorf("got %+v, %q\nwant %q, %q", fields, body, test.fields, test.body)
			}
		})
	}
}

func TestFrontMatterErrors(t *testing.T) {
	for _, test := range []struct {
		name, src string
		line      int
	}{
		{"yaml", "---\na: 1\nb: c: d\n---\n", 3},
		{"toml", "+++\na = 1\nb =\n+++\n", 3},
		{"json", "{\n\"a\": 1,\n\"b\" 2\n}", 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := SplitFrontMatter(test.src)
			var at document.LineError
			if !errors.As(err, &at) || at.Line != test.line || !strings.Contains(err.Error(), "front matter") {
				t.Errorf("got %v, want an error on line %d", err, test.line)
			}
		})
	}
}

func TestFrontMatterURL(t *testing.T) {
	for _, test := range []struct{ head, base, want string }{
		{"url: /a/b/", "", "a/b/"},
		{"permalink: a.html", "https://e.org/x", "https://e.org/x/a.html"},
		{"url: /", "", "./"},
		{"url: https://e.org/y", "/x", "https://e.org/y"},
		{"permalink: /:year/:title", "", "page.html"},
	} {
		d, err := Parse("page.md", "---\n"+test.head+"\n---\nx", document.Options{BaseURL: test.base})
		must.Be(t, err == nil && d.URL == test.want, "%s: got %q, %v, want %q", test.head, d.URL, err, test.want)
	}
}

// A page at a limit is read, and one beyond it is named; a blank line ends what a paragraph counts.
func TestLimits(t *testing.T) {
	times := func(s string, n int) string { return strings.Repeat(s, n) }
	fences := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(times("`", i+1) + " ")
		}
		return b.String()
	}
	for name, of := range map[string]struct {
		page func(n int) string
		most int
	}{
		"quotes":          {func(n int) string { return times(">", n) + " a" }, 100},
		"lists":           {func(n int) string { return times("- ", n) + "a" }, 100},
		"numbers":         {func(n int) string { return times("1. ", n) + "a" }, 100},
		"indentation":     {func(n int) string { return times(" ", n) + "a" }, 400},
		"tabs":            {func(n int) string { return times("\t", n) + "a" }, 100},
		"brackets":        {func(n int) string { return times("[", n) }, 1000},
		"brackets closed": {func(n int) string { return times("[", n/2) + times("]", n/2) + times("[", n) }, 1000},
		"targets":         {func(n int) string { return times("](", n) }, 1000},
		"backticks":       {fences, 100},
		"definitions":     {func(n int) string { return times("[a]: b\n", n) }, 20_000},
		"notes":           {func(n int) string { return times("[^a]: b\n\n", n) }, 10_000},
		"cells":           {func(n int) string { return "a|b|c\n-|-|-\n" + times("a\n", n/3) }, 1 << 19},
	} {
		must.Equal(t, TooIntricate(of.page(of.most)), "", "%s: %d are refused", name, of.most)
		must.Be(t, TooIntricate(of.page(of.most+3)) != "", "%s: %d are read", name, of.most+3)
		must.Equal(t, TooIntricate(times(of.page(of.most/2)+"\n\n", 2)), "", "%s: twice %d are refused", name, of.most/2)
	}
	for line, want := range map[string]int{
		"[^a]: b": 5, "[^a] b": 0, "[^a]:": 5, "[a]: b": 0, `[^a\]b]: c`: 8, "[^a[b]: c": 0, "[^" + times("a", MaxNoteLabel-1) + "]:": MaxNoteLabel + 3, "[^" + times("a", MaxNoteLabel+9) + "]:": 0, "": 0,
	} {
		must.Equal(t, Footnote(line), want, "%.20q: a mark of", line)
	}
}
