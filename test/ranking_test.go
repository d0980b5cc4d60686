package test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/internal/must"
)

// handbookDocs is our own small corpus.
const handbookDocs = "../builder/testdata/handbook"

func build(t testing.TB, docs string) *mycel.Bundle {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{docs}, Output: out, Version: "0"}))(t)
	b := openBundle(t, out)
	return b
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
		if got := ask(t, b, word, engine.Options{Options: noTypos}).Hits; got[0].URL != want {
			t.Errorf("%s: %s first without typos, %s with them", word, got[0].URL, want)
		}
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
	dir := t.TempDir()
	for name, page := range pages {
		must.OK(t, os.WriteFile(filepath.Join(dir, name+".md"), []byte(page), 0o644))
	}
	return build(t, dir)
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
		if first, _, _ := strings.Cut(got, " "); first != want {
			t.Errorf("%q finds %q, want %q first", query, got, want)
		}
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
		if got := documents(ask(t, b, query, engine.Options{})); !slices.Contains(strings.Split(want, "|"), got) {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
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
	out := filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(t.Context(), builder.Config{Site: []string{dir}, Output: out, Version: "0"}))(t)
	b := openBundle(t, out)
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
	dir := filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{handbookDocs}, Output: dir, Version: "0"}))(t)
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
