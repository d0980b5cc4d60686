package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/synth"
	"mycel/internal/must"
)

// The test is its own program: the driver runs os.Executable. MYCEL_STAGE_FAIL names a file; of the tasks
// that find it missing, each makes it and dies in the middle of its output.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && slices.Contains([]string{"map", "reduce", "number", "count", "finish", "root"}, os.Args[1]) {
		if once := os.Getenv("MYCEL_STAGE_FAIL"); once != "" {
			once += "-" + strings.Join(os.Args[1:3], "-")
			if _, err := os.Stat(once); err != nil {
				_ = os.WriteFile(once, nil, 0o600)
				_, _ = os.Stdout.WriteString("00000\tAAAA\n00001\tAA")
				os.Exit(1)
			}
		}
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func corpus(t *testing.T, n int) string {
	t.Helper()
	passages, _ := synth.Corpus(3, n, 0)
	var out bytes.Buffer
	for _, p := range passages {
		must.OK(t, json.NewEncoder(&out).Encode(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}))
	}
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	must.OK(t, os.WriteFile(file, out.Bytes(), 0o600))
	return file
}

// Processes with sort between them write the files of mycel build, also if a task of each kind dies.
func TestRun(t *testing.T) {
	file, want := corpus(t, 200), filepath.Join(t.TempDir(), "want")
	c := builder.Config{JSONL: []string{file}, Language: "en", Output: want, Version: mycel.Version}
	must.Get(builder.Build(context.Background(), c))(t)
	for name, args := range map[string][]string{
		"one worker":    {"--workers", "1", "--split-bytes", "20000"},
		"four workers":  {"--workers", "4", "--split-bytes", "9000"},
		"one split":     {},
		"failing tasks": {"--workers", "2", "--split-bytes", "20000"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, out := filepath.Join(t.TempDir(), "stages"), filepath.Join(t.TempDir(), "out")
			if name == "failing tasks" {
				t.Setenv("MYCEL_STAGE_FAIL", filepath.Join(t.TempDir(), "failed"))
			}
			var said bytes.Buffer
			args = append([]string{"run", "--jsonl", file, "--language", "en", "--folder", folder, "--output-path", out, "--no-runtime"}, args...)
			if err := run(context.Background(), nil, &said, &said, args); err != nil {
				t.Fatal(err, said.String())
			}
			if n := strings.Count(said.String(), "a task failed"); (n > 0) != (name == "failing tasks") {
				t.Errorf("%d tasks failed: %s", n, said.String())
			}
			got, want := must.Tree(t, out), must.Tree(t, want)
			for path := range want {
				must.Be(t, got[path] == want[path], "%s differs", path)
			}
			must.Equal(t, len(got), len(want))
		})
	}
}

// A set has its bundles and the root, also if a task of each kind dies, and if run runs again.
func TestRunSet(t *testing.T) {
	file := corpus(t, 200)
	var want map[string]string
	for _, fails := range []bool{false, true} {
		folder, out := filepath.Join(t.TempDir(), "stages"), filepath.Join(t.TempDir(), "out")
		if fails {
			t.Setenv("MYCEL_STAGE_FAIL", filepath.Join(t.TempDir(), "failed"))
		}
		args := []string{"run", "--jsonl", file, "--language", "en", "--folder", folder, "--output-path", out, "--no-runtime", "--split-bytes", "9000", "--bundle-bytes", "25000"}
		for again := range 2 {
			var said bytes.Buffer
			if err := run(context.Background(), nil, &said, &said, args); err != nil {
				t.Fatal(err, said.String())
			}
			if n := strings.Count(said.String(), "a task failed"); (n > 0) != (fails && again == 0) {
				t.Errorf("%d tasks failed: %s", n, said.String())
			}
			if n := strings.Count(said.String(), " documents, "); again > 0 && n != 1 {
				t.Errorf("%d bundles are made again: %s", n, said.String())
			}
			got := must.Tree(t, out)
			if want == nil {
				want = got
			}
			if !maps.Equal(got, want) || got["root/mycel.json"] == "" || got["bundle-00002/mycel.json"] == "" {
				t.Errorf("failing tasks: %v, again: %v: other files", fails, again > 0)
			}
		}
	}
}

// A source, its synonyms or its names may be edited and keep their length. The same command then makes no bundle of the old text.
func TestRunAfterEdits(t *testing.T) {
	file, out := corpus(t, 30), filepath.Join(t.TempDir(), "out")
	synonyms, names := filepath.Join(t.TempDir(), "synonyms"), filepath.Join(t.TempDir(), "names")
	edit := func(name, from, to string) {
		t.Helper()
		text, err := os.ReadFile(name)
		must.Hold(t, err == nil && strings.Contains(string(text), from) && len(from) == len(to), "%s has no %q: %v", name, from, err)
		must.OK(t, os.WriteFile(name, []byte(strings.Replace(string(text), from, to, 1)), 0o600))
	}
	must.OK(t, os.WriteFile(synonyms, []byte("k8s, kubernetes\n"), 0o600))
	must.OK(t, os.WriteFile(names, []byte("keep: the word\n"), 0o600))
	folder := filepath.Join(t.TempDir(), "stages")
	args := []string{"run", "--jsonl", file, "--language", "en", "--synonyms", synonyms, "--names", names, "--folder", folder, "--output-path", out, "--no-runtime"}
	must.OK(t, run(context.Background(), nil, io.Discard, io.Discard, args))
	for name, change := range map[string][2]string{file: {"the", "The"}, synonyms: {"k8s", "k9s"}, names: {"keep", "drop"}} {
		edit(name, change[0], change[1])
		must.Say(t, run(context.Background(), nil, io.Discard, io.Discard, args), "has another plan", "after an edit of %s", name)
		edit(name, change[1], change[0])
	}
	// Without its plan, the folder has records of another plan.
	edit(file, "the", "The")
	must.OK(t, os.Remove(filepath.Join(folder, "plan.json")))
	must.OK(t, run(context.Background(), nil, io.Discard, io.Discard, args))
	got := must.Tree(t, out)
	must.OK(t, run(context.Background(), nil, io.Discard, io.Discard, append(args, "--folder", filepath.Join(t.TempDir(), "new"))))
	must.Be(t, maps.Equal(got, must.Tree(t, out)), "a folder without its plan gives another bundle than a new folder")
}

func TestRefusals(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "stages")
	file := corpus(t, 3)
	plan := []string{"plan", "--jsonl", file, "--folder", folder}
	for _, test := range []struct {
		in, want string
		args     []string
	}{
		{"", "no language is given", plan},
		{"", "unknown flag: --vectors: mycel-stage refuses such settings, mycel build builds with them on one machine", append(plan, "--vectors")},
		{"", "the source is not JSON Lines", []string{"plan", "--language", "en", "--folder", folder}},
		{"", "--terms is", append(plan, "--language", "en", "--terms", "some")},
		{"", "--max-bad is", append(plan, "--language", "en", "--max-bad", "2")},
		{"", "--bundle-bytes is -5", append(plan, "--language", "en", "--bundle-bytes", "-5")},
		{"", "", append(plan, "--language", "en")},
		{"x\n", `"x", want numbers of splits`, []string{"map", "pages", "--folder", folder}},
		{"7\n", "there is no split 7", []string{"map", "pages", "--folder", folder}},
		{"", "want pages or postings", []string{"map", "words", "--folder", folder}},
		{"x", "has no tab", []string{"reduce", "words", "--folder", folder}},
		{"00000\tAAAA\n", "shard 0", []string{"reduce", "words", "--folder", folder}},
		{"-0001\tAAAA\n", `the key "-0001"`, []string{"reduce", "words", "--folder", folder}},
		{"00001\t!\n", "a record of shard 1", []string{"reduce", "words", "--folder", folder}},
		{"", "is missing: run its task", []string{"number", "--folder", folder}},
		{"12\t0\n", "", []string{"map", "pages", "--folder", folder}}, // as Hadoop has lines of a file
	} {
		var out bytes.Buffer
		err := run(context.Background(), strings.NewReader(test.in), &out, &out, test.args)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.args, err, test.want)
		}
	}
}
