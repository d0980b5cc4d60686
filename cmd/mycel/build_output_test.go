package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// A folder that somebody stands in is not replaced, under whatever name.
func TestOutputHere(t *testing.T) {
	docs, out := must.Files(t, gardenDocs), gardenBundle(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(out, link); err != nil {
		t.Skip(err)
	}
	before := must.Get(os.Stat(out))(t)
	for _, test := range []struct{ here, output string }{
		{out, "."}, {out, out}, {out, link}, {out, "../" + filepath.Base(out)}, {filepath.Join(out, "packs"), ".."},
	} {
		t.Chdir(test.here)
		mycelRun(t, "build", "--docs", docs, "--output-path", test.output).want(t, exitUsage, test.output+" is the folder that this command runs in")
		if after, err := os.Stat(out); err != nil || !os.SameFile(before, after) {
			t.Fatalf("%s: the bundle was replaced, %v", test.output, err)
		}
	}
	t.Chdir(filepath.Dir(out)) // beside it there is nothing to lose
	mycelRun(t, "build", "--docs", docs, "--output-path", filepath.Base(out)).want(t, exitDone)
}

// In the folder of a bundle there is a file with the name of a configuration.
func TestManifestIsNoConfiguration(t *testing.T) {
	docs, out := must.Files(t, gardenDocs), filepath.Join(t.TempDir(), "other")
	t.Chdir(gardenBundle(t))
	mycelRun(t, "build", "--docs", docs, "--output-path", out).want(t, exitDone)
	got := mycelRun(t)
	must.Be(t, strings.Contains(got.out, "Usage:"), "got %+v, want the help", got)
}

// The date of a build is that of SOURCE_DATE_EPOCH, else today.
func TestBuildDate(t *testing.T) {
	must.Equal(t, buildDate("1714521600"), "2024-05-01")
	for _, epoch := range []string{"", "soon"} {
		got := buildDate(epoch)
		must.Be(t, got >= "2025", "%q: got %s, want today", epoch, got)
	}
}
