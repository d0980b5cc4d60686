package builder

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"mycel/builder/ingest/document"
	"mycel/builder/large"
	"mycel/builder/method/all"
	"mycel/builder/ner"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/internal/must"
)

// build builds into out, with what another build has kept or without.
func (g *garden) build(c Config, out string, kept *Kept) *Report {
	g.t.Helper()
	c.Output, c.Kept, c.Version = out, kept, "test"
	c.Docs = []string{g.dir}
	return mustBuild(g.t, c)
}

// buildBoth builds with kept and without, and holds the bytes against each other.
func (g *garden) buildBoth(c Config, what string) (r *Report) {
	g.t.Helper()
	r = g.build(c, g.cached, g.kept)
	g.build(c, g.clean, nil)
	same(g.t, what, must.Tree(g.t, g.cached), must.Tree(g.t, g.clean))
	return r
}

// Whatever has changed since the last build, a build with what that one kept has the bytes of
// one without.
func TestIncrementalEqualsClean(t *testing.T) {
	reused := 0
	for seed := range uint64(3) {
		g := newGarden(t, seed)
		c := Config{ChunkTokens: 40, Summary: summary.Options{Group: 2, MaxTokens: 40}}
		g.build(c, g.cached, g.kept)
		for step := range 16 {
			what := ""
			for range 1 + g.rng.IntN(2) {
				what += g.change(&c) + ", "
			}
			g.buildBoth(c, fmt.Sprintf("seed %d, step %d, after %s", seed, step, what))
			reused += g.kept.reused
			if t.Failed() {
				return
			}
		}
	}
	must.Be(t, reused >= 180, "%d pages were kept in 48 builds: the test tests little", reused)
}

// Without an edit, the second build has the bytes of the first. A heading names an entity
// without its article, which a kept page once did not know of.
func TestIncrementalUnchanged(t *testing.T) {
	g := newGarden(t, 22)
	for name := range maps.Clone(g.pages) {
		g.remove(name)
	}
	g.write("z/types.md", "#### The Boolean Type\n\n#### The Character Type\n")
	g.write("z/text.md", "- All the integer types, such as `u32`.\n- The Boolean type, `bool`.\n- The character type, `char`.\n")
	g.build(Config{}, g.clean, g.kept)
	g.build(Config{}, g.cached, g.kept)
	same(t, "built again", must.Tree(t, g.clean), must.Tree(t, g.cached))
	must.Be(t, g.kept.reused == len(g.pages), "%d pages were kept, want all %d", g.kept.reused, len(g.pages))
}

// A file that has not changed since the last build is not read again.
func TestKeptDocuments(t *testing.T) {
	k := &Kept{now: map[keptKey][]byte{}}
	s := &store{Kept: k, reading: "options"}
	s.Keep("a.md", []byte("# A"), &document.Document{ID: "a.md", Title: "A"})
	s.close()
	k.now = map[keptKey][]byte{}
	d, ok := s.Load("a.md", []byte("# A"))
	_, changed := s.Load("a.md", []byte("# B"))
	must.Be(t, ok && d.Title == "A" && !changed, "got %q, %v, and %v for another text", d.Title, ok, changed)
}

// A page that has not changed mentions what another page has made an entity: here a
// common noun that it has in the plural.
func TestIncrementalPlural(t *testing.T) {
	g := newGarden(t, 9)
	g.write("z/one.md", "# Elsewhere\n\nThere are old sluices in the valley.\n")
	before := g.build(Config{}, g.cached, g.kept)
	g.write("z/two.md", "---\ntitle: sluice\n---\n\nA sluice is a gate. The sluice lets water through; each sluice has a keeper.\n")
	r := g.buildBoth(Config{}, "after a page on sluices")
	if r.Counts["entities"] == before.Counts["entities"] || g.kept.reused != len(g.pages)-1 {
		t.Errorf("got %v entities and %d pages were kept: the test tests nothing", r.Counts["entities"], g.kept.reused)
	}
}

// A name of which no page has a word any more says as little to the further ways of
// retrieval as in a build that never saw the word.
func TestIncrementalSystems(t *testing.T) {
	g := newGarden(t, 14)
	c := Config{Terms: ner.TermsAll, With: all.Methods()}
	for i := range 12 {
		g.write(fmt.Sprintf("z/%d.md", i), fmt.Sprintf("Sluices are near %s. The sluices %s %s.\n", g.pick(gardenNames), g.pick(gardenVerbs), g.pick(gardenNames)))
	}
	g.write("z/gone.md", "The sluice is a sluice.\n")
	g.build(c, g.cached, g.kept)
	g.remove("z/gone.md")
	g.buildBoth(c, "after a page less")
	must.Be(t, g.kept.reused == len(g.pages), "%d pages were kept: the test tests nothing", g.kept.reused)
}

// The links of a page that has not changed lead to sections whose numbers have.
func TestIncrementalLinks(t *testing.T) {
	g := newGarden(t, 4)
	g.write("z/from.md", "# From\n\n## Here\n\nSee [the sluice gate](to.md#gate) and [its keeper](to.md#keeper).\n")
	for step, to := range []string{
		"# To\n\nText.\n\n## Gate\n\nText of it.\n\n## Keeper\n\nMore.\n",
		"# To\n\nText.\n\n## Before\n\nNew.\n\n## Keeper\n\nMore.\n\n## Gate\n\nText of it.\n\n[Back](from.md#here)\n",
		"# To\n\nText.\n\n## Gate\n\n### Within\n\nText of it.\n",
	} {
		g.write("z/to.md", to)
		g.buildBoth(Config{}, fmt.Sprint("links, step ", step))
		must.Be(t, step <= 0 || g.kept.reused == len(g.pages)-1, "step %d: %d pages were kept: the test tests nothing", step, g.kept.reused)
	}
	first, end := openBundle(t, g.clean).Engine().Directory().Range(bundle.GroupLinks)
	must.Be(t, first != end, "the bundle has no links")
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
		g.write("z/one.md", "# Elsewhere\n\n## "+c.heading+below)
		for page, text := range c.before {
			g.write("z/"+page+".md", text)
		}
		g.build(Config{}, g.cached, g.kept)
		for page, text := range c.after {
			g.write("z/"+page+".md", text)
		}
		g.buildBoth(Config{}, name)
		must.Be(t, g.kept.reused == len(g.pages)-len(c.after), "%s: %d pages were kept: the test tests nothing", name, g.kept.reused)
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
		g.build(c, g.clean, nil)
		c.Large = new(large.Usual())
		c.Large.Text = 10
		for i, state := range []string{"cold", "warm"} {
			g.build(c, g.cached, g.kept)
			same(t, name+", "+state, must.Tree(t, g.clean), must.Tree(t, g.cached))
			must.Be(t, g.kept.reused == i*len(g.pages), "%s, %s: %d pages were kept", name, state, g.kept.reused)
		}
	}
}

// Builds at once do not disturb each other.
func TestBuildsAtOnce(t *testing.T) {
	g := newGarden(t, 8)
	temp := filepath.Dir(g.clean)
	g.build(Config{}, g.clean, nil)
	want := must.Tree(t, g.clean)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			out := filepath.Join(temp, fmt.Sprint("out", i))
			for range 4 {
				g.build(Config{}, out, nil)
				same(t, out, want, must.Tree(t, out))
			}
		})
	}
	all.Wait()
	left, _ := filepath.Glob(filepath.Join(temp, ".*"))
	must.Be(t, len(left) <= 0, "left behind: %v", left)
}

// Times of files say nothing: a build takes every kept page after the clock has
// jumped to either side, and sees a change that leaves time and size as they were.
func TestClock(t *testing.T) {
	docs, temp := t.TempDir(), t.TempDir()
	page, other := filepath.Join(docs, "a.md"), filepath.Join(docs, "b.md")
	for path, text := range map[string]string{page: "The gauge of Brask.", other: "The weir of Lund."} {
		must.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	c := Config{Docs: []string{docs}, Output: filepath.Join(temp, "out"), Version: "test", Kept: &Kept{}}
	build := func(what string, reused int) map[string]string {
		t.Helper()
		mustBuild(t, c)
		must.Be(t, c.Kept.reused == reused, "%s: %d pages were kept, want %d", what, c.Kept.reused, reused)
		return must.Tree(t, c.Output)
	}
	first := build("first", 0)
	for _, year := range []int{1970, 1985, 2100} {
		at := time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
		for _, path := range []string{page, other, docs, filepath.Join(c.Output, "mycel.json"), c.Output} {
			must.OK(t, os.Chtimes(path, at, at))
		}
		same(t, at.String(), first, build(at.String(), 2))
		if err := os.WriteFile(page, []byte("The gauge of Trask."), 0o644); err != nil { // as long as it was
			t.Fatal(err)
		}
		must.OK(t, os.Chtimes(page, at, at))
		must.Be(t, build("changed", 1)["mycel.json"] != first["mycel.json"], "%v: a change at the same time is not seen", at)
		must.OK(t, os.WriteFile(page, []byte("The gauge of Brask."), 0o644))
		build("changed back", 1)
	}
}

// soak skips a test that takes minutes, unless MYCEL_SOAK asks for it.
func soak(t *testing.T) {
	t.Helper()
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("takes minutes: set MYCEL_SOAK")
	}
}

// A site of 100,000 tiny pages is built, asked, and built again from the cache with the same
// bytes.
func TestSoakManyPages(t *testing.T) {
	soak(t)
	const pages, folder = 100_000, 250
	site := t.TempDir()
	for i := range pages {
		dir := filepath.Join(site, fmt.Sprintf("%03d", i/folder))
		if i%folder == 0 {
			must.OK(t, os.Mkdir(dir, 0o755))
		}
		page := fmt.Sprintf("<!doctype html><html lang=en><title>Gauge %d</title><main><h1>Gauge %d</h1><p>Gauge %d stands at weir %d of Brask.", i, i, i, i%977)
		must.OK(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.html", i)), []byte(page), 0o644))
	}
	temp := t.TempDir()
	c := Config{Site: []string{site}, Output: filepath.Join(temp, "out"), Version: "test", Kept: &Kept{}}
	var first map[string]string
	for _, round := range []string{"with nothing kept", "with kept pages"} {
		r := mustBuild(t, c)
		must.Be(t, r.Counts["documents"] == pages && r.Skipped <= 0, "%s: %d documents, %d skipped", round, r.Counts["documents"], r.Skipped)
		t.Logf("%s: %d files, %d bytes, phases %v", round, r.Files, r.Bytes, r.Phases)
		if now := must.Tree(t, c.Output); first == nil {
			first = now
		} else if !maps.Equal(first, now) {
			t.Error("the cache makes another bundle")
		}
	}
	b := mustOpen(t, c.Output)
	for _, i := range []int{0, 7, 54_321, pages - 1} {
		r := must.Get(b.Search(t.Context(), fmt.Sprintf("gauge %d", i), engine.Options{}))(t)
		want := fmt.Sprintf("%03d/%d.html", i/folder, i)
		must.Be(t, len(r.Hits) != 0 && r.Hits[0].Document == want, "gauge %d: the first of %d hits is not %s", i, len(r.Hits), want)
	}
}
