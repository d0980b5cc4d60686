package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/internal/must"
	"mycel/manifest"
)

// inFolder runs the test in a folder of the files.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := must.Files(t, files)
	t.Chdir(dir)
	return dir
}

// withDocs adds a page to files.
func withDocs(files map[string]string) map[string]string {
	files["docs/a.md"] = "# Soil\n\nDig in autumn. " + strings.Repeat("Earthworms do the rest. ", 40)
	files["docs/blog/b.md"] = "# News\n\nSoil was dug.\n"
	return files
}

// The three notations say the same.
func TestConfigNotations(t *testing.T) {
	for name, text := range map[string]string{
		"mycel.yml":  "docs: [docs]\noutput_path: out\nchunk-tokens: 50\nno_runtime: true\nbudgets: {files: 100}\npages:\n  - {glob: 'blog/**', exclude: true}\n",
		"mycel.yaml": "docs: docs\noutput-path: out\nchunk_tokens: 50\nno-runtime: true\nquiet: ~\npages: [{glob: 'blog/**', exclude: yes}]\n",
		"mycel.toml": "docs = ['docs']\noutput_path = 'out'\nchunk_tokens = 50\nno_runtime = true\n[budgets]\nfiles = 100\nbundle = '5 MB'\n[[pages]]\nglob = 'blog/**'\nexclude = true\n",
		"mycel.json": `{"docs": ["docs"], "output_path": "out", "chunk_tokens": 50, "no_runtime": true, "pages": [{"glob": "blog/**", "exclude": true}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if name == "mycel.yaml" {
				text = strings.Replace(text, "exclude: yes", "exclude: true", 1)
			}
			inFolder(t, withDocs(map[string]string{name: text}))
			mycelRun(t).want(t, exitDone) // a configuration file makes it a build
			b := opened(t, "out")
			n := b.Engine().Header().Counts
			must.Be(t, n.Documents == 1 && n.Chunks >= 2 && b.Manifest().Wasm == nil, "got %+v", n)
		})
	}
}

// Flags come before the environment, and that before the file.
func TestConfigPrecedence(t *testing.T) {
	inFolder(t, withDocs(map[string]string{
		"mycel.yml": "docs: [docs]\noutput-path: out\nchunk-tokens: 50\nterms: all\nlanguage: de\nexclude-selectors: [nav, aside]\nsort-fields: []\n",
	}))
	p := world()
	p.env = environment("MYCEL_CHUNK_TOKENS=60", "MYCEL_TERMS=none", "MYCEL_META_FIELDS=a,b")
	got := p.capture(t, "build", "--chunk-tokens", "70", "--print-config")
	got.want(t, exitDone)
	for _, want := range []string{
		"chunk-tokens: \"70\" # command line\n", "terms: none # environment\n", "language: de # mycel.yml\n",
		"exclude-selectors: # mycel.yml\n  - nav\n  - aside\n", "meta-fields: # environment\n  - a\n  - b\n", "url-style: html # default\n", "sort-fields: [] # mycel.yml\n",
	} {
		must.Be(t, strings.Contains(got.out, want), "got\n%s\nwant it to contain %q", got.out, want)
	}
	must.Be(t, must.Err(os.Stat("out")) != nil, "--print-config built something")
	// What it prints is a configuration.
	must.OK(t, os.WriteFile("printed.yml", []byte(got.out), 0o644))
	again := mycelRun(t, "build", "--config", "printed.yml", "--print-config").want(t, exitDone)
	must.Be(t, strings.Contains(again.out, "chunk-tokens: \"70\" # printed.yml\n"), "got\n%s", again.out)
}

func TestConfigErrors(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"mycel.yml", "chunk_token: 5\n", []string{"mycel.yml", `unknown key "chunk_token"`, "did you mean chunk-tokens?"}},
		{"mycel.yml", "page: []\n", []string{`unknown key "page"`, "pages"}},
		{"mycel.yml", "config: x\n", []string{`unknown key "config"`}},
		{"mycel.yml", "chunk-tokens: many\n", []string{"chunk-tokens", `"many"`, "whole number"}},
		{"mycel.yml", "chunk-tokens: [1, 2]\n", []string{"want one value"}},
		{"mycel.yml", "docs: {a: b}\n", []string{"docs", "want a value or a list"}},
		{"mycel.yml", "- a\n", []string{"keys and values"}},
		{"mycel.yml", "a: b: c\n", []string{"mycel.yml", "yaml"}},
		{"mycel.yml", "pages: [{glob: a, bost: 2}]\n", []string{"rule 1", `"bost"`, "did you mean boost?"}},
		{"mycel.yml", "pages: [{glob: a, boost: 0}]\n", []string{"rule 1", "boost", "above 0"}},
		{"mycel.yml", "docs: docs\noutput-path: out\npages: [{boost: 2}]\n", []string{"no glob"}},
		{"mycel.yml", "docs: docs\noutput-path: out\npages: [{glob: '[a'}]\n", []string{"pattern"}},
		{"mycel.yml", "docs: docs\noutput-path: out\nroot-selector: 'a['\n", []string{"selector"}},
		{"mycel.yml", "budgets: {frist_query: 1}\n", []string{"budgets.frist_query"}},
		{"mycel.yml", "budgets: {files: none}\n", []string{"budgets.files"}},
		{"mycel.yml", "budgets: 5\n", []string{"first_query"}},
		{"mycel.toml", "a = \n", []string{"mycel.toml"}},
		{"mycel.json", "{} {}", []string{"more than one"}},
	} {
		t.Run(test.text, func(t *testing.T) {
			inFolder(t, withDocs(map[string]string{test.name: test.text}))
			mycelRun(t, "build").want(t, exitUsage, test.want...)
		})
	}
	inFolder(t, map[string]string{"mycel.yml": "", "mycel.json": "{}"})
	mycelRun(t, "build").want(t, exitUsage, "mycel.yml", "mycel.json", "--config")
	mycelRun(t, "build", "--config", "gone.yml").want(t, exitUsage, "gone.yml")
	mycelRun(t, "build", "--config", "a.ini").want(t, exitUsage, "a.ini")
	p := world()
	p.env = environment("MYCEL_CHUNK_TOKENS=x")
	p.capture(t, "build", "--config", "mycel.yml").want(t, exitUsage, "MYCEL_CHUNK_TOKENS", "whole number")
}

// Bare flags build, and the bundle of a site lies in it.
func TestBareFlags(t *testing.T) {
	dir := must.Files(t, map[string]string{
		"index.html":      `<html lang=en><main><h1>Soil</h1><p>Dig.</p></main>`,
		"plain.html":      `<main><h1>Soil</h1><h2>Deep</h2><p>Dig deep.</p></main>`,
		"keep/index.html": `<html lang=en><main class=m><h1>Kept</h1><p>Text.</p><p class=no>Secret.</p></main>`,
	})
	mycelRun(t, "--site", dir).want(t, exitDone, "notice: 1 page: no language declared", "plain.html", "headings without an id", "the title of another page")
	must.OK(t, must.Err(manifest.Read(filepath.Join(dir, "mycel"))))
	// A second build does not read the first one's page.
	again := mycelRun(t, "--site", dir, "--output-subdir", "mycel", "--json", "--set", "silent=true")
	if again.want(t, exitDone); again.err != "" || strings.Contains(again.out, "mycel/index.html") {
		t.Errorf("got %q, %s", again.err, again.out)
	}
	out := filepath.Join(t.TempDir(), "out")
	mycelRun(t, "--site", dir, "--output-path", out, "--glob", "keep/**", "--root-selector", ".m", "--exclude-selectors", ".no", "--force-language", "sv", "--no-cache", "--set", "keep-index-url=true").want(t, exitDone, "--no-cache does nothing any more")
	b := opened(t, out)
	doc, err := b.Document(t.Context(), 0)
	if err != nil || doc.URL != "keep/index.html" || doc.Sections[0].Text != "Text." || b.Engine().Header().Language != "sv" {
		t.Errorf("got %+v, %v, %+v", doc, err, b.Engine().Header())
	}
}

func TestNotices(t *testing.T) {
	files := map[string]string{"lang.html": "<html lang=en><main><h1 id=a>Own</h1><h2 id=b>Own</h2>Text."}
	for i := range 7 {
		files[string(rune('a'+i))+".html"] = "<main><h1>Same</h1><h2>Deep</h2><p>Text.</p>"
	}
	files["x.html"] = `<meta name=robots content=noindex><main>Text.`
	got := mycelRun(t, "build", "--site", must.Files(t, files), "--output-path", filepath.Join(t.TempDir(), "out"), "--json", "--quiet").want(t, exitDone)
	var report builder.Report
	must.OK(t, json.Unmarshal([]byte(got.out), &report))
	first := []string{"a.html", "b.html", "c.html", "d.html", "e.html"}
	for kind, want := range map[string]struct {
		count int
		first []string
	}{
		builder.NoticeLanguage: {7, first}, builder.NoticeAnchors: {7, first},
		builder.NoticeTitles: {6, []string{"b.html", "c.html", "d.html", "e.html", "f.html"}}, builder.NoticeSkipped: {1, []string{"x.html"}},
	} {
		i := slices.IndexFunc(report.Notices, func(n builder.Notice) bool { return n.Kind == kind })
		if i < 0 || report.Notices[i].Count != want.count || !slices.Equal(report.Notices[i].First, want.first) {
			t.Errorf("%s: got %+v, want %+v", kind, report.Notices, want)
		}
	}
}

// Syntax of a site tool that no rule knows is counted, with the page that has most of it first; so are files of formats that are
// not read, and front matter that cannot be read.
func TestNoticesOfDocs(t *testing.T) {
	files := map[string]string{
		"a.md": "A {{ b\n\nc.", "b.md": "# {% {:\n\n`{% d`\n\n    {% e", "c.md": "---\na: b: c\n---\nText.", "d.rst": "d", "e/f.rst": "f",
	}
	got := mycelRun(t, "build", "--docs", must.Files(t, files), "--output-path", filepath.Join(t.TempDir(), "out"))
	got.want(t, exitDone, "notice: 2 pages: syntax of a site tool that is read as text: {% (1), {: (1), {{ (1): b.md, a.md\n",
		"notice: 2 pages: .rst is not read: d.rst, e/f.rst\n", "notice: 1 page: front matter that cannot be read as a whole: c.md\n")
}

func TestBudgets(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	build := func(flags ...string) outcome {
		return mycelRun(t, append([]string{"build", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out"), "--json"}, flags...)...)
	}
	var report builder.Report
	must.OK(t, json.Unmarshal([]byte(build().out), &report))
	if report.FirstQuery <= 0 || report.FirstQuery >= report.Bytes {
		t.Errorf("got %d bytes before the first query of %d", report.FirstQuery, report.Bytes)
	}
	build("--set", "budget-first-query=1MB", "--set", "budget-bundle=1 MiB", "--set", "budget-files=50").want(t, exitDone)
	missed := build("--set", "budget-first-query=100", "--set", "budget-bundle=0.2kB", "--set", "budget-files=2")
	missed.want(t, exitMissed, "first query loads", "the bundle has", "files")
	must.Be(t, json.Valid([]byte(missed.out)), "got %q, want the report", missed.out)
	for _, size := range []string{"", "kB", "-1", "1 parsec", "1e400"} {
		build("--set", "budget-bundle="+size).want(t, exitUsage, "bytes")
	}
}

func TestLogfile(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	log := filepath.Join(t.TempDir(), "log")
	got := mycelRun(t, "build", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out"), "--set", "logfile="+log, "--set", "silent=true")
	if got.want(t, exitDone); got.err != "" {
		t.Errorf("got %q, want silence", got.err)
	}
	mycelRun(t, "build", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out"), "--set", "logfile="+log).want(t, exitDone)
	b, err := os.ReadFile(log)
	must.Be(t, err == nil && strings.Contains(string(b), "Indexed 5 pages"), "got %q, %v", b, err)
	failed := mycelRun(t, "build", "--docs", "gone", "--output-path", filepath.Join(t.TempDir(), "out"), "--set", "silent=true")
	if failed.want(t, exitFailed); failed.err != "" {
		t.Errorf("got %q, want silence", failed.err)
	}
}
