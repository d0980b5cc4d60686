package ingest

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// checkCorpus fails t unless c keeps the promises of the package.
func checkCorpus(t *testing.T, c *document.Corpus) {
	t.Helper()
	seen := map[string]bool{}
	for _, d := range c.Documents {
		must.Be(t, !seen[d.ID], "ID %q occurs twice", d.ID)
		seen[d.ID] = true
		checkDocument(t, d)
	}
}

func checkDocument(t *testing.T, d document.Document) {
	t.Helper()
	must.Be(t, d.Title != "", "%q: empty title", d.ID)
	for _, s := range []string{d.ID, d.URL} {
		must.Be(t, utf8.ValidString(s), "%q: %q is not UTF-8", d.ID, s)
	}
	checkLine(t, "title", d.Title)
	checkLine(t, "lang", d.Lang)
	for key, value := range d.Meta {
		checkLine(t, "meta key", key)
		checkLine(t, "meta value", value)
	}
	checkText(t, "text", d.Text)
	must.Be(t, d.Text == strings.TrimRight(d.Text, " \t\n") && !strings.HasPrefix(d.Text, "\n"), "%q: white space around the text %q", d.ID, d.Text)
	checkSections(t, d)
	checkFacets(t, d)
}

func checkFacets(t *testing.T, d document.Document) {
	t.Helper()
	line := func(what, s string) {
		checkLine(t, what, s)
		must.Be(t, s != "", "%q: empty %s", d.ID, what)
	}
	for key, value := range d.Fields {
		line("field", key)
		line("field", value)
	}
	for key, values := range d.Filters {
		line("filter", key)
		for i, value := range values {
			line("filter value", value)
			must.Be(t, i <= 0 || values[i-1] < value, "%q: values of %q out of order: %q", d.ID, key, values)
		}
	}
	for key, value := range d.Sort {
		line("sort key", key)
		line("sort value", value)
	}
	must.Be(t, d.Boost >= 0 && d.Boost <= document.MaxBoost, "%q: boost %g", d.ID, d.Boost)
	end := 0
	for _, w := range d.Weights {
		if w.Start < end || w.End <= w.Start || w.End > len(d.Text) || w.Factor < 0 || w.Factor > document.MaxWeight || w.Factor == 1 {
			t.Errorf("%q: weight %+v in a text of %d bytes", d.ID, w, len(d.Text))
		}
		end = w.End
	}
}

func checkSections(t *testing.T, d document.Document) {
	t.Helper()
	must.Hold(t, len(d.Sections) != 0, "%q: no sections", d.ID)
	end := 0
	for i, s := range d.Sections {
		must.Be(t, s.Start == end && s.End >= s.Start, "%q: section %d is [%d,%d), want it to begin at %d", d.ID, i, s.Start, s.End, end)
		end = s.End
		switch {
		case s.Level < 0 || s.Level > 6:
			t.Errorf("%q: section %d has level %d", d.ID, i, s.Level)
		case s.Level == 0 && (s.Heading != "" || s.Anchor != ""):
			t.Errorf("%q: section %d is %+v, under no heading", d.ID, i, s)
		case s.Level > 0 && s.Heading == "":
			t.Errorf("%q: section %d has level %d and no heading", d.ID, i, s.Level)
		}
		checkLine(t, "heading", s.Heading)
		must.Be(t, !strings.ContainsAny(s.Anchor, " \t\n") && utf8.ValidString(s.Anchor), "%q: anchor %q", d.ID, s.Anchor)
	}
	must.Equal(t, end, len(d.Text), "%q: sections end at", d.ID)
}

// checkLine checks text that must be a single line.
func checkLine(t *testing.T, what, s string) {
	t.Helper()
	checkText(t, what, s)
	must.Be(t, !strings.ContainsAny(s, "\n\t") && s == strings.TrimSpace(s) && !strings.Contains(s, "  "), "%s %q is not one clean line", what, s)
}

func checkText(t *testing.T, what, s string) {
	t.Helper()
	must.Be(t, utf8.ValidString(s), "%s %q is not UTF-8", what, s)
	must.Be(t, norm.NFC.IsNormalString(s), "%s %q is not in normalisation form C", what, s)
	for _, r := range s {
		if document.KindOf(r) != document.Visible && !strings.ContainsRune(" \t\n", r) {
			t.Errorf("%s %q holds %U", what, s, r)
			return
		}
	}
}
