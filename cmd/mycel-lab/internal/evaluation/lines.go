package evaluation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lineReader reads one line that is not blank, line counting from 1. It returns
// false for a line that holds no record.
type lineReader[T any] func(text string, line int) (record T, ok bool, err error)

// readLines reads the records of a file. Errors begin "FILE:LINE: ".
func readLines[T any](path string, read lineReader[T]) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parseLines(f, path, read)
}

func parseLines[T any](r io.Reader, path string, read lineReader[T]) ([]T, error) {
	var records []T
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		raw, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		last := err != nil
		if line == 1 {
			raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
		}
		if !utf8.Valid(raw) {
			return nil, fmt.Errorf("%s:%d: not valid UTF-8", path, line)
		}
		if text := strings.TrimRight(string(raw), "\r\n"); strings.TrimSpace(text) != "" {
			record, ok, err := read(text, line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, line, err)
			}
			if ok {
				records = append(records, record)
			}
		}
		if last {
			return records, nil
		}
	}
}

// newQueryReader reads the lines of queries.jsonl:
//
//	{"_id": "q1", "text": "…", "metadata": {"type": "…", "answer": "…"}}
//
// Other fields are ignored; the metadata never reach an engine.
func newQueryReader() lineReader[Query] {
	lineOf := map[string]int{}
	return func(text string, line int) (Query, bool, error) {
		var fields struct {
			ID       json.RawMessage `json:"_id"`
			Text     string          `json:"text"`
			Metadata struct {
				Type   any `json:"type"`
				Answer any `json:"answer"`
			} `json:"metadata"`
		}
		if err := json.Unmarshal([]byte(text), &fields); err != nil {
			return Query{}, false, err
		}
		id, err := queryID(fields.ID)
		if err != nil {
			return Query{}, false, err
		}
		if first, taken := lineOf[id]; taken {
			return Query{}, false, fmt.Errorf("_id %q is taken by line %d", id, first)
		}
		lineOf[id] = line
		if strings.TrimSpace(fields.Text) == "" {
			return Query{}, false, fmt.Errorf("query %q has no text", id)
		}
		kind, _ := fields.Metadata.Type.(string)
		answer, _ := fields.Metadata.Answer.(string)
		return Query{ID: id, Text: fields.Text, Type: kind, Answer: answer}, true, nil
	}
}

// queryID returns an id that is a string or a number.
func queryID(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", errors.New(`has no "_id"`)
	}
	var number json.Number
	if raw[0] != '"' {
		if err := json.Unmarshal(raw, &number); err != nil {
			return "", fmt.Errorf(`"_id": got %s, want a string or a number`, raw)
		}
		return number.String(), nil
	}
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return "", err
	}
	if strings.TrimSpace(id) == "" {
		return "", errors.New(`"_id" is empty`)
	}
	return id, nil
}

// label is one line of the qrels.
type label struct {
	query    int // position in Dataset.Queries
	document string
	grade    int
	line     int
}

// newLabelReader reads the lines of qrels.tsv: query id, document id and grade,
// separated by tabs. A first line whose grade is no number is the header.
func newLabelReader(queries []Query) lineReader[label] {
	position := map[string]int{}
	for i, q := range queries {
		position[q.ID] = i
	}
	type pair struct {
		query    int
		document string
	}
	lineOf := map[pair]int{}
	return func(text string, line int) (label, bool, error) {
		columns := strings.Split(text, "\t")
		if len(columns) != 3 {
			return label{}, false, fmt.Errorf("got %d columns, want 3: query-id, corpus-id, score, separated by tabs", len(columns))
		}
		grade, err := strconv.Atoi(columns[2])
		if err != nil {
			if line == 1 {
				return label{}, false, nil
			}
			return label{}, false, fmt.Errorf("score: got %q, want a whole number", columns[2])
		}
		query, ok := position[columns[0]]
		if !ok {
			return label{}, false, fmt.Errorf("query %q is not in %s", columns[0], queriesFile)
		}
		if columns[1] == "" {
			return label{}, false, errors.New("corpus-id is empty")
		}
		key := pair{query, columns[1]}
		if first, taken := lineOf[key]; taken {
			return label{}, false, fmt.Errorf("query %q and document %q are labelled in line %d already", columns[0], columns[1], first)
		}
		lineOf[key] = line
		return label{query: query, document: columns[1], grade: grade, line: line}, true, nil
	}
}
