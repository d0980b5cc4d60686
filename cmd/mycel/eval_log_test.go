package main

import (
	"path/filepath"
	"testing"
)

func TestEvalLog(t *testing.T) {
	docs := writeFiles(t, map[string]string{
		"bread.md": "# Bread\n\nBread rises with yeast.", "salt.md": "# Salt\n\nSalt slows the yeast of bread.",
		"yeast.md": "# Yeast\n\nYeast and bread.", "oven.md": "# Oven\n\nBread is baked.", "last.md": "# Storage\n\nPaper keeps a crust, and bread.",
	})
	bundle := filepath.Join(t.TempDir(), "out")
	mycelRun(t, "build", "--quiet", "--docs", docs, "--output-path", bundle).want(t, exitDone)
	log := filepath.Join(writeFiles(t, map[string]string{"log.jsonl": `{"query": "Zzyzx"}
{"query": "zzyzx"}
{"query": "bread  qqqq"}
{"query": "bread", "selected": "https://example.org/bread.html"}
{"query": "salt", "selected": "https://example.org/last.html#top"}
`}), "log.jsonl")
	got := mycelRun(t, "eval", log, "--bundle", bundle)
	got.want(t, exitDone)
	if want := "Nothing found: 1\n  zzyzx (2 times)\nWords that the site lacks: synonyms?: 1\n  qqqq, of bread qqqq (1 time)\nPages chosen behind the first results: pins?: 1\n  salt → https://example.org/last.html#top (not found, 1 time)\n"; got.out != want {
		t.Errorf("got\n%swant\n%s", got.out, want)
	}
	mycelRun(t, "eval", log, "--bundle", bundle, "--modes", "bm25").want(t, exitUsage, "--modes is for a file of queries", "log.jsonl")
	bad := filepath.Join(writeFiles(t, map[string]string{"log.jsonl": "{}\n"}), "log.jsonl")
	mycelRun(t, "eval", bad, "--bundle", bundle).want(t, exitFailed, "log.jsonl:1: got no query")
}

func TestEndsWithPage(t *testing.T) {
	for _, c := range []struct {
		address, page string
		want          bool
	}{
		{"https://example.org/docs/salt.html?from=search#top", "salt.html", true},
		{"/salt.html", "/salt.html", true},
		{"https://example.org/sea%20salt.html", "sea salt.html", true},
		{"https://example.org/sea-salt.html", "salt.html", false},
		{"https://example.org/salt.html", "docs/salt.html", false},
		{"https://example.org/", "", false},
	} {
		if got := endsWithPage(c.address, c.page); got != c.want {
			t.Errorf("endsWithPage(%q, %q) = %v", c.address, c.page, got)
		}
	}
}
