package builder

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"sync"
	"testing"

	"mycel"
	"mycel/builder/large"
	"mycel/builder/method/all"
	"mycel/builder/ner"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine/bundle"
)

// build builds into out, with what another build has kept or without.
func (g *garden) build(c Config, out string, kept *Kept) *Report {
	g.t.Helper()
	c.Output, c.Kept, c.Version = out, kept, "test"
	c.Docs = []string{g.dir}
	r, err := Build(context.Background(), c)
	if err != nil {
		g.t.Fatal(err)
	}
	return r
}

// Whatever has changed since the last build, a build with what that one kept has the bytes of
// one without.
func TestIncrementalEqualsClean(t *testing.T) {
	reused := 0
	for seed := range uint64(3) {
		g := newGarden(t, seed)
		temp := t.TempDir()
		cached, clean, kept := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), &Kept{}
		c := Config{ChunkTokens: 40, Summary: summary.Options{Group: 2, MaxTokens: 40}}
		g.build(c, cached, kept)
		for step := range 16 {
			what := ""
			for range 1 + g.rng.IntN(2) {
				what += g.change(&c) + ", "
			}
			g.build(c, cached, kept)
			g.build(c, clean, nil)
			same(t, fmt.Sprintf("seed %d, step %d, after %s", seed, step, what), contents(t, cached), contents(t, clean))
			reused += kept.reused
			if t.Failed() {
				return
			}
		}
	}
	if reused < 180 {
		t.Errorf("%d pages were kept in 48 builds: the test tests little", reused)
	}
}

// Without an edit, the second build has the bytes of the first. A heading names an entity
// without its article, which a kept page once did not know of.
func TestIncrementalUnchanged(t *testing.T) {
	g := newGarden(t, 22)
	for name := range maps.Clone(g.pages) {
		g.remove(name)
	}
	temp := t.TempDir()
	g.write("z/types.md", "#### The Boolean Type\n\n#### The Character Type\n")
	g.write("z/text.md", "- All the integer types, such as `u32`.\n- The Boolean type, `bool`.\n- The character type, `char`.\n")
	first, second, kept := filepath.Join(temp, "first"), filepath.Join(temp, "second"), &Kept{}
	g.build(Config{}, first, kept)
	g.build(Config{}, second, kept)
	same(t, "built again", contents(t, first), contents(t, second))
	if kept.reused != len(g.pages) {
		t.Errorf("%d pages were kept, want all %d", kept.reused, len(g.pages))
	}
}

// A page that has not changed mentions what another page has made an entity: here a
// common noun that it has in the plural.
func TestIncrementalPlural(t *testing.T) {
	g := newGarden(t, 9)
	temp := t.TempDir()
	cached, clean, kept := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), &Kept{}
	g.write("z/one.md", "# Elsewhere\n\nThere are old sluices in the valley.\n")
	before := g.build(Config{}, cached, kept)
	g.write("z/two.md", "---\ntitle: sluice\n---\n\nA sluice is a gate. The sluice lets water through; each sluice has a keeper.\n")
	r := g.build(Config{}, cached, kept)
	g.build(Config{}, clean, nil)
	same(t, "after a page on sluices", contents(t, cached), contents(t, clean))
	if r.Counts["entities"] == before.Counts["entities"] || kept.reused != len(g.pages)-1 {
		t.Errorf("got %v entities and %d pages were kept: the test tests nothing", r.Counts["entities"], kept.reused)
	}
}

// A name of which no page has a word any more says as little to the further ways of
// retrieval as in a build that never saw the word.
func TestIncrementalSystems(t *testing.T) {
	g := newGarden(t, 14)
	temp := t.TempDir()
	cached, clean, kept := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), &Kept{}
	c := Config{Terms: ner.TermsAll, With: all.Methods()}
	for i := range 12 {
		g.write(fmt.Sprintf("z/%d.md", i), fmt.Sprintf("Sluices are near %s. The sluices %s %s.\n", g.pick(gardenNames), g.pick(gardenVerbs), g.pick(gardenNames)))
	}
	g.write("z/gone.md", "The sluice is a sluice.\n")
	g.build(c, cached, kept)
	g.remove("z/gone.md")
	g.build(c, cached, kept)
	g.build(c, clean, nil)
	same(t, "after a page less", contents(t, cached), contents(t, clean))
	if kept.reused != len(g.pages) {
		t.Errorf("%d pages were kept: the test tests nothing", kept.reused)
	}
}

// The links of a page that has not changed lead to sections whose numbers have.
func TestIncrementalLinks(t *testing.T) {
	g := newGarden(t, 4)
	temp := t.TempDir()
	cached, clean, kept := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), &Kept{}
	g.write("z/from.md", "# From\n\n## Here\n\nSee [the sluice gate](to.md#gate) and [its keeper](to.md#keeper).\n")
	for step, to := range []string{
		"# To\n\nText.\n\n## Gate\n\nText of it.\n\n## Keeper\n\nMore.\n",
		"# To\n\nText.\n\n## Before\n\nNew.\n\n## Keeper\n\nMore.\n\n## Gate\n\nText of it.\n\n[Back](from.md#here)\n",
		"# To\n\nText.\n\n## Gate\n\n### Within\n\nText of it.\n",
	} {
		g.write("z/to.md", to)
		g.build(Config{}, cached, kept)
		g.build(Config{}, clean, nil)
		same(t, fmt.Sprint("links, step ", step), contents(t, cached), contents(t, clean))
		if step > 0 && kept.reused != len(g.pages)-1 {
			t.Errorf("step %d: %d pages were kept: the test tests nothing", step, kept.reused)
		}
	}
	b, err := mycel.Open(clean)
	if err != nil {
		t.Fatal(err)
	}
	if first, end := b.Engine().Directory().Range(bundle.GroupLinks); first == end {
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
	}{
		"an entity more": {
			heading: "On the Vellum Gate", after: map[string]string{"two": "---\ntitle: Vellum Gate\n---\n\nIt is old.\n"},
		},
		"a title": { // of which a plural is one, unlike that of a name
			heading: "The Ostrovs", before: map[string]string{"two": "In the east lies Ostrov, and north of Ostrov a lake.\n"},
			after: map[string]string{"three": "---\ntitle: Ostrov\n---\n\nIt is old.\n"},
		},
	} {
		g := newGarden(t, 13)
		temp := t.TempDir()
		cached, clean, kept := filepath.Join(temp, "cached"), filepath.Join(temp, "clean"), &Kept{}
		g.write("z/one.md", "# Elsewhere\n\n## "+c.heading+below)
		for page, text := range c.before {
			g.write("z/"+page+".md", text)
		}
		g.build(Config{}, cached, kept)
		for page, text := range c.after {
			g.write("z/"+page+".md", text)
		}
		g.build(Config{}, cached, kept)
		g.build(Config{}, clean, nil)
		same(t, name, contents(t, cached), contents(t, clean))
		if kept.reused != len(g.pages)-len(c.after) {
			t.Errorf("%s: %d pages were kept: the test tests nothing", name, kept.reused)
		}
	}
}

// A large corpus has the bytes that it would have if there were memory for all steps
// at once, with kept pages and without; with vectors, whose steps need pages whole, and without.
func TestLargeIsTheSame(t *testing.T) {
	for name, c := range map[string]Config{
		"vectors":        {ChunkTokens: 40, Vectors: true},
		"packed":         {ChunkTokens: 40},
		"tree of corpus": {ChunkTokens: 40, TreeScope: trees.OfCorpus, CountOverlapTwice: true},
	} {
		g := newGarden(t, 11)
		temp := t.TempDir()
		small, frugal, kept := filepath.Join(temp, "small"), filepath.Join(temp, "large"), &Kept{}
		g.build(c, small, nil)
		c.Large = new(large.Usual())
		c.Large.Text = 10
		for i, state := range []string{"cold", "warm"} {
			g.build(c, frugal, kept)
			same(t, name+", "+state, contents(t, small), contents(t, frugal))
			if kept.reused != i*len(g.pages) {
				t.Errorf("%s, %s: %d pages were kept", name, state, kept.reused)
			}
		}
	}
}

// Builds at once do not disturb each other.
func TestBuildsAtOnce(t *testing.T) {
	g := newGarden(t, 8)
	temp := t.TempDir()
	clean := filepath.Join(temp, "clean")
	g.build(Config{}, clean, nil)
	want := contents(t, clean)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			out := filepath.Join(temp, fmt.Sprint("out", i))
			for range 4 {
				g.build(Config{}, out, nil)
				same(t, out, want, contents(t, out))
			}
		})
	}
	all.Wait()
	if left, _ := filepath.Glob(filepath.Join(temp, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
