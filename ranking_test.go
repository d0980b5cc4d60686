package mycel_test

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
	"mycel/engine/lexical"
	"mycel/engine/strategy"
	"mycel/engine/text"
)

// The handbook is our own small corpus; the Rust book is tried where it is there.
const (
	handbook = "builder/testdata/handbook"
	rustBook = "../shared/data/rust-book"
)

func build(t testing.TB, docs string) *mycel.Bundle {
	t.Helper()
	if _, err := os.Stat(docs); err != nil {
		t.Skip("no " + docs)
	}
	out := filepath.Join(t.TempDir(), "bundle")
	if _, err := builder.Build(context.Background(), builder.Config{Docs: []string{docs}, Output: out, Version: "0"}); err != nil {
		t.Fatal(err)
	}
	b, err := mycel.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ask(t testing.TB, b *mycel.Bundle, query string, o engine.Options) *engine.Result {
	t.Helper()
	r, err := b.Search(context.Background(), query, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var noTypos = strategy.Options{Read: lexical.Tolerance{NoTypos: true}}

// headingWords returns words of titles and headings, of at least so many letters,
// ascending: n of them, evenly spaced.
func headingWords(b *mycel.Bundle, letters, n int) []string {
	x := b.Engine().Index()
	var all []string
	collect := func(title string) {
		for _, w := range text.Tokens(title, 100) {
			plain := strings.Trim(w.Key, "abcdefghijklmnopqrstuvwxyz") == ""
			if _, stop, _ := x.Dictionary.Lookup(w.Key); plain && !stop && len(w.Key) >= letters {
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
	d := b.Engine().Index().Dictionary
	for at := i; at < i+len(word)*5; at++ {
		wrong := misspell(word, (i+(at-i)/len(word))%5, at)
		if len(word) >= 10 && i%2 == 0 { // long words bear two errors
			wrong = misspell(wrong, (i+2)%5, at+4)
		}
		q := d.Interpret(wrong, lexical.Tolerance{NoTypos: true})
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
		if slices.ContainsFunc(top, func(h engine.Hit) bool { return h.URL == want }) {
			found++
			if r.DidYouMean == "" || r.Terms[0].Read != lexical.Typo || r.Terms[0].Known {
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
	if asked < n || found < wanted {
		t.Errorf("%d misspellings of %d asked for, %d found, want %d", asked, n, found, wanted)
	}
}

func TestMisspellings(t *testing.T) {
	t.Run("handbook", func(t *testing.T) { testMisspellings(t, build(t, handbook), 20, 19) })
	t.Run("rust-book", func(t *testing.T) { testMisspellings(t, build(t, rustBook), 40, 38) })
}
