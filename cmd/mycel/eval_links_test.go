package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// The texts of a page's links become queries, in an index that does not know them.
func TestEvalFromLinks(t *testing.T) {
	files := map[string]string{"target.md": "# Wicks\n\nTrim them.\n\n## Care\n\nOften.\n", "page9.md": "# Lamps\n\n## Oil\n\nOil burns.\n"}
	for i := range 5 {
		files[fmt.Sprintf("page%d.md", i)] = fmt.Sprintf("# Page %d\n\nRead of [wicks](target.md) and [glow%d](page9.md#oil).\n\n## More\n\nMore.\n", i, i)
	}
	site := must.Files(t, files)
	file := filepath.Join(t.TempDir(), "links.yml")
	got := mycelRun(t, "eval", "--from-links", file, "--docs", site).want(t, exitDone, `"glow4": not among the first ten; first is nothing`)
	must.Be(t, strings.Contains(got.out, "by hit   2 queries  success@1 0.500"), "got %q", got.out)
	written := readFile(t, file)
	if want := "- query: glow4\n      want: [page9.html#oil]\n      group: page4.md\n      id: page4.md\n"; !strings.Contains(string(written), want) {
		t.Errorf("got %s, want %s", written, want)
	}
	// The whole index knows them.
	out := filepath.Join(t.TempDir(), "bundle")
	mycelRun(t, "build", "--docs", site, "--output-path", out).want(t, exitDone)
	got = mycelRun(t, "eval", file, "--bundle", out).want(t, exitDone)
	must.Be(t, strings.Contains(got.out, "by hit   2 queries  success@1 1.000"), "got %q", got.out)
	for _, test := range []struct {
		args string
		code int
		want string
	}{
		{"eval --from-links " + file, exitUsage, "no source"},
		{"eval --from-links " + file + " --docs x --bundle y", exitUsage, "does not go with --bundle"},
		{"eval " + file + " --bundle y --docs x", exitUsage, "--docs is for --from-links"},
		{"eval --from-links " + file + " --docs " + must.Files(t, gardenDocs), exitFailed, "too few pages have links"},
	} {
		mycelRun(t, strings.Fields(test.args)...).want(t, test.code, test.want)
	}
}
