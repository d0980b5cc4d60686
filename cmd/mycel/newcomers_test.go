package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// The search of the documentation site answers newcomers: a right page is among the first three.
func TestQuestionsOfNewcomers(t *testing.T) {
	root, site := filepath.Join("..", ".."), t.TempDir()
	render := exec.Command("go", "run", "./site/render", "-out", site)
	render.Dir = root
	if out, err := render.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bundle := filepath.Join(site, "mycel")
	mycelRun(t, "build", "--quiet", "--config", filepath.Join(root, "site", "mycel.yml"), "--site", site, "--output-path", bundle).want(t, exitDone)
	for question, pages := range map[string][]string{
		"translate the interface":           {"docs/component.html", "docs/languages.html"},
		"how many files does a bundle have": {"docs/hosting.html"},
		"hide a section from search":        {"docs/sources.html"},
		"search two sites at once":          {"docs/sites.html"},
		"how do I boost a page":             {"docs/ranking.html", "docs/sources.html"},
		"filter results by version":         {"docs/filters.html", "docs/sites.html"},
		"synonyms":                          {"docs/languages.html"},
		"does it work offline":              {"docs/hosting.html"},
		"use it in React":                   {"docs/plugins.html"},
		"dark mode colours":                 {"docs/component.html"},
	} {
		got := mycelRun(t, "query", "--bundle", bundle, "--json", "--k", "3", question)
		var result struct{ Hits []struct{ Document string } }
		if err := json.Unmarshal([]byte(got.out), &result); err != nil {
			t.Fatalf("%s: %v", question, err)
		}
		var found []string
		for _, hit := range result.Hits {
			found = append(found, hit.Document)
		}
		if !slices.ContainsFunc(pages, func(page string) bool { return slices.Contains(found, page) }) {
			t.Errorf("%s: got %q, want a page of %q", question, found, pages)
		}
	}
}
