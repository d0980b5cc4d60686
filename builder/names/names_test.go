package names

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ner"
	"mycel/builder/stem"
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/internal/must"
)

// corpusOf finds the names in texts, a sentence a line, and those that a file keeps.
func corpusOf(o ner.Options, f *File, texts ...string) *Corpus {
	s := ner.NewStrings()
	var candidates []*ner.Numbered
	starts := make([][]int, len(texts))
	for i, text := range texts {
		starts[i] = []int{0}
		for at := range text {
			if text[at] == '\n' && at+1 < len(text) {
				starts[i] = append(starts[i], at+1)
			}
		}
		candidates = append(candidates, s.Adopt(ner.Scan(text, starts[i], nil, o)))
	}
	var titles []ner.Title
	for _, kept := range f.Kept() {
		titles = append(titles, ner.Title{Text: kept, Doc: -1, Level: ner.Kept})
	}
	lexicon := ner.NewLexicon(s, candidates, titles, o)
	c := &Corpus{Text: func(page int) string { return texts[page] }}
	for i, text := range texts {
		c.Mentions = append(c.Mentions, lexicon.Mentions(text, starts[i], candidates[i]))
	}
	for _, e := range lexicon.Entities() {
		c.Entities = append(c.Entities, entity.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind})
	}
	for _, a := range lexicon.Aliases() {
		c.Aliases = append(c.Aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(a.Entity)})
	}
	return c
}

// joined writes the aliases, and after a bar the mentions of each page whose text is another name.
func (c *Corpus) joined() string {
	var out, here []string
	for _, a := range c.Aliases {
		out = append(out, a.Key+" = "+c.Entities[a.Entity].Name)
	}
	for i, mentions := range c.Mentions {
		for _, m := range mentions {
			key, of := ner.Key(c.Text(i)[m.Start:m.End]), c.Entities[m.Entity]
			if key != of.Key && !slices.ContainsFunc(c.Aliases, func(a entity.Alias) bool { return a.Key == key }) {
				here = append(here, fmt.Sprintf("%d %s = %s", i, key, of.Name))
			}
		}
	}
	if here != nil {
		out = append(out, "| "+strings.Join(here, ", "))
	}
	return strings.Join(out, ", ")
}

// The story of a ferryman. Words around names tell that they are a person's.
const ferry = `The ferry was built by Edvard Lund, who had learned his trade in Brask.
People said that Lund was honest.
Lund said nothing, and he sold the ferry to Mrs. Holm.
`

func TestMerge(t *testing.T) {
	for _, test := range []struct{ name, want, text string }{
		{"a surname", "lund = Edvard Lund", ferry},
		{"short forms of first names", "meg holm = Margaret Holm, thomas lund = Tom Lund, tom = Tom Lund", `We saw Tom Lund at the gate, and he waved.
There Tom said that he was late.
Then Tom laughed at the judge.
The judge called out to Thomas Lund, who bowed to Tom Lund.
We asked Margaret Holm, and later Meg Holm came.
Yes, Margaret Holm was there.
`},
		{"a rank", "polly = Aunt Polly", `The boys feared Aunt Polly, who scolded.
They knew that Polly cried, and she knew it.
`},
		{"a rank and a whole name", "miss ada = Ada Byron", `We met Ada Byron, who smiled.
Then Ada Byron said that she was tired.
So Miss Ada said good night.
`},
		{"two of one name", "", ferry + `His brother Arne Lund said that he was the better carpenter.
The town liked Arne Lund, who whistled.
`},
		{"a family", "", ferry + `The town asked Mrs. Lund, who knew him.
And Mr. Lund said that he knew her.
Then Mrs. Lund laughed.
`},
		{"two brothers", "", `Later Mr. John Lund came, and he smiled.
They saw Mr. Lund, who asked Mr. John Lund for the key.
Then Mr. Lund said that he was late.
But Mr. John Lund, Mr. John Lund and Mr. John Lund were one to George Lund.
`},
		{"husband and wife", "", `They called Peter Holm, who laughed. So Peter Holm said that Mrs. Holm was ill.
Then Mrs. Holm stayed. But Mrs. Holm laughed at him.
`},
		{"no person", "", `The tram runs from York to New York Road, and it stops.
The train goes into York, and it waits near New York Road.
`},
		{"an abbreviation", "hms = Harbour Mapping Service", `Charts come from the Harbour Mapping Service (HMS) in Brask.
The HMS prints charts.
`},
		{"a definition", "hms = Harbour Mapping Service", `Charts come from the HMS (Harbour Mapping Service) in Brask.
The HMS prints charts.
`},
		{"no definition", "", `Charts come from the HMS (Institute of Mapping) in Brask.
The HMS prints charts, and so does BBC (Brask).
`},
	} {
		c := corpusOf(ner.Options{}, nil, test.text)
		c.Merge("en", nil)
		must.Equal(t, c.joined(), test.want, "%s", test.name)
		if !slices.IsSortedFunc(c.Aliases, func(a, b entity.Alias) int { return strings.Compare(a.Key, b.Key) }) {
			t.Errorf("%s: aliases %v are not sorted", test.name, c.Aliases)
		}
	}
}

// A short name stands for another person in another document, or for nobody that is known.
func TestMergeByDocument(t *testing.T) {
	arne := strings.NewReplacer("Edvard", "Arne", "Brask", "Vendrel").Replace(ferry)
	for _, test := range []struct {
		name, want string
		texts      []string
	}{
		{"one person", "lund = Edvard Lund", []string{ferry, "We like Lund.\n"}},
		{"two persons", "| 0 lund = Edvard Lund, 0 lund = Edvard Lund, 1 lund = Arne Lund, 1 lund = Arne Lund", []string{ferry, arne}},
		{"mostly nobody", "| 0 lund = Edvard Lund, 0 lund = Edvard Lund", []string{ferry, "We like Lund, the town of Lund, and the bridge at Lund.\n"}},
	} {
		c := corpusOf(ner.Options{}, nil, test.texts...)
		c.Merge("en", nil)
		must.Equal(t, c.joined(), test.want, "%s", test.name)
	}
}

func TestRoots(t *testing.T) {
	must.Equal(t, Roots([]uint32{1, 2, 2, 4, 3, 5, 3, 6}), []uint32{2, 2, 2, 3, 3, 5, 3, 3})
	must.Equal(t, Roots([]uint32{1, 2, 1, 0}), []uint32{1, 1, 1, 1}, "steps into a circle")
}

// fileOf reads a file of names.
func fileOf(t *testing.T, text string) (*File, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "names.txt")
	must.OK(t, os.WriteFile(name, []byte(text), 0o644))
	return ReadFile(name)
}

func TestFile(t *testing.T) {
	f := must.Get(fileOf(t, "keep: Ferris,  river  crab # a mascot\n\n# more\ndrop: Bank of Oxide, Never Said\njoin: Rust, Rust Language, Oxide\ncode: make\nterm: Cargo\n"))(t)
	must.Equal(t, fmt.Sprint(f.Kept()), "[Ferris river crab Rust Rust Language Oxide make Cargo]", "kept")
	c := corpusOf(ner.Options{}, f, "There we see Rust and Cargo.\nFerris is a river crab, and of Oxide we make the Bank of Oxide.\n")
	f.Apply(c)
	var got []string
	for _, e := range c.Entities {
		got = append(got, fmt.Sprintf("%s %d", e.Name, e.Kind))
	}
	must.Equal(t, strings.Join(got, ", "), "Cargo 0, Ferris 1, make 2, river crab 0, Rust 1", "entities")
	must.Equal(t, c.joined(), "oxide = Rust, rust language = Rust", "aliases")
	got = nil
	for _, m := range c.Mentions[0] {
		got = append(got, fmt.Sprintf("%s %v", c.Entities[m.Entity].Name, m.Nested))
	}
	must.Equal(t, strings.Join(got, ", "), "Rust false, Cargo false, Ferris false, river crab false, Rust false, make false, Rust false", "mentions")
}

func TestFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		"Rust":                              `names.txt:1: got "Rust", want keep, drop, join, term, name or code, a colon`,
		"\nhold: Rust":                      `names.txt:2: got "hold: Rust", want keep`,
		"keep: Rust,":                       `names.txt:1: got the name "", want a word`,
		"keep: ?":                           `names.txt:1: got the name "?", want a word`,
		"# no\njoin: Rust":                  `names.txt:2: got "Rust" alone, want two names`,
		"keep: Rust\n\ndrop: RUST":          `names.txt:3: "RUST" has a rule in line 1`,
		"keep: " + strings.Repeat("a ", 17): "want at most 16 words",
	} {
		must.Say(t, must.Err(fileOf(t, text)), want, "%q", text)
	}
	must.Say(t, must.Err(ReadFile(filepath.Join(t.TempDir(), "none.txt"))), "none.txt", "no file")
}

// Forms of a name are one entity, by the stemmer of the language.
func TestForms(t *testing.T) {
	for _, test := range []struct{ language, want, text string }{
		{"ru", "браске = Браск, браском = Браск", "Мы живём в городе Браск.\nЭдвард учился в Браске.\nТам Браск и река за Браском.\n"},
		{"pl", "braskiem = Brask, brasku = Brask, wodowskazu plywakowego = Wodowskaz Pływakowy",
			"Tu jest Brask.\nUczył się w Brasku, a rzeka za Braskiem.\nTo Brask i Wodowskaz Pływakowy.\nDziała Wodowskaz Pływakowy.\nNasz twórca Wodowskazu Pływakowego.\n"},
		{"fi", "braskiin = Braski, braskissa = Braski", "Tässä on Braski.\nHän asui kaupungissa Braskissa ja meni Braskiin.\nNiin on Braski.\n"},
		{"en", "", "The town Brask is here.\nThe town of Brasks.\n"},
	} {
		o := ner.Options{Language: test.language}
		c := corpusOf(o, nil, test.text)
		s := must.Get(stem.New(test.language))(t)
		c.Merge(test.language, s.Stem)
		must.Equal(t, c.joined(), test.want, "%s", test.language)
	}
}
