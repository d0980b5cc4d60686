// Package evaluation measures how well a bundle's engines retrieve what labelled
// queries ask for, and how fast: it reads data sets in the form of BEIR, runs the
// engines, and turns their rankings into figures (package engine/eval) and tables.
package evaluation

import (
	"fmt"
	"path/filepath"

	"mycel/engine/eval"
)

// The files of a data set, as BEIR names them.
const (
	corpusFile  = "corpus.jsonl"
	queriesFile = "queries.jsonl"
	qrelsFile   = "qrels.tsv"
)

// Query is one query of a data set.
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
	Judgements []eval.Judgements // parallel to Queries; nil for a query without labels
	labels     []label
	qrels      string // path, for errors
}

// Read reads the queries and the labels of the data set in dir. Errors about their
// content begin "FILE:LINE: ".
func Read(dir string) (*Dataset, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	d := &Dataset{Name: filepath.Base(full), Corpus: filepath.Join(dir, corpusFile), qrels: filepath.Join(dir, qrelsFile)}
	path := filepath.Join(dir, queriesFile)
	if d.Queries, err = readLines(path, newQueryReader()); err != nil {
		return nil, err
	}
	if len(d.Queries) == 0 {
		return nil, fmt.Errorf("%s: holds no query", path)
	}
	if d.labels, err = readLines(d.qrels, newLabelReader(d.Queries)); err != nil {
		return nil, err
	}
	d.Judgements = make([]eval.Judgements, len(d.Queries))
	for _, l := range d.labels {
		if d.Judgements[l.query] == nil {
			d.Judgements[l.query] = eval.Judgements{}
		}
		d.Judgements[l.query][l.document] = l.grade
	}
	return d, nil
}

// CheckDocuments fails on the first label of a document that the corpus does not
// have: it could never be found.
func (d *Dataset) CheckDocuments(has func(id string) bool) error {
	for _, l := range d.labels {
		if !has(l.document) {
			return fmt.Errorf("%s:%d: document %q is not in the corpus", d.qrels, l.line, l.document)
		}
	}
	return nil
}

// Splits are the parts of a data set that can be measured by themselves: all
// queries, or those at odd or at even positions of the file, counted from 1. One
// half is for choosing parameters, the other to see whether they hold.
func Splits() []string { return []string{"all", "odd", "even"} }

// Select returns the labelled queries of a split, with their judgements; SelectFirst
// only so many of them, 0 for all.
func (d *Dataset) Select(split string) ([]Query, []eval.Judgements, error) {
	return d.SelectFirst(split, 0)
}

func (d *Dataset) SelectFirst(split string, first int) ([]Query, []eval.Judgements, error) {
	var queries []Query
	var judgements []eval.Judgements
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
