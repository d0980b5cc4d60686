package builder

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel"
	"mycel/builder/method/all"
	"mycel/builder/ner"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine/bundle"
)

// build builds into out, with the cache or without.
func (g *garden) build(c Config, out, cache string) *Report {
	g.t.Helper()
	c.Output, c.Cache, c.Version = out, cache, "test"
	if c.Docs = []string{g.dir}; g.lines {
		g.writeLines()
		c.Docs, c.JSONL = nil, []string{filepath.Join(g.dir, corpusName)}
	}
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
	for seed := range uint64(3) {
		g := newGarden(t, seed)
		temp := t.TempDir()
		cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache", "file")
		c := Config{ChunkTokens: 40, Summary: summary.Options{Group: 2, MaxTokens: 40}}
		g.build(c, cached, file)
		for step := range 16 {
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
	if reused < 180 {
		t.Errorf("%d pages were taken from caches in 48 builds: the test tests little", reused)
	}
}

// Without an edit, the second build has the bytes of the first. A heading names an entity
// without its article, which a cache once did not know of.
func TestIncrementalUnchanged(t *testing.T) {
	g := newGarden(t, 22)
	for name := range maps.Clone(g.pages) {
		g.remove(name)
	}
	temp := t.TempDir()
	g.write("z/types.md", "#### The Boolean Type\n\n#### The Character Type\n")
	g.write("z/text.md", "- All the integer types, such as `u32`.\n- The Boolean type, `bool`.\n- The character type, `char`.\n")
	first, second, file := filepath.Join(temp, "first"), filepath.Join(temp, "second"), filepath.Join(temp, "cache")
	g.build(Config{}, first, file)
	r := g.build(Config{}, second, file)
	same(t, "built again", contents(t, first), contents(t, second))
	if r.Reuse.Pages != len(g.pages) {
		t.Errorf("%d pages of the cache, want all %d", r.Reuse.Pages, len(g.pages))
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
	c := Config{Terms: ner.TermsAll, With: all.Methods()}
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

// The links of a page that has not changed lead to sections whose numbers have.
func TestIncrementalLinks(t *testing.T) {
	g := newGarden(t, 4)
	temp := t.TempDir()
	cached, clean, file := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), filepath.Join(temp, "cache")
	g.write("z/from.md", "# From\n\n## Here\n\nSee [the sluice gate](to.md#gate) and [its keeper](to.md#keeper).\n")
	for step, to := range []string{
		"# To\n\nText.\n\n## Gate\n\nText of it.\n\n## Keeper\n\nMore.\n",
		"# To\n\nText.\n\n## Before\n\nNew.\n\n## Keeper\n\nMore.\n\n## Gate\n\nText of it.\n\n[Back](from.md#here)\n",
		"# To\n\nText.\n\n## Gate\n\n### Within\n\nText of it.\n",
	} {
		g.write("z/to.md", to)
		r := g.build(Config{}, cached, file)
		g.build(Config{}, clean, "")
		same(t, fmt.Sprint("links, step ", step), contents(t, cached), contents(t, clean))
		if step > 0 && r.Reuse.Pages != len(g.pages)-1 {
			t.Errorf("step %d: %d pages of the cache: the test tests nothing", step, r.Reuse.Pages)
		}
	}
	b, err := mycel.Open(clean)
	if err != nil {
		t.Fatal(err)
	}
	if first, end := b.Engine().Directory().Range(bundle.FamilyLinks); first == end {
		t.Error("the bundle has no links")
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

// A large corpus has the bytes that it would have if there were memory for all steps
// at once, with a cache and without; with vectors, whose steps need pages whole, and without.
func TestLargeIsTheSame(t *testing.T) {
	defer func(n int64) { largeText = n }(largeText)
	before := largeText
	for name, c := range map[string]Config{
		"vectors":        {ChunkTokens: 40, Vectors: true},
		"packed":         {ChunkTokens: 40},
		"tree of corpus": {ChunkTokens: 40, TreeScope: trees.OfCorpus, CountOverlapTwice: true},
	} {
		g := newGarden(t, 11)
		temp := t.TempDir()
		small, large, file := filepath.Join(temp, "small"), filepath.Join(temp, "large"), filepath.Join(temp, "cache")
		largeText = before
		g.build(c, small, "")
		largeText = 10
		for i, state := range []string{"cold", "warm"} {
			r := g.build(c, large, file)
			same(t, name+", "+state, contents(t, small), contents(t, large))
			if r.Reuse.Problem != "" || r.Reuse.Pages != i*len(g.pages) {
				t.Errorf("%s, %s: got %+v", name, state, r.Reuse)
			}
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
		if (r.Reuse.Problem == "" || r.Reuse.Pages != 0) && !strings.HasPrefix(name, "flipped") { // a value, which is missing then
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
