package ner

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel/builder/varint"
	"mycel/engine/entity"
	"mycel/internal/must"
)

// starts returns the sentence starts of a text whose sentences end with ". ", "! "
// or "? " behind a word of two letters or more, or with a blank line.
func starts(s string) []int {
	out := []int{0}
	for i := 2; i+1 < len(s); i++ {
		end := strings.IndexByte(".!?", s[i]) >= 0 && s[i+1] == ' ' && s[i-1] >= 'a' && s[i-2] >= 'a'
		if end || s[i] == '\n' && s[i+1] == '\n' {
			out = append(out, i+2)
		}
	}
	return out
}

// page is a document of a test corpus.
type page struct {
	title    string
	headings []string
	text     string
}

// corpus is the lexicon of some pages, and what it was made from.
type corpus struct {
	pages []page
	cands []*Numbered
	lex   *Lexicon
}

func build(o Options, pages ...page) corpus {
	c, s := corpus{pages: pages}, NewStrings()
	var titles []Title
	for i, p := range pages {
		c.cands = append(c.cands, s.Adopt(Scan(p.text, starts(p.text), nil, o)))
		if p.title != "" {
			titles = append(titles, Title{Text: p.title, Doc: i})
		}
		for _, h := range p.headings {
			titles = append(titles, Title{Text: h, Doc: i, Level: 2})
		}
	}
	c.lex = NewLexicon(s, c.cands, titles, o)
	return c
}

func (c corpus) mentions(doc int) []Mention {
	return c.lex.Mentions(c.pages[doc].text, starts(c.pages[doc].text), c.cands[doc])
}

// describe writes the mentions of a document as "surface" or, where the key of
// the entity is not that of the surface, "surface=key"; nested ones in brackets.
func (c corpus) describe(doc int) string {
	var out []string
	for _, m := range c.mentions(doc) {
		surface, key := c.pages[doc].text[m.Start:m.End], c.lex.Entities()[m.Entity].Key
		s := surface
		if Key(surface) != key {
			s += "=" + key
		}
		if m.Nested {
			s = "[" + s + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// spans writes the candidates of a text.
func spans(text string, o Options) string {
	var out []string
	_, c := Scan(text, starts(text), nil, o)
	for _, sp := range c.spans {
		s := text[sp.Start:sp.End]
		if c.forms[sp.Form].kind == entity.Code {
			s = "#" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestSpans(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"words", "We met Ada Lovelace in Paris.", "Ada Lovelace, Paris"},
		{"connectors", "the University of Oxford and the House of the Rising Sun", "University of Oxford, House of the Rising Sun"},
		{"three connectors", "at Bank of the of England", "Bank, England"},
		{"connector at the end", "a Duke of ours", "Duke"},
		{"foreign connectors", "by Vincent van Gogh, Otto von Bismarck and Leonardo da Vinci", "Vincent van Gogh, Otto von Bismarck, Leonardo da Vinci"},
		{"and is no connector", "by Simon and Garfunkel", "Simon, Garfunkel"},
		{"ampersand", "at Marks & Spencer or AT&T", "Marks & Spencer, AT&T"},
		{"initials", "by J. K. Rowling and J.R.R. Tolkien and Harry S. Truman", "J. K. Rowling, J.R.R. Tolkien, Harry S. Truman"},
		{"saints", "in St. Louis", "St. Louis"},
		{"address", "with Mr. Darcy", "Darcy"},
		{"hyphen and apostrophe", "by Jean-Luc Picard and Sinead O'Connor", "Jean-Luc Picard, Sinead O'Connor"},
		{"apostrophe within a word", "of the Qur'an, yes; Ma'am is late", "Qur'an"},
		{"comma", "in Washington, D.C. for Smith, Jones", "Washington, D.C, Smith, Jones"},
		{"bracket and quote", `by Rome (Italy) or "Alien" Weaver`, "Rome, Italy, Alien, Weaver"},
		{"possessive", "of Pekar's Splendor", "Pekar, Splendor"},
		{"two spaces", "Big  Ben", "Big, Ben"},
		{"line end", "met Ada\nLovelace", "Ada\nLovelace"},
		{"sentences", "He saw Rome. Paris was next.", "Rome, Paris"},
		{"leading words", "The Beatles. In London. However Obama. He saw them.", "Beatles, London, Obama"},
		{"article inside", "He read In The Heart of Darkness", "Heart of Darkness"},
		{"too long", "Alpha Bravo Charlie Delta Echo Foxtrot Golf", "Alpha Bravo Charlie Delta Echo Foxtrot, Golf"},
		{"numbers", "with Apollo 11 and Boeing 747 over 12 Monkeys", "Apollo 11, Boeing 747, Monkeys"},
		{"number behind connector", "the War of 1812", "War of 1812"},
		{"dates", "in March 2008, on Monday, in May, July 4", ""},
		{"date before a name", "In March Obama spoke; on Friday Obama left", "Obama, Obama"},
		{"month in a name", "about August Wilson", "August Wilson"},
		{"numbers alone", "the First and Two or 1999 and 3.14 and 20th and II", ""},
		{"references", "see Listing 4-2, Figure 3, Chapter 10 and Appendix A", ""},
		{"king", "of Elizabeth I of England and Henry I, but Python I like", "Elizabeth I of England, Henry I, Python"},
		{"codes", "the NASA and x86, u32, HTTP2, B2B, iPhone, HashMap", "#NASA, #x86, #u32, #HTTP2, #B2B, #iPhone, #HashMap"},
		{"no codes", "10km, 1990s, 2nd, v1.2.3, 0.5B", ""},
		{"identifiers", "call use_effect and MAX_VALUE", "#use_effect, #MAX_VALUE"},
		{"generics", "an Rc<T> or Vec<String>", "Rc, Vec, String"},
		{"languages", "in C++ or C# or C", "#C++, #C#"},
		{"file ending", "edit Cargo.toml now", "#Cargo.toml"},
		{"function word in capitals", "the US Navy and US", "US Navy"},
		{"slash", "over TCP/IP or Yes/No", "TCP/IP"},
		{"shouting", "WARNING DO NOT TOUCH THE RED Button", ""},
		{"shouting licence", "THE SOFTWARE IS PROVIDED AS IS", ""},
		{"abbreviations do not shout", "NASA and IBM built it", "#NASA, #IBM"},
		{"single letters", "Plan B and vitamin C and X", "Plan B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			must.Equal(t, spans(c.text, Options{}), c.want, "spans of %q", c.text)
		})
	}
}

// A name or term that a text writes over two lines is the one that others write on one.
func TestNamesOverTwoLines(t *testing.T) {
	c := build(Options{Terms: TermsAll}, page{text: "In the United\nStates a trait\nobject is. Of the United\nStates. A trait\nobject holds."})
	for _, e := range c.lex.Entities() {
		must.Be(t, !strings.Contains(e.Name, "\n"), "name %q", e.Name)
	}
	got := c.describe(0)
	must.Be(t, strings.Count(got, "United\nStates") == 2 && strings.Count(got, "trait\nobject") == 2, "mentions %q", got)
}

// In German all nouns have capitals. Names have no articles, common nouns have them, in any of their forms.
func TestGermanNouns(t *testing.T) {
	c := build(Options{Language: "de"},
		page{title: "Der Pegel", text: "Der Pegel steht in Brask. Ein alter Pegel misst das Wasser, und Wasser steigt. Pegel messen Wellen.",
			headings: []string{"Das Wasser"}},
		page{text: "Edvard Lund baute den Turm. Der Turm hat keine Uhr. Mit Uhren lernte Lund in Brask bei der Deutschen Bank. Die Uhr geht. Eine deutsche Uhr geht."},
		page{text: "Die Messung war in Brask. Turmuhren gehen vor. Wellen sind Wellen, und die Wellen kommen."})
	var got []string
	for _, e := range c.lex.Entities() {
		got = append(got, e.Name)
	}
	must.Equal(t, strings.Join(got, ", "), "Brask, Der Pegel, Deutschen Bank, Edvard Lund, Lund, Pegel, Wasser", "entities")
}

func TestSpanOptions(t *testing.T) {
	for _, c := range []struct {
		text, want string
		o          Options
	}{
		{"Der Hund von Anna Schmidt im Januar", "Hund von Anna Schmidt", Options{Language: "de-CH"}},
		{"El Quijote de Cervantes", "Quijote de Cervantes", Options{Language: "es"}},
		{"The Beatles", "The Beatles", Options{Language: "fi"}},
	} {
		must.Equal(t, spans(c.text, c.o), c.want, "spans of %q with %+v", c.text, c.o)
	}
}

func TestRuns(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"the trait object holds a vtable pointer", "trait object, vtable pointer"},
		{"a very long garbage collector pause queue", "collector pause queue"},
		{"we quickly write the linked list", "linked list"},
		{"the buffer moved into threads", "buffer, threads"},
		{"pattern matching and the working directory", "pattern matching, working directory"},
		{"a function returning the answers", "function, answers"},
		{"running threads print strings", "threads, strings"},
		{"a Rust compiler of 32 bits", "compiler, bits"},
		{"compile-time errors", "compile-time errors"},
		{"every example of use", ""},
		{"the linked is here", ""},
		{"the ha'nted house and the house", "house"},
	} {
		list, found := Scan(c.text, nil, nil, Options{Terms: TermsAll})
		var got []string
		for _, r := range found.runs {
			got = append(got, list[r.text])
		}
		must.Equal(t, strings.Join(got, ", "), c.want, "runs of %q", c.text)
	}
}

// Listings have no terms and no names of several words, but the names of code.
func TestListings(t *testing.T) {
	prose, code := "The event handler runs. ", "export default function of Button onClick, useState and HashMap"
	for listed, want := range map[bool]string{
		false: "event handler, export default function; Button onClick, useState, HashMap",
		true:  "event handler; useState, HashMap",
	} {
		list, c := Scan(prose+code, []int{0, len(prose)}, func(start int) bool { return listed && start > 0 }, Options{Terms: TermsAll})
		var runs, spans []string
		for _, r := range c.runs {
			runs = append(runs, list[r.text])
		}
		for _, sp := range c.spans {
			spans = append(spans, (prose + code)[sp.Start:sp.End])
		}
		must.Equal(t, strings.Join(runs, ", ")+"; "+strings.Join(spans, ", "), want, "listed is %t", listed)
	}
}

// A title of one noun is an entity wherever the noun stands. A title of one verb is not.
func TestVerbsAsTitles(t *testing.T) {
	c := build(Options{},
		page{title: "use", text: "You can use it to read a promise. We use it often."},
		page{title: "trait", text: "A trait has methods."},
		page{text: "To use a trait, bring it into scope."})
	must.Equal(t, c.describe(2), "trait", "mentions")
}

func TestMentions(t *testing.T) {
	filler := page{text: "Nothing here has a name."}
	for _, c := range []struct {
		name  string
		pages []page
		want  string // of the first page
	}{
		{"one word needs a capital inside a sentence",
			[]page{{text: "Rust is fast. Speed is good. We like Rust."}}, "Rust, Rust"},
		{"evidence from another page",
			[]page{{text: "Cargo builds."}, {text: "We run Cargo."}}, "Cargo"},
		{"a word that is common in lower case is no name",
			[]page{{text: "See the Function. A function and a function and a function."}}, ""},
		{"a verb at the start of a sentence goes",
			[]page{{text: "Using Cargo is easy. We are using it."}}, "Cargo"},
		{"a name that begins like a verb stays",
			[]page{{text: "Rolling Stones play. We saw the Rolling Stones rolling."}}, "Rolling Stones, Rolling Stones"},
		{"parts of a span around its connectors",
			[]page{{text: "the University of Oxford, not Oxford"}}, "University of Oxford, [Oxford], Oxford"},
		{"a part that two spans share",
			[]page{{text: "the University of Oxford"}, {text: "the Bishop of Oxford"}}, "University of Oxford, [Oxford]"},
		{"a part of one span is no entity",
			[]page{{text: "the University of Oxford"}}, "University of Oxford"},
		{"short parts are none",
			[]page{{text: "the Isle of Man near Man"}}, "Isle of Man, Man"},
		{"number behind a name",
			[]page{{text: "in Rust 2018, as in Rust"}}, "Rust 2018, [Rust], Rust"},
		{"known entity inside a longer span",
			[]page{{text: "for President Barack Obama"}, {text: "of Barack Obama"}}, "President Barack Obama, [Barack Obama]"},
		{"a title joins what and separates",
			[]page{{title: "Hall and Oates", text: "by Hall and Oates in Rome"}}, "Hall and Oates, [Hall], [Oates], Rome"},
		{"without the title it does not",
			[]page{{text: "by Hall and Oates"}}, "Hall, Oates"},
		{"a title with a comma",
			[]page{{text: "in Paris, Texas today"}, {title: "Paris, Texas", text: "A town."}}, "Paris, Texas, [Paris], [Texas]"},
		{"a title without a comma does not cross one",
			[]page{{text: "saw Green, Lantern"}, {title: "Green Lantern", text: "A comic."}}, "Green, Lantern"},
		{"a title with a possessive",
			[]page{{text: "saw Schindler's List"}, {title: "Schindler's List", text: "A film."}}, "Schindler's List, [Schindler], [List]"},
		{"a title does not cut a span",
			[]page{{text: "the war in Paris Hilton"}, {title: "War in Paris", text: "A book."}}, "Paris Hilton"},
		{"note of a title",
			[]page{{text: "made American Splendor"}, {title: "American Splendor (film)", text: "A film."}}, "American Splendor=american splendor film"},
		{"ambiguous note",
			[]page{{text: "made Big Fish"}, {title: "Big Fish (film)", text: "A film."}, {title: "Big Fish (novel)", text: "A novel."}}, "Big Fish"},
		{"article of a title",
			[]page{{text: "as Beatles fans"}, {title: "The Beatles", text: "The Beatles sang."}}, "Beatles=the beatles"},
		{"a common word with an article is no alias",
			[]page{{text: "the Band and a band and one more band"}, {title: "The Band (album)", text: "The Band is an album."}}, "the Band=the band album"},
		{"one-word title only with a capital",
			[]page{{text: "They love Love."}, {title: "Love", text: "Love is a film."}}, "Love"},
		{"title in lower case in its own page",
			[]page{{text: "an ownership rule. Ownership helps."}, {title: "Ownership", text: "The ownership of data is ownership."}}, "ownership, Ownership"},
		{"plural of a common title",
			[]page{{text: "many smart pointers"}, {title: "Smart Pointers", text: "A smart pointer points."}}, "smart pointers=smart pointer"},
		{"a title that is a word of the whole corpus",
			[]page{{text: "my Father and " + strings.Repeat("a father and ", 2*commonShare)}, {title: "Father", text: "A father has a child."}}, "Father"},
		{"a span that mostly means something else is no alias",
			[]page{{text: strings.Repeat("an American actor and ", 2*commonShare)}, {title: "The American (film)", text: "The American is a film."}},
			strings.Repeat("American, ", 2*commonShare-1) + "American"},
		{"a title with an article before another entity",
			[]page{{text: "saw the American and The American"}, {text: strings.Repeat("an American ", 2*commonShare)},
				{title: "The American (film)", text: "A film."}}, "American, The American=the american film, [American]"},
		{"reference behind a verb",
			[]page{{text: "See Appendix C now."}}, ""},
		{"title of two words only with a capital",
			[]page{{text: "a love story like Love Story"}, {title: "Love Story", text: "Love Story is a film."}}, "Love Story"},
		{"title in sentence case",
			[]page{{text: "by atomic reference counting"}, {title: "Atomic reference counting", text: "How it works."}}, "atomic reference counting"},
		{"parts of documents are no titles",
			[]page{{title: "Introduction", headings: []string{"Getting Started"}, text: "An introduction to getting started: the Introduction. Introduction again."}}, ""},
		{"headings of two content words",
			[]page{{headings: []string{"The Trait Objects"}, text: "uses a trait object"}}, "trait object"},
		{"headings of a template",
			[]page{
				{headings: []string{"Early Life"}, text: "his early life"},
				{headings: []string{"Early Life"}, text: "x"}, {headings: []string{"Early Life"}, text: "y"}}, ""},
		{"stop words of titles",
			[]page{{text: "saw It with The Who and the who"}, {title: "It", text: "A film."}, {title: "The Who", text: "A band."}}, "The Who"},
		{"single numbers and dates as titles",
			[]page{{text: "in 1984 on May 4"}, {title: "1984", text: "A novel."}, {title: "May 4", text: "A day."}}, ""},
		{"capitals alone can be common words",
			[]page{{text: "a NOTEBOOK, a notebook, the notebook, one notebook"}}, ""},
		{"script without capitals",
			[]page{{text: "我在東京都工作"}, {title: "東京", text: "東京。"}}, "東京"},
		{"empty", []page{{}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			must.Equal(t, build(Options{}, append(c.pages, filler)...).describe(0), c.want, "mentions of %q", c.pages[0].text)
		})
	}
}

var termModes = []TermMode{TermsKeyphrase, TermsNone, TermsAll}

func TestTermModes(t *testing.T) {
	pages := []page{
		{title: "Sharing Data with Mutexes", text: "A mutex is a guard. Take the mutex first. The trait object is big. Trait bounds help. A trait bound."},
		{text: "The trait objects are small. Some mutexes are bad. A trait object again."},
		{text: "A shared lock is a rare word."},
	}
	for _, c := range []struct {
		mode TermMode
		want [3]string
	}{
		{TermsNone, [3]string{"", "", ""}},
		{TermsKeyphrase, [3]string{"mutex, mutex, trait object", "trait objects=trait object, mutexes=mutex, trait object", ""}},
		{TermsAll, [3]string{
			"mutex, guard, mutex, trait object, Trait bounds=trait bound, trait bound",
			"trait objects=trait object, mutexes=mutex, trait object", "shared lock, rare word"}},
	} {
		b := build(Options{Terms: c.mode}, pages...)
		for doc, want := range c.want {
			must.Equal(t, b.describe(doc), want, "mode %s, page %d", c.mode, doc)
		}
	}
}

// Runs of one long document count if they lie twenty sentences apart, and three of them.
func TestKeyphraseSpread(t *testing.T) {
	near := "We see a borrow checker here. " + strings.Repeat("A borrow checker is strict. ", 2)
	between := func(n int) string { return strings.Repeat("Then nothing at all happens here. ", n) }
	for text, want := range map[string]bool{
		near: false, near + between(17) + "The borrow checker is back.": true, near + between(16) + "The borrow checker is back.": false,
		"We see a borrow checker here. " + between(30) + "The borrow checker is back.": false,
	} {
		_, got := build(Options{}, page{text: text}).lex.lookup("borrow checker")
		must.Be(t, got == want, "borrow checker is an entity: got %v, want %v, in %q", got, want, text)
	}
}

// A title is also found without the note behind it and the article before it, and with the other sign for "and".
func TestOtherForms(t *testing.T) {
	for title, want := range map[string][]otherForm{
		"Mercury": nil, "Mercury (planet)": {{text: "Mercury"}}, " Mercury ": {{text: "Mercury"}}, "(planet)": nil, "Mercury (planet": nil,
		"Mercury (planet) transit": nil, "f(x)": {{text: "f"}}, "  (planet)": {{text: "(planet)"}},
		"The Float Gauge": {{text: "Float Gauge", short: true}}, "An (odd) one": {{text: "(odd) one", short: true}}, "Theory of Tides": nil,
		"Salt & Sand": {{text: "Salt and Sand"}}, "A Salt and Sand (film)": {{text: "A Salt and Sand"}, {text: "Salt and Sand", short: true}, {text: "A Salt & Sand"}},
	} {
		must.Equal(t, otherForms(title), want, "%q", title)
	}
}

func TestEntities(t *testing.T) {
	c := build(Options{},
		page{title: "Mercury (planet)", text: "We saw MERCURY and the HTTP2 API by Ada Lovelace."},
		page{text: "We like Ada Lovelace and ADA Lovelace and Ada Lovelace. By J.R.R. Tolkien in the U.S. today."})
	var got []string
	for _, e := range c.lex.Entities() {
		got = append(got, fmt.Sprintf("%s|%s|%d", e.Key, e.Name, e.Kind))
	}
	want := []string{
		"ada lovelace|Ada Lovelace|1", "http2 api|HTTP2 API|1", "j r r tolkien|J.R.R. Tolkien|1",
		"mercury planet|MERCURY|3", "u s|U.S.|1",
	}
	must.Equal(t, got, want, "entities")
	if a := c.lex.Aliases(); len(a) != 1 || a[0].Key != "mercury" || c.lex.Entities()[a[0].Entity].Key != "mercury planet" {
		t.Errorf("aliases: got %v, want mercury for mercury planet", a)
	}
}

// lookup returns the entity with the given key or alias, or else with the singular of the key.
func (l *Lexicon) lookup(key string) (number uint32, ok bool) {
	find := func(key string) (p lexiconPath, ok bool) {
		i, ok := slices.BinarySearchFunc(l.paths, key, func(p lexiconPath, key string) int { return strings.Compare(p.key, key) })
		if ok {
			p = l.paths[i]
		}
		return p, ok
	}
	p, ok := find(key)
	if !ok && l.lang.english {
		p, ok = find(entity.Singular(key))
		ok = ok && p.rule&ruleCommon != 0
	}
	return p.entity, ok
}

func TestLookup(t *testing.T) {
	c := build(Options{},
		page{title: "Smart Pointers", text: "A smart pointer and Windows on Big Ben."}, page{title: "Hall & Oates (duo)", text: "Two men."})
	for key, want := range map[string]string{
		"smart pointer": "smart pointer", "smart pointers": "smart pointer", "windows": "windows", "big ben": "big ben",
		"hall oates": "hall oates duo", "hall and oates": "hall oates duo",
		"window": "", "smart": "", "": "", "big bens": "", "big ben tower": "",
	} {
		got := ""
		if e, ok := c.lex.lookup(key); ok {
			got = c.lex.Entities()[e].Key
		}
		must.Equal(t, got, want, "lookup(%q)", key)
	}
}

// sample draws a corpus from a small vocabulary in which words stand in many
// forms and positions.
func sample(r *rand.Rand) []page {
	words := strings.Fields(`Ada ada Lovelace Paris paris, Texas. the The of and Mutex mutex mutexes (Rust) Rust rust 2018 HTTP HTTP2
		use_effect smart pointers pointer University Oxford J. K. Rowling Using using "Love Story" & AT&T May 4 Listing 4-2. is was
		THE SOFTWARE IS AS-IS! In 東京都 Straße École O'Connor Pekar's list, a trait object; objects`)
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", " ", ". ", "\n\n", "  "}[r.IntN(7)])
		}
		return b.String()
	}
	pages := make([]page, 12)
	for i := range pages {
		pages[i] = page{title: strings.TrimSpace(text(1 + r.IntN(3))), headings: []string{text(2), text(3)}, text: text(60)}
		if r.IntN(3) == 0 {
			pages[i].title += " (film)"
		}
	}
	return pages
}

// check reports what is wrong with the mentions of a document.
func check(t *testing.T, l *Lexicon, text string, sentences []int, mentions []Mention) {
	t.Helper()
	aliases := make(map[string]uint32)
	for _, a := range l.Aliases() {
		aliases[a.Key] = a.Entity
	}
	top := uint32(0)
	for i, m := range mentions {
		if m.Start >= m.End || int(m.End) > len(text) || int(m.Entity) >= len(l.Entities()) {
			t.Fatalf("mention %+v of %d bytes and %d entities", m, len(text), len(l.Entities()))
		}
		start, end := 0, len(text)
		if m.Sentence > 0 {
			start = sentences[m.Sentence]
		}
		if int(m.Sentence)+1 < len(sentences) {
			end = sentences[m.Sentence+1]
		}
		must.Be(t, int(m.Start) >= start && int(m.End) <= end, "mention %+v is outside its sentence [%d,%d)", m, start, end)
		if i > 0 {
			p := mentions[i-1]
			must.Be(t, m.Start >= p.Start && (m.Start != p.Start || m.End < p.End), "mention %+v comes behind %+v", m, p)
		}
		must.Be(t, (!m.Nested || m.End <= top) && (m.Nested || m.Start >= top), "mention %+v: the last one at top level ends at %d", m, top)
		if !m.Nested {
			top = m.End
		}
		key := Key(text[m.Start:m.End])
		e, isAlias := aliases[key]
		if want := l.Entities()[m.Entity].Key; key != want && !(isAlias && e == m.Entity) && entity.Singular(key) != want {
			t.Errorf("surface %q has key %q, the entity %q", text[m.Start:m.End], key, want)
		}
		got, ok := l.lookup(key)
		must.Be(t, ok && got == m.Entity, "lookup(%q) = %d, %v, want %d", key, got, ok, m.Entity)
	}
}

func TestMentionProperties(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := build(Options{Terms: termModes[seed%3]}, sample(r)...)
		keys := make(map[string]bool)
		for i, e := range c.lex.Entities() {
			must.Be(t, i <= 0 || e.Key > c.lex.Entities()[i-1].Key, "entity %q comes behind a greater one", e.Key)
			must.Be(t, len([]rune(e.Key)) >= 2 && e.Name != "", "entity %+v", e)
			keys[e.Key] = true
		}
		for i, a := range c.lex.Aliases() {
			must.Be(t, !keys[a.Key] && (i <= 0 || a.Key > c.lex.Aliases()[i-1].Key), "alias %+v is an entity or out of order", a)
		}
		for doc, p := range c.pages {
			check(t, c.lex, p.text, starts(p.text), c.mentions(doc))
		}
		must.Hold(t, !t.Failed(), "seed %d", seed)
	}
}

// The lexicon does not depend on the order of the documents, and scanning in
// parallel changes nothing.
func TestDeterminism(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		pages := sample(r)
		want := build(Options{}, pages...)
		perm := r.Perm(len(pages))
		shuffled := make([]page, len(pages))
		for i, j := range perm {
			shuffled[i] = pages[j]
		}
		got := build(Options{}, shuffled...)
		if !reflect.DeepEqual(got.lex.Entities(), want.lex.Entities()) || !reflect.DeepEqual(got.lex.Aliases(), want.lex.Aliases()) {
			t.Fatalf("seed %d: the order of the documents changes the lexicon", seed)
		}
		var wg sync.WaitGroup
		for i, j := range perm {
			list, alone := Scan(pages[j].text, starts(pages[j].text), nil, Options{})
			wg.Go(func() {
				if again, c := Scan(shuffled[i].text, starts(shuffled[i].text), nil, Options{}); !reflect.DeepEqual(c, alone) || !slices.Equal(again, list) {
					t.Errorf("seed %d: parallel Scan of page %d differs", seed, j)
				}
				must.Be(t, reflect.DeepEqual(got.mentions(i), want.mentions(j)), "seed %d: mentions of page %d differ", seed, j)
			})
		}
		wg.Wait()
	}
}

// Sentences that do not fit the text, and candidates of another text, are no
// reason to fail.
func TestForeignInput(t *testing.T) {
	text := "We met Ada Lovelace in Paris."
	for _, sentences := range [][]int{nil, {}, {5}, {0, 9, 3, 20}, {0, 1000}, {-4, 2}, {29, 29}} {
		s := NewStrings()
		c := s.Adopt(Scan(text, sentences, nil, Options{}))
		l := NewLexicon(s, []*Numbered{c}, []Title{{Text: "Paris", Doc: 7}, {Text: "x", Doc: -1, Level: 1}}, Options{})
		l.Mentions(text, sentences, c)
		l.Mentions("Ada", sentences, c)
		l.Mentions(text, sentences, &Numbered{numbered: &numbered{spans: []Span{{Form: 9, Start: 3, End: 1}}}})
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("The University of Oxford, Oxford. Smart pointers!", "Smart Pointers (type)", 12)
	f.Add("J. K. Rowling's AT&T\xff 東京都 Rc<T> use_effect", "東京", 3)
	f.Add("THE SOFTWARE IS PROVIDED AS IS", "The & the", 0)
	f.Fuzz(func(t *testing.T, text, title string, cut int) {
		sentences := []int{0}
		if cut > 0 && cut < len(text) {
			sentences = append(sentences, cut)
		}
		for _, mode := range termModes {
			o := Options{Terms: mode}
			s := NewStrings()
			c := s.Adopt(Scan(text, sentences, nil, o))
			l := NewLexicon(s, []*Numbered{c, s.Adopt(Scan(title, nil, nil, o))}, []Title{{Text: title}, {Text: title, Level: 1}}, o)
			check(t, l, text, sentences, l.Mentions(text, sentences, c))
		}
	})
}

// Names of languages without capitals are segments that are repeated between function words, quoted, or katakana.
func TestUnspacedNames(t *testing.T) {
	for _, c := range []struct{ language, want, text string }{
		{"zh", "布拉斯克", "他在布拉斯克学会了手艺。布拉斯克是北方的一个城镇。"},
		{"zh", "红楼梦", "他在读《红楼梦》。"},
		{"zh", "水位记录", "他写了《水位记录》。"},
		{"zh", "", "他们可能会使用。你可能会使用，我可能会使用。"},
		{"ja", "ブラスク, 水位観測所", "彼はブラスクで学んだ。ブラスクは町だ。ブラスクリンの水位観測所と水位観測所の人。"},
		{"ja", "", "「しない」と「しない」。"},
		{"ko", "브라스크", "그는 브라스크에서 배웠다. 브라스크는 마을이다. 그는 사용하는 사람, 사용하기를 원했다. 빠릅니다. 빠릅니다."},
		{"en", "", "他在布拉斯克学会了手艺。布拉斯克是北方的一个城镇。"},
	} {
		got := build(Options{Language: c.language}, page{text: c.text})
		var names []string
		for _, e := range got.lex.Entities() {
			names = append(names, e.Name)
		}
		must.Be(t, strings.Join(names, ", ") == c.want, "%s, %s: got %q, want %q", c.language, c.text, names, c.want)
		if c.want == "ブラスク, 水位観測所" {
			if n := strings.Count(got.describe(0), "ブラスク"); n != 2 {
				t.Errorf("%d mentions of ブラスク, want 2: the third is a piece of ブラスクリン: %s", n, got.describe(0))
			}
		}
	}
}

// Four times as many documents, each with a word of its own, take about four times the
// memory: nothing has a row for every word in every document.
func TestGrowth(t *testing.T) {
	const few, many = 1 << 12, 1 << 14
	small, large := lexiconBytes(few), lexiconBytes(many)
	must.Be(t, large <= 5*small, "a lexicon of %d documents allocates %d bytes, of %d %d", few, small, many, large)
}

// lexiconBytes returns what making the lexicon of n documents allocates.
func lexiconBytes(n int) uint64 {
	s := NewStrings()
	docs, titles := make([]*Numbered, n), make([]Title, n)
	for i := range docs {
		word := ""
		for k := i; len(word) < 4; k /= 26 {
			word += string(rune('a' + k%26))
		}
		word += "ment"
		text := fmt.Sprintf("Here is the %[1]s. There was no %[1]s before.", word)
		docs[i] = s.Adopt(Scan(text, []int{0, len("Here is the . ") + len(word)}, nil, Options{}))
		titles[i] = Title{Text: word, Doc: i}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	NewLexicon(s, docs, titles, Options{})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Candidates come back from a record as they were, with the strings of the table whatever
// their numbers are there.
func TestCandidatesRecord(t *testing.T) {
	const text = "Edvard Lund built the Float Gauge. The float gauges of NASA use HashMap, and a gauge uses Edvard Lund."
	list, own := Scan(text, []int{0, 35}, nil, Options{})
	var w varint.Writer
	CodeNumbered(varint.Coder{W: &w}, &own, 0)
	r := varint.NewReader(string(w.Bytes))
	var got *Numbered
	CodeNumbered(varint.Coder{R: r}, &got, len(list))
	if err := r.Close(); err != nil || !reflect.DeepEqual(got, own) || len(own.forms) == 0 || len(own.words) == 0 || len(own.runs) == 0 {
		t.Fatalf("got %+v, %v, want %+v", got.numbered, err, own.numbered)
	}
	s := NewStrings()
	s.number("another document was here first")
	s.Adopt(list, got)
	for i, f := range own.forms {
		if is := got.forms[i]; s.text(is.text) != list[f.text] || s.text(is.key) != list[f.key] {
			t.Errorf("form %d is %q (%q), want %q (%q)", i, s.text(is.text), s.text(is.key), list[f.text], list[f.key])
		}
	}
	for i, x := range own.runs {
		if is := got.runs[i]; s.text(is.text) != list[x.text] || s.text(is.key) != list[x.key] || s.text(got.words[0].key) != list[own.words[0].key] {
			t.Errorf("run %d is %q (%q), want %q (%q)", i, s.text(is.text), s.text(is.key), list[x.text], list[x.key])
		}
	}
	for name, change := range map[string]func(n *numbered){
		"a surface without a string":        func(n *numbered) { n.forms[0].text = id(len(list)) },
		"a key without a string":            func(n *numbered) { n.forms[0].key = id(len(list)) },
		"a word without a string":           func(n *numbered) { n.words[0].key = id(len(list)) },
		"a run whose key has no string":     func(n *numbered) { n.runs[0].key = id(len(list)) },
		"an entity of an unknown kind":      func(n *numbered) { n.forms[0].kind = entity.Title + 1 },
		"a run whose surface has no string": func(n *numbered) { n.runs[0].text = id(len(list)) },
	} {
		var bad *Numbered
		CodeNumbered(varint.Coder{R: varint.NewReader(string(w.Bytes))}, &bad, len(list))
		change(bad.numbered)
		var w varint.Writer
		CodeNumbered(varint.Coder{W: &w}, &bad, 0)
		r := varint.NewReader(string(w.Bytes))
		if CodeNumbered(varint.Coder{R: r}, &bad, len(list)); r.Close() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
