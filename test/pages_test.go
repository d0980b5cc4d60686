package test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/text"
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
	must.Be(t, len(found) == 2 && found["summary.md"] == "commands" && found["linker.md"] == "linker", "the text of a link finds %v", found)
	got := documents(ask(t, b, "handy overview", engine.Options{}))
	must.Be(t, !strings.Contains(got, "to"), "what five pages are called finds %s", got)
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
	r := ask(t, b, query, engine.Options{})
	must.Be(t, r.Cut && r.Mode == bridge.Mode && len(r.Hits) == 2, "a long text: cut %v, mode %s, finds %s", r.Cut, r.Mode, documents(r))
}

// A page with a section that has all words of a short query, one of them rare, comes before pages without such a
// section; also while the last word is typed, with a misspelling, and where words have no spaces between them.
func TestAllWordsFirst(t *testing.T) {
	pages := map[string]string{
		"harbor": "---\ntags: [sea]\n---\n# Tides\n\nOf the sea.\n\n## Gates\n\nThe gate of the harbour has a context that a windlass turns, and no more than one.\n\n## More\n\nText.",
		"quay":   "# Quays\n\nOf stone.\n\n## Ships\n\nOne mooring in a context of ropes, said by e-mail.",
		"tokyo":  "# 港\n\n海の話。\n\n## 門\n\n水門は巻上機で動く。\n\n## 外\n\n文章。",
	}
	for i := range 12 {
		pages[fmt.Sprintf("context%d", i)] = fmt.Sprintf("---\ntags: [sea]\n---\n# Context %d\n\nContext, context and context.\n\n## Context of gates\n\nA context has a context, moored in the context.\n\n## Windows\n\nOf context %d.", i, i)
		pages[fmt.Sprintf("gate%d", i)] = fmt.Sprintf("# 水門 %d\n\n水門、水門。\n\n## 水門の外\n\n水門と水門。", i)
	}
	b := corpusOf(t, pages)
	for query, want := range map[string]string{
		"context windlass": "harbor.md#gates", "windlass context": "harbor.md#gates", "context windlas": "harbor.md#gates", "context windl": "harbor.md#gates",
		"context wimdlass turns": "harbor.md#gates", "gates harbour context": "harbor.md#gates", "水門 巻上機": "tokyo.md#門",
		"context mooring": "quay.md#ships", "mooring context": "quay.md#ships", "context mooringg": "quay.md#ships", "context moori": "quay.md#ships",
		"context email": "quay.md#ships", "email context": "quay.md#ships",
		"the mooring": "quay.md#ships", // two words are no question
	} {
		var o engine.Options
		if want == "harbor.md#gates" {
			o.Filter = &facet.Condition{Op: facet.Is, Key: "tags", Value: "sea"}
		}
		r := ask(t, b, query, o)
		must.Equal(t, r.Hits[0].Document+"#"+r.Hits[0].Anchor, want, "%q finds", query)
	}
}

// A section whose heading is a word of the query comes before a section with all words only if the word is most of the query.
func TestHeadingsOfShortQueries(t *testing.T) {
	long := " It tells of many other things that nobody who reads of this asks for, and goes on with them for a while."
	pages := map[string]string{
		"ballast": "# Stones\n\nOf weight.\n\n## Ballast\n\nBallast is ballast.\n\n## More\n\nBallast.",
		"keels":   "# Hulls\n\nOf wood.\n\n## Shapes\n\nKeels have ballast." + long,
		"weirs":   "# Weirs\n\nOf stone.\n\n## Walls\n\nA sluice has ballast." + long,
	}
	for i := range 24 {
		pages[fmt.Sprint("sluice", i)] = fmt.Sprintf("# Sluice %d\n\nSluice, sluice and sluice.\n\n## Sluices\n\nA sluice of sluices.", i)
		if i < 4 {
			pages[fmt.Sprint("pier", i)] = fmt.Sprintf("# Quays %d\n\nOf wood.\n\n## Steps\n\nA pier at a sluice, and keels.%s", i, long)
		}
	}
	b := corpusOf(t, pages)
	for query, want := range map[string]string{"keels ballast": "keels", "ballast keels": "keels", "sluice ballast": "ballast", "sluice pier": "pier"} {
		r := ask(t, b, query, engine.Options{})
		must.Be(t, strings.HasPrefix(r.Hits[0].Document, want), "%q finds %s first, want %s", query, documents(r), want)
	}
}

// wordsIn returns the keys of a text, and those of the parts of its compounds.
func wordsIn(written string) (keys []string) {
	for s := text.NewScanner(written); s.Next(); {
		keys = append(keys, string(s.Key()))
		for _, p := range s.Parts() {
			keys = append(keys, text.Key(p.Text))
		}
	}
	return keys
}

// section is a section of a document, with its headings.
type section struct{ document, heading, above, text string }

func sectionsOf(t *testing.T, b *mycel.Bundle) (all []section) {
	t.Helper()
	for i := range b.Engine().Header().Counts.Documents {
		d := must.Get(b.Document(t.Context(), model.DocID(i)))(t)
		above := []string{d.Title}
		for i, s := range d.Sections {
			if above = append(above[:s.Depth+1], s.Heading); i == 0 && s.Heading == "" {
				above[s.Depth+1] = d.Title
			}
			all = append(all, section{d.ID, above[s.Depth+1], strings.Join(above[:s.Depth+1], " "), s.Text})
		}
	}
	return all
}

// isWhole tells whether a section has all words of a query, as they are read, or a heading that has nothing else.
func (s *section) isWhole(q *query.Query) bool {
	has := 0
	for _, key := range wordsIn(s.heading + "\n" + s.above + "\n" + s.text) {
		if bit := q.Bit([]byte(key)); bit >= 0 {
			has |= 1 << bit
		}
	}
	more := slices.ContainsFunc(wordsIn(s.heading), func(key string) bool { return q.Bit([]byte(key)) < 0 })
	return has == 1<<len(q.Terms)-1 || !more
}

// Of two words of a section, as they are, with the second unfinished, or misspelt, and with a filter: a section with both comes first,
// and before others the one that has a word in a form which no other section has.
func TestAllWordsOfShortQueriesFirst(t *testing.T) {
	b := build(t, handbookDocs)
	must.OK(t, b.LoadAll(t.Context()))
	all := sectionsOf(t, b)
	d := b.Engine().Index().Parser
	with := map[string]int{} // sections by key
	for _, s := range all {
		keys := wordsIn(s.heading + " " + s.text)
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			with[key]++
		}
	}
	asked, first := 0, 0
	for _, s := range all {
		keys := slices.DeleteFunc(wordsIn(s.text), func(key string) bool {
			_, stop, ok := d.Lookup(key)
			return stop || !ok || len(key) < 6 || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") != ""
		})
		for i, w := range keys {
			other := keys[(i+len(keys)/2)%len(keys)]
			t1, _, _ := d.Lookup(other)
			t2, _, _ := d.Lookup(w)
			once := with[w] == 1 && d.DF(t2) > 1
			if t1 == t2 || !once && i%2 > 0 {
				continue
			}
			for _, query := range []string{other + " " + w + " ", w + " " + other + " ", other + " " + w[:len(w)-1], other + " " + misspelling(b, w, i)} {
				q := b.Engine().Request(query, engine.Options{}).Query
				if len(q.Terms) != 2 {
					continue
				}
				r := ask(t, b, query, engine.Options{})
				asked++
				if len(r.Hits) == 0 || !slices.ContainsFunc(all, func(s section) bool { return s.document == r.Hits[0].Document && s.isWhole(q) }) {
					t.Errorf("%q finds %q first, %q has both words", query, documents(r), s.document)
				}
				if !once || r.Hits[0].Why.Exact != method.NotExact || q.Once == 0 {
					continue
				}
				if first++; r.Hits[0].Document != s.document {
					t.Errorf("%q finds %q first, but %q alone has %q", query, documents(r), s.document, w)
				}
			}
		}
	}
	t.Logf("%d queries, %d of them with a form of one section", asked, first)
	must.Be(t, asked >= 400 && first >= 50, "%d queries, %d of them with a form of one section: too few", asked, first)
}

// The words of a title are about all of its page: the section that is shown has the others. A short query finds the beginning, which has
// the words of the title twice; a question finds the section that is about its words.
func TestWordsBesideTheTitleChooseTheSection(t *testing.T) {
	pages := map[string]string{
		"vane": "# Copper vanes\n\nThe vanes of copper turn north in a storm.\n\n## Grease\n\nA keeper who climbs the tower in spring has a tin of tallow with him." +
			" Without tallow the vanes of copper turn badly in a storm, and no longer point north in any of the months that follow.",
		"gauge": "# Float gauges\n\nA float gauge has a float.\n\n## Care\n\nIn winter somebody takes ice from the pipe at noon, and writes it into the book." +
			"\n\n## Parts\n\nA float, a gauge.",
	}
	for i := range 8 {
		pages[fmt.Sprint("other", i)] = fmt.Sprintf("# Towns %d\n\nStreets of town %d.\n\n## Roads\n\nA keeper of roads.", i, i)
	}
	b := corpusOf(t, pages)
	for query, want := range map[string]string{
		"is there ice in the pipe of a float gauge in winter?": "care", "what of a float gauge is in the book at noon in winter?": "care", "what is the float of a gauge?": "float-gauges",
		"where do copper vanes and tallow go?": "copper-vanes", "do the copper vanes turn north in a storm without tallow?": "grease",
	} {
		r := ask(t, b, query, engine.Options{})
		must.Be(t, r.Hits[0].Anchor == want, "%q finds %s#%s first, want %s", query, r.Hits[0].Document, r.Hits[0].Anchor, want)
	}
}
