package builder

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/builder/ingest/document"
	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/builder/write"
	"mycel/engine/bundle"
	"mycel/internal/must"
	"mycel/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden bundle in engine/testdata")

// handbook builds the fixture corpus with chunks small enough for summary trees.
func handbook(t testing.TB, change func(*Config)) (string, *Report) {
	t.Helper()
	c := Config{Docs: []string{"testdata/handbook"}, Output: filepath.Join(t.TempDir(), "bundle"), Version: "golden", ChunkTokens: 48, ChunkOverlap: 16, Vectors: true}
	if change != nil {
		change(&c)
	}
	report := mustBuild(t, c)
	return c.Output, report
}

func same(t *testing.T, what string, a, b map[string]string) {
	t.Helper()
	for path := range a {
		must.Be(t, a[path] == b[path], "%s: %s differs", what, path)
	}
	must.Be(t, len(a) == len(b) && len(a) > 0, "%s: %d files and %d files", what, len(a), len(b))
}

// The same input gives the same bytes, whatever the number of cores.
func TestDeterminism(t *testing.T) {
	for name, change := range map[string]func(*Config){"trained vectors": nil, "an encoder": func(c *Config) { c.Vectors, c.Encoder = false, synthetic }} {
		first, _ := handbook(t, change)
		second, _ := handbook(t, change)
		same(t, name+", built twice", must.Tree(t, first), must.Tree(t, second))
		cores := runtime.GOMAXPROCS(1)
		single, _ := handbook(t, change)
		runtime.GOMAXPROCS(cores)
		same(t, name+", built on one core", must.Tree(t, first), must.Tree(t, single))
	}
}

// The bundle of the fixture corpus is committed, for the engine's own tests and as
// a witness of the format: a change of its bytes is a change of the format or of
// what is indexed, and wants to be seen.
func TestGoldenBundle(t *testing.T) {
	dir, _ := handbook(t, nil)
	asGolden(t, dir, "../engine/testdata/handbook")
}

// asGolden compares a bundle with the one that is committed, or commits it.
func asGolden(t *testing.T, dir, golden string) {
	t.Helper()
	m := must.Get(manifest.Read(dir))(t)
	if *update {
		must.OK(t, os.RemoveAll(golden))
		must.OK(t, os.CopyFS(golden, os.DirFS(dir)))
	}
	want := must.Get(manifest.Read(golden))(t)
	got := append([]manifest.File{m.Index}, m.Parts()...)
	must.Hold(t, len(want.Parts()) == len(m.Parts()), "%s: %d parts, want %d", golden, len(m.Parts()), len(want.Parts()))
	for i, file := range append([]manifest.File{want.Index}, want.Parts()...) {
		old := must.Get(want.ReadFile(golden, file))(t)
		now := must.Get(m.ReadFile(dir, got[i]))(t)
		// Compressors may change between Go versions, contents may not.
		if !bytes.Equal(old, now) {
			t.Errorf("%s differs: if that is meant, run go test ./builder -update and look at the results of the engine's tests", file.Path)
		}
	}
}

func TestReport(t *testing.T) {
	dir, r := handbook(t, nil)
	files := must.Tree(t, dir)
	size := int64(0)
	for _, content := range files {
		size += int64(len(content))
	}
	must.Be(t, r.Files == len(files) && r.Bytes == size, "report says %d files, %d bytes; the folder has %d, %d", r.Files, r.Bytes, len(files), size)
	for _, key := range []string{"documents", "sections", "chunks", "sentences", "terms", "entities", "edges", "summaries", "blocks"} {
		must.Be(t, r.Counts[key] != 0, "no %s", key)
	}
	must.Be(t, r.Counts["documents"] == 8 && r.Language == "en" && r.Output == dir && len(r.Phases) > 0, "got %+v", r)
}

// The paper's setting on unsectioned text: windows of 1200 tokens that step 1100.
func TestPaperChunking(t *testing.T) {
	line := `{"_id":"novel","title":"A long text","text":"` + strings.Repeat("The keeper climbed the tower and read the level of the sea again. ", 1200) + `"}`
	file := must.File(t, "novel.jsonl", line)
	_, r := handbook(t, func(c *Config) {
		c.Docs, c.JSONL, c.ChunkTokens, c.ChunkOverlap = nil, []string{file}, 1200, 100
	})
	// 1200 sentences of 14 tokens are 16,800 tokens: ceil((16800 − 100) / 1100) = 16,
	// or a chunk more because sentences stay whole.
	n := r.Counts["chunks"]
	must.Be(t, n == 16 || n == 17, "%d chunks", n)
	// 16 or 17 leaves in groups of five make four summaries, and these one.
	must.Equal(t, r.Counts["summaries"], 5)
}

func TestFailuresLeaveTheOldBundle(t *testing.T) {
	dir, _ := handbook(t, nil)
	before := must.Tree(t, dir)
	broken := must.File(t, "broken.jsonl", "{\"_id\":\"a\",\"text\":\"x\"}\n{oops\n")
	onlyBroken := filepath.Join(t.TempDir(), "only.jsonl")
	must.OK(t, os.WriteFile(onlyBroken, []byte("{oops\n"), 0o644))
	empty := t.TempDir()
	for name, c := range map[string]struct {
		config Config
		want   error
		says   string
	}{
		"no such folder": {Config{Docs: []string{"testdata/nowhere"}}, nil, "testdata/nowhere"},
		"broken line":    {Config{JSONL: []string{broken}, Strict: true}, nil, "broken.jsonl:2"},
		"only broken":    {Config{JSONL: []string{onlyBroken}}, ErrEmpty, "only.jsonl:1: invalid JSON"},
		"empty corpus":   {Config{Docs: []string{empty}}, ErrEmpty, empty},
		"no source":      {Config{}, ErrConfig, "source"},
		"overlap":        {Config{Docs: []string{"testdata/handbook"}, ChunkTokens: 10, ChunkOverlap: 10}, ErrConfig, "overlap"},
		"language":       {Config{Docs: []string{"testdata/handbook"}, Language: "klingon!"}, ErrConfig, "klingon!"},
		"tokenizer":      {Config{Docs: []string{"testdata/handbook"}, Tokenizer: "abacus"}, ErrConfig, "abacus"},
		"same document":  {Config{Docs: []string{"testdata/handbook", "testdata/handbook"}}, nil, "archive.md"},
	} {
		c.config.Output = dir
		_, err := Build(context.Background(), c.config)
		must.Be(t, err != nil && (c.want == nil || errors.Is(err, c.want)) && strings.Contains(err.Error(), c.says), "%s: error %v", name, err)
		same(t, name, before, must.Tree(t, dir))
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	must.Is(t, must.Err(Build(cancelled, Config{Docs: []string{"testdata/handbook"}, Output: dir})), context.Canceled, "cancelled")
	same(t, "cancelled", before, must.Tree(t, dir))
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), write.AsidePrefix+"*"))
	must.Be(t, len(left) == 0, "left behind: %v", left)
}

// What takes the place of the output while a build runs is not replaced.
func TestOutputReplaced(t *testing.T) {
	for _, test := range []struct {
		says    string
		replace func(dir string) error
	}{
		{"thesis.txt", func(dir string) error { return os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644) }},
		{"is a file", func(dir string) error { return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o644)) }},
		{"no such file", func(dir string) error { return os.RemoveAll(filepath.Dir(dir)) }},
	} {
		dir := filepath.Join(t.TempDir(), "place", "out")
		c := Config{Docs: []string{"testdata/handbook"}, Output: dir}
		mustBuild(t, c)
		replaced := false
		c.Progress = func(phase string, _, _ int) {
			if phase == "writing" && !replaced {
				replaced = true
				if err := test.replace(dir); err != nil {
					t.Error(err)
				}
			}
		}
		_, err := Build(context.Background(), c)
		if err == nil || !strings.Contains(err.Error(), dir) && !strings.Contains(err.Error(), filepath.Dir(dir)) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("got %v, want an error about %s that says %q", err, dir, test.says)
		}
		left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), write.AsidePrefix+"*"))
		must.Be(t, len(left) <= 0, "%s: left behind: %v", test.says, left)
	}
}

// A rebuild replaces the bundle and leaves no file of the old one.
func TestRebuild(t *testing.T) {
	dir, _ := handbook(t, func(c *Config) { c.Runtime = fstest.MapFS{"client/a.js": {Data: []byte("1")}} })
	again, _ := handbook(t, func(c *Config) {
		c.Output, c.ChunkTokens = dir, 400
		c.Runtime = fstest.MapFS{"pagefind.js": {Data: []byte("2")}, manifest.WholeEngine: {Data: []byte("3")}}
	})
	m := must.Get(manifest.Read(again))(t)
	must.Be(t, m.Wasm != nil && len(m.Files) == 1 && len(must.Tree(t, dir)) == len(m.All()), "manifest %+v", m)
}

// The search page of a bundle inside a site links from the site's root, and has its name.
func TestSiteRoot(t *testing.T) {
	site := t.TempDir()
	for _, name := range []string{"Wick", "Oil", "Glass", "Base"} {
		page := "<title>" + name + " - Lamps &amp; more</title><main><h1>" + name + "</h1><p>Text.</p></main>"
		must.OK(t, os.WriteFile(filepath.Join(site, name+".html"), []byte(page), 0o644))
	}
	for output, want := range map[string]string{
		filepath.Join(site, "mycel"):           `data-site-root="../" data-site-name="Lamps &amp; more"`,
		filepath.Join(site, "assets", "mycel"): `data-site-root="../../" data-site-name="Lamps &amp; more"`,
		filepath.Join(t.TempDir(), "mycel"):    `data-site-root="./" data-site-name="Lamps &amp; more"`,
	} {
		_, _ = handbook(t, func(c *Config) {
			c.Docs, c.Site, c.Output = nil, []string{site}, output
			c.Runtime = fstest.MapFS{write.RuntimePage: {Data: []byte(`<html lang="en" data-site-root="./" data-site-name=""><p>`)}}
		})
		must.Equal(t, must.Tree(t, output)[write.RuntimePage], `<html lang="en" `+want+`><p>`, "%s", output)
		must.OK(t, os.RemoveAll(output))
	}
}

// mustBuild builds a bundle.
func mustBuild(t testing.TB, c Config) *Report {
	t.Helper()
	return must.Get(Build(t.Context(), c))(t)
}

// The first faults are named with their places, notices and pages that were read are not, and the others are counted.
func TestFirstFaults(t *testing.T) {
	fault := func(path string, line int) document.Warning {
		return document.Warning{Path: path, Line: line, Message: "is broken", Faulty: true, Skipped: true}
	}
	r := &Report{Warnings: []document.Warning{
		{Path: "draft", Message: "is a draft", Skipped: true}, {Path: "link", Message: "leads nowhere", Faulty: true}, fault("a", 0), fault("b", 7),
	}}
	must.Equal(t, r.firstFaults(), "a: is broken; b:7: is broken")
	for range maxFirst {
		r.Warnings = append(r.Warnings, fault("c", 0))
	}
	r.Faulty = maxFirst + 2
	got := r.firstFaults()
	must.Be(t, strings.Count(got, "; ") == maxFirst && strings.HasSuffix(got, "; and 2 more"), "got %q", got)
	if err := r.checkStrict(false); err != nil {
		t.Errorf("without --strict: %v", err)
	}
	if err := r.checkStrict(true); err == nil || !strings.Contains(err.Error(), "link: leads nowhere") || strings.Contains(err.Error(), "draft") {
		t.Errorf("with --strict: %v", err)
	}
}

// An output folder within the source is left out by its path; one that is elsewhere, or is the source, is not.
func TestBelow(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "site/out": "out", "site/a/../b/c/": "b/c", "site": "", "site/.": "", ".": "", "other": "", "sites": "", "site/..": "", "site/../other": "", "/site": "", "site/..hidden": "..hidden",
	} {
		must.Equal(t, below("site", dir), want, "%q", dir)
	}
}

// The index file has the hierarchy unless it is large, other groups that first queries read as far as there is room and they
// are few parts, and all groups of a small index.
func TestTakeFirst(t *testing.T) {
	type group struct {
		name         string
		parts, bytes int // bytes of each
	}
	for _, c := range []struct {
		name   string
		groups []group
		want   []string
	}{
		{"a small index", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 3, 100}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms", "text"}},
		{"a large text", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 1, 70_000}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms"}},
		{"many parts of text", []group{{bundle.GroupTerms, 2, 100}, {bundle.GroupText, 64, 10}, {bundle.GroupOutline, 1, 100}}, []string{"outline", "terms"}},
		{"as many parts as there may be", []group{{bundle.GroupTerms, 64, 10}, {bundle.GroupText, 1, 70_000}}, []string{"terms"}},
		{"more parts", []group{{bundle.GroupTerms, 65, 10}, {bundle.GroupText, 1, 70_000}}, nil},
		{"a hierarchy of many parts", []group{{bundle.GroupOutline, 70, 400}, {bundle.GroupTerms, 1, 10}}, []string{"outline", "terms"}},
		{"a large hierarchy", []group{{bundle.GroupOutline, 1, 33_000}, {bundle.GroupTerms, 1, 10}}, []string{"terms"}},
		{"a hierarchy without room beside it", []group{{bundle.GroupOutline, 1, 65_530}, {bundle.GroupTerms, 1, 10}}, nil},
		{"no room", []group{{bundle.GroupKeys, 1, 40_000}, {bundle.GroupHubs, 1, 40_000}, {bundle.GroupChunks, 1, 20_000}, {bundle.GroupText, 1, 10_000}}, []string{"keys", "chunks"}},
		{"no parts", []group{{bundle.GroupHubs, 0, 0}, {bundle.GroupText, 1, 70_000}}, nil},
	} {
		x := &indexTables{Index: &shards.Index{Texts: &shards.TextBlocks{}, Postings: terms.NewPostingLists(0)}}
		groups, first, all := map[string]sequence{}, 0, map[int]string{}
		for _, f := range c.groups {
			of := sequence{first: first}
			for range f.parts {
				of.parts = append(of.parts, shards.Shard{Group: f.name, Encode: shards.EncoderOf(bytes.Repeat([]byte{1}, f.bytes))})
			}
			groups[f.name], all[first] = of, f.name
			first += f.parts
		}
		inside, content := takeFirst(x, groups)
		var got []string
		taken := 0
		for _, run := range inside.Runs {
			got = append(got, all[run.Firsts[0]])
			if _, there := groups[all[run.Firsts[0]]]; there || run.Count == 0 || run.Count != len(run.Lengths) {
				t.Errorf("%s: the run of %s has %d parts with %d lengths, and stays outside: %v", c.name, all[run.Firsts[0]], run.Count, len(run.Lengths), there)
			}
			for _, n := range run.Lengths {
				taken += n
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || taken != len(content) || inside.Bytes != taken {
			t.Errorf("%s: got %q, want %q; %d of %d bytes", c.name, got, c.want, len(content), inside.Bytes)
		}
	}
}
