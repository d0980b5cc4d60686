package test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/engine"
	"mycel/engine/method"
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
		must.Be(t, !r.Cut && (!strings.Contains(asked, "tide") || len(r.Hits) != 0), "%q: cut %v, %d hits", asked, r.Cut, len(r.Hits))
		out := r.AppendJSON(nil)
		must.Be(t, utf8.Valid(out), "%q: the answer is no text: %q", asked, out)
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

// An option is found with its dashes, and a member behind what its page is about.
func TestNamesOfReferences(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"cli":   "# Commands\n\n## `--watch[=port]`\n\nLooks at files.\n\n## `-q`, `--quiet LEVEL`\n\nSays less.\n\n## `--[no-]color`\n\nPaints.",
		"watch": "# Watching\n\n## fs.watch(file)\n\nwatch is told of files. A watch ends. Watch with watch.\n\n## quiet(level)\n\nquiet is quiet. Be quiet.",
		"told":  "# Told\n\n## watch\n\nTo watch is to watch.\n\n## quiet\n\nBe quiet.",
		"crate": "# class Crate(T)\n\n## def push(x) {#push}\n\nAdds.\n\n## def pop() {#pop}\n\nTakes.\n\n## def seal() {#seal}\n\nCloses.",
		"list":  "# class CrateList\n\n## Methods\n\nLike Crate#push and Crate#pop. Crate#push adds.",
	})
	for query, want := range map[string]string{
		"--watch": "cli#--watchport", "--quiet": "cli#-q---quiet-level", "-q": "cli#-q---quiet-level", "--no-color": "cli#--no-color", "--color": "cli#--no-color",
		"Crate#push": "crate#push", "Crate#seal": "crate#seal",
	} {
		h := ask(t, b, query, engine.Options{}).Hits
		if len(h) == 0 {
			t.Errorf("%s finds nothing", query)
			continue
		}
		must.Equal(t, strings.TrimSuffix(h[0].Document, ".md")+"#"+h[0].Anchor, want, "%s finds", query)
	}
}

// Signs of code are found where the documents have them: the section that explains a sign, by its
// heading or in inline code, before listings that are full of it.
func TestSymbols(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"equality":    "# Equality\n\nValues are compared.\n\n## Strict\n\nThe sign `===` compares without conversion. A test `a == b` converts.\n\n## Notes\n\nMore.",
		"propagating": "# Propagating\n\nErrors go up.\n\n## The `?` operator\n\nIt returns early.\n\n## Where `?` stands\n\nBehind an expression such as `f()?`, or behind `?` itself.",
		"operator":    "# Operator\n\nWho operates the station?\n\n## Hours\n\nNine to five.",
		"listing":     "# Examples\n\nCode.\n\n## Comparing\n\nLook:\n\n```js\n" + strings.Repeat("if (a === b && c?.d) f(...args);\n", 30) + "```",
		"asked":       "# Asked\n\nText.\n\n## Where is the `!` operator?\n\nThere is none.",
		"printed":     "# Printed\n\nWhat it says.\n\n## Run\n\n```console\n>>> ready\n```",
	}))
	for _, c := range []struct{ query, want, marked string }{
		{"===", "equality.html#strict", "==="},
		{"what does === mean?", "equality.html#strict", "==="},
		{"`==`", "equality.html#strict", "=="},
		{"?.", "listing.html#comparing", "?."},
		{"&&", "listing.html#comparing", "&&"},
		{"...", "listing.html#comparing", "..."},
		{"? operator", "propagating.html#the--operator", ""},
		{"The `?` operator", "propagating.html#the--operator", ""},
		{"?", "propagating.html#where--stands", "?"},
		{"station operator ?", "operator.html#operator", ""}, // the mark of the sentence
		{">>>", "", ""},
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 {
			must.Be(t, c.want == "", "%s: nothing is found, terms %+v", c.query, r.Terms)
			continue
		}
		h := r.Hits[0]
		must.Equal(t, h.URL, c.want, "%s: the first hit", c.query)
		marked := false
		for _, m := range h.Excerpt.Matches {
			marked = marked || h.Excerpt.Text[m.Start:m.End] == c.marked
		}
		must.Be(t, c.marked == "" || marked, "%s: %q is not marked in %q", c.query, c.marked, h.Excerpt.Text)
	}
}

// A heading is found by all of its words, function words and endings included, where other headings
// or titles have the same words without them.
func TestWholeHeadings(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"directives": "# Directives\n\nA list.\n\n## v-if\n\nShows. v-if v-if.\n\n## v-on\n\nListens to v-if.\n\n## v-for\n\nRepeats.\n\n## v-once\n\nKeeps.\n\n## V\n\nA letter.",
		"traits":     "# Traits\n\nThey are shared.\n\n## Kinds\n\nMany traits.\n\n## Traits\n\nAgain.",
		"more":       "# More\n\nText.\n\n## Other traits\n\nRare.\n\n## Ways to trim\n\n### By hand\n\nSlowly.\n\n### By wind\n\nFast.",
		"install":    "# Installation\n\nText.\n\n## Next\n\nText.",
		"tools":      "# Tools\n\nText.\n\n## Installing\n\nOne.\n\n## Install\n\nTwo.\n\n## Installed\n\nThree.\n\n## To install\n\nFour.",
	}))
	for _, c := range []struct {
		query, want string
		exact       method.Exactness
	}{
		{"v-if", "directives.html#v-if", method.ExactHead},
		{"v-on", "directives.html#v-on", method.ExactHead},
		{"v-once", "directives.html#v-once", method.ExactHead},
		{"other traits", "more.html#other-traits", method.ExactHead},
		{"Traits", "traits.html#traits", method.ExactTitle},
		{"installation", "install.html#installation", method.ExactTitle},
		{"Installing", "tools.html#installing", method.ExactHead},
		{"to install", "tools.html#to-install", method.ExactHead},
		{"ways to trim", "more.html#by-hand", method.ExactHead}, // it has no text of its own
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 || r.Hits[0].URL != c.want || r.Hits[0].Why.Exact != c.exact {
			t.Errorf("%s: got %s, want %s", c.query, documents(r), c.want)
			for _, h := range r.Hits {
				t.Log(h.URL, h.Why.Exact)
			}
		}
		seen := map[string]bool{}
		for _, h := range r.Hits {
			must.Be(t, !seen[h.URL], "%s: %s is there twice", c.query, h.URL)
			seen[h.URL] = true
		}
	}
}
