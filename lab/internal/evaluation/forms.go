package evaluation

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/lab/internal/jsonlines"
)

// Data sets are tidier than what people have: each passage has the name of an entity
// for its title, and queries are spelt with care. The forms below take that away.

// WithoutTitles returns the data set with passages that have no titles. Its corpus is
// written to dir, and read from there as long as it is used.
func (d *Dataset) WithoutTitles(dir string) (*Dataset, error) {
	out := *d
	out.Name += ", without titles"
	out.Corpus = filepath.Join(dir, "untitled.jsonl")
	return &out, dropTitles(d.Corpus, out.Corpus)
}

// LowerCase returns the data set with queries in lower case.
func (d *Dataset) LowerCase() *Dataset {
	out := *d
	out.Name += ", lower case"
	out.Queries = slices.Clone(d.Queries)
	for i := range out.Queries {
		out.Queries[i].Text = strings.ToLower(out.Queries[i].Text)
	}
	return &out
}

// dropTitles copies a corpus in JSON Lines and leaves the titles out.
func dropTitles(from, to string) error {
	records, err := jsonlines.Read[map[string]any](from)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for _, r := range records {
		delete(r, "title")
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}
