package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// evidenceJSON is what the tests read of mycel query --evidence --json.
type evidenceJSON struct {
	Reason    string `json:"reason"`
	Context   string `json:"context"`
	Tokens    int    `json:"tokens"`
	Truncated bool   `json:"truncated"`
	Coverage  struct {
		Terms, Entities float64
		Uncovered       []string
	} `json:"coverage"`
	Citations []struct {
		N                        int
		Document, Heading, Quote string
		URL                      string
		Start, End               int
	} `json:"citations"`
	Passages []struct {
		N                        int
		Document, Title, Heading string
		Text                     string
		Start, End               int
	} `json:"passages"`
}

func askEvidence(t *testing.T, bundle, question string, args ...string) (*evidenceJSON, string) {
	t.Helper()
	got := mycelRun(t, append([]string{"query", "--bundle", bundle, "--evidence", "--json", question}, args...)...).want(t, exitDone)
	e := &evidenceJSON{}
	err := json.Unmarshal([]byte(got.out), e)
	must.Hold(t, err == nil, "%v in %s", err, got.out)
	return e, got.out
}

// golden compares lines with a file, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must.OK(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want := readFile(t, file)
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := "", ""
		if i < len(gotLines) {
			g = gotLines[i]
		}
		if i < len(wantLines) {
			w = wantLines[i]
		}
		must.Equal(t, g, w, "%s:%d", file, i+1)
	}
}

// handbookQuestions are answered by builder/testdata/handbook; each has its answer
// beside it, which the context must contain.
var handbookQuestions = [][2]string{
	{"Which town did the designer of the float gauge learn clockmaking in?", "Brask"},
	{"How does a stilling well keep out waves?", "stilling well"},
	{"Who built the tower of the station where Martin Aas was keeper?", "Martin Aas"},
	{"What does the column level_mm hold?", "level_mm"},
	{"How do I export readings with tidectl?", "tidectl"},
	{"What happened in the storm of 1953?", "1953"},
	{"When are keepers relieved in winter?", "relief"},
	{"Where is the archive kept?", "archive"},
	{"How does the calibration of a gauge work?", "three known heights"},
	{"Who are Edvard Lund and Ingrid Solheim?", "Solheim"},
}

// The contexts of ten questions, as they were read and found to answer.
func TestEvidenceGolden(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "bundle")
	mycelRun(t, "build", "--docs", "../../builder/testdata/handbook", "--output-path", bundle, "--quiet").want(t, exitDone)
	var all strings.Builder
	for _, q := range handbookQuestions {
		e, raw := askEvidence(t, bundle, q[0], "--token-budget", "800")
		must.Be(t, strings.Contains(e.Context, q[1]) && e.Tokens <= 800, "%s: %d tokens, want %q in\n%s", q[0], e.Tokens, q[1], e.Context)
		all.WriteString(raw)
	}
	golden(t, "testdata/evidence.jsonl", all.String())
}

func TestEvidenceText(t *testing.T) {
	bundle := gardenBundle(t)
	got := mycelRun(t, "query", "--bundle", bundle, "--evidence", "how do I prune side shoots").want(t, exitDone)
	must.Contain(t, got.out, "[1] Tomatoes › Pruning Side Shoots\n", "[1] plants/tomatoes.html#pruning-side-shoots:~:text=", "\nbm25: ", "\nat most ")
	nothing := mycelRun(t, "query", "--bundle", bundle, "--evidence", "zymurgy").want(t, exitDone)
	if nothing.out != "" || !strings.Contains(nothing.err, "no document has any of the query's words") {
		t.Errorf("got %q and %q", nothing.out, nothing.err)
	}
	small := mycelRun(t, "query", "--bundle", bundle, "--evidence", "--token-budget", "3", "compost").want(t, exitDone)
	must.Be(t, small.out == "" && strings.Contains(small.err, "does not fit into a budget of 3 tokens"), "got %q and %q", small.out, small.err)
	for _, args := range [][]string{
		{"--evidence", "--token-budget", "0"}, {"--evidence", "--min-score", "1.5"}, {"--token-budget", "9"}, {"--min-score", "0.5"},
	} {
		mycelRun(t, append([]string{"query", "--bundle", bundle, "compost"}, args...)...).want(t, exitUsage)
	}
}

func TestMinScore(t *testing.T) {
	bundle := gardenBundle(t)
	all, _ := askEvidence(t, bundle, "compost")
	best, _ := askEvidence(t, bundle, "compost", "--min-score", "1")
	if len(best.Passages) != 1 || len(all.Passages) < 2 || best.Truncated || best.Passages[0].Text != all.Passages[0].Text {
		t.Errorf("%d passages, the best one %d", len(all.Passages), len(best.Passages))
	}
}

func TestRelatedAndOverview(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "bundle")
	mycelRun(t, "build", "--docs", "../../builder/testdata/handbook", "--output-path", bundle, "--quiet", "--chunk-tokens", "48", "--set", "chunk-overlap=16").want(t, exitDone)
	related := mycelRun(t, "related", "--bundle", bundle, "--k", "2", "gauge.md").want(t, exitDone)
	if !strings.HasPrefix(related.out, " 1. ") || !strings.Contains(related.out, "(both mention ") || strings.Contains(related.out, " 3. ") {
		t.Errorf("got %q", related.out)
	}
	overview := mycelRun(t, "overview", "--bundle", bundle, "--token-budget", "300", "gauge").want(t, exitDone)
	must.Be(t, strings.HasPrefix(overview.out, "[1] ") && strings.Contains(overview.out, "\nat most "), "got %q", overview.out)
	whole := mycelRun(t, "overview", "--bundle", bundle, "--json")
	must.Be(t, strings.Contains(whole.out, `"summaries":[{"n":1,`), "got %q and %q", whole.out, whole.err)
	none := mycelRun(t, "overview", "--bundle", bundle, "zymurgy").want(t, exitDone)
	must.Be(t, none.out == "" && strings.Contains(none.err, "no document has any of the topic's words"), "got %q and %q", none.out, none.err)
	mycelRun(t, "related", "--bundle", bundle, "nowhere.md").want(t, exitUsage)
	mycelRun(t, "related", "--bundle", bundle).want(t, exitUsage)
	mycelRun(t, "overview").want(t, exitUsage)
}
