// Package evaluation measures how well a bundle's engines retrieve what labelled
// queries ask for, and how fast: it reads data sets in the form of BEIR, runs the
// engines, and turns their rankings into figures (package engine/eval) and tables.
package evaluation

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mycel/lab/internal/jsonlines"
	"mycel/lab/internal/measures"
)

// The files of a data set, as BEIR names them.
const (
	corpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
	qrelsFile   = "qrels.tsv"
)

// Query is one query of a data set. Metadata never reach an engine.
type Query struct {
	ID     string
	Text   string
	Type   string // metadata.type, "" if there is none
	Answer string // metadata.answer, likewise
}

// Dataset is labelled queries over a corpus, which is read elsewhere.
type Dataset struct {
	Name       string // of the folder
	Corpus     string // path of the passages, in JSON Lines
	Queries    []Query
	Judgements []measures.Judgements // parallel to Queries; nil for a query without labels
	qrels      string                // path, for errors
}

// Read reads the queries and the labels of the data set in dir.
func Read(dir string) (*Dataset, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Name: filepath.Base(full), Corpus: filepath.Join(dir, corpusFile), qrels: filepath.Join(dir, qrelsFile)}
	queries, err := jsonlines.Read[struct {
		ID       string `json:"_id"`
		Text     string
		Metadata struct{ Type, Answer string }
	}](filepath.Join(dir, queriesFile))
	if err != nil {
		return nil, err
	}
	position := map[string]int{}
	for i, q := range queries {
		position[q.ID] = i
		d.Queries = append(d.Queries, Query{q.ID, q.Text, q.Metadata.Type, q.Metadata.Answer})
	}
	return d, d.readLabels(position)
}

// readLabels reads the lines of qrels.tsv behind its header: query id, document id and grade,
// separated by tabs.
func (d *Dataset) readLabels(position map[string]int) error {
	labels, err := os.ReadFile(d.qrels)
	if err != nil {
		return err
	}
	d.Judgements = make([]measures.Judgements, len(d.Queries))
	_, labels, _ = bytes.Cut(labels, []byte("\n"))
	line := 1
	for text := range strings.Lines(string(labels)) {
		line++
		columns := strings.Split(strings.TrimRight(text, "\r\n"), "\t")
		if len(columns) != 3 {
			return fmt.Errorf("%s:%d: got %d columns, want 3: query-id, corpus-id, score", d.qrels, line, len(columns))
		}
		grade, err := strconv.Atoi(columns[2])
		if err != nil {
			return fmt.Errorf("%s:%d: score: got %q, want a whole number", d.qrels, line, columns[2])
		}
		query, ok := position[columns[0]]
		if !ok {
			return fmt.Errorf("%s:%d: query %q is not in %s", d.qrels, line, columns[0], queriesFile)
		}
		if d.Judgements[query] == nil {
			d.Judgements[query] = measures.Judgements{}
		}
		d.Judgements[query][columns[1]] = grade
	}
	return nil
}

// CheckDocuments fails if a label is of a document that the corpus does not have: it could never
// be found.
func (d *Dataset) CheckDocuments(has func(id string) bool) error {
	for _, j := range d.Judgements {
		for _, document := range slices.Sorted(maps.Keys(j)) {
			if !has(document) {
				return fmt.Errorf("%s: document %q is not in the corpus", d.qrels, document)
			}
		}
	}
	return nil
}

// Splits are the parts of a data set that can be measured by themselves: all
// queries, or those at odd or at even positions of the file, counted from 1. One
// half is for choosing parameters, the other to see whether they hold.
func Splits() []string { return []string{"all", "odd", "even"} }

// Select returns the labelled queries of a split, with their judgements: the first ones, or all if
// first is 0.
func (d *Dataset) Select(split string, first int) ([]Query, []measures.Judgements, error) {
	var queries []Query
	var judgements []measures.Judgements
	for i, q := range d.Queries {
		odd := i%2 == 0 // position i+1
		if d.Judgements[i] == nil || split == "odd" && !odd || split == "even" && odd {
			continue
		}
		queries = append(queries, q)
		judgements = append(judgements, d.Judgements[i])
		if len(queries) == first {
			break
		}
	}
	if len(queries) == 0 {
		return nil, nil, fmt.Errorf("%s: split %s has no query with a label", d.Name, split)
	}
	return queries, judgements, nil
}
