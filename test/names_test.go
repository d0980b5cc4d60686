package test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/engine"
	"mycel/engine/query"
	"mycel/internal/must"
)

// A name of code that is a query finds its parts behind the whole.
func TestPartsOfNames(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"whole": "# One\n\nA long passage about a great many things, among which HashMap stands once, and nothing more of it.",
		"both":  "# Two\n\nA map made of a hash. The hash map is a map, the hash a hash.",
		"part":  "# Three\n\nHash hash hash hash, hash hash.",
		"none":  "# Four\n\nSomething else.",
	})
	must.Equal(t, documents(ask(t, b, "HashMap", engine.Options{})), "whole both part", "HashMap finds")
	must.Equal(t, documents(ask(t, b, "HashMap things", engine.Options{})), "whole", "of a longer query the parts are not asked for")
}

// A name of code among other words counts whole.
func TestNamesInQuestions(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"arc":   "# Sharing\n\nWrap `std::sync::Arc` around a value, and threads may share it for a while, as long as there is one.",
		"apart": "# Parts\n\nThe std of old had a sync, which one could share, and an arc.",
	})
	r := ask(t, b, "how to share with std::sync::Arc", engine.Options{})
	must.Equal(t, documents(r), "arc apart", "found")
	q := b.Engine().Request("how to share with std::sync::Arc and a well-known arc", engine.Options{}).Query
	must.Be(t, len(q.Names) == 1 && strings.Join(q.Names[0].Keys, " ") == "std sync arc", "names %+v", q.Names)
}

// A name that the corpus lacks is no misspelling of one that begins with another letter.
func TestNamesAreNotCorrected(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"berlin": "# Berlin\n\nBerlin lies on the Spree. Proteins are studied in Berlin.",
		"rome":   "# Namibia\n\nNamibia is a country.",
	})
	for query, want := range map[string]string{
		"proteins of Merlin":  "",                    // a name
		"proteins of merlin":  "proteins of berlin",  // may be one or not
		"Merlin":              "berlin",              // nothing else to go by
		"the land of Nambia":  "the land of namibia", // misspelt names keep their first letter
		"proteins of Berlins": "",
	} {
		must.Equal(t, ask(t, b, query, engine.Options{}).DidYouMean, want, "%q is read as", query)
	}
	r := ask(t, b, "the land of nambia", engine.Options{})
	if len(r.Entities) != 1 || r.Entities[0].Name != "Namibia" || r.Query[r.Entities[0].Span.Start:r.Entities[0].Span.End] != "nambia" {
		t.Errorf("a misspelt word names %+v", r.Entities)
	}
}

// Weights do not move the page that has the query for its title behind others.
func TestExactAboveBoosts(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"lamp":  "---\nsearch: {boost: 0.05}\n---\n# The lamp\n\nA lamp.",
		"lamps": "---\nsearch: {boost: 9}\n---\n# Lamps of old\n\nThe lamp of old, a lamp, the lamp.",
		"again": "---\nsearch: {boost: 0.5}\n---\n# The lamp\n\nA lamp, once more.",
	})
	r := ask(t, b, "The lamp", engine.Options{})
	must.Equal(t, documents(r), "again lamp lamps", "found")
}

// What is too long or no text is read as far as it goes, and the answer says so.
func TestHostileQueries(t *testing.T) {
	b := build(t, handbookDocs)
	for name, asked := range map[string]string{
		"long":       strings.Repeat("tide gauge keeper ", 6000),
		"one word":   strings.Repeat("x", 100_000),
		"words":      words(200),
		"quotes":     strings.Repeat(`"the tide" `, 300),
		"open":       strings.Repeat(`"`, 5000),
		"minus":      strings.Repeat("-tide ", 900),
		"compounds":  strings.Repeat("TideGaugeKeeper", 7000),
		"pairs":      strings.Repeat("潮", 40_000),
		"marks":      strings.Repeat("e\u0301\u0302\u0303", 20_000),
		"parts":      strings.Repeat("a.b_c::", 15_000),
		"whitespace": strings.Repeat(" ", 100_000) + "tide",
	} {
		for _, mode := range b.Engine().Index().Modes() {
			r := ask(t, b, asked, engine.Options{Mode: mode})
			if len(r.Query) > query.MaxBytes || len(r.Terms) > query.MaxWords {
				t.Errorf("%s: %d bytes, %d words were read", name, len(r.Query), len(r.Terms))
			}
			must.Be(t, r.Cut, "%s, %s: nothing says that the query was cut", name, mode)
		}
	}
	for _, asked := range []string{
		"tide\x00gauge\x07", "tide \xff\xfe", "tide \xed\xa0\x80", "(a+)+$ [tide", `.*\tide\`, "tide\u202egauge", "tide\ufeff", `"`, "-", `-"`, "?", "\xf0\x9f",
	} {
		r := ask(t, b, asked, engine.Options{})
		if r.Cut || strings.Contains(asked, "tide") && len(r.Hits) == 0 {
			t.Errorf("%q: cut %v, %d hits", asked, r.Cut, len(r.Hits))
		}
		if out := r.AppendJSON(nil); !utf8.Valid(out) {
			t.Errorf("%q: the answer is no text: %q", asked, out)
		}
	}
}

// words makes so many words.
func words(n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26)) + "tide ")
	}
	return out.String()
}
