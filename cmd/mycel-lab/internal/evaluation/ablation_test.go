package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/builder/synth"
	"mycel/engine/method/bm25"
	"mycel/engine/method/dense"
)

// labelled writes a data set of made-up passages and returns its folder.
func labelled(t testing.TB, passages, questions int) string {
	t.Helper()
	docs, asked := synth.Corpus(5, passages, questions)
	var corpus, queries, labels bytes.Buffer
	line := func(b *bytes.Buffer, v map[string]string) {
		if err := json.NewEncoder(b).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range docs {
		line(&corpus, map[string]string{"_id": d.ID, "title": d.Title, "text": d.Text})
	}
	for i, q := range asked {
		line(&queries, map[string]string{"_id": fmt.Sprint("q", i), "text": q.Text})
		for _, gold := range q.Gold {
			fmt.Fprintf(&labels, "q%d\t%s\t1\n", i, gold)
		}
	}
	dir := filepath.Join(t.TempDir(), "made-up")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*bytes.Buffer{corpusFile: &corpus, queriesFile: &queries, qrelsFile: &labels} {
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The page has a row for every setting, and the settings say what they do.
func TestAblations(t *testing.T) {
	dir := labelled(t, 300, 12)
	var page strings.Builder
	if err := WriteAblations(t.Context(), &page, io.Discard, []string{dir}); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(page.String()) {
		if cells := strings.Split(line, " | "); len(cells) > 4 {
			rows[strings.TrimPrefix(cells[0], "| ")] = strings.Join(cells[1:5], " ")
		}
	}
	for _, c := range comparisons {
		for _, s := range c.settings {
			if rows[s.name] == "" {
				t.Errorf("%s: no row %q", c.title, s.name)
			}
			if _, err := s.parameters.options(); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
			if s.build != "" && builds[s.build] == nil {
				t.Errorf("%s: there is no build %q", s.name, s.build)
			}
		}
	}
	// What is named and is the default gives the default's figures.
	for name, same := range map[string]string{
		"graph_hybrid, seedPassages 3": "graph_hybrid", "graph_hybrid, weighting rank": "graph_hybrid",
		"graph_hybrid, epsilon 0.001": "graph_hybrid", "graph, fallback top": "graph",
		"graph, " + defaultBuild: "graph",
	} {
		if rows[name] != rows[same] {
			t.Errorf("%s: got %s, but %s has %s", name, rows[name], same, rows[same])
		}
	}
	for _, want := range []string{"\n### made-up: graphs", "\n| terms, instead | ", "\n| … then graph, nodes terms | ", "made-up: what thresholds find", "\n| 3 or more | ", "\n| 0.1 | "} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if err := WriteAblations(t.Context(), io.Discard, io.Discard, []string{t.TempDir()}); err == nil {
		t.Error("a folder without a data set: got no error")
	}
}

// Every switch of the paper's ablations is among the settings.
func TestAblationSwitches(t *testing.T) {
	have := map[string]bool{}
	for _, c := range comparisons {
		for _, s := range c.settings {
			have[s.mode] = true
			for name, v := range s.parameters {
				have[fmt.Sprint(name, " ", v)] = true
			}
		}
	}
	for _, want := range []string{
		"seedPassages 3", "seedPassages 5", "seedPassages 10", "seedPassages 20", "weighting raw", "weighting softmax", "hubPenalty none", "hubPenalty full",
		"seedPenalty none", "seedPenalty full", "restart 0.1", "restart 0.15", "restart 0.2", "maxIter 5", "maxIter 10", "maxIter 20", "solver power",
		"hubTopPercent 1", "mix adaptive", "fallback none", "fallback uniform", "fallback top", "nodes terms", "fusion rrf", "fusion minRank",
		bm25.Mode, dense.Mode,
	} {
		if !have[want] {
			t.Errorf("no setting has %s", want)
		}
	}
}

func TestDegrees(t *testing.T) {
	got := strings.Join(degrees("x", []int{3, 0, 1, 1}, []int{2, 0, 3}), " ")
	if want := "x 6 5 1.7 1 3 3 2 3 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := degrees("x", []int{0}, []int{0}); got[1] != "1" || got[2] != "0" || got[4] != "" {
		t.Errorf("without edges: got %q", got)
	}
}
