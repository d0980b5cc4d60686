package builder

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/internal/must"
)

// A question about the whole is answered by an outline of all documents, any other by passages.
func TestQuestionsAboutTheWhole(t *testing.T) {
	var text strings.Builder
	subjects := []string{"Skarv Lighthouse", "Brask Foundry", "Lomvi Harbour", "Maud Chapel"}
	for i := range 240 {
		place := subjects[i/60]
		fmt.Fprintf(&text, "In the year %d the people of %s counted %d lamps, and the water stood high. ", 1700+i, place, i)
	}
	records := []record{
		{ID: "chronicle", Title: "A Chronicle", Text: text.String()},
		{ID: "about", Title: "What the documents cover", Text: "Nothing but a list of names. It ends here."},
		{ID: "topics", Title: "Topics of Kafka", Text: "A topic has partitions. The broker of Lomvi Harbour keeps them."},
	}
	b := index(t, records)
	for query, want := range map[string]bool{
		"What are the main themes of this text?":              true,
		"Summarise the whole book.":                           true,
		"What is this document about?":                        true,
		"What is the whole text about Brask Foundry about":    true,
		"What are topics?":                                    false, // of the documents' own
		"What is a document?":                                 false,
		"overview":                                            false,
		"How many lamps did the people of Maud Chapel count?": false,
		"Summarise Brask Foundry and Maud Chapel in the book": false, // two names
		"What the documents cover":                            false, // a page is called this
	} {
		e := must.Get(b.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: 400}}))(t)
		must.Be(t, strings.Contains(e.Trace.Reason, "about the whole") == want, "%q: %s: %s", query, e.Trace.Mode, e.Trace.Reason)
		if !want {
			continue
		}
		must.Be(t, e.Reason == "" && e.Coverage.Terms == 1 && len(e.Citations) == len(e.Passages) && e.Tokens <= 400, "%q: %+v", query, e)
		for _, s := range subjects {
			named := strings.Contains(query, s) || !strings.Contains(query, "Brask")
			must.Be(t, strings.Contains(e.Context, s) == named, "%q: named is %s: %t, in\n%s", query, s, !named, e.Context)
		}
	}
}

// An outline has documents without a summary, too; if not all fit, those of most passages. Each title stands once.
func TestOutlineOfManyDocuments(t *testing.T) {
	var records []record
	for i := range 40 {
		records = append(records, record{ID: fmt.Sprint("p", i), Title: fmt.Sprintf("Page %d of the Almanac", i), Text: strings.Repeat("The tide came in, and the tide went out again. ", 1+i%2*90)})
	}
	b := index(t, records)
	all := must.Get(b.Overview(t.Context(), "", 4000))(t)
	for i := range 40 {
		must.Equal(t, strings.Count(all.Context, fmt.Sprintf("Page %d of the Almanac", i)), 1, "times of page %d", i)
	}
	some := must.Get(b.Overview(t.Context(), "What are these documents about?", 300))(t)
	if len(some.Summaries) < 6 || len(some.Summaries) > 20 || !some.Truncated || some.Tokens > 300 {
		t.Errorf("%d summaries of %d tokens, truncated %t", len(some.Summaries), some.Tokens, some.Truncated)
	}
	for _, s := range some.Summaries {
		must.Be(t, s.Level != 0, "%s is shorter than pages that are left out", s.Sections[0].Title)
	}
}

// The words of such questions are known in the language of the documents, whose function words the text has.
func TestWholeInOtherLanguages(t *testing.T) {
	for language, query := range map[string]string{
		"de": "Was sind die Themen in diesem Buch?", "fr": "Quels sont les sujets principaux de ce livre ?", "es": "¿Cuáles son los temas principales de este libro?",
		"it": "Quali sono i temi di questo libro?", "pt": "Quais são os assuntos deste livro?",
	} {
		b := index(t, []record{{ID: "a", Title: "Faro", Text: strings.Repeat("Skarv Brask Lomvi, les de ce sont los son. ", 200)}}, func(c *Config) { c.Language = language })
		e := must.Get(b.Retrieve(t.Context(), query, mycel.RetrieveOptions{}))(t)
		must.Be(t, strings.Contains(e.Trace.Reason, "about the whole") && e.Context != "", "%s: %q: %s", language, query, e.Trace.Reason)
	}
}

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
		result := must.Get(b.Search(ctx, q.Text, engine.Options{}))(t)
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
	e := must.Get(b.Retrieve(ctx, questions[0].Text, mycel.RetrieveOptions{}))(t)
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
		result := must.Get(b.Search(context.Background(), label, engine.Options{}))(t)
		for _, h := range result.Hits {
			must.Be(t, h.Heading != label || h.Why.Exact == "", "%q is found by its label: %s", label, h.Why.Exact)
		}
	}
	must.Be(t, tried >= 3, "%d parts, want more", tried)
}
