package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/builder/synth"
	"mycel/cmd/mycel/internal/inspection"
	"mycel/internal/must"
	"mycel/site"
)

// TestBuildFailures checks that each cause is named and that the bundle which was
// there before is left as it was.
func TestBuildFailures(t *testing.T) {
	page := "# A page\n\nWith text.\n"
	for _, test := range []struct {
		name  string
		files map[string]string // a name that ends in / is a folder
		flag  string            // --docs, --site, --jsonl
		path  string            // in the folder of the files
		want  []string
	}{
		{"missing folder of Markdown", nil, "--docs", "gone", []string{"no such directory", "gone"}},
		{"missing folder of HTML", nil, "--site", "gone", []string{"no such directory", "gone"}},
		{"missing file of JSON Lines", nil, "--jsonl", "gone.jsonl", []string{"no such file", "gone.jsonl"}},
		{"a file for a folder", map[string]string{"a.md": page}, "--docs", "a.md", []string{"not a directory", "a.md"}},
		{"a folder for a file", map[string]string{"a/b.jsonl": "{}"}, "--jsonl", "a", []string{"directory", "a"}},
		{"invalid UTF-8", map[string]string{"a.md": page, "b.md": "# B\n\ncaf\xe9\n"}, "--docs", "", []string{"b.md", "invalid UTF-8 at byte 8"}},
		{"unreadable file", map[string]string{"a.md": page, "b.md": ""}, "--docs", "", []string{"b.md"}},
		{"broken JSON", map[string]string{"c.jsonl": `{"_id":"1","text":"one"}` + "\n" + `{"_id":"2",` + "\n"}, "--jsonl", "c.jsonl", []string{"c.jsonl:2:"}},
		{"repeated id", map[string]string{"c.jsonl": `{"_id":"1","text":"one"}` + "\n\n" + `{"_id":"1","text":"two"}`}, "--jsonl", "c.jsonl", []string{"c.jsonl:3:", "line 1"}},
		{"empty folder", map[string]string{"notes.rst": "no source"}, "--docs", "", []string{"nothing to index", "of docs .md"}},
		{"Markdown for a site", map[string]string{"a.md": page}, "--site", "", []string{"nothing to index", "of a site .html"}},
		{"all left out", map[string]string{"a.html": "<meta name=robots content=noindex>", "b.html": "<meta name=robots content=noindex>", "c.html": ""}, "--site", "",
			[]string{"nothing to index", "a.html asks not to be indexed (meta robots), and 1 more; c.html has no text"}},
		{"empty file", map[string]string{"c.jsonl": "\n"}, "--jsonl", "c.jsonl", []string{"nothing to index", "c.jsonl"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := must.Files(t, test.files)
			if test.name == "unreadable file" {
				makeUnreadable(t, filepath.Join(dir, "b.md"))
			}
			out := gardenBundle(t)
			before := must.Tree(t, filepath.Dir(out))
			got := mycelRun(t, "build", test.flag, filepath.Join(dir, test.path), "--output-path", out, "--strict").want(t, exitFailed, test.want...)
			if got.out != "" || !strings.HasPrefix(got.err, "mycel: ") {
				t.Errorf("got stdout %q and stderr %q, want an error on stderr alone", got.out, got.err)
			}
			after := must.Tree(t, filepath.Dir(out))
			must.Be(t, maps.Equal(before, after), "the old bundle or its surroundings changed: got %v, want %v", names(after), names(before))
		})
	}
}

// Without --strict the same pages are left out, and the first lines that are printed name
// them and the causes.
func TestBuildFaultyPages(t *testing.T) {
	files := map[string]string{"a.md": "# A page\n\nWith text.\n", "y.md": "# B\n\ncaf\xe9\n", "z.md": "---\na: b: c\n---\n"}
	for i := range maxLines {
		files[fmt.Sprintf("draft%d.md", i)] = "---\ndraft: true\n---\nx\n"
	}
	out := filepath.Join(t.TempDir(), "out")
	mycelRun(t, "build", "--docs", must.Files(t, files), "--output-path", out, "--no-runtime").want(t, exitDone, "warning: y.md: not UTF-8 text: invalid UTF-8 at byte 8", "warning: z.md:2: front matter", "Left out 2 pages or lines that cannot be read")
}

// makeUnreadable takes away the right to read a file, or, from those who may read
// everything, the file: a link to nothing cannot be read by anyone.
func makeUnreadable(t *testing.T, path string) {
	t.Helper()
	must.OK(t, os.Chmod(path, 0))
	if _, err := os.ReadFile(path); err == nil {
		must.OK(t, os.Remove(path))
		if err := os.Symlink("nothing", path); err != nil {
			t.Skip(err)
		}
	}
}

func names(files map[string]string) []string { return slices.Sorted(maps.Keys(files)) }

// TestBuildForeignOutput checks that nothing but a bundle is ever replaced.
func TestBuildForeignOutput(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	for name, files := range map[string]map[string]string{
		"thesis.txt":         {"thesis.txt": "years of work"},
		"deep/down/note.txt": {"deep/down/note.txt": "keep"},
		"mycel.json":         {"mycel.json": "not a manifest"},
	} {
		out := must.Files(t, files)
		mycelRun(t, "build", "--docs", docs, "--output-path", out).want(t, exitFailed, out, filepath.FromSlash(name))
		after := must.Tree(t, out)
		must.Be(t, maps.Equal(after, files), "got %v, want %v untouched", names(after), names(files))
	}

	file := filepath.Join(must.Files(t, map[string]string{"out": "a file"}), "out")
	mycelRun(t, "build", "--docs", docs, "--output-path", file).want(t, exitFailed, file, "is a file")

	own := gardenBundle(t)
	must.OK(t, os.WriteFile(filepath.Join(own, "mine.txt"), nil, 0o644))
	mycelRun(t, "build", "--docs", docs, "--output-path", own).want(t, exitFailed, "mine.txt")
}

// cancelAt ends a context when a phase begins.
type cancelAt struct {
	bytes.Buffer
	phase  string
	cancel context.CancelFunc
}

func (c *cancelAt) Write(b []byte) (int, error) {
	if strings.Contains(string(b), c.phase) {
		c.cancel()
	}
	return c.Buffer.Write(b)
}

func TestBuildInterrupted(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	out := gardenBundle(t)
	before := must.Tree(t, filepath.Dir(out))
	for _, phase := range []string{"reading", "analysing", "indexing", "writing"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stderr := &cancelAt{phase: phase, cancel: cancel}
		p := world()
		p.env = environment("CI=true")
		p.err = stderr
		// Other flags than the first time: the bundle would change.
		code := run(ctx, p, []string{"build", "--docs", docs, "--set", "terms=all", "--output-path", out})
		if code != exitFailed || !strings.Contains(stderr.String(), "mycel: interrupted") {
			t.Errorf("%s: got exit code %d and %q, want %d and a word about it", phase, code, stderr, exitFailed)
		}
		after := must.Tree(t, filepath.Dir(out))
		must.Be(t, maps.Equal(before, after), "%s: the old bundle or its surroundings changed: got %v, want %v", phase, names(after), names(before))
	}
	must.Equal(t, run(canceled(t), world(), []string{"build", "--docs", docs, "--output-path", out}), exitFailed, "before it began: exit code")
}

func environment(settings ...string) func(string) string {
	return func(name string) string {
		for _, s := range settings {
			if key, value, _ := strings.Cut(s, "="); key == name {
				return value
			}
		}
		return ""
	}
}

func TestBuildSummary(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	files := map[string]string{}
	for i := range maxLines + 3 {
		files[string(rune('a'+i))+".md"] = "---\ndraft: true\n---\n"
		files[string(rune('a'+i))+".faulty.md"] = "---\nbroken: [\n---\n"
	}
	files["links.md"] = "[there](links2.md), [not there](gone.md), [nor there](/Gone/)"
	files["links2.md"] = "# Two\n\n## More"
	drafts := must.Files(t, files)
	build := func(flags ...string) outcome {
		args := []string{"build", "--docs", docs, "--docs", drafts, "--output-path", filepath.Join(t.TempDir(), "out")}
		return mycelRun(t, append(args, flags...)...)
	}

	got := build()
	got.want(t, exitDone, "… and 3 more warnings; --set verbose=true lists all\n", "Indexed 7 pages with 11 sections in ", " files of ")
	if strings.Contains(got.err, "draft") || strings.Count(got.err, "Indexed") != 1 || !strings.HasSuffix(got.err, "out.\n") {
		t.Errorf("got %q, want a last line, and nothing of drafts", got.err)
	}
	must.Equal(t, strings.Count(got.err, "warning: "), maxLines)
	if got.out != "" || strings.ContainsAny(got.err, "\r\x1b") {
		t.Errorf("got stdout %q and stderr %q, want a plain summary on stderr", got.out, got.err)
	}

	got = build("--set", "verbose=true")
	got.want(t, exitDone, "Language en", "cl100k_base", "analysing", "Followed 1 of 3 links between pages; no page is at /gone (2).", "draft")
	must.Equal(t, strings.Count(got.err, "warning: "), 2*(maxLines+3), "--verbose")

	if got = build("--set", "silent=true"); got != (outcome{code: exitDone}) {
		t.Errorf("--silent: got %+v, want silence", got)
	}
	got = build("--quiet")
	got.want(t, exitDone, "faulty.md:2: ", "more warnings; --set verbose=true lists all")
	if n := strings.Count(got.err, "\n"); n != maxLines+1 || got.out != "" || strings.Contains(got.err, "draft") {
		t.Errorf("--quiet: got %q, want the pages that cannot be read alone", got.err)
	}
}

// A build that is quiet names lines of JSON that it leaves out, and texts that it cuts.
func TestQuietLoss(t *testing.T) {
	dir := must.Files(t, map[string]string{"x.jsonl": `{"_id": "a", "text": "fine"}
{"_id": "b", "text": "lost", "text": "again"}
{"_id": "c", "text": "of a long title", "title": "` + strings.Repeat("long ", 400) + `"}
`})
	file := filepath.Join(dir, "x.jsonl")
	got := mycelRun(t, "build", "--jsonl", file, "--output-path", filepath.Join(t.TempDir(), "out"), "--quiet").want(t, exitDone, "warning: "+file+":2: ", "warning: "+file+":3: has a title of ")
	must.Be(t, strings.Count(got.err, "\n") == 2, "got %q, want two lines", got.err)
}

// TestBuildFlags checks that each flag reaches the bundle.
func TestBuildFlags(t *testing.T) {
	long := "# Long\n\n" + strings.Repeat("One more sentence about the weather. ", 60)
	docs := map[string]string{"guide/intro.md": long, "note.md": "# Note\n\nRain is near.\n"}
	entities := func(in *inspection.Inspection) int { return in.Counts["entities"] }
	chunks := func(in *inspection.Inspection) int { return in.Counts["chunks"] }
	summaries := func(in *inspection.Inspection) int { return in.Counts["summaries"] }
	plain := buildAndInspect(t, docs)
	for _, test := range []struct {
		flags string
		check func(in *inspection.Inspection) bool
	}{
		{"--language fr", func(in *inspection.Inspection) bool { return in.Language == "fr" }},
		{"--set tokenizer=o200k_base", func(in *inspection.Inspection) bool { return in.Tokenizer == "o200k_base" }},
		{"--chunk-tokens 50", func(in *inspection.Inspection) bool { return chunks(in) > chunks(plain)+5 }},
		{"--chunk-tokens 50 --set chunk-overlap=25", func(in *inspection.Inspection) bool {
			return chunks(in) > chunks(buildAndInspect(t, docs, "--chunk-tokens", "50", "--set", "chunk-overlap=0"))
		}},
		{"--chunk-tokens 50 --set chunk-overlap=0", func(in *inspection.Inspection) bool {
			return chunks(in) < chunks(buildAndInspect(t, docs, "--chunk-tokens", "50"))
		}},
		{"--set terms=all", func(in *inspection.Inspection) bool { return entities(in) > entities(plain) }},
		{"--chunk-tokens 50 --set tree-group=2", func(in *inspection.Inspection) bool {
			return summaries(in) > summaries(buildAndInspect(t, docs, "--chunk-tokens", "50"))
		}},
		{"--chunk-tokens 50 --set tree-group=2 --set no-tree=true", func(in *inspection.Inspection) bool { return summaries(in) == 0 && chunks(in) > chunks(plain) }},
		{"--chunk-tokens 50 --set tree-group=2 --set tree-scope=corpus", func(in *inspection.Inspection) bool {
			return summaries(in) > summaries(buildAndInspect(t, docs, "--chunk-tokens", "50", "--set", "tree-group=2"))
		}},
		{"--no-runtime", func(in *inspection.Inspection) bool {
			return in.Disk.Engine+in.Disk.Page == 0 && plain.Disk.Engine*plain.Disk.Page > 0
		}},
	} {
		if in := buildAndInspect(t, docs, strings.Fields(test.flags)...); !test.check(in) {
			t.Errorf("%s: got %+v, want something else than without: %+v", test.flags, in, plain)
		}
	}
}

func buildAndInspect(t *testing.T, files map[string]string, flags ...string) *inspection.Inspection {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	mycelRun(t, append([]string{"build", "--docs", must.Files(t, files), "--output-path", out}, flags...)...).want(t, exitDone)
	return must.Get(inspection.Read(t.Context(), out, ""))(t)
}

// TestBuildSources checks that sources combine, and how pages are addressed.
func TestBuildSources(t *testing.T) {
	dir := must.Files(t, map[string]string{
		"docs/guide/intro.md": "# Intro\n\nMarkdown about apples.\n",
		"site/about.html":     "<title>About</title><main><h1>About</h1><p>HTML about pears.</p></main>",
		"one.jsonl":           `{"_id":"r1","title":"Record","text":"JSON about plums."}`,
		"two.jsonl":           `{"_id":"r2","title":"Other","text":"JSON about quinces.","url":"q.html"}`,
	})
	for flags, want := range map[string][]string{
		"":                      {"guide/intro.html", "about.html", "", "q.html"},
		"--url-style directory": {"guide/intro/", "about/", "", "q.html"},
		"--url-style source":    {"guide/intro.md", "about.html", "", "q.html"},
		"--base-url /x":         {"/x/guide/intro.html", "/x/about.html", "", "/x/q.html"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		args := []string{"build", "--docs", dir + "/docs", "--site", dir + "/site", "--jsonl", dir + "/one.jsonl", "--jsonl", dir + "/two.jsonl", "--output-path", out}
		mycelRun(t, append(args, strings.Fields(flags)...)...).want(t, exitDone)
		b := opened(t, out)
		must.OK(t, b.LoadAll(t.Context()))
		urls := map[string]string{}
		tables := b.Engine().Index().Corpus
		for d := range tables.NumDocuments() {
			urls[tables.DocID.At(d)] = tables.DocURL.At(d)
		}
		for i, id := range []string{"guide/intro.md", "about.html", "r1", "r2"} {
			got, ok := urls[id]
			must.Be(t, ok && got == want[i], "%q: address of %s: got %q, want %q", flags, id, got, want[i])
		}
	}
}

// A bundle has few files, with everything that can be asked for.
func TestBuildFewFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	mycelRun(t, "build", "--docs", "../../builder/testdata/handbook", "--output-path", out, "--with", "all", "--vectors").want(t, exitDone)
	m := readManifest(t, out)
	must.Be(t, len(m.Packs) <= 2 && m.NumParts() >= 10, "%d packs, %d parts", len(m.Packs), m.NumParts())
	// As readers get it, with engine and client, and more parts than files.
	var lines strings.Builder
	p, n := world(), 0
	p.runtime = site.Runtime
	for page := range synth.Zipf(7, 3000) {
		fmt.Fprintf(&lines, "{\"_id\": %q, \"title\": %q, \"text\": %q}\n", page.ID, page.Title, strings.Repeat(page.Text+"\n\n", 4))
		if n++; n == 112 || n == 3000 {
			corpus := filepath.Join(must.Files(t, map[string]string{"corpus.jsonl": lines.String()}), "corpus.jsonl")
			p.capture(t, "build", "--quiet", "--jsonl", corpus, "--output-path", out).want(t, exitDone)
			if files, parts := len(must.Tree(t, out)), readManifest(t, out).NumParts(); files > 40 || parts < 2*files {
				t.Errorf("%d pages: %d files, %d parts", n, files, parts)
			}
		}
	}
}

func TestBuildWithoutBrowserFiles(t *testing.T) {
	p := world()
	p.runtime = func() (fs.FS, error) { return nil, site.ErrNotBuilt }
	args := []string{"build", "--docs", must.Files(t, gardenDocs), "--output-path", filepath.Join(t.TempDir(), "out")}
	p.capture(t, args...).want(t, exitFailed, "--no-runtime")
	p.capture(t, append(args, "--no-runtime")...).want(t, exitDone)
}

// What becomes an entity is chosen on the command line.
func TestBuildEntities(t *testing.T) {
	docs := must.Files(t, map[string]string{"a.md": "# Herons\n\nThe heron waded. Ada Lovelace saw it.\n"})
	entities := func(flags ...string) float64 {
		got := mycelRun(t, append([]string{"build", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out"), "--no-runtime", "--json"}, flags...)...).want(t, exitDone)
		var report struct{ Counts map[string]float64 }
		must.OK(t, json.Unmarshal([]byte(got.out), &report))
		return report.Counts["entities"]
	}
	for _, test := range []struct {
		flags string
		want  float64
	}{
		{"--set terms=none", 2}, // Herons, Ada Lovelace
		{"--set terms=none --set no-title-entities=true", 1},
	} {
		must.Equal(t, entities(strings.Fields(test.flags)...), test.want, "%s", test.flags)
	}
}

// Links of llms.txt lead from the bundle's folder to the site, or are absolute.
func TestLLMsTxt(t *testing.T) {
	site := must.Files(t, map[string]string{
		"index.html":       "<title>Tides</title><main><h1>Tides</h1><p>How the sea is measured.</p></main>",
		"guide/intro.html": "<title>Intro</title><main><h1>Intro</h1><p>Read the staff.</p></main>",
	})
	for _, test := range []struct{ flags, want string }{
		{"--llms-txt", "- [Intro](../guide/intro.html): Read the staff.\n"},
		{"--set llms-txt=true --base-url https://example.org/", "- [Intro](https://example.org/guide/intro.html): Read the staff.\n"},
		{"", ""},
	} {
		mycelRun(t, append([]string{"build", "--site", site}, strings.Fields(test.flags)...)...).want(t, exitDone)
		got, err := os.ReadFile(filepath.Join(site, "mycel", "llms.txt"))
		if test.want == "" {
			must.Be(t, os.IsNotExist(err), "without the option: got %q, %v, want no file", got, err)
			continue
		}
		must.Be(t, err == nil && strings.Contains(string(got), test.want), "%s: got %s, %v, want %q in it", test.flags, got, err, test.want)
	}
}

// A folder that somebody stands in is not replaced, under whatever name.
func TestOutputHere(t *testing.T) {
	docs, out := must.Files(t, gardenDocs), gardenBundle(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(out, link); err != nil {
		t.Skip(err)
	}
	before := must.Get(os.Stat(out))(t)
	for _, test := range []struct{ here, output string }{
		{out, "."}, {out, out}, {out, link}, {out, "../" + filepath.Base(out)}, {filepath.Join(out, "packs"), ".."},
	} {
		t.Chdir(test.here)
		mycelRun(t, "build", "--docs", docs, "--output-path", test.output).want(t, exitUsage, test.output+" is the folder that this command runs in")
		if after, err := os.Stat(out); err != nil || !os.SameFile(before, after) {
			t.Fatalf("%s: the bundle was replaced, %v", test.output, err)
		}
	}
	t.Chdir(filepath.Dir(out)) // beside it there is nothing to lose
	mycelRun(t, "build", "--docs", docs, "--output-path", filepath.Base(out)).want(t, exitDone)
}

// In the folder of a bundle there is a file with the name of a configuration.
func TestManifestIsNoConfiguration(t *testing.T) {
	docs, out := must.Files(t, gardenDocs), filepath.Join(t.TempDir(), "other")
	t.Chdir(gardenBundle(t))
	mycelRun(t, "build", "--docs", docs, "--output-path", out).want(t, exitDone)
	got := mycelRun(t)
	must.Be(t, strings.Contains(got.out, "Usage:"), "got %+v, want the help", got)
}

// The date of a build is that of SOURCE_DATE_EPOCH, else today.
func TestBuildDate(t *testing.T) {
	must.Equal(t, buildDate("1714521600"), "2024-05-01")
	for _, epoch := range []string{"", "soon"} {
		got := buildDate(epoch)
		must.Be(t, got >= "2025", "%q: got %s, want today", epoch, got)
	}
}

// One file replaces the bundle where nothing says where that goes, and stands beside it
// otherwise; it is what the report tells of.
func TestSingleFile(t *testing.T) {
	p := world()
	p.runtime = site.Runtime
	if _, err := site.Classic(); err != nil {
		t.Skip(err)
	}
	docs := must.Files(t, gardenDocs)
	out := t.TempDir()
	file := filepath.Join(out, "search.html")
	p.capture(t, "build", "--docs", docs, "--single-file", file).want(t, exitDone, "1 file of ", " in "+file)
	if names, err := os.ReadDir(out); err != nil || len(names) != 1 {
		t.Errorf("got %v, %v, want the file alone", names, err)
	}
	p.capture(t, "build", "--docs", docs, "--single-file", file, "--output-path", filepath.Join(out, "bundle")).want(t, exitDone, " in "+filepath.Join(out, "bundle"))
	content := readFile(t, file)
	if !strings.Contains(string(content), "var mycelFiles={") || !strings.Contains(string(content), `data-site-root="./"`) {
		t.Error("the file has no bundle, or its links start elsewhere")
	}
	p.capture(t, "build", "--docs", docs, "--single-file", "search.txt").want(t, exitUsage, "ends in .html or .js")
	p.capture(t, "build", "--docs", docs, "--single-file", file, "--no-runtime").want(t, exitUsage, "exclude each other")
}

// A bundle may cost as much as its budgets say, and no byte or file more; each budget that it misses is told.
func TestEachBudget(t *testing.T) {
	r := &builder.Report{FirstQuery: 100, Bytes: 1000, Files: 10}
	for _, c := range []struct {
		budgets budgetFlags
		want    []string
	}{
		{budgetFlags{}, nil},
		{budgetFlags{100, 1000, 10}, nil},
		{budgetFlags{99, 1000, 10}, []string{"the first query loads"}},
		{budgetFlags{100, 999, 10}, []string{"the bundle has 1.0 kB"}},
		{budgetFlags{0, 0, 9}, []string{"the bundle has 10 files, the budget is 9"}},
		{budgetFlags{1, 1, 1}, []string{"the first query", "bytes", "files"}},
	} {
		err := c.budgets.check(r)
		must.Be(t, (err == nil) == (c.want == nil), "%+v: %v", c.budgets, err)
		for _, part := range c.want {
			must.Be(t, err == nil || strings.Contains(err.Error(), part), "%+v: %v, want %q", c.budgets, err, part)
		}
	}
}

// A word with nothing behind its arrow in the file of synonyms is a stop word: it finds nothing beside other words.
func TestOwnStopWords(t *testing.T) {
	docs := must.Files(t, map[string]string{"a.md": "# Bread\n\nAcme bakes bread.", "b.md": "# Cheese\n\nAcme makes cheese.", "c.md": "# Salt\n\nFrom the sea."})
	build := func(lines string) string {
		out := filepath.Join(t.TempDir(), "out")
		file := must.File(t, "words.txt", lines)
		mycelRun(t, "build", "--quiet", "--docs", docs, "--synonyms", file, "--output-path", out).want(t, exitDone)
		return mycelRun(t, "query", "--bundle", out, "acme salt").out
	}
	if got := build("brine, salt"); !strings.Contains(got, "Bread") {
		t.Errorf("got %s, want pages with Acme", got)
	}
	if got := build("acme =>\nbrine, salt"); strings.Contains(got, "Bread") || !strings.Contains(got, "Salt") {
		t.Errorf("got %s, want the page on salt alone", got)
	}
	file := must.File(t, "words.txt", "acme bakery =>")
	mycelRun(t, "build", "--docs", docs, "--synonyms", file, "--output-path", filepath.Join(t.TempDir(), "out")).want(t, exitFailed, "words.txt:1", "want single words")
}
