package builder

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/internal/must"
)

// garden is a corpus that changes at random: a folder of documents.
type garden struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	pages map[string]string // Markdown by path below dir, or by id
	named int               // pages that were given names

	cached, clean string // bundles, built with kept and without
	kept          *Kept

	// sentence and page make new ones.
	sentence, page func() string
}

// What gardens are about. Names and nouns occur with an article and without, in capitals and
// in the plural, in headings and in texts, so that an edit changes what is an entity, what it
// is called and which pages mention it.
var (
	gardenNames = []string{"Edvard Lund", "Brask", "Float Gauge", "University of Brask", "NASA", "HashMap", "Lund", "The Weir", "Ølgod", "Café Noir", "Rust 2018", "Using Weirs"}
	gardenNouns = []string{"gauge", "gauges", "weir", "weirs", "water level", "water levels", "boolean type", "boolean types", "character type", "float gauge", "clockmaker", "café", "cafe", "naïve model", "lunds", "brasks", "using", "measurement", "river", "rivers"}
	gardenVerbs = []string{"measures", "described", "is near", "was built by", "repaired", "has", "uses"}
	articles    = []string{"", "The ", "The ", "A ", "the ", "On the "}

	// rareNouns are on a page or two: which decides whether they are entities, and what
	// these are called.
	rareNouns []string
)

func init() {
	first := []string{"Ash", "Bir", "Cor", "Dun", "Eld", "Fen", "Gor", "Hal"}
	last := []string{"wick", "ford", "mond", "ther", "bia", "noc"}
	for i, a := range first {
		for k, b := range last {
			gardenNames = append(gardenNames, a+b)
			rareNouns = append(rareNouns, strings.ToLower(a+b), strings.ToLower(a)+"ing "+b+"s", strings.ToLower(first[(i+k)%len(first)])+"er "+b)
			for _, c := range last {
				rareNouns = append(rareNouns, strings.ToLower(a+b)+" "+c+"al")
			}
		}
	}
}

func newGarden(t *testing.T, seed uint64) *garden {
	temp := t.TempDir()
	g := &garden{t: t, rng: rand.New(rand.NewPCG(seed, 1)), dir: t.TempDir(), pages: map[string]string{},
		cached: filepath.Join(temp, "cached"), clean: filepath.Join(temp, "clean"), kept: &Kept{}}
	g.sentence, g.page = g.newSentence, g.newPage
	for range 12 {
		g.add()
	}
	return g
}

func (g *garden) pick(list []string) string { return list[g.rng.IntN(len(list))] }

// titled returns words with capitals.
func titled(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		r := []rune(w)
		words[i] = strings.ToUpper(string(r[:1])) + string(r[1:])
	}
	return strings.Join(words, " ")
}

// noun returns a common noun, or words that are one.
func (g *garden) noun() string {
	if g.rng.IntN(2) == 0 {
		return g.pick(rareNouns)
	}
	return g.pick(gardenNouns)
}

func (g *garden) newSentence() string {
	noun := g.noun()
	if g.rng.IntN(6) == 0 {
		noun = titled(noun)
	}
	return fmt.Sprintf("The %s of %s %s the %s %s.", noun, g.pick(gardenNames), g.pick(gardenVerbs), g.noun(), g.pick([]string{"", "with " + g.pick(gardenNames), "of " + g.noun()}))
}

// heading returns the text of a heading: a name, a noun or both, with an article or without.
func (g *garden) heading() string {
	switch g.rng.IntN(4) {
	case 0:
		return g.pick(gardenNames) + " " + g.noun()
	case 1:
		return g.pick(articles) + g.pick(gardenNames)
	}
	return g.pick(articles) + titled(g.noun())
}

func (g *garden) newPage() string {
	var b strings.Builder
	if g.rng.IntN(2) == 0 {
		fmt.Fprintf(&b, "---\ntitle: %s\ntags: [%s]\ndate: 20%02d-01-02\nlang: %s\n---\n", g.pick([]string{g.pick(gardenNames), g.heading()}), g.pick(gardenNouns), g.rng.IntN(30), g.pick([]string{"en", "en", "en", "de"}))
	}
	for range 1 + g.rng.IntN(4) {
		fmt.Fprintf(&b, "\n%s %s\n\n", g.pick([]string{"##", "##", "####"}), g.heading())
		for range g.rng.IntN(9) {
			b.WriteString(g.sentence() + " ")
		}
	}
	return b.String()
}

func (g *garden) write(name, text string) {
	g.pages[name] = text
	path := filepath.Join(g.dir, name)
	must.OK(g.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.OK(g.t, os.WriteFile(path, []byte(text), 0o644))
}

func (g *garden) remove(name string) {
	delete(g.pages, name)
	must.OK(g.t, os.Remove(filepath.Join(g.dir, name)))
}

func (g *garden) add() {
	g.named++
	g.write(fmt.Sprintf("%s/page%03d.md", g.pick([]string{"a", "b"}), g.rng.IntN(500)*1000+g.named), g.page())
}

// name returns that of a page.
func (g *garden) name() string { return g.pick(slices.Sorted(maps.Keys(g.pages))) }

// change does something to the pages or to the configuration, and says what.
func (g *garden) change(c *Config) string {
	switch g.rng.IntN(14) {
	case 0:
		c.ChunkTokens = []int{0, 40, 60}[g.rng.IntN(3)]
		return "other chunks"
	case 1:
		c.NoTitles = !c.NoTitles
		return "titles"
	case 2:
		c.Terms = []ner.TermMode{ner.TermsKeyphrase, ner.TermsNone, ner.TermsAll}[g.rng.IntN(3)]
		return "terms"
	case 3:
		c.Language = []string{"", "de", "fr"}[g.rng.IntN(3)]
		c.Ingest.Pages = []document.PageRule{{Glob: "a/**", Boost: float64(1 + g.rng.IntN(3))}}
		return "language and boosts"
	}
	return g.edit()
}

// edit changes a page, or which pages there are, and says what it has done.
func (g *garden) edit() string {
	name := g.name()
	text := g.pages[name]
	g.named++
	switch g.rng.IntN(12) {
	case 0:
		g.add()
		return "a page more"
	case 1:
		if len(g.pages) > 2 {
			g.remove(name)
		}
		return "without " + name
	case 2:
		g.remove(name)
		g.write(fmt.Sprintf("c/renamed%03d%s", g.named, cmp.Or(filepath.Ext(name), ".md")), text)
		return name + " renamed"
	case 3:
		g.write(fmt.Sprintf("c/copy%03d%s", g.named, cmp.Or(filepath.Ext(name), ".md")), text+"\n"+g.sentence()+"\n")
		return name + " copied"
	case 4:
		g.write(name, text+"\n"+g.sentence()+"\n")
		return name + " with a sentence more"
	case 5:
		at := strings.Index(text, ". ")
		if at < 0 {
			return "nothing"
		}
		g.write(name, text[:at]+" "+text[min(len(text), at+2+g.rng.IntN(60)):])
		return name + " without some words"
	case 6, 7, 8:
		return name + g.editHeading(name)
	}
	return name + g.editWord(name)
}

var (
	aHeading = regexp.MustCompile(`(?m)^(#+ |title: )(.+)$`)
	aWord    = regexp.MustCompile(`\b[A-Za-z][a-z]{2,}\b`)
	article  = regexp.MustCompile(`^(The|A|the|On the) `)
)

// editHeading changes a heading of a page, or has it have another one.
func (g *garden) editHeading(name string) string {
	text := g.pages[name]
	all := aHeading.FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 || g.rng.IntN(4) == 0 {
		other := g.pages[g.name()]
		words := aWord.FindAllString(other, 400)
		if len(words) < 3 {
			return " as it is"
		}
		at := g.rng.IntN(len(words) - 1)
		g.write(name, text+"\n\n## "+g.pick(articles)+titled(words[at]+" "+words[at+1])+"\n\n"+g.sentence()+"\n")
		return " with a heading more"
	}
	at := all[g.rng.IntN(len(all))]
	heading := text[at[4]:at[5]]
	switch g.rng.IntN(5) {
	case 0:
		heading = g.pick(articles) + heading
	case 1:
		heading = article.ReplaceAllString(heading, "")
	case 2:
		heading += "s"
	case 3:
		heading = titled(heading)
	default:
		heading = strings.ToLower(heading)
	}
	g.write(name, text[:at[4]]+heading+text[at[5]:])
	return " with the heading " + heading
}

// editWord puts a word of another page in the place of one, or writes it otherwise.
func (g *garden) editWord(name string) string {
	text := g.pages[name]
	all := aWord.FindAllStringIndex(text, -1)
	others := aWord.FindAllString(g.pages[g.name()], -1)
	if len(all) == 0 || len(others) == 0 {
		return " as it is"
	}
	at := all[g.rng.IntN(len(all))]
	word := g.pick(others)
	switch was := text[at[0]:at[1]]; g.rng.IntN(4) {
	case 0:
		word = titled(was)
	case 1:
		word = was + "s"
	}
	g.write(name, text[:at[0]]+word+text[at[1]:])
	return " with the word " + word
}
