package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mycel"
	"mycel/builder/synth"
)

// writeCorpus writes passages as JSON Lines.
func writeCorpus(t *testing.T, path string, seed uint64, n int) {
	t.Helper()
	passages, _ := synth.Corpus(seed, n, 0)
	var b strings.Builder
	for _, p := range passages {
		fmt.Fprintf(&b, `{"_id":%q,"title":%q,"text":%q}`+"\n", p.ID, p.Title, p.Text)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// files reads all files below a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		out[path] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// verify holds every file of a bundle against its manifest.
func verify(t *testing.T, dir string) {
	t.Helper()
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.All() {
		if f.Path == mycel.ManifestName {
			continue
		}
		if _, err := mycel.ReadFile(dir, f); err != nil {
			t.Error(err)
		}
	}
}

// A build that is killed leaves the old bundle or the new one, whenever it is killed,
// and the next build works and tidies up behind it.
func TestKilledBuild(t *testing.T) {
	temp := t.TempDir()
	corpus, out := filepath.Join(temp, "corpus.jsonl"), filepath.Join(temp, "out")
	cache := filepath.Join(temp, "cache")
	build := func() *exec.Cmd {
		cmd := exec.Command(os.Args[0], "build", "--quiet", "--no-runtime", "--jsonl", corpus, "--output-path", out, "--cache", cache)
		cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
		return cmd
	}
	finish := func() time.Duration {
		start := time.Now()
		if message, err := build().CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, message)
		}
		return time.Since(start)
	}
	var bundles [2]map[string]string
	var took time.Duration
	for i := range bundles {
		writeCorpus(t, corpus, uint64(i), 300)
		took = max(took, finish())
		bundles[i] = files(t, out)
	}
	rng := rand.New(rand.NewPCG(20, 26))
	killed, before := 0, 1
	for range 20 {
		next := 1 - before
		writeCorpus(t, corpus, uint64(next), 300)
		cmd := build()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Float64() * float64(took)))
		_ = cmd.Process.Kill() // it may have ended
		if err := cmd.Wait(); err != nil {
			killed++
		}
		verify(t, out)
		switch got := files(t, out); {
		case maps.Equal(got, bundles[before]):
		case maps.Equal(got, bundles[next]):
			before = next
		default:
			t.Fatalf("a bundle of %d files is neither the old one nor the new", len(got))
		}
	}
	if killed == 0 {
		t.Error("every build ended before it was killed")
	}
	finish()
	verify(t, out)
	if got := files(t, out); !maps.Equal(got, bundles[0]) && !maps.Equal(got, bundles[1]) {
		t.Error("the build after those that were killed made another bundle")
	}
	left, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 3 { // corpus, out, cache
		t.Errorf("left behind: %v", left)
	}
}
