package builder

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mycel"
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
		e, err := b.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: 400}})
		must.OK(t, err)
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
	all, err := b.Overview(t.Context(), "", 4000)
	must.OK(t, err)
	for i := range 40 {
		if n := strings.Count(all.Context, fmt.Sprintf("Page %d of the Almanac", i)); n != 1 {
			t.Errorf("page %d stands there %d times:\n%s", i, n, all.Context)
		}
	}
	some, err := b.Overview(t.Context(), "What are these documents about?", 300)
	must.OK(t, err)
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
		e, err := b.Retrieve(t.Context(), query, mycel.RetrieveOptions{})
		must.OK(t, err)
		must.Be(t, strings.Contains(e.Trace.Reason, "about the whole") && e.Context != "", "%s: %q: %s", language, query, e.Trace.Reason)
	}
}
