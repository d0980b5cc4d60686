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

	"mycel/builder/synth"
	"mycel/internal/must"
	"mycel/manifest"
)

// writeCorpus writes passages as JSON Lines.
func writeCorpus(t *testing.T, path string, seed uint64, n int) {
	t.Helper()
	passages, _ := synth.Corpus(seed, n, 0)
	var b strings.Builder
	for _, p := range passages {
		fmt.Fprintf(&b, `{"_id":%q,"title":%q,"text":%q}`+"\n", p.ID, p.Title, p.Text)
	}
	must.OK(t, os.WriteFile(path, []byte(b.String()), 0o644))
}

// verify holds every file of a bundle against its manifest.
func verify(t *testing.T, dir string) {
	t.Helper()
	m := readManifest(t, dir)
	for _, f := range m.All() {
		if f.Path == manifest.Name {
			continue
		}
		must.OK(t, must.Err(m.ReadFile(dir, f)))
	}
}

// killing builds one of two corpora into one folder, and kills the builds.
type killing struct {
	*testing.T
	temp, corpus, out string
	bundles           [2]map[string]string // as complete builds write them
	took              time.Duration        // of the longer of these builds
	before            int                  // whose bundle is there
}

func newKilling(t *testing.T) *killing {
	temp := t.TempDir()
	k := &killing{T: t, temp: temp, corpus: filepath.Join(temp, "corpus.jsonl"), out: filepath.Join(temp, "out"), before: 1}
	for i := range k.bundles {
		writeCorpus(t, k.corpus, uint64(i), 300)
		k.finish()
		k.bundles[i] = must.Tree(t, k.out)
	}
	return k
}

func (k *killing) build(env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "build", "--no-runtime", "--jsonl", k.corpus, "--output-path", k.out)
	cmd.Env = append(append(os.Environ(), "MYCEL_TEST_COMMAND=1", "CI=true"), env...)
	return cmd
}

func (k *killing) finish() {
	k.Helper()
	start := time.Now()
	if message, err := k.build().CombinedOutput(); err != nil {
		k.Fatalf("%v\n%s", err, message)
	}
	k.took = max(k.took, time.Since(start))
}

// kill starts a build of the other corpus, which end kills or waits for, and checks what it
// leaves.
func (k *killing) kill(cmd *exec.Cmd, end func(*exec.Cmd)) {
	k.Helper()
	next := 1 - k.before
	writeCorpus(k.T, k.corpus, uint64(next), 300)
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	end(cmd)
	verify(k.T, k.out)
	switch got := must.Tree(k.T, k.out); {
	case maps.Equal(got, k.bundles[k.before]):
	case maps.Equal(got, k.bundles[next]):
		k.before = next
	default:
		k.Fatalf("a bundle of %d files is neither the old one nor the new", len(got))
	}
}

// ends checks that the next build works and tidies up behind those that were killed.
func (k *killing) ends() {
	k.finish()
	verify(k.T, k.out)
	if got := must.Tree(k.T, k.out); !maps.Equal(got, k.bundles[0]) && !maps.Equal(got, k.bundles[1]) {
		k.Error("the build after those that were killed made another bundle")
	}
	left, err := os.ReadDir(k.temp)
	if err != nil {
		k.Fatal(err)
	}
	if len(left) != 2 { // corpus, out
		k.Errorf("left behind: %v", left)
	}
}

// A build that is killed at the beginning of any phase leaves the old bundle, one that is
// killed when all is written the new one; the next build works and tidies up.
func TestKilledBuild(t *testing.T) {
	k := newKilling(t)
	for _, at := range []string{"mycel: reading", "mycel: analysing", "mycel: indexing", "mycel: writing", "Indexed "} {
		next := 1 - k.before
		k.kill(k.build("MYCEL_TEST_KILL_AT="+at), func(cmd *exec.Cmd) {
			must.Be(t, cmd.Wait() != nil, "%s: the build ended before it was killed", at)
		})
		must.Equal(t, k.before == next, at == "Indexed ", "%s: the new bundle is there", at)
	}
	k.ends()
}

// The same at random moments.
func TestSoakKilledBuild(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	k := newKilling(t)
	rng := rand.New(rand.NewPCG(20, 26))
	killed := 0
	for range 60 {
		k.kill(k.build(), func(cmd *exec.Cmd) {
			time.Sleep(time.Duration(rng.Float64() * float64(k.took)))
			_ = cmd.Process.Kill() // it may have ended
			if err := cmd.Wait(); err != nil {
				killed++
			}
		})
	}
	t.Logf("%d builds of 60 were killed before their end", killed)
	k.ends()
}
