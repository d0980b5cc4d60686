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
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/internal/must"
)

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
		if r := ask(t, b, query, engine.Options{}); !strings.HasPrefix(r.Hits[0].Document, want) {
			t.Errorf("%q finds %s first, want %s", query, documents(r), want)
		}
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
		if r := ask(t, b, query, engine.Options{}); r.Hits[0].Anchor != want {
			t.Errorf("%q finds %s#%s first, want %s", query, r.Hits[0].Document, r.Hits[0].Anchor, want)
		}
	}
}
