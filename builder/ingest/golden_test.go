package ingest

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/internal/must"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// format writes a corpus for people to read: that is what the golden files hold.
func format(c *document.Corpus) string {
	var b strings.Builder
	for _, d := range c.Documents {
		fmt.Fprintf(&b, "%%%% %s\nurl %s\ntitle %q\nlang %q\n", d.ID, d.URL, d.Title, d.Lang)
		for _, key := range slices.Sorted(maps.Keys(d.Meta)) {
			fmt.Fprintf(&b, "meta %s = %q\n", key, d.Meta[key])
		}
		formatFacets(&b, &d)
		for _, s := range d.Sections {
			fmt.Fprintf(&b, "-- h%d %q #%s\n%s|\n", s.Level, s.Heading, s.Anchor, d.Text[s.Start:s.End])
		}
		b.WriteString("\n")
	}
	for _, w := range c.Warnings {
		fmt.Fprintf(&b, "warning %s:%d: %s\n", w.Path, w.Line, w.Message)
	}
	fmt.Fprintf(&b, "found %d, documents %d, bytes %d\n", c.Found, len(c.Documents), c.Bytes)
	return b.String()
}

func formatFacets(b *strings.Builder, d *document.Document) {
	for _, key := range document.SortedKeys(d.Fields) {
		fmt.Fprintf(b, "field %s = %q\n", key, d.Fields[key])
	}
	for _, key := range document.SortedKeys(d.Filters) {
		fmt.Fprintf(b, "filter %s = %q\n", key, d.Filters[key])
	}
	for _, key := range document.SortedKeys(d.Sort) {
		fmt.Fprintf(b, "sort %s = %q\n", key, d.Sort[key])
	}
	if d.Boost != 0 {
		fmt.Fprintf(b, "boost %g\n", d.Boost)
	}
	for _, w := range d.Weights {
		fmt.Fprintf(b, "weight %g of %q\n", w.Factor, d.Text[w.Start:w.End])
	}
}

func TestGolden(t *testing.T) {
	ctx := context.Background()
	for name, read := range map[string]func() (*document.Corpus, error){
		"site":      func() (*document.Corpus, error) { return Site(ctx, "testdata/site", document.Options{}) },
		"marked":    func() (*document.Corpus, error) { return Site(ctx, "testdata/marked", document.Options{}) },
		"reference": func() (*document.Corpus, error) { return Site(ctx, "testdata/reference", document.Options{}) },
		"docs":      func() (*document.Corpus, error) { return Docs(ctx, "testdata/docs", document.Options{}) },
		"jsonl":     func() (*document.Corpus, error) { return jsonl.Read(ctx, "testdata/lines.jsonl", document.Options{}) },
	} {
		t.Run(name, func(t *testing.T) {
			c := must.Get(read())(t)
			checkCorpus(t, c)
			got := format(c)
			file := filepath.Join("testdata", name+".golden")
			if *update {
				must.OK(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			want := must.Get(os.ReadFile(file))(t)
			if got != string(want) {
				t.Errorf("%s differs (go test -update rewrites it):\n%s", file, firstDifference(got, string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

// mustRead reads a folder.
func mustRead(t testing.TB, read func(context.Context, string, document.Options) (*document.Corpus, error), dir string, o document.Options) *document.Corpus {
	t.Helper()
	return must.Get(read(t.Context(), dir, o))(t)
}
