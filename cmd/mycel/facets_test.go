package main

import (
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// facetBundle is a bundle of pages in two versions.
func facetBundle(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	docs := must.Files(t, map[string]string{
		"old.md": "---\nversion: 1.9\ntags: [soil]\ndate: 2023-01-01\n---\n# Digging, old\n\nDig in autumn.\n",
		"new.md": "---\nversion: 2.1\ntags: [soil, worms]\ndate: 2024-01-01\n---\n# Digging, new\n\nDig in spring, and leave the worms alone. Dig.\n",
	})
	mycelRun(t, "build", "--docs", docs, "--set", "filter-fields=version,tags", "--output-path", out).want(t, exitDone)
	return out
}

func TestQueryFilters(t *testing.T) {
	bundle := facetBundle(t)
	for _, test := range []struct {
		args string
		want []string // documents in their order
	}{
		{"dig --sort date", []string{"old.html", "new.html"}},
		{"dig --sort date:desc", []string{"new.html", "old.html"}},
		{"dig --filter version=1.9", []string{"old.html"}},
		{"dig --filter version=1.9 --filter version=2.1 --sort date", []string{"old.html", "new.html"}},
		{"dig --filter version=1.9 --filter tags=worms", nil},
		{"dig --filter tags!=worms", []string{"old.html"}},
		{"--filter tags=soil --sort date:desc", []string{"new.html", "old.html"}},
	} {
		got := mycelRun(t, append([]string{"query", "--bundle", bundle}, strings.Fields(test.args)...)...).want(t, exitDone)
		at := 0
		for _, page := range test.want {
			i := strings.Index(got.out[at:], page)
			if i < 0 {
				t.Errorf("%s: got\n%s\nwant %q in this order", test.args, got.out, test.want)
				break
			}
			at += i
		}
		must.Equal(t, strings.Count(got.out, ".html"), len(test.want), "%s", test.args)
	}
	list := mycelRun(t, "query", "--bundle", bundle, "--filters").want(t, exitDone)
	must.Equal(t, list.out, "tags=soil\t2\ntags=worms\t1\nversion=1.9\t1\nversion=2.1\t1\nsort\tdate\n")
}

func TestQueryFilterErrors(t *testing.T) {
	bundle, plain := facetBundle(t), gardenBundle(t)
	for args, want := range map[string]string{
		"x --filter versoin=1": "did you mean version?",
		"x --filter version":   "want KEY=VALUE",
		"x --filter =1":        "want KEY=VALUE",
		"x --sort dat":         "did you mean date?",
	} {
		mycelRun(t, append([]string{"query", "--bundle", bundle}, strings.Fields(args)...)...).want(t, exitUsage, want)
	}
	mycelRun(t, "query", "--bundle", plain, "--filter", "a=b", "x").want(t, exitUsage, "it has none")
	mycelRun(t, "query", "--bundle", plain, "--filters").want(t, exitFailed, "no filters")
}
