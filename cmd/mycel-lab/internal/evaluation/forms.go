package evaluation

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
func dropTitles(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if e := out.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(out)
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(w)
	for decoder.More() {
		var record map[string]any
		if err := decoder.Decode(&record); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		delete(record, "title")
		if err := encoder.Encode(record); err != nil {
			return err
		}
	}
	return w.Flush()
}
