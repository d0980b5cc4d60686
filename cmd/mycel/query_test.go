package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/builder/job"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine"
	"mycel/internal/must"
)

// TestQuery checks that questions find their sections, and what is told of them.
func TestQuery(t *testing.T) {
	bundle := gardenBundle(t)
	for _, test := range []struct {
		question string
		first    string // headline of the first hit
		address  string
		mode     string // that auto chose
	}{
		{"feeding compost", "Preparing Soil › Feeding the Compost", "soil.html#feeding-the-compost", "bm25"},
		{"how do I prune side shoots", "Tomatoes › Pruning Side Shoots", "plants/tomatoes.html#pruning-side-shoots", "bm25"},
		{"blight in wet summers", "Potatoes › Against Blight", "plants/potatoes.html#against-blight", "bm25"},
		{"list of all plants", "All Plants", "plants/#all-plants", "bm25"},
		{"rose for seedlings", "Watering can", "tools/watering.html", "bm25"},
	} {
		words := strings.Fields(test.question)
		got := mycelRun(t, append([]string{"query", "--bundle", bundle}, words...)...).want(t, exitDone)
		lines := strings.Split(got.out, "\n")
		must.Equal(t, lines[0], " 1. "+test.first, "%s", test.question)
		must.Equal(t, lines[1], terminal.Indent+test.address, "%s", test.question)
		if !strings.Contains(got.out, "; shows ") || !strings.HasPrefix(lines[len(lines)-2], test.mode+": ") {
			t.Errorf("%s: got no reasons in:\n%s", test.question, got.out)
		}
		quoted := mycelRun(t, "query", "--bundle", bundle, test.question)
		must.Be(t, quoted == got, "%s: quotes make a difference: got %q, want %q", test.question, quoted.out, got.out)
		must.Be(t, !strings.ContainsAny(got.out, "\x1b«»") && got.err == "", "%s: got %q and %q, want plain text", test.question, got.out, got.err)
	}
}

// The root of a set has no passages: the command says so.
func TestQueryRoot(t *testing.T) {
	file, out, ctx := filepath.Join(t.TempDir(), "corpus.jsonl"), t.TempDir(), context.Background()
	must.OK(t, os.WriteFile(file, []byte(`{"_id": "a", "text": "The river."}`+"\n"+`{"_id": "b", "text": "The bridge."}`+"\n"), 0o600))
	s, err := builder.PlanStages(builder.Config{JSONL: []string{file}, Language: "en"}, t.TempDir(), builder.StageOptions{SplitBytes: 1, BundleBytes: 1})
	must.Hold(t, err == nil && s.Bundles() == 2, "%v %v", s.Bundles(), err)
	for _, stage := range []struct {
		mapper  func(context.Context, int, job.Emit) error
		reducer func(int, [][]byte) error
		once    func(context.Context) error
	}{{s.MapPages, s.ReduceWords, s.Number}, {s.MapPostings, s.ReducePostings, s.Count}} {
		for split := range s.Splits() {
			must.OK(t, stage.mapper(ctx, split, func(shard int, record []byte) error { return stage.reducer(shard, [][]byte{record}) }))
		}
		must.OK(t, stage.once(ctx))
	}
	for i := range s.Bundles() {
		b, err := s.Bundle(i)
		if err == nil {
			_, err = b.Finish(ctx, builder.Config{Output: out})
		}
		must.OK(t, err)
	}
	must.Get(s.Root(ctx, builder.Config{Output: out}))(t)
	if got := mycelRun(t, "query", "--bundle", filepath.Join(out, "root"), "river"); !strings.Contains(got.err, "is the root of a set of bundles") {
		t.Errorf("got %q and %q", got.out, got.err)
	}
	if got := mycelRun(t, "query", "--bundle", filepath.Join(out, "bundle-00000"), "river"); !strings.Contains(got.out, " 1. a") {
		t.Errorf("got %q and %q", got.out, got.err)
	}
}

func TestQueryGraph(t *testing.T) {
	got := mycelRun(t, "query", "--bundle", gardenBundle(t), "--mode", "e2graph", "-k", "1", "--param", "hops=2", "Compost", "for", "Tomatoes").want(t, exitDone)
	must.Contain(t, got.out, "Pruning Side Shoots", "through the graph: Compost → Tomatoes", "mentions Compost 1×, Tomatoes 2×", "\ne2graph: ")
	must.Be(t, !strings.Contains(got.out, " 2. "), "got more than the one hit asked for:\n%s", got.out)
}

func TestQueryBridge(t *testing.T) {
	got := mycelRun(t, "query", "--bundle", gardenBundle(t), "--mode", "bridge", "how do I prune side shoots").want(t, exitDone)
	want := "from “Tomatoes › Pruning Side Shoots” over Tomatoes"
	must.Be(t, strings.Contains(got.out, want), "got %q, want it to contain %q", got.out, want)
}

// TestQueryJSON checks that the command line and the browser get the same bytes.
func TestQueryJSON(t *testing.T) {
	dir := gardenBundle(t)
	b := opened(t, dir)
	for _, mode := range b.Engine().Index().Modes() {
		for _, question := range []string{"compost for tomatoes", "zzyzx"} {
			r := must.Get(b.Search(t.Context(), question, engine.Options{Mode: mode}))(t)
			got := mycelRun(t, "query", "--bundle", dir, "--mode", mode, "--json", question).want(t, exitDone)
			want := string(r.AppendJSON(nil)) + "\n"
			must.Be(t, got.out == want && got.err == "", "%s, %s: got %q and %q, want %q", mode, question, got.out, got.err, want)
			var result struct{ Hits []any }
			err := json.Unmarshal([]byte(got.out), &result)
			must.Be(t, err == nil && result.Hits != nil, "%s, %s: got %v and hits %v, want a list", mode, question, err, result.Hits)
		}
	}
}

func TestQueryNothingFound(t *testing.T) {
	got := mycelRun(t, "query", "--bundle", gardenBundle(t), "zzyzx").want(t, exitDone, "No section matches “zzyzx”.")
	must.Be(t, strings.HasPrefix(got.out, "Not in this bundle: zzyzx\nbm25: "), "got %q, want the unknown word and the mode", got.out)
}

func TestQueryFromStandardInput(t *testing.T) {
	bundle := gardenBundle(t)
	p := world()
	p.in = strings.NewReader("  feeding compost\n")
	got := p.capture(t, "query", "--bundle", bundle, "--json", "-")
	want := mycelRun(t, "query", "--bundle", bundle, "--json", "feeding", "compost")
	must.Be(t, got == want, "got %q, want %q", got.out, want.out)
	mycelRun(t, "query", "--bundle", bundle, "-").want(t, exitUsage, "no question")
}

func TestQueryOnTerminal(t *testing.T) {
	bundle := gardenBundle(t)
	p := world()
	p.terminal = func(any) (int, bool) { return 40, true }
	got := p.capture(t, "query", "--bundle", bundle, "side shoots")
	want := "Pruning \x1b[1mSide\x1b[22m \x1b[1mShoots\x1b[22m\n"
	must.Be(t, strings.Contains(got.out, want), "got %q, want %q in it", got.out, want)
	p.env = environment("NO_COLOR=1")
	if got := p.capture(t, "query", "--bundle", bundle, "side shoots"); strings.Contains(got.out, "\x1b") {
		t.Errorf("NO_COLOR: got %q, want no escape sequences", got.out)
	}
}

// TestClosedPipe checks that a reader who has seen enough, such as head, ends the
// command without a word.
func TestClosedPipe(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("no such signal")
	}
	self := must.Get(os.Executable())(t)
	read, write := must.Get2(os.Pipe())(t)
	read.Close()
	defer write.Close()
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), self, "query", "--bundle", gardenBundle(t), "compost")
	cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
	cmd.Stdout, cmd.Stderr = write, &stderr
	must.Be(t, cmd.Run() != nil, "got exit code 0, want a sign that the output was lost")
	must.Be(t, stderr.String() == "", "got %q on stderr, want nothing", stderr.String())
}

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
