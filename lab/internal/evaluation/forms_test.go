package evaluation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A data set without titles has the same passages otherwise; in lower case it has the
// same queries. The one it is made of stays as it was.
func TestForms(t *testing.T) {
	dir := t.TempDir()
	corpus := filepath.Join(dir, corpusFile)
	if err := os.WriteFile(corpus, []byte(`{"_id":"a","title":"A title","text":"Some text."}`+"\n"+`{"_id":"b","text":"More."}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := &Dataset{Name: "set", Corpus: corpus, Queries: []Query{{ID: "q", Text: "Who Wrote It?"}}}
	untitled, err := d.WithoutTitles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(untitled.Corpus)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(b); strings.Contains(got, "title") || !strings.Contains(got, "Some text.") || strings.Count(got, "\n") != 2 {
		t.Errorf("got %q", got)
	}
	lower := untitled.LowerCase()
	if lower.Name != "set, without titles, lower case" || lower.Queries[0].Text != "who wrote it?" || lower.Queries[0].ID != "q" {
		t.Errorf("got %+v", lower)
	}
	if d.Name != "set" || d.Queries[0].Text != "Who Wrote It?" || d.Corpus != corpus {
		t.Errorf("the data set itself became %+v", d)
	}
	if err := os.WriteFile(corpus, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := d.WithoutTitles(t.TempDir()); err == nil || !strings.Contains(err.Error(), corpus) {
		t.Errorf("error %v, want one that names %s", err, corpus)
	}
}
