package builder

import (
	"context"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/internal/must"
)

// A book without headings has as many hits as are asked for, each with a link to its part, and is still
// no documentation: passages of one section each would be.
func TestHitsOfLongText(t *testing.T) {
	passages, questions := synth.Corpus(11, 500, 20)
	var book strings.Builder
	for _, p := range passages {
		book.WriteString(p.Text + "\n\n")
	}
	ctx := context.Background()
	b := index(t, []record{{"book", "Book", book.String()}})
	for _, q := range questions {
		result, err := b.Search(ctx, q.Text, engine.Options{})
		must.OK(t, err)
		seen := map[string]bool{}
		for _, h := range result.Hits {
			if seen[h.Heading] || !strings.HasPrefix(h.Heading, "1/") && !strings.Contains(h.URL, "#:~:text=") {
				t.Errorf("%q: hit %q at %q", q.Text, h.Heading, h.URL)
			}
			seen[h.Heading] = true
		}
		if len(result.Hits) != 10 || strings.Contains(result.Reason, "pages") {
			t.Errorf("%q: %d hits, want 10; mode %s: %s", q.Text, len(result.Hits), result.Mode, result.Reason)
		}
	}
	e, err := b.Retrieve(ctx, questions[0].Text, mycel.RetrieveOptions{})
	must.OK(t, err)
	for _, c := range e.Citations {
		if c.URL != "" && strings.Count(c.URL, ":~:") != 1 { // the first part of a text without address has none
			t.Errorf("the quote %q is at %q", c.Quote, c.URL)
		}
	}
}

// No author wrote the label of a part, so it is no name: documentation does not list it first.
func TestLabelsAreNoNames(t *testing.T) {
	passages, _ := synth.Corpus(11, 120, 0)
	var book strings.Builder
	for _, p := range passages {
		book.WriteString(p.Text + "\n\n")
	}
	b := index(t, []record{{"book", "Book", book.String()}}, func(c *Config) {
		c.JSONL, c.Docs = nil, []string{must.Files(t, map[string]string{"book.md": "# Book\n\nA book.\n\n## Notes\n\n" + book.String() + "\n\n## End\n\nThe end of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 16 notes."})}
	})
	labels := b.Engine().Index().Corpus.Heading
	tried := 0
	for s := range labels.Len() {
		label := labels.At(s)
		if !strings.HasPrefix(label, "Notes (") {
			continue
		}
		tried++
		result, err := b.Search(context.Background(), label, engine.Options{})
		must.OK(t, err)
		for _, h := range result.Hits {
			if h.Heading == label && h.Why.Exact != "" {
				t.Errorf("%q is found by its label: %s", label, h.Why.Exact)
			}
		}
	}
	must.Be(t, tried >= 3, "%d parts, want more", tried)
}
