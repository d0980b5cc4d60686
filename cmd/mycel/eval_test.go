package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"mycel/cmd/mycel/internal/siteeval"
	"mycel/internal/must"
)

const siteQueries = `
thresholds:
  min_success_at_1: 0.5
queries:
  - query: pruning side shoots
    want: plants/tomatoes.html#pruning-side-shoots
  - query: blight
    want: [soil.html, /plants/potatoes.html]
  - {query: earthworms, want: tools/watering.html}
`

func TestEvalSite(t *testing.T) {
	bundle := gardenBundle(t)
	file := must.File(t, "q.yml", siteQueries)
	got := mycelRun(t, "eval", file, "--bundle", bundle).want(t, exitDone, `"earthworms": not among the first ten; first is soil.html`)
	figures := "3 queries  success@1 0.667 [0.000, 1.000]  success@5 0.667 [0.000, 1.000]  MRR@10 0.667 [0.000, 1.000]\n"
	must.Equal(t, got.out, "auto          by hit   "+figures+"auto          by page  "+figures)
	got = mycelRun(t, "eval", file, "--bundle", bundle, "--modes", "bm25,bridge", "--json", "--min-mrr", "0.9", "--min-success-at-1", "0.1").want(t, exitMissed, "MRR@10 of mode bm25 is 0.667, want at least 0.9", "mode bridge")
	var report siteeval.Report
	must.OK(t, json.Unmarshal([]byte(got.out), &report))
	if len(report.Modes) != 2 || report.Queries != 3 || len(report.Modes[0].Misses) != 1 || report.Modes[0].Misses[0].Rank != 0 {
		t.Errorf("got %s", got.out)
	}
	must.Be(t, !strings.Contains(got.err, "success@1"), "got %q: a flag did not win over the file", got.err)
}

func TestEvalSiteForms(t *testing.T) {
	bundle := gardenBundle(t)
	for text, want := range map[string]struct {
		code int
		err  string
	}{
		"queries:\n  blight: plants/potatoes.html\n  compost: [soil.html, soil.md]\n": {exitDone, ""},
		"queries: {blight: soil.html}\nthresholds: {min_success_at_5: 1}\n":           {exitMissed, "success@5"},
		"queries: {blight: gone.html}\n":                                              {exitFailed, ":1: no page of the bundle has the address gone.html"},
		"queries: [{query: a, want: soil.html, want_all: soil.html}]\n":               {exitFailed, "not both"},
		"queries: []\n":                          {exitFailed, "no queries"},
		"queries:\n  - query: a\n":               {exitFailed, ":2: want a query, and an address"},
		"queries:\n  - query: a\n    wants: b\n": {exitFailed, `unknown key "wants"`},
		"queries:\n  - a\n":                      {exitFailed, ":2: want an entry"},
		"querys: []\n":                           {exitFailed, "querys"},
		"queries: {a: soil.html}\nthresholds: {min_mrr: 2}\n": {exitFailed, "0 to 1"},
		"queries: {a: soil.html}\nthresholds: {min_mr: 1}\n":  {exitFailed, "did you mean min_mrr"},
	} {
		file := must.File(t, "q.yml", text)
		got := mycelRun(t, "eval", file, "--bundle", bundle)
		got.want(t, want.code, want.err)
	}
	mycelRun(t, "eval", "gone.yml", "--bundle", bundle).want(t, exitFailed, "gone.yml")
}

func TestEvalUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"eval", "want one file of queries, got 0"},
		{"eval x", "no --bundle"},
		{"eval --min-mrr 2", "want a number from 0 to 1"},
		{"eval x --bundle y --modes magic", "want different ones of auto, bm25"},
		{"eval x --bundle y --modes bm25,bm25", "want different ones of"},
	} {
		mycelRun(t, strings.Fields(test.args)...).want(t, exitUsage, test.want)
	}
}

// Queries that want several pages count apart; the page that a query was taken from does not
// answer it; and queries of one group are drawn together.
func TestEvalSiteKeys(t *testing.T) {
	bundle := gardenBundle(t)
	measured := func(queries string) *siteeval.Mode {
		file := must.File(t, "q.yml", "queries:\n"+queries)
		got := mycelRun(t, "eval", file, "--bundle", bundle, "--json").want(t, exitDone)
		var report siteeval.Report
		must.OK(t, json.Unmarshal([]byte(got.out), &report))
		return report.Modes[0]
	}
	m := measured("- {query: blight, want_all: [plants/potatoes.html, tools/watering.html]}\n- {query: blight, want_all: plants/potatoes.html}\n")
	if m.Hits.Queries != 0 || m.All.Queries != 2 || m.All.Success5.Mean != 0.5 || len(m.Misses) != 1 || m.Misses[0].Rank != 0 {
		t.Errorf("want_all: %+v", m)
	}
	m = measured("- {query: blight, want: plants/potatoes.html, id: plants/potatoes.html}\n")
	must.Be(t, m.Hits.Success5.Mean == 0 && m.Misses[0].Got != "plants/potatoes.html", "the page that the query was taken from answers it: %+v", m)
	m = measured("- {query: blight, want: plants/potatoes.html, group: a}\n- {query: earthworms, want: tools/watering.html, group: a}\n")
	must.Equal(t, m.Hits.Success1, siteeval.Share{Mean: 0.5, Low: 0.5, High: 0.5}, "one group")
	m = measured("- {query: pruning side shoots, want: plants/tomatoes.html#gone}\n")
	must.Be(t, m.Hits.Success5.Mean == 0 && m.Pages.Success1.Mean == 1, "a page is not found whatever the fragment: %+v", m)
}

func TestEvalLog(t *testing.T) {
	docs := must.Files(t, map[string]string{
		"bread.md": "# Bread\n\nBread rises with yeast.", "salt.md": "# Salt\n\nSalt slows the yeast of bread.",
		"yeast.md": "# Yeast\n\nYeast and bread.", "oven.md": "# Oven\n\nBread is baked.", "last.md": "# Storage\n\nPaper keeps a crust, and bread.",
	})
	bundle := filepath.Join(t.TempDir(), "out")
	mycelRun(t, "build", "--quiet", "--docs", docs, "--output-path", bundle).want(t, exitDone)
	log := must.File(t, "log.jsonl", `{"query": "Zzyzx"}
{"query": "zzyzx"}
{"query": "bread  qqqq"}
{"query": "bread", "selected": "https://example.org/bread.html"}
{"query": "salt", "selected": "https://example.org/last.html#top"}
`)
	got := mycelRun(t, "eval", log, "--bundle", bundle).want(t, exitDone)
	must.Equal(t, got.out, "Nothing found: 1\n  zzyzx (2 times)\nWords that the site lacks: synonyms?: 1\n  qqqq, of bread qqqq (1 time)\nPages chosen behind the first results: pins?: 1\n  salt → https://example.org/last.html#top (not found, 1 time)\n")
	mycelRun(t, "eval", log, "--bundle", bundle, "--modes", "bm25").want(t, exitUsage, "--modes is for a file of queries", "log.jsonl")
	bad := filepath.Join(must.Files(t, map[string]string{"log.jsonl": "{}\n"}), "log.jsonl")
	mycelRun(t, "eval", bad, "--bundle", bundle).want(t, exitFailed, "log.jsonl:1: got no query")
}

// The texts of a page's links become queries, in an index that does not know them.
func TestEvalFromLinks(t *testing.T) {
	files := map[string]string{"target.md": "# Wicks\n\nTrim them.\n\n## Care\n\nOften.\n", "page9.md": "# Lamps\n\n## Oil\n\nOil burns.\n"}
	for i := range 5 {
		files[fmt.Sprintf("page%d.md", i)] = fmt.Sprintf("# Page %d\n\nRead of [wicks](target.md) and [glow%d](page9.md#oil).\n\n## More\n\nMore.\n", i, i)
	}
	site := must.Files(t, files)
	file := filepath.Join(t.TempDir(), "links.yml")
	got := mycelRun(t, "eval", "--from-links", file, "--docs", site).want(t, exitDone, `"glow4": not among the first ten; first is nothing`)
	must.Be(t, strings.Contains(got.out, "by hit   2 queries  success@1 0.500"), "got %q", got.out)
	written := readFile(t, file)
	if want := "- query: glow4\n      want: [page9.html#oil]\n      group: page4.md\n      id: page4.md\n"; !strings.Contains(string(written), want) {
		t.Errorf("got %s, want %s", written, want)
	}
	// The whole index knows them.
	out := filepath.Join(t.TempDir(), "bundle")
	mycelRun(t, "build", "--docs", site, "--output-path", out).want(t, exitDone)
	got = mycelRun(t, "eval", file, "--bundle", out).want(t, exitDone)
	must.Be(t, strings.Contains(got.out, "by hit   2 queries  success@1 1.000"), "got %q", got.out)
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"eval --from-links " + file, exitUsage, "no source"},
		{"eval --from-links " + file + " --docs x --bundle y", exitUsage, "does not go with --bundle"},
		{"eval " + file + " --bundle y --docs x", exitUsage, "--docs is for --from-links"},
		{"eval --from-links " + file + " --docs " + must.Files(t, gardenDocs), exitFailed, "too few pages have links"},
	} {
		mycelRun(t, strings.Fields(test.args)...).want(t, test.code, test.want)
	}
}
