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
