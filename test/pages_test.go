package test

import (
	"strings"
	"testing"

	"mycel/engine"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/internal/must"
)

// manual is documentation: every page has two sections or more.
func manual(pages map[string]string) map[string]string {
	pages["about"] = "# About\n\nThis manual.\n\n## Authors\n\nMany.\n\n## Licence\n\nFree."
	return pages
}

// A page ranks by the sum of its best sections: by several that have a word of the query each
// before one that has two, and behind one that has all.
func TestPagesSum(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"spread": "# Works\n\nOverview.\n\n## One\n\nThe sluice is old.\n\n## Two\n\nThe turbine is new.\n\n## Three\n\nThe governor is small.",
		"two":    "# Halls\n\nOverview.\n\n## Four\n\nThe sluice and the turbine stand.",
		"whole":  "# Rooms\n\nOverview.\n\n## Five\n\nThe sluice, the turbine and the governor run.",
	}))
	for _, mode := range []string{auto.Mode, bm25.Mode} {
		r := ask(t, b, "sluice turbine governor", engine.Options{Mode: mode, NestedExcerpts: true})
		must.Equal(t, documents(r), "whole spread two", "%s finds", mode)
		spread := r.Hits[1]
		sum, weight := spread.Score, float32(0)
		must.Hold(t, len(spread.Nested) == 2, "%s: the page has %+v below it", mode, spread.Nested)
		for i, n := range spread.Nested {
			weight = []float32{0.4, 0.4 * 0.4}[i]
			sum -= weight * n.Score
			if n.Heading == "" || n.Section == spread.Section || n.URL != "spread.html#"+n.Anchor || n.Excerpt == nil || len(n.Excerpt.Matches) != 1 {
				t.Errorf("%s: below the hit is %+v", mode, n)
			}
		}
		if sum < spread.Nested[0].Score-1e-6 || spread.Nested[0].Score < spread.Nested[1].Score {
			t.Errorf("%s: the best section is left %f, those below have %+v", mode, sum, spread.Nested)
		}
	}
}

// A page of many sections that are alike has at most 1.624 times the score of one of them.
func TestLongPages(t *testing.T) {
	section := "\n\n## Part\n\nThe sluice is open."
	b := corpusOf(t, manual(map[string]string{
		"long": "# Long\n\nMuch." + strings.Repeat(section, 50),
		"one":  "# Short\n\nLittle." + section,
	}))
	r := ask(t, b, "sluice", engine.Options{})
	scores := map[string]float32{}
	for _, h := range r.Hits {
		scores[h.Document] = h.Score
	}
	if least, most := scores["one.md"]*1.5, scores["one.md"]*1.6241; len(r.Hits) != 2 || scores["long.md"] < least || scores["long.md"] > most || len(r.Hits[0].Nested) != 3 {
		t.Errorf("scores %v, want that of the long page from %f to %f", scores, least, most)
	}
}

// A section is found by what other pages call it, if few are called so.
func TestLinksName(t *testing.T) {
	pages := manual(map[string]string{
		"linker":  "# Linker\n\nSee the [cheat sheet](summary.md#commands), and again the [cheat sheet](summary.md#commands).\n\n## More\n\nText.",
		"summary": "# Summary\n\nAll of it.\n\n## Commands\n\nA list of them.\n\n## Others\n\nA [self made thing](#commands).",
	})
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		pages["from"+name] = "# From " + name + "\n\nThe [handy overview](to" + name + ".md).\n\n## More\n\nText."
		pages["to"+name] = "# To " + name + "\n\nTarget.\n\n## More\n\nText."
	}
	b := corpusOf(t, pages)
	r := ask(t, b, "cheat sheet", engine.Options{})
	found := map[string]string{}
	for _, h := range r.Hits {
		found[h.Document] = h.Anchor
	}
	if len(found) != 2 || found["summary.md"] != "commands" || found["linker.md"] != "linker" {
		t.Errorf("the text of a link finds %v", found)
	}
	if got := documents(ask(t, b, "handy overview", engine.Options{})); strings.Contains(got, "to") {
		t.Errorf("what five pages are called finds %s", got)
	}
	must.Equal(t, documents(ask(t, b, "self made thing", engine.Options{})), "summary", "a link within a page finds")
}

// Words that two pages say around links to a page find that page; words of one page
// do not, however often it says them.
func TestWordsAroundLinks(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"target": "# Target\n\nAll of it.\n\n## More\n\nOthers.",
		"one":    "# One\n\nOf zebras and the walrus tells [this page](target.md).\n\n## More\n\nText.",
		"two":    "# Two\n\nZebras, the yak: [a page](target.md) has them. Another yak, [once more](target.md).\n\n## More\n\nText.",
	}))
	if got := documents(ask(t, b, "zebra", engine.Options{})); !strings.Contains(got, "target") {
		t.Errorf("what two pages say finds %s", got)
	}
	for _, alone := range []string{"yak", "walrus"} {
		if got := documents(ask(t, b, alone, engine.Options{})); strings.Contains(got, "target") {
			t.Errorf("what one page says finds %s", got)
		}
	}
}

// What listings say counts less than prose, and what programs print least.
func TestCodeCountsLess(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"prose":   "# One\n\nOverview.\n\n## Use\n\nA winch lifts the gate here.",
		"listing": "# Two\n\nOverview.\n\n## Use\n\n```go\nwinch lifts the gate here\n```",
		"output":  "# Three\n\nOverview.\n\n## Use\n\n```console\nwinch lifts the gate here\n```",
		"inline":  "# Four\n\nOverview.\n\n## Use\n\nA `winch` lifts the gate here.",
	}))
	must.Equal(t, documents(ask(t, b, "winch", engine.Options{})), "inline prose listing output", "winch finds")
}

// In a sentence quotes mark names; a page may do without them.
func TestQuotesInSentences(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"named": "# Winches\n\nOverview.\n\n## Names\n\nA winch has a displayed name, which eases debugging.",
	}))
	must.Equal(t, documents(ask(t, b, `a winch should define "label" to ease debugging`, engine.Options{})), "named", "a sentence with quotes finds")
	must.Equal(t, documents(ask(t, b, `winch "eases label"`, engine.Options{})), "", "a phrase that no page has finds")
}

// In a collection of passages a text in the place of a question is followed over links as a
// question is, however long.
func TestLongQuestions(t *testing.T) {
	b := corpusOf(t, map[string]string{"sluice": "# Sluice\n\nThe sluice was built by Lund.", "lund": "# Lund\n\nLund was born in Brask."})
	query := strings.Repeat("who knows where the builder of the sluice was born ", 20)
	if r := ask(t, b, query, engine.Options{}); !r.Cut || r.Mode != bridge.Mode || len(r.Hits) != 2 {
		t.Errorf("a long text: cut %v, mode %s, finds %s", r.Cut, r.Mode, documents(r))
	}
}
