package builder

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel/builder/ingest"
	"mycel/builder/ner"
	"mycel/builder/summary"
)

// garden is a folder of documents that changes at random.
type garden struct {
	t     *testing.T
	rng   *rand.Rand
	dir   string
	pages map[string]string
	named int
}

var (
	gardenNames = []string{"Edvard Lund", "Brask", "Float Gauge", "University of Brask", "NASA", "HashMap", "Lund", "The Weir", "Ølgod", "Café Noir", "Rust 2018", "Using Weirs"}
	gardenNouns = []string{"gauge", "gauges", "weir", "weirs", "water level", "water levels", "clockmaker", "café", "cafe", "naïve model", "lunds", "brasks", "using", "measurement", "river", "rivers"}
	gardenVerbs = []string{"measures", "described", "is near", "was built by", "repaired", "has", "uses"}
)

// Rare names and nouns: whether they are entities depends on a page or two.
func init() {
	first := []string{"Ash", "Bir", "Cor", "Dun", "Eld", "Fen", "Gor", "Hal"}
	last := []string{"wick", "ford", "mond", "ther", "bia", "noc"}
	for i, a := range first {
		for k, b := range last {
			gardenNames = append(gardenNames, a+b)
			gardenNouns = append(gardenNouns, strings.ToLower(a+b), strings.ToLower(a)+"ing "+b+"s", strings.ToLower(first[(i+k)%len(first)])+"er "+b)
		}
	}
}

func newGarden(t *testing.T, seed uint64) *garden {
	g := &garden{t: t, rng: rand.New(rand.NewPCG(seed, 1)), dir: t.TempDir(), pages: map[string]string{}}
	for range 12 {
		g.add()
	}
	return g
}

func (g *garden) pick(list []string) string { return list[g.rng.IntN(len(list))] }

func (g *garden) sentence() string {
	return fmt.Sprintf("The %s of %s %s the %s %s.", g.pick(gardenNouns), g.pick(gardenNames), g.pick(gardenVerbs), g.pick(gardenNouns), g.pick([]string{"", "with " + g.pick(gardenNames), "of " + g.pick(gardenNouns)}))
}

func (g *garden) page() string {
	var b strings.Builder
	if g.rng.IntN(2) == 0 {
		fmt.Fprintf(&b, "---\ntitle: %s\ntags: [%s]\ndate: 20%02d-01-02\nlang: %s\n---\n", g.pick(gardenNames), g.pick(gardenNouns), g.rng.IntN(30), g.pick([]string{"en", "en", "en", "de"}))
	}
	for range 1 + g.rng.IntN(4) {
		fmt.Fprintf(&b, "\n## %s %s\n\n", g.pick(gardenNames), g.pick(gardenNouns))
		for range g.rng.IntN(9) {
			b.WriteString(g.sentence() + " ")
		}
	}
	return b.String()
}

func (g *garden) write(name, text string) {
	g.pages[name] = text
	path := filepath.Join(g.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

func (g *garden) remove(name string) {
	delete(g.pages, name)
	if err := os.Remove(filepath.Join(g.dir, name)); err != nil {
		g.t.Fatal(err)
	}
}

func (g *garden) add() {
	g.named++
	g.write(fmt.Sprintf("%s/page%03d.md", g.pick([]string{"a", "b"}), g.rng.IntN(500)*1000+g.named), g.page())
}

// change does something to the pages or to the configuration, and says what.
func (g *garden) change(c *Config) string {
	name := g.pick(slices.Sorted(maps.Keys(g.pages)))
	switch g.rng.IntN(13) {
	case 0:
		g.add()
		return "a page more"
	case 1:
		if len(g.pages) > 2 {
			g.remove(name)
		}
		return "a page less"
	case 2:
		text := g.pages[name]
		g.remove(name)
		g.named++
		g.write(fmt.Sprintf("c/renamed%03d.md", g.named), text)
		return "a page renamed"
	case 3:
		g.write(name, strings.ToUpper(g.pages[name]))
		return "a page in capitals"
	case 4:
		c.ChunkTokens = []int{0, 40, 60}[g.rng.IntN(3)]
		return "other chunks"
	case 5:
		c.NoTitles = !c.NoTitles
		return "titles"
	case 6:
		c.Terms = []ner.TermMode{ner.TermsKeyphrase, ner.TermsNone, ner.TermsAll}[g.rng.IntN(3)]
		return "terms"
	case 7:
		c.Language = []string{"", "de", "fr"}[g.rng.IntN(3)]
		c.Ingest.Pages = []ingest.PageRule{{Glob: "a/**", Boost: float64(1 + g.rng.IntN(3))}}
		return "language and boosts"
	case 8:
		g.named++
		g.write(fmt.Sprintf("c/copy%03d.md", g.named), g.pages[name]+"\n"+g.sentence()+"\n")
		return "a page copied"
	}
	// Mostly, a sentence more or less somewhere.
	text := g.pages[name]
	at := strings.Index(text, ". ")
	if at < 0 || g.rng.IntN(3) == 0 {
		g.write(name, text+"\n"+g.sentence()+"\n")
	} else {
		g.write(name, text[:at]+" "+text[min(len(text), at+2+g.rng.IntN(60)):])
	}
	return "an edit"
}

// build builds into out, with the cache or without.
func (g *garden) build(c Config, out, cache string) *Report {
	g.t.Helper()
	c.Docs, c.Output, c.Cache, c.Version = []string{g.dir}, out, cache, "test"
	r, err := Build(context.Background(), c)
	if err != nil {
		g.t.Fatal(err)
	}
	return r
}

// Whatever has changed since the last build, a build with its cache has the bytes of
// one without.
func TestIncrementalEqualsClean(t *testing.T) {
	reused := 0
	for seed := range uint64(4) {
		g := newGarden(t, seed)
		temp := t.TempDir()
		cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache", "file")
		c := Config{ChunkTokens: 40, Summary: summary.Options{Group: 2, MaxTokens: 40}}
		g.build(c, cached, file)
		for step := range 20 {
			what := ""
			for range 1 + g.rng.IntN(2) {
				what += g.change(&c) + ", "
			}
			r := g.build(c, cached, file)
			g.build(c, clean, "")
			same(t, fmt.Sprintf("seed %d, step %d, after %s", seed, step, what), contents(t, cached), contents(t, clean))
			if (r.Reuse.Problem != "") != (r.Reuse.Pages == 0) || r.Reuse.Path != file {
				t.Errorf("got %+v", r.Reuse)
			}
			reused += r.Reuse.Pages
			if t.Failed() {
				return
			}
		}
	}
	if reused < 300 {
		t.Errorf("%d pages were taken from caches in 80 builds: the test tests little", reused)
	}
}

// A page that has not changed mentions what another page has made an entity: here a
// common noun that it has in the plural.
func TestIncrementalPlural(t *testing.T) {
	g := newGarden(t, 9)
	temp := t.TempDir()
	cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
	g.write("z/one.md", "# Elsewhere\n\nThere are old sluices in the valley.\n")
	before := g.build(Config{}, cached, file)
	g.write("z/two.md", "---\ntitle: sluice\n---\n\nA sluice is a gate. The sluice lets water through; each sluice has a keeper.\n")
	r := g.build(Config{}, cached, file)
	g.build(Config{}, clean, "")
	same(t, "after a page on sluices", contents(t, cached), contents(t, clean))
	if r.Counts["entities"] == before.Counts["entities"] || r.Reuse.Pages != len(g.pages)-1 {
		t.Errorf("got %v entities and %d pages of the cache: the test tests nothing", r.Counts["entities"], r.Reuse.Pages)
	}
}

// A name of which no page has a word any more says as little to the further ways of
// retrieval as in a build that never saw the word.
func TestIncrementalSystems(t *testing.T) {
	g := newGarden(t, 14)
	temp := t.TempDir()
	cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
	c := Config{Terms: ner.TermsAll, With: Systems()}
	for i := range 12 {
		g.write(fmt.Sprintf("z/%d.md", i), fmt.Sprintf("Sluices are near %s. The sluices %s %s.\n", g.pick(gardenNames), g.pick(gardenVerbs), g.pick(gardenNames)))
	}
	g.write("z/gone.md", "The sluice is a sluice.\n")
	g.build(c, cached, file)
	g.remove("z/gone.md")
	r := g.build(c, cached, file)
	g.build(c, clean, "")
	same(t, "after a page less", contents(t, cached), contents(t, clean))
	if r.Reuse.Pages != len(g.pages) {
		t.Errorf("%d pages of the cache: the test tests nothing", r.Reuse.Pages)
	}
}

// A heading that has not changed names what another page has made an entity, or one of
// another kind or name, whether the text below has a word of it or not.
func TestIncrementalTitles(t *testing.T) {
	const below = "\n\nThere is nothing to be seen here.\n"
	for name, c := range map[string]struct {
		heading       string
		before, after map[string]string
		external      string // mentions
	}{
		"an entity more": {
			heading: "On the Vellum Gate", after: map[string]string{"two": "---\ntitle: Vellum Gate\n---\n\nIt is old.\n"},
		},
		"a title": { // of which a plural is one, unlike that of a name
			heading: "The Ostrovs", before: map[string]string{"two": "In the east lies Ostrov, and north of Ostrov a lake.\n"},
			after: map[string]string{"three": "---\ntitle: Ostrov\n---\n\nIt is old.\n"},
		},
		"a name with a comma": { // which others of its key may have then
			heading: "Of Quell, Maren", before: map[string]string{
				"two": "It is Quell, Maren that is meant.\n", "three": "We met Quell Maren and saw Quell Maren again, as Quell Maren knows.\n",
			},
			after:    map[string]string{"three": "We met nobody.\n"},
			external: `{"doc": "z/two.md", "start": 6, "end": 18, "text": "Quell, Maren", "type": "PERSON"}`,
		},
	} {
		g := newGarden(t, 13)
		temp := t.TempDir()
		cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
		g.write("z/one.md", "# Elsewhere\n\n## "+c.heading+below)
		for page, text := range c.before {
			g.write("z/"+page+".md", text)
		}
		var config Config
		if c.external != "" {
			config = Config{NER: NERExternal, Mentions: filepath.Join(temp, "mentions.jsonl")}
			if err := os.WriteFile(config.Mentions, []byte(c.external), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		g.build(config, cached, file)
		for page, text := range c.after {
			g.write("z/"+page+".md", text)
		}
		r := g.build(config, cached, file)
		g.build(config, clean, "")
		same(t, name, contents(t, cached), contents(t, clean))
		if r.Reuse.Pages != len(g.pages)-len(c.after) {
			t.Errorf("%s: %d pages of the cache: the test tests nothing", name, r.Reuse.Pages)
		}
	}
}

// What an edit changes is kept beside the cache; without it, or with one that is damaged,
// the bytes are the same.
func TestIncrementalBeside(t *testing.T) {
	g := newGarden(t, 12)
	for range 150 {
		g.add()
	}
	temp := t.TempDir()
	cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
	var c Config
	g.build(c, cached, file)
	beside := 0
	for step := range 12 {
		name := g.pick(slices.Sorted(maps.Keys(g.pages)))
		g.write(name, g.pages[name]+"\n"+g.sentence()+"\n")
		content, err := os.ReadFile(file + ".more")
		damaged := err == nil && step%3 == 2
		if damaged {
			beside++
			content[g.rng.IntN(len(content))] ^= 1
			if err := os.WriteFile(file+".more", content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r := g.build(c, cached, file)
		g.build(c, clean, "")
		same(t, fmt.Sprint("step ", step), contents(t, cached), contents(t, clean))
		if (r.Reuse.Problem != "") != damaged || r.Reuse.Pages < len(g.pages)-step-1 {
			t.Errorf("step %d: got %+v", step, r.Reuse)
		}
	}
	if beside == 0 {
		t.Error("nothing was ever beside the cache: the test tests nothing")
	}
}

// A table of words is tidied up when half of them are gone.
func TestIncrementalTable(t *testing.T) {
	defer func(n int) { minTable = n }(minTable)
	minTable = 10
	g := newGarden(t, 10)
	temp := t.TempDir()
	cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
	var c Config
	var sizes []int64
	for step := range 30 {
		// Words that never come again.
		g.write("z/words.md", fmt.Sprintf("# Words\n\nOnce more%s.\n", strings.Repeat(fmt.Sprintf(" unheard%dof%%d", step), 40)))
		text := g.pages["z/words.md"]
		for i := range 40 {
			text = strings.Replace(text, "%d", fmt.Sprint(i), 1)
		}
		g.write("z/words.md", text)
		g.change(&c)
		g.build(c, cached, file)
		g.build(c, clean, "")
		same(t, fmt.Sprint("step ", step), contents(t, cached), contents(t, clean))
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if last := sizes[len(sizes)-1]; last > 2*sizes[0] {
		t.Errorf("the cache grows: %v bytes", sizes)
	}
}

// A large corpus has the bytes that it would have if there were memory for all steps
// at once, and no cache; with vectors, whose steps need pages whole, and without.
func TestLargeIsTheSame(t *testing.T) {
	defer func(n int64) { largeText = n }(largeText)
	before := largeText
	for name, c := range map[string]Config{
		"vectors":        {ChunkTokens: 40, Vectors: true},
		"packed":         {ChunkTokens: 40},
		"tree of corpus": {ChunkTokens: 40, TreeScope: TreeOfCorpus, CountOverlapTwice: true},
	} {
		g := newGarden(t, 11)
		temp := t.TempDir()
		small, large, file := filepath.Join(temp, "small"), filepath.Join(temp, "large"), filepath.Join(temp, "cache")
		largeText = before
		g.build(c, small, "")
		largeText = 10
		r := g.build(c, large, file)
		same(t, name, contents(t, small), contents(t, large))
		if _, err := os.Stat(file); err == nil || r.Reuse.Problem == "" {
			t.Errorf("%s: got a cache, or no word: %+v, %v", name, r.Reuse, err)
		}
	}
}

// A cache that cannot be used is told of, and does no harm.
func TestCacheDamaged(t *testing.T) {
	g := newGarden(t, 7)
	temp := t.TempDir()
	out, file := filepath.Join(temp, "out"), filepath.Join(temp, "file")
	g.build(Config{}, out, file)
	want := contents(t, out)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damage := map[string]func() []byte{
		"empty":       func() []byte { return nil },
		"foreign":     func() []byte { return []byte("%PDF-1.7\n") },
		"magic alone": func() []byte { return good[:20] },
	}
	for i := range 20 {
		damage[fmt.Sprintf("cut %d", i)] = func() []byte { return good[:g.rng.IntN(len(good))] }
		damage[fmt.Sprintf("flipped %d", i)] = func() []byte {
			b := slices.Clone(good)
			b[g.rng.IntN(len(b))] ^= 1 << g.rng.IntN(8)
			return b
		}
	}
	for _, name := range slices.Sorted(maps.Keys(damage)) {
		if err := os.WriteFile(file, damage[name](), 0o600); err != nil {
			t.Fatal(err)
		}
		r := g.build(Config{}, out, file)
		same(t, name, want, contents(t, out))
		if r.Reuse.Problem == "" || r.Reuse.Pages != 0 {
			t.Errorf("%s: got %+v, want a problem and no pages", name, r.Reuse)
		}
		if again := g.build(Config{}, out, file); again.Reuse.Problem != "" || again.Reuse.Pages != len(g.pages) {
			t.Errorf("%s, the build after it: got %+v, want %d pages", name, again.Reuse, len(g.pages))
		}
	}
	// A place where nothing can be kept.
	folder := filepath.Join(temp, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{folder, filepath.Join(file, "below")} {
		r := g.build(Config{}, out, place)
		same(t, place, want, contents(t, out))
		if r.Reuse.Problem == "" {
			t.Errorf("%s: no word of it", place)
		}
	}
}

// Builds that share a cache, or even the output, do not disturb each other.
func TestBuildsAtOnce(t *testing.T) {
	g := newGarden(t, 8)
	temp := t.TempDir()
	file := filepath.Join(temp, "cache")
	clean := filepath.Join(temp, "clean")
	g.build(Config{}, clean, "")
	want := contents(t, clean)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			out := filepath.Join(temp, fmt.Sprint("out", i))
			for range 4 {
				g.build(Config{}, out, file)
				same(t, out, want, contents(t, out))
			}
		})
	}
	all.Wait()
	if left, _ := filepath.Glob(filepath.Join(temp, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
