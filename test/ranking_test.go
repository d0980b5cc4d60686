package test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/large"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/internal/must"
)

// handbookDocs is our own small corpus.
const handbookDocs = "../builder/testdata/handbook"

func build(t testing.TB, docs string) *mycel.Bundle {
	t.Helper()
	return openBundle(t, built(t, builder.Config{Docs: []string{docs}}))
}

func ask(t testing.TB, b *mycel.Bundle, query string, o engine.Options) *answer.Result {
	t.Helper()
	return must.Get(b.Search(context.Background(), query, o))(t)
}

var noTypos = method.Options{Read: query.Tolerance{NoTypos: true}}

// headingWords returns words of titles and headings, of at least so many letters,
// ascending: n of them, evenly spaced.
func headingWords(b *mycel.Bundle, letters, n int) []string {
	if b.LoadAll(context.Background()) != nil {
		return nil
	}
	x := b.Engine().Index()
	var all []string
	collect := func(title string) {
		for _, w := range text.Tokens(title, 100) {
			plain := strings.Trim(w.Key, "abcdefghijklmnopqrstuvwxyz") == ""
			if _, stop, _ := x.Parser.Lookup(w.Key); plain && !stop && len(w.Key) >= letters {
				all = append(all, w.Key)
			}
		}
	}
	for d := range x.Corpus.NumDocuments() {
		collect(x.Corpus.DocTitle.At(d))
	}
	for s := range x.Corpus.NumSections() {
		collect(x.Corpus.Heading.At(s))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) <= n {
		return all
	}
	words := make([]string, n)
	for i := range words {
		words[i] = all[i*len(all)/n]
	}
	return words
}

// misspell makes one error in a word: kind 0 leaves a letter out, 1 doubles one, 2
// puts another in its place, 3 exchanges two neighbours, 4 adds one. at is where.
func misspell(word string, kind, at int) string {
	at %= len(word) - 1
	other := string('a' + (word[at]-'a'+7)%26)
	switch kind {
	case 0:
		return word[:at] + word[at+1:]
	case 1:
		return word[:at] + word[at:at+1] + word[at:]
	case 2:
		return word[:at] + other + word[at+1:]
	case 3:
		return word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
	}
	return word[:at] + other + word[at:]
}

// misspelling returns an error of the word that the corpus has in no form, begins no
// word of the corpus, and is no longer than tolerance reaches.
func misspelling(b *mycel.Bundle, word string, i int) string {
	d := b.Engine().Index().Parser
	for at := i; at < i+len(word)*5; at++ {
		wrong := misspell(word, (i+(at-i)/len(word))%5, at)
		if len(word) >= 10 && i%2 == 0 { // long words bear two errors
			wrong = misspell(wrong, (i+2)%5, at+4)
		}
		q := d.Interpret(wrong, query.Tolerance{NoTypos: true})
		if len(wrong) >= 4 && len(q.Words) == 1 && !q.Words[0].Known {
			return wrong
		}
	}
	return ""
}

// testMisspellings asks for misspelt words of headings. What the right word finds
// first has to be among the first three.
func testMisspellings(t *testing.T, b *mycel.Bundle, n, wanted int) {
	t.Helper()
	asked, found := 0, 0
	for i, word := range headingWords(b, 5, n) {
		wrong := misspelling(b, word, i)
		if wrong == "" {
			continue
		}
		asked++
		want := ask(t, b, word, engine.Options{}).Hits[0].URL
		r := ask(t, b, wrong, engine.Options{})
		top := r.Hits[:min(3, len(r.Hits))]
		if slices.ContainsFunc(top, func(h answer.Hit) bool { return h.URL == want }) {
			found++
			if r.DidYouMean == "" || r.Terms[0].Read != query.Typo || r.Terms[0].Known {
				t.Errorf("%s for %s: did you mean %q, read as %q", wrong, word, r.DidYouMean, r.Terms[0].Read)
			}
		} else {
			t.Logf("%s for %s: read as %v, %s is not in the first three", wrong, word, r.Terms[0].As, want)
		}
		got := ask(t, b, word, engine.Options{Options: noTypos}).Hits
		must.Be(t, got[0].URL == want, "%s: %s first without typos, %s with them", word, got[0].URL, want)
	}
	t.Logf("%d of %d", found, asked)
	must.Be(t, asked >= n && found >= wanted, "%d misspellings of %d asked for, %d found, want %d", asked, n, found, wanted)
}

func TestMisspellings(t *testing.T) {
	testMisspellings(t, build(t, handbookDocs), 20, 19)
}

// corpusOf builds a bundle of Markdown pages, given by name.
func corpusOf(t testing.TB, pages map[string]string) *mycel.Bundle {
	t.Helper()
	return build(t, markdown(t, pages))
}

func documents(r *answer.Result) string {
	var ids []string
	for _, h := range r.Hits {
		ids = append(ids, strings.TrimSuffix(h.Document, ".md"))
	}
	return strings.Join(ids, " ")
}

// Words as they are typed come before what they may have been meant for.
func TestExactFirst(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"closure": "# Functions\n\nA closure is a function, and what it closes over.",
		"closrue": "# Errata\n\nThe word closrue was printed twice, in the closrue chapter. A closrue is no word.",
		"form":    "# Paper\n\nA long page about many a thing, with a form that is named once among all of the other things of the page.",
		"format":  "# Formats\n\nformat format format formats formatting format.",
		"formula": "# Formula\n\nformula formula formula.",
		"other":   "# Other\n\nSomething else altogether.",
	})
	for query, want := range map[string]string{
		"closure": "closure", // its misspelling is a word of the corpus, but another
		"closrue": "closrue",
		"colsure": "closure", // as near to both, one exchange away from one only
		"closur":  "closure",
		"form":    "form",   // the other forms of the page's word, and no completion: it is long enough
		"for":     "format", // nothing but a function word, so it may be a beginning
		"form ":   "form",
		"formu":   "formula",
		"formz":   "form",
	} {
		got := documents(ask(t, b, query, engine.Options{}))
		first, _, _ := strings.Cut(got, " ")
		must.Be(t, first == want, "%q finds %q, want %q first", query, got, want)
	}
	always := method.Options{Read: query.Tolerance{Prefix: query.CompleteAlways}}
	if got := documents(ask(t, b, "form", engine.Options{Options: always})); got != "form format formula" && got != "form formula format" {
		t.Errorf("form and its completions: %q", got)
	}
}

// Words of a page's title find its head before its sections, however short these are,
// unless a section's own heading has them all.
func TestHeadsFirst(t *testing.T) {
	long := strings.Repeat("Many other words that nobody asks for stand here as well. ", 12)
	b := corpusOf(t, map[string]string{
		"format": "# The bundle format, version 3\n\n" + long + "\n\n## Hubs\n\nRows.\n\n## Keys\n\nNumbers.",
		"upload": "# Sending a bundle abroad\n\n" + long + "\n\n## Abroad, a bundle\n\nStamps.",
		"other":  "# Another\n\n" + long,
	})
	for query, want := range map[string]string{
		"bundle format":  "The bundle format, version 3",
		"formats bundle": "The bundle format, version 3",
		"format hubs":    "Hubs",
		"bundle abroad":  "Abroad, a bundle",
	} {
		for _, mode := range []string{auto.Mode, bm25.Mode} {
			r := ask(t, b, query, engine.Options{Mode: mode, Options: noTypos})
			if len(r.Hits) == 0 || r.Hits[0].Heading != want || r.Hits[0].Why.Exact != method.NotExact {
				t.Errorf("%s: %q finds %+v, want %q first", mode, query, r.Hits, want)
			}
		}
	}
}

// A title is what it names, whatever number stands before that and whatever explains it
// behind; what many sections are headed by names none.
func TestSubjectsFirst(t *testing.T) {
	noise := "The json module and max_connections, and max_connections again, of json and json in json. "
	pages := map[string]string{
		"json":   "# json — JSON encoder and decoder\n\nReads and writes.\n\n## Examples\n\nOne.",
		"news":   "# What is new\n\n## Improved: json\n\n" + noise + noise + "\n\n## Examples\n\nTwo.",
		"conf":   "# 20. Settings\n\n" + noise + "\n\n## 20.3. max_connections (integer)\n\nHow many.\n\n## Examples\n\nThree.",
		"kernel": "# Kernel\n\n" + noise + noise + "\n\n## Examples\n\nFour.",
		"guide":  "# Examples of settings\n\nExamples, examples and examples.",
	}
	b := corpusOf(t, pages)
	for query, want := range map[string]string{"json": "json — JSON encoder and decoder", "max_connections": "20.3. max_connections (integer)", "settings": "20. Settings"} {
		r := ask(t, b, query, engine.Options{Options: noTypos})
		if len(r.Hits) == 0 || r.Hits[0].Heading != want || r.Hits[0].Why.Exact == method.NotExact {
			t.Errorf("%q finds %+v, want %q first", query, r.Hits, want)
		}
	}
	class := corpusOf(t, map[string]string{"list": "# Class Wicklist\n\n" + noise + "\n\n## Wicklist\n\nMakes an empty Wicklist.\n\n## Wicklist\n\nMakes a Wicklist of a Wicklist."})
	if r := ask(t, class, "wicklist", engine.Options{Options: noTypos}); len(r.Hits) != 1 || len(r.Hits[0].Nested) != 2 || r.Hits[0].Heading != "Class Wicklist" {
		t.Errorf("a class with two constructors finds %+v", r.Hits)
	}
	trace := corpusOf(t, map[string]string{
		"trace": "# trace — Print a stack\n\n" + noise + "\n\n## print\n\nPrints the stack.",
		"calls": "# Calls\n\n" + noise + "\n\n## print\n\nPrints, prints and prints anything.",
	})
	if r := ask(t, trace, "print", engine.Options{Options: noTypos}); r.Hits[0].Heading != "print" || r.Hits[1].Heading != "print" {
		t.Errorf("a word that explains a title finds %+v", r.Hits)
	}
	if r := ask(t, b, "examples", engine.Options{Options: noTypos}); r.Hits[0].Why.Exact != method.NotExact {
		t.Errorf("Examples, a heading of four pages, finds %+v", r.Hits[0])
	}
	delete(pages, "kernel")
	if r := ask(t, corpusOf(t, pages), "examples", engine.Options{Options: noTypos}); r.Hits[0].Document != "guide.md" {
		t.Errorf("Examples, a heading of pages far behind the best, finds %+v", r.Hits[0])
	}
	delete(pages, "guide")
	if r := ask(t, corpusOf(t, pages), "examples", engine.Options{Options: noTypos}); r.Hits[0].Why.Exact != method.ExactHead {
		t.Errorf("Examples, a heading of three pages, finds %+v", r.Hits[0])
	}
}

// testNames checks that every title and heading that only one page or section has is found
// first, as the name that it is.
func testNames(t *testing.T, b *mycel.Bundle, wanted int) {
	t.Helper()
	must.OK(t, b.LoadAll(t.Context()))
	x := b.Engine().Index().Corpus
	key := func(s string) string {
		var words []string
		for _, w := range text.Tokens(s, 100) {
			words = append(words, w.Key)
		}
		return strings.Join(words, " ")
	}
	titles, headings := map[string]int{}, map[string]int{}
	for d := range x.NumDocuments() {
		titles[key(x.DocTitle.At(d))]++
	}
	for s := range x.NumSections() {
		headings[key(x.Heading.At(s))]++
	}
	n := 0
	for _, mode := range []string{auto.Mode, bm25.Mode} {
		for d := range x.NumDocuments() {
			title := x.DocTitle.At(d)
			if titles[key(title)] > 1 {
				continue
			}
			n++
			r := ask(t, b, title+" ", engine.Options{Mode: mode})
			if len(r.Hits) == 0 || r.Hits[0].Title != title || r.Hits[0].Why.Exact != method.ExactTitle {
				t.Errorf("%s: title %q finds %q first", mode, title, documents(r))
			}
		}
		for s := range x.NumSections() {
			heading := x.Heading.At(s)
			if k := key(heading); k == "" || headings[k] > 1 || titles[k] > 0 {
				continue
			}
			n++
			r := ask(t, b, heading+" ", engine.Options{Mode: mode})
			if len(r.Hits) == 0 || r.Hits[0].Heading != heading || r.Hits[0].Why.Exact != method.ExactHead {
				t.Errorf("%s: heading %q finds %q first", mode, heading, documents(r))
			}
		}
	}
	must.Be(t, n >= wanted, "%d names, want %d", n, wanted)
}

func TestNamesFirst(t *testing.T) {
	testNames(t, build(t, handbookDocs), 40)
}

// Phrases, exclusion and identifiers, with texts that are loaded as they are needed.
func TestOperators(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"arc":    "# Sharing\n\nUse `std::sync::Arc` to share. Arc counts.",
		"parts":  "# Parts\n\nThe sync arc of the std committee: std, sync, arc, std, arc, sync.",
		"effect": "# Hooks\n\nCall `useEffect` once.",
		"cargo":  "# Manifest\n\nThe file `Cargo.toml` lists dependencies.",
		"toml":   "# Language\n\nTOML is a language. Cargo reads TOML, cargo likes toml.",
		"flag":   "# Options\n\nGive `--output-path` a folder.",
		"path":   "# Folders\n\nThe path of the output is a path; output goes there.",
		"red":    "# Colours\n\nA red house stands here. It is big.",
		"house":  "# Houses\n\nThe house was red. Red was the house.",
		"big":    "# Sizes\n\nA big red house, or a small one.",
		"open":   "# Calls\n\n`mycel_open()` opens an index.",
		"opens":  "# Doors\n\nOpen the mycel door; the mycel is open.",
	})
	for query, want := range map[string]string{
		`"red house"`:         "big red|red big",
		`“red house”`:         "big red|red big",
		`"house red"`:         "",
		`"red house" -small`:  "red",
		`red -big`:            "house",
		`-big`:                "big red|red big", // nothing else is asked for
		`house -"red house"`:  "house",
		`"no such phrase"`:    "",
		`"a big red"`:         "big",
		`"red hous`:           "big red house|big house red|red big house|red house big|house big red|house red big", // not closed yet
		`is "red house" big?`: "big red|red big|big red house|red big house|house red big|red house big|house big red|big house red",
		`house +small`:        "big",
		`+list cargo`:         "cargo", // in any form
		`+zzzz red`:           "",
		`depend* zzzz`:        "cargo",
		`small OR depends`:    "big cargo|cargo big",
		"std::sync::Arc":      "arc parts",
		"mycel_open":          "open opens",
		"Cargo.toml":          "cargo toml",
		"--output-path":       "flag path",
		"useEffect":           "effect arc", // a part of the name behind the whole
		"effect":              "effect",
		"useeffect":           "effect",
		"useefect":            "effect",
	} {
		got := documents(ask(t, b, query, engine.Options{}))
		must.Be(t, slices.Contains(strings.Split(want, "|"), got), "%s finds %q, want %q", query, got, want)
	}
}

// A member is named by its class and itself, which stand in two headings; what is only a
// part of a longer name is not named at all.
func TestNamesOfMembers(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"threads": "# Side by side\n\nThreads run.\n\n## Class Thread\n\nOne of them.\n\n### Methods\n\nAll.\n\n#### join\n\nWaits until it has ended.",
		"logging": "# Logging\n\nOf a thread, and a thread to join: old_thread.join() and thread.join_all() join a thread.",
		"cooking": "# Cooking\n\nOn a thread the pearls join a thread; a thread, a join.",
	})
	r := ask(t, b, "Thread.join", engine.Options{})
	must.Be(t, len(r.Hits) != 0 && r.Hits[0].Heading == "join" && r.Hits[0].Why.Exact == method.ExactCode, "Thread.join finds %+v", r.Hits)
	for _, h := range r.Hits[1:] {
		must.Be(t, h.Why.Exact == method.NotExact, "%s is named Thread.join", h.Heading)
	}
}

// A class that stands behind a kind or a number is the beginning of its members' names, too,
// as is one in front of what explains it.
func TestNamesOfMembersBelow(t *testing.T) {
	for _, heading := range []string{"Chapter 3: Pool", "Kinds | Pool", "3. Pool", "Class Pool", "Pool<T>", "Pool (class)"} {
		b := corpusOf(t, map[string]string{
			"pools": "# Waters\n\nOf all kinds.\n\n## " + heading + "\n\nOne of them.\n\n### drain\n\nEmpties it.",
			"other": "# Other\n\nA pool has a drain, and a drain a pool: drain the pool.",
		})
		r := ask(t, b, "Pool.drain", engine.Options{})
		if len(r.Hits) == 0 || r.Hits[0].Heading != "drain" || r.Hits[0].Why.Exact != method.ExactCode {
			t.Errorf("below %s, Pool.drain finds %+v", heading, r.Hits)
		}
	}
}

// References of code say in a member's anchor which class it is of: dict.items on a page of many
// classes. A term below its own heading does so for that.
func TestNamesOfMembersInAnchors(t *testing.T) {
	dir := t.TempDir()
	page := `<!doctype html><html lang="en"><title>Built-in types</title><main><h1>Built-in types</h1><p>All of them.</p>
		<h2 id="pools">Pools</h2><p>A pool holds water, and its items, as a pond does.</p>
		<dl><dt id="water.Pool.items">items()</dt><dd><p>What swims in it.</p></dd>
		<dt id="water.Pond.items">items()</dt><dd><p>What grows in it.</p></dd>
		<dt id="method.items">items()</dt><dd><p>What is there.</p></dd></dl>
		<h3 id="drain">drain()</h3><dl><dt id="water.Pool.drain"><code class="descname">drain</code>(slowly)</dt><dd></dd></dl><p>Empties it.</p>
		<h3 id="fill">fill()</h3><dl><dt id="water.Pool.refill"><code class="descname">fill</code>(slowly)</dt><dd></dd></dl><p>Fills it.</p></main></html>`
	must.OK(t, os.WriteFile(filepath.Join(dir, "types.html"), []byte(page), 0o644))
	b := openBundle(t, built(t, builder.Config{Site: []string{dir}}))
	for query, want := range map[string]string{
		"Pool.items": "water.Pool.items", "pond items": "water.Pond.items", "Pool.drain": "water.Pool.drain",
		"method.items": "", "Pool.refill": "", "water.items": "",
	} {
		got := ""
		if r := ask(t, b, query, engine.Options{}); len(r.Hits) > 0 && r.Hits[0].Why.Exact == method.ExactHead {
			got = r.Hits[0].Anchor
		}
		must.Equal(t, got, want, "%s names", query)
	}
	if r := ask(t, b, "fill", engine.Options{}); len(r.Hits) == 0 || r.Hits[0].Anchor != "fill" {
		t.Errorf("fill finds %+v", r.Hits)
	}
}

// What a query finds does not depend on the texts that are there already.
func TestPhraseWithoutTexts(t *testing.T) {
	dir := built(t, builder.Config{Docs: []string{handbookDocs}})
	answer := func(queries ...string) string {
		b := openBundle(t, dir)
		var last []byte
		for _, q := range queries {
			last = ask(t, b, q, engine.Options{}).AppendJSON(nil)
		}
		return string(last)
	}
	for _, q := range []string{`"the tide"`, `"painted ring" tower`, `level_mm`, `gauge -drum`} {
		must.Equal(t, answer(q), answer("tide", "keeper", "tower", q), "%s: the answer depends on what was asked before", q)
	}
	b := openBundle(t, dir)
	must.OK(t, b.LoadAll(t.Context()))
	r, err := b.Engine().Search(`"painted ring"`, engine.Options{})
	if err != nil || len(r.Missing) == 0 || len(r.Hits) == 0 {
		t.Errorf("before its text is there a phrase may be: hits %v, missing %v, %v", r.Hits, r.Missing, err)
	}
}

// A page that is pasted into the box asks for what is like it: a walk over links would
// lead away from there.
func TestTextsAreNoQuestions(t *testing.T) {
	b := build(t, handbookDocs)
	page := readFile(t, filepath.Join(handbookDocs, "archive.md"))
	r := ask(t, b, string(page), engine.Options{})
	if !r.Cut || r.Mode != bm25.Mode || r.Hits[0].Document != "archive.md" {
		t.Errorf("a page of %d bytes: cut %t, mode %s, first %s", len(page), r.Cut, r.Mode, r.Hits[0].Document)
	}
}

// A book of real size: misspelt words, names of pages, and, with its listings as readers see it,
// a question in other words than those of the chapter that answers it, where code says them
// more often. MYCEL_DATA names the folder with the data sets.
func TestSoakRustBook(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	docs := filepath.Join(os.Getenv("MYCEL_DATA"), "rust-book")
	if _, err := os.Stat(docs); err != nil {
		t.Skip("data")
	}
	b := build(t, docs)
	t.Run("misspellings", func(t *testing.T) { testMisspellings(t, b, 40, 38) })
	t.Run("names", func(t *testing.T) { testNames(t, b, 1000) })
	t.Run("question", func(t *testing.T) {
		b := build(t, docs+"-listings")
		r := ask(t, b, "why can't I use a value after passing it to a function", engine.Options{})
		for _, h := range r.Hits[:min(3, len(r.Hits))] {
			if strings.Contains(h.Document, "ownership") {
				return
			}
		}
		t.Errorf("found %s", documents(r))
	})
}

// Tuned numbers decide which of two good hits comes first, and few promises depend on them. So each query of these tests names the
// number that it guards: with half or double the number the order is another.

// filled returns 36 words: n times the word, if there is one, and words that no query has. The draw depends on n.
func filled(word string, n int) string {
	all := make([]string, 36)
	draw := rand.New(rand.NewPCG(uint64(len(word)), uint64(n)))
	for i := range all {
		switch all[i] = strings.Fields("amber birch cedar delta elder fjord glade heath inlet knoll larch maple")[draw.IntN(12)]; {
		case i < n && word != "":
			all[i] = word
		case i%12 == 11:
			all[i] += "."
		}
	}
	return strings.Join(all, " ")
}

// titled returns a page with sections, each a heading and a text.
func titled(title string, sections ...string) string {
	page := "---\ntitle: " + title + "\n---\n"
	for i := 0; i < len(sections); i += 2 {
		page += "\n## " + sections[i] + "\n\n" + sections[i+1] + "\n"
	}
	return page
}

// sections returns a page of sections without the word in headings, with the word so often in the text of each.
func sections(word string, counts ...int) string {
	var all []string
	for i, n := range counts {
		all = append(all, fmt.Sprintf("Place %d", i), filled(word, n))
	}
	return titled("Notes", all...)
}

func listing(word string) string {
	return "\n\n```\n" + word + strings.Repeat(" nothing", 7) + "\n```\n"
}

// All sections are equally long, no file is named by a query, and a query is one word. So the score of a section is x / (x + 5), with x as docs/strategies.md has it.
func TestWeightsOfDocumentation(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"title-8": sections("ferry", 8, 0), "title-only": titled("Ferry times", "Winter", filled("", 1), "Summer", filled("", 2), "Autumn", filled("", 3)), "title-3": sections("ferry", 3, 0),
		"heading-5": sections("lantern", 5, 0), "heading-only": titled("Notes", "Lantern glass", filled("", 4), "Place 1", filled("", 5)), "heading-2": sections("lantern", 2, 0),
		"share-4": sections("rudder", 4, 0), "share-half": titled("Notes", "Rudder posts", filled("", 6), "Place 1", filled("", 7)),
		"share-sixth": titled("Notes", "Rudder, keel, boom, gaff, winch, hatch", filled("", 8)+listing("rudder"), "Place 1", filled("", 9)),
		"part-2":      sections("effect", 2, 0), "part-only": sections("useEffect", 4, 0), "part-1": sections("effect", 1, 0),
		"link-4": sections("breakwater", 4, 0), "link-only": titled("Notes", "Stones", filled("", 10), "Place 1", filled("", 11)), "link-2": sections("breakwater", 2, 0),
		"link-from": titled("Notes", "Place 0", strings.Replace(filled("breakwater", 1), "breakwater", "[breakwater](link-only.md#stones)", 1), "Place 1", filled("", 12)),
		"sum-many":  titled("Notes", "Place 0", filled("tide", 3)+listing("tide"), "Place 1", filled("tide", 3)+listing("tide"), "Place 2", filled("tide", 3)+listing("tide"), "Place 3", filled("tide", 3)+listing("tide")),
		"sum-8":     sections("tide", 8, 0), "sum-thrice": sections("tide", 2, 2, 2),
		"typo-4": sections("barrel", 4, 0), "typo-second": sections("barren", 8, 0), "typo-1": sections("barrel", 1, 0),
	})
	for _, c := range []struct{ guards, query, want string }{
		{"the weight of titles, 3", "ferry", "title-8 title-only title-3"},
		{"the weight of headings, 3", "lantern", "heading-5 heading-only heading-2"},
		{"headingWeight, 0.1, what a heading that the query names counts", "rudder", "share-4 share-half share-sixth"},
		{"the weight of parts of names, 0.3", "effect", "part-2 part-only part-1"},
		{"the weight of texts of links, 3", "breakwater", "link-4 link-only link-2 link-from"},
		{"k1, 5, and pageDecay, 0.4", "tide", "sum-many sum-8 sum-thrice"},
		{"typoWeight, 0.5, of the second reading of a misspelt word", "barrew ", "typo-4 typo-second typo-1"},
	} {
		r := ask(t, b, c.query, engine.Options{})
		must.Equal(t, documents(r), c.want, "%s guards %s: it finds", c.query, c.guards)
	}
}

// passages builds a collection of passages.
func passages(t *testing.T, sizes *large.Sizes, all []synth.Passage) *mycel.Bundle {
	t.Helper()
	return openBundle(t, built(t, builder.Config{JSONL: []string{passagesFile(t, all, false)}, Large: sizes}))
}

// In a large collection lists reach to 40 postings here.
func TestWeightsOfLargeCollections(t *testing.T) {
	var all []synth.Passage
	add := func(id string, n int, texts ...string) {
		for i := range n {
			shingles := strings.Repeat(" shingle", max(1, 12-len(all)))
			all = append(all, synth.Passage{ID: fmt.Sprint(id, "-", i), Title: fmt.Sprint("Notes ", len(all)), Text: strings.Join(texts, " ") + shingles})
		}
	}
	// granite is in 200 passages of 400: the head of its list has 12. The best 16 passages by heads get the weights that heads lack,
	// so twelfth comes first, and last stays below quay. shingle is in all passages: its head has an eighth of the reach.
	add("granite", 12, filled("granite", 8), filled("", 1))
	add("best", 1, filled("quay", 5), filled("", 1))
	add("quay", 10, filled("quay", 4), filled("", 2))
	add("twelfth", 1, filled("quay", 3), filled("granite", 4))
	add("less", 12, filled("quay", 2), filled("", 3))
	add("last", 1, filled("quay", 2), filled("granite", 6), filled("", 5))
	add("weak", 186, filled("granite", 1), filled("", 4))
	add("none", 177, filled("", 6), filled("", 7))
	b := passages(t, reaching(40), all)
	for _, c := range []struct {
		guards, query, want string
		k                   int
	}{
		{"completed, 16", "quay granite", "twelfth-0 best-0 quay-0", 3},
		{"leastKept, 8", "shingle", "granite-0 granite-1 granite-2 granite-3 granite-4", 12},
	} {
		r := ask(t, b, c.query, engine.Options{Mode: bm25.Mode, Options: method.Options{K: c.k}})
		must.Equal(t, documents(r), c.want, "%s guards %s: it finds", c.query, c.guards)
	}
}

// A link leads over a name to the passages that mention it, if they are at most maxShared, 32: Brenn Holm is in 32, Tarn Ness in 33.
func TestWeightsOfCollections(t *testing.T) {
	all := []synth.Passage{
		{ID: "ada", Title: "Ada Lindqvist", Text: "Ada Lindqvist painted the tower of Brenn Holm."},
		{ID: "repair", Title: "Repairs", Text: "The tower of Brenn Holm was mended by a mason."},
		{ID: "mason", Title: "Crafts", Text: "A mason mended a tower, and the tower was mended."},
		{ID: "karl", Title: "Karl Moberg", Text: "Karl Moberg carved the mast of Tarn Ness."},
		{ID: "tar", Title: "Tar", Text: "The mast of Tarn Ness was tarred by a cooper."},
		{ID: "cooper", Title: "Trades", Text: "A cooper tarred a mast, and the mast was tarred."},
	}
	for i := range 30 + 31 {
		text := "Snow lay on Brenn Holm. "
		if i >= 30 {
			text = "Rain fell on Tarn Ness. "
		}
		all = append(all, synth.Passage{ID: fmt.Sprint("day-", i), Title: fmt.Sprint("Day ", i), Text: text + filled("", i)})
	}
	b := passages(t, nil, all)
	for query, want := range map[string]string{
		"Which mason mended the tower that Ada Lindqvist painted?": "ada repair",
		"Which cooper tarred the mast that Karl Moberg carved?":    "karl cooper",
	} {
		r := ask(t, b, query, engine.Options{Options: method.Options{K: 2}})
		got := documents(r)
		must.Be(t, got == want && r.Mode == bridge.Mode, "%q finds %s by %s, want %s", query, got, r.Mode, want)
	}
}
