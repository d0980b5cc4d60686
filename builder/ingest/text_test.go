package ingest

import (
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

func TestParseText(t *testing.T) {
	long := "This first line is a sentence of its own that goes on for more than eighty characters."
	for _, test := range []struct{ name, src, title, text string }{
		{"title line", "Title\n\ntext", "Title", "Title\n\ntext"},
		{"underlined", "\n\n  Title\n=====\ntext", "Title", "  Title\n=====\ntext"},
		{"only line", "Title", "Title", "Title"},
		{"paragraph", "a\nb\n\nc", "File", "a\nb\n\nc"},
		{"long line", long + "\n\ntext", "File", long + "\n\ntext"},
		{"white space", "a \t\n\n \n\nb\u00a0c\x0c\u200b\n\n", "a", "a\n\nb c"},
		{"line separators", "a\u2028b\u0085c", "File", "a\nb\nc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := must.Get(parseText("dir/file.txt", test.src, document.Options{}))(t)
			checkDocument(t, d)
			if d.Title != test.title || d.Text != test.text || len(d.Sections) != 1 {
				t.Errorf("got %q, %q, %d sections, want %q, %q, one", d.Title, d.Text, len(d.Sections), test.title, test.text)
			}
		})
	}
	_, err := parseText("f.txt", " \n\u200b", document.Options{})
	must.Be(t, err == document.SkipError("has no text"), "blank file: got %v, want to skip it", err)
}
