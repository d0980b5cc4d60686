package test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/stem"
	"mycel/engine"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/internal/must"
)

// The names of sections are looked up in an index of names. What that finds is held against a
// walk over all sections that have the query's words in their titles and headings, which is
// what it stands for.

// walk finds the sections that are named as a query is, without the index of names.
type walk struct {
	x       *method.Index
	q       *query.Query
	ofStops map[model.TermID]bool // terms with forms that are function words
}

// named returns by section what of it is the query.
func (w *walk) named() map[model.SectionID]method.Exactness {
	found, headings := map[model.SectionID]method.Exactness{}, map[model.SectionID]bool{}
	for _, s := range w.titled() {
		heading := w.same(w.x.Corpus.Heading.At(int(s)))
		doc := w.x.Corpus.SectionDoc(s)
		title := 0
		first, _ := w.x.Corpus.SectionChunks(s)
		if head, _ := w.x.Corpus.DocChunks(doc); first == head {
			title = w.same(w.x.Corpus.DocTitle.At(int(doc)))
		}
		switch {
		case title > 0 && title >= heading:
			found[s] = method.ExactTitle
		case heading > 0:
			headings[s] = true
			if head, _ := w.x.Corpus.DocChunks(doc); w.asksFor(lexical.Subject(w.x.Corpus.DocTitle.At(int(doc)))) {
				found[w.x.Corpus.ChunkSection(head)] = method.ExactTitle
			}
		}
	}
	whole := w.whole()
	for s, heading := range w.introducing() {
		if w.same(heading) > 0 {
			headings[s] = true
		}
	}
	for s := range headings {
		if found[s] == "" && (len(headings) <= lexical.MaxNamesakes || slices.Contains(whole, s)) {
			found[s] = method.ExactHead
		}
	}
	for _, s := range w.members() {
		if found[s] == "" {
			found[s] = method.ExactHead
		}
	}
	return found
}

// introducing returns the headings of sections without a text of their own, by the first section
// below each that has one.
func (w *walk) introducing() map[model.SectionID]string {
	out := map[model.SectionID]string{}
	c := w.x.Corpus
	for s := range c.NumSections() {
		section := model.SectionID(s)
		first, end := c.SectionChunks(section)
		if first < end || int(first) >= c.NumChunks() || c.Heading.At(s) == c.DocTitle.At(int(c.SectionDoc(section))) {
			continue
		}
		below := c.ChunkSection(first)
		for up, ok := below, true; ok; up, ok = c.Parent(up) {
			if up == section && out[below] == "" {
				out[below] = c.Heading.At(s)
			}
		}
	}
	return out
}

// whole returns the sections whose heading is the query word for word, if no more have it than
// may, titles included.
func (w *walk) whole() (list []model.SectionID) {
	titles, c := 0, w.x.Corpus
	introduced := w.introducing()
	for d := range c.NumDocuments() {
		if slices.Equal(keysOf(c.DocTitle.At(d)), w.keys()) {
			titles++
		}
	}
	for s := range c.NumSections() {
		section := model.SectionID(s)
		first, end := c.SectionChunks(section)
		head, _ := c.DocChunks(c.SectionDoc(section))
		if first < end && slices.Equal(keysOf(c.Heading.At(s)), w.keys()) && !(first == head && c.Heading.At(s) == c.DocTitle.At(int(c.SectionDoc(section)))) {
			list = append(list, section)
		} else if slices.Equal(keysOf(introduced[section]), w.keys()) {
			list = append(list, section)
		}
	}
	if len(list)+titles > lexical.MaxNamesakes {
		return nil
	}
	return list
}

// members returns the sections that are called as the query ends, on pages that are called as
// it begins.
func (w *walk) members() (list []model.SectionID) {
	for s := range w.x.Corpus.NumSections() {
		section := model.SectionID(s)
		owner := lexical.Subject(w.x.Corpus.DocTitle.At(int(w.x.Corpus.SectionDoc(section))))
		member := keysOf(lexical.Subject(w.x.Corpus.Heading.At(s)))
		keys, wanted := slices.Concat(keysOf(owner), member), w.keys()
		first, end := w.x.Corpus.SectionChunks(section)
		if len(member) == 0 || owner == "" || first == end || w.x.Corpus.Heading.At(s) == w.x.Corpus.DocTitle.At(int(w.x.Corpus.SectionDoc(section))) || len(strings.Fields(owner)) > 3 || len(list) == lexical.MaxNamesakes {
			continue
		}
		tail := min(len(member), len(wanted))
		if w.alike(keys) && slices.Equal(member[len(member)-tail:], wanted[len(wanted)-tail:]) {
			list = append(list, section)
		}
	}
	return list
}

func keysOf(s string) (keys []string) {
	for _, token := range text.Tokens(s, 1000) {
		keys = append(keys, token.Key)
	}
	return keys
}

// titled returns the sections that have all words of the query in titles and headings.
func (w *walk) titled() []model.SectionID {
	has := map[model.SectionID]int{}
	for i := range w.q.Terms {
		for _, t := range w.q.Readings(i) {
			var room lexical.Block
			list, places := w.x.Postings.List(t, true), w.x.Postings.Places(t, true)
			for block := list.Read(&room); len(block) > 0; block = list.Read(&room) {
				for _, p := range block {
					s := w.x.Corpus.ChunkSection(model.ChunkID(p.Passage))
					if places.Next()&1 != 0 && has[s] == i {
						has[s] = i + 1
					}
				}
			}
		}
	}
	maps.DeleteFunc(has, func(_ model.SectionID, n int) bool { return n < len(w.q.Terms) })
	return slices.Sorted(maps.Keys(has))
}

// same tells whether a title or its subject has the words of the query in the very form, 2, or
// in one that is searched for as that, function words left out, 1.
func (w *walk) same(title string) (n int) {
	for _, s := range []string{title, lexical.Subject(title)} {
		keys := keysOf(s)
		if slices.Equal(keys, w.keys()) {
			return 2
		}
		if w.alike(keys) {
			n = 1
		}
	}
	return n
}

func (w *walk) keys() (keys []string) {
	for i := range w.q.Words {
		if !w.q.Words[i].Excluded {
			keys = append(keys, w.q.Words[i].Key)
		}
	}
	return keys
}

func (w *walk) alike(keys []string) bool {
	words := slices.DeleteFunc(slices.Clone(w.q.Words), func(word query.Word) bool {
		return w.q.BitOf(&word) < 0 && (word.Stop || word.Excluded)
	})
	for _, key := range keys {
		t, stop, known := w.x.Parser.Lookup(key)
		if w.q.Bit([]byte(key)) < 0 {
			if stop {
				continue
			}
			return false
		}
		if len(words) == 0 || !known || !w.q.Means(&words[0], t) {
			return false
		}
		words = words[1:]
	}
	return len(words) == 0
}

func (w *walk) asksFor(title string) bool {
	bits := map[int]bool{}
	for _, token := range text.Tokens(title, 1000) {
		bits[w.q.Bit([]byte(token.Key))] = true
	}
	delete(bits, -1)
	return len(bits) == len(w.q.Terms)
}

// bounded tells whether the query is within the bounds of the index: no word of it may be
// taken for a function word, and it is not short enough for its words to be read as parts or
// beginnings of others.
func (w *walk) bounded() bool {
	telling := false
	for i := range w.q.Words {
		word := &w.q.Words[i]
		telling = telling || !word.Stop
		if bit := w.q.BitOf(word); bit >= 0 {
			for _, t := range w.q.Readings(bit) {
				if w.ofStops[t] {
					return false
				}
			}
		}
	}
	return telling && !slices.ContainsFunc(w.q.Alternatives, func(a lexical.Alternative) bool { return a.Weight == 0 })
}

// questions makes queries of a heading: as it is, its subject, in capitals, inflected,
// misspelt, unfinished, with other function words and with words for others.
func questions(rng *rand.Rand, heading string, synonyms map[string]string) []string {
	list := []string{heading, lexical.Subject(heading), strings.ToUpper(heading), strings.ToLower(heading) + " ", heading + "s", heading + "ing ", "the " + heading, "of a " + heading + " "}
	letters := []rune(heading)
	for range 2 {
		if n := len(letters); n > 4 {
			at := rng.IntN(n - 1)
			list = append(list, string(letters[:at])+string(letters[at+1:]), string(letters[:n-1-at/3]))
			letters[at], letters[at+1] = letters[at+1], letters[at]
			list = append(list, string(letters))
		}
	}
	for from, to := range synonyms {
		if strings.Contains(strings.ToLower(heading), to) {
			list = append(list, strings.ReplaceAll(strings.ToLower(heading), to, from))
		}
	}
	return list
}

func TestNamesAsByWalking(t *testing.T) { testNamesAsByWalking(t, 500) }

func TestSoakNamesAsByWalking(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	testNamesAsByWalking(t, math.MaxInt)
}

// testNamesAsByWalking asks at most so many queries of each corpus.
func testNamesAsByWalking(t *testing.T, most int) {
	synonyms := map[string]string{"engin": "gauge", "guidebook": "manual", "lookup": "search", "vessel": "ship", "stead": "town", "listing": "index"}
	file := filepath.Join(t.TempDir(), "synonyms.txt")
	var lines strings.Builder
	for _, from := range slices.Sorted(maps.Keys(synonyms)) {
		fmt.Fprintf(&lines, "%s => %s\n", from, synonyms[from])
	}
	must.OK(t, os.WriteFile(file, []byte(lines.String()), 0o644))
	for name, c := range map[string]builder.Config{
		"handbook": {Docs: []string{handbookDocs}},
		"vendrel":  {JSONL: []string{"../evaldata/vendrel/corpus.jsonl"}},
		"docs":     {Docs: []string{"../docs", "../engine/bundle"}},
		"common":   {Docs: []string{commonNames(t)}},
	} {
		t.Run(name, func(t *testing.T) {
			c.Output, c.Version, c.Synonyms = filepath.Join(t.TempDir(), "bundle"), "0", file
			must.Get(builder.Build(context.Background(), c))(t)
			b := openBundle(t, c.Output)
			compareNames(t, b, synonyms, most)
		})
	}
}

// commonNames makes pages with titles and headings that several have.
func commonNames(t *testing.T) string {
	dir := t.TempDir()
	for i := range 24 {
		page := fmt.Sprintf("# %s\n\nWords.\n", []string{"Class Sieve", "Sieve", "Tide tables", "The tide table", fmt.Sprintf("Page %d", i), "Map<K,V>"}[i%6])
		for j, h := range []string{"Sieve", "Sieves", "Examples", "The map", "Map", "Maps (of K)", "Tide table", "Rare page", "Sieve page", "1.2. Sieving"} {
			if i%(j+2) == 0 {
				page += fmt.Sprintf("\n## %s\n\nText %d.\n", h, i)
			}
		}
		must.OK(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%02d.md", i)), []byte(page), 0o644))
	}
	return dir
}

func compareNames(t *testing.T, b *mycel.Bundle, synonyms map[string]string, most int) {
	must.OK(t, b.LoadAll(context.Background()))
	w := walk{x: b.Engine().Index(), ofStops: map[model.TermID]bool{}}
	english := must.Get(stem.New("en"))(t)
	for _, word := range english.StopWords() {
		if term, _, ok := w.x.Parser.Lookup(word); ok {
			w.ofStops[term] = true
		}
	}
	queries := map[string]bool{}
	rng := rand.New(rand.NewPCG(6, 1))
	for _, column := range []interface {
		At(int) string
		Len() int
	}{&w.x.Corpus.Heading, &w.x.Corpus.DocTitle} {
		for i := range column.Len() {
			for _, q := range questions(rng, column.At(i), synonyms) {
				queries[q] = true
			}
		}
	}
	o := engine.Options{Options: method.Options{K: method.MaxK, NoCollapse: true}}
	asked := slices.Sorted(maps.Keys(queries))
	rng.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	compared, named := 0, 0
	for _, query := range asked[:min(most, len(asked))] {
		w.q = b.Engine().Request(query, o).Query
		if len(w.q.Terms) == 0 || !w.bounded() {
			continue
		}
		compared++
		want := w.named()
		if len(want) > 0 {
			named++
		}
		got := map[model.SectionID]method.Exactness{}
		for _, h := range ask(t, b, query, o).Hits {
			if h.Why.Exact == method.ExactTitle || h.Why.Exact == method.ExactHead {
				got[h.Section] = h.Why.Exact
			}
		}
		if w.x.Content == lexical.Documentation {
			want = onePerPage(w.x, w.q, want, got)
		}
		must.Equal(t, got, want, "%q names", query)
	}
	t.Logf("%d queries, %d of them names", compared, named)
}

// onePerPage leaves of the sections of a page that are named the one that stands for the page, if one does. Otherwise
// only the title of a page with a text must stand for it, in a query that is not corrected.
func onePerPage(x *method.Index, q *query.Query, named, standing map[model.SectionID]method.Exactness) map[model.SectionID]method.Exactness {
	pages := map[model.DocID]bool{}
	for s := range standing {
		if named[s] != "" {
			pages[x.Corpus.SectionDoc(s)] = true
		}
	}
	out := map[model.SectionID]method.Exactness{}
	for s, exact := range named {
		doc := x.Corpus.SectionDoc(s)
		tokens := uint32(0)
		for c, end := x.Corpus.DocChunks(doc); c < end; c++ {
			tokens += x.Corpus.ChunkTokens(c)
		}
		must := tokens >= 125 && q.DidYouMean() == "" && slices.Equal(q.Keys(), lexical.Keys(x.Corpus.DocTitle.At(int(doc))))
		if standing[s] != "" || must && !pages[doc] {
			out[s] = exact
		}
	}
	return out
}

// A title names as many pages as 32; of a heading that many have, the page that is about it is
// found all the same, and a record without a title is not named by its number.
func TestCommonNames(t *testing.T) {
	exact := func(b *mycel.Bundle, query string) (n int) {
		for _, h := range ask(t, b, query, engine.Options{Options: method.Options{K: method.MaxK, NoCollapse: true}}).Hits {
			if h.Why.Exact != method.NotExact {
				n++
			}
		}
		return n
	}
	for pages, want := range map[int]int{1: 1, 32: 32, 33: 0} {
		docs := map[string]string{}
		for i := range pages {
			docs[fmt.Sprint("page", i)] = fmt.Sprintf("# Sluice gates\n\nGate %d of them.\n\n## Opening\n\nTurn wheel %d.", i, i)
		}
		docs["wheel"] = "# The opening of wheels\n\nTurn.\n\n## Opening\n\nOf a wheel.\n\n## Openings\n\nOf wheels."
		b := corpusOf(t, docs)
		must.Equal(t, exact(b, "Sluice gate"), want, "%d pages with a title", pages)
		r := ask(t, b, "opening", engine.Options{})
		if pages > lexical.MaxNamesakes && (exact(b, "opening") != 1 || r.Hits[0].Heading != "The opening of wheels") {
			t.Errorf("a heading of %d pages finds %+v", pages, r.Hits)
		}
	}
	file, out := filepath.Join(t.TempDir(), "records.jsonl"), filepath.Join(t.TempDir(), "bundle")
	records := `{"_id": "tide", "text": "The tide comes in, and the gauge says so."}` + "\n" + `{"_id": "2", "title": "Gauge", "text": "A tide gauge."}` + "\n"
	must.OK(t, os.WriteFile(file, []byte(records), 0o644))
	must.Get(builder.Build(context.Background(), builder.Config{JSONL: []string{file}, Output: out, Version: "0"}))(t)
	b := openBundle(t, out)
	if tide, gauge := exact(b, "tide"), exact(b, "gauge"); tide != 0 || gauge != 1 {
		t.Errorf("tide names %d records, gauge %d", tide, gauge)
	}
}

// Sections are found by what their page is about and their heading. Words that many titles
// have before one other, and that say of what kind it is, are no part of its name.
func TestMembersOfPages(t *testing.T) {
	reference := func(pages int) *mycel.Bundle {
		docs := map[string]string{"uses": "# Uses of sluices\n\nSluice3 and Sluice3: open Sluice3, of Sluice3, Sluice3.open() and Sluice3.of()."}
		for i := range pages {
			docs[fmt.Sprint("sluice", i)] = fmt.Sprintf("# Class Sluice%d\n\nA sluice.\n\n## open(int width)\n\nOpens it.\n\n## opened()\n\nTells.\n\n## of(T part)\n\nMakes one.", i)
		}
		return corpusOf(t, docs)
	}
	b := reference(12)
	for query, want := range map[string]string{
		"Sluice3.open": "open(int width)", "sluice3 open": "open(int width)", "Sluice3.opened": "opened()", "Sluice3.of": "of(T part)",
		"Sluice3": "Class Sluice3", "class sluice3": "Class Sluice3",
	} {
		r := ask(t, b, query, engine.Options{Options: method.Options{NoCollapse: true}})
		if len(r.Hits) == 0 || r.Hits[0].Document != "sluice3.md" || r.Hits[0].Heading != want {
			t.Errorf("%s finds %s, %q first, want %q", query, documents(r), r.Hits[0].Heading, want)
		}
		named := 0
		for _, h := range r.Hits {
			if h.Why.Exact == method.ExactHead || h.Why.Exact == method.ExactTitle {
				named++
			}
		}
		must.Be(t, named == 1, "%s names %d pages, want one", query, named)
	}
	docs := map[string]string{"queue": "# queue — A queue class\n\nQueues.\n\n## queue.Queue(size)\n\nOne.\n\n## queue.Empty\n\nNone."}
	for i := range 10 {
		docs[fmt.Sprint("gate", i)] = fmt.Sprintf("# Gate%d Class Reference\n\nA gate.\n\n## shut()\n\nShuts.", i)
	}
	b = corpusOf(t, docs)
	for query, want := range map[string]string{
		"queue": "queue — A queue class", "queue.Queue": "queue.Queue(size)", "queue.Empty": "queue.Empty", "Gate4": "Gate4 Class Reference", "Gate4.shut": "shut()",
	} {
		if r := ask(t, b, query, engine.Options{}); len(r.Hits) == 0 || r.Hits[0].Heading != want || r.Hits[0].Why.Exact == method.NotExact {
			t.Errorf("%s finds %s, want %q", query, documents(r), want)
		}
	}
	// A page that begins with a heading is found by its first section with a text.
	b = corpusOf(t, map[string]string{"map": "# Class Sieve\n\n## Fields\n\nMany.\n\n## Sieve()\n\nMakes one.\n\n## Sieve(int holes)\n\nMakes one with holes."})
	if r := ask(t, b, "sieve", engine.Options{Options: method.Options{NoCollapse: true}}); r.Hits[0].Heading != "Fields" || r.Hits[0].Why.Exact != method.ExactTitle {
		t.Errorf("sieve finds %q first", r.Hits[0].Heading)
	}
	// With fewer it may be chance: type inference, class action.
	for _, h := range ask(t, reference(9), "Sluice3", engine.Options{}).Hits {
		must.Be(t, h.Why.Exact != method.ExactTitle, "%q is named Sluice3", h.Title)
	}
}

// What a heading declares is found by itself, and behind the page or the type that it belongs to,
// with the qualifiers of that or without.
func TestDeclarations(t *testing.T) {
	docs := map[string]string{"uses": "# Uses of sluices\n\nstd::river::Sluice3 and river.Open: open a Sluice3. Sluice3::open_or, open_or_else, Gate.Shut, river.Open."}
	for i := range 12 {
		docs[fmt.Sprint("sluice", i)] = fmt.Sprintf("# Struct std::river::Sluice%d\n\nA sluice.\n\n## pub fn open_or\\<T>(self, or: T) -> T {#method.open_or}\n\nOpens it, or calls open_wide%d.\n\n"+
			"## pub const fn open_wide%d(self) {#method.open_wide%d}\n\nOpens it wide, as open_or.", i, i, i, i)
	}
	docs["lock"] = "# water::Lock< T > Class Template Reference\n\nA lock.\n\n## fill() {#a77f}\n\nFills it."
	docs["river"] = "# package water/river\n\nRivers.\n\n## func Open {#Open}\n\nOpens one.\n\n## func (*Gate) Shut {#Gate.Shut}\n\nShuts it.\n\n## Open questions {#questions}\n\nMany."
	for i := range 9 {
		docs[fmt.Sprint("package", i)] = fmt.Sprintf("# package water/lake%d\n\nLakes.", i)
	}
	b := corpusOf(t, docs)
	for query, want := range map[string]string{
		"Sluice3":            "Struct std::river::Sluice3",
		"river::Sluice3":     "Struct std::river::Sluice3",
		"Sluice3::open_or":   "pub fn open_or<T>(self, or: T) -> T",
		"Sluice3 open_or":    "pub fn open_or<T>(self, or: T) -> T",
		"open_wide7":         "pub const fn open_wide7(self)",
		"Sluice7::open_wide": "",
		"river.Open":         "func Open",
		"water/river.Open":   "func Open",
		"Open ":              "func Open",
		"Gate.Shut":          "func (*Gate) Shut",
		"Lock::fill":         "fill()",
		"questions":          "", // of a heading of prose its anchor is no name
	} {
		r := ask(t, b, query, engine.Options{Options: method.Options{NoCollapse: true}})
		if len(r.Hits) == 0 {
			t.Errorf("%s finds nothing", query)
		} else if exact := r.Hits[0].Why.Exact != method.NotExact; exact != (want != "") || exact && r.Hits[0].Heading != want {
			t.Errorf("%s finds %s, %q first, exact %v; want %q", query, r.Hits[0].Document, r.Hits[0].Heading, exact, want)
		}
	}
	if r := ask(t, b, "Sluice3::open_or", engine.Options{}); r.Hits[0].Document != "sluice3.md" {
		t.Errorf("Sluice3::open_or finds %s", documents(r))
	}
}

// In a corpus of several languages titles are names in whatever language they are asked for.
func TestNamesInLanguages(t *testing.T) {
	b := polyglot(t)
	x := b.Engine().Index()
	must.OK(t, b.LoadAll(context.Background()))
	for d := range x.Corpus.NumDocuments() {
		title := x.Corpus.DocTitle.At(d)
		for _, language := range []string{"", "en", "fr", "ru", "de", "it", "ja"} {
			o := engine.Options{Options: method.Options{Read: query.Tolerance{Language: language}}}
			if r := ask(t, b, title+" ", o); len(r.Hits) == 0 || r.Hits[0].Title != title || r.Hits[0].Why.Exact != method.ExactTitle {
				t.Errorf("%s (%s) finds %s", title, language, documents(r))
			}
		}
	}
	// Terms are told apart by language, and a function word of one is none of the other.
	b = corpusOf(t, map[string]string{
		"de":    "---\nlang: de\n---\n# Sie will die Türme\n\nDie Türme will sie sehen.",
		"en":    "---\nlang: en\n---\n# A will to die\n\nA will, and a will.",
		"other": "---\nlang: en\n---\n# Towers\n\nTürme, Türme, Türme; a will to die and a will.",
	})
	for asked, want := range map[string]string{"Sie will die Türme": "de", "A will to die": "en"} {
		for _, language := range []string{"", "de", "en"} {
			o := engine.Options{Options: method.Options{Read: query.Tolerance{Language: language}}}
			if r := ask(t, b, asked+" ", o); !strings.HasPrefix(documents(r), want) || r.Hits[0].Why.Exact != method.ExactTitle {
				t.Errorf("%s (%s) finds %s", asked, language, documents(r))
			}
		}
	}
}

// A class with type parameters is found by its name, and so is an option with its value.
func TestTypeParameters(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"map":  "# TideMap<K,V>\n\nKeeps tides.\n\n## computeTide(K key, Function<K,V> f)\n\nComputes.",
		"uses": "# Uses of maps\n\nTideMap, TideMap and TideMap. A TideMap of a TideMap. computeTide, computeTide.",
		"flag": "# Options\n\nMany.\n\n## --tide-file \\<path>\n\nA file of tides.",
	})
	for query, want := range map[string]string{
		"TideMap": "TideMap<K,V>", "TideMap<K,V>": "TideMap<K,V>", "computeTide": "computeTide(K key, Function<K,V> f)", "tide-file": "--tide-file <path>",
		"TideMap.computeTide": "computeTide(K key, Function<K,V> f)",
	} {
		r := ask(t, b, query, engine.Options{})
		must.Be(t, len(r.Hits) != 0 && r.Hits[0].Heading == want && r.Hits[0].Why.Exact != method.NotExact, "%s finds %+v", query, r.Hits)
	}
}
