// Package givengraph reads a graph of entities and relations that was made elsewhere, and ties it to the documents of a
// build. Its names become entities, its relations edges, and its texts are used like those of a language model.
package givengraph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder/extract"
	"mycel/builder/jsonerror"
	"mycel/builder/ner"
	"mycel/files"
)

// Graph is the content of a graph's file.
type Graph struct {
	Format    string
	Entities  []Entity   // in the order of the file, each name once
	Relations []Relation // likewise, each pair once
	Passages  []Passage  // the sources of entities and relations
	Loops     []string   // names that the file relates to themselves
}

// Entity is an entity of the file.
type Entity struct {
	Name     string
	Type     string   // in the words of the file, "" for none
	Aliases  []string // further names
	Texts    []string // descriptions
	Passages []int    // numbers of the passages that mention it, that of its description first
	Places   []string // sources that are no passages of the file, such as ids or addresses of documents
}

// Relation joins two entities, A < B.
type Relation struct {
	A, B     int
	Texts    []string
	Weight   int // at least 1
	Passages []int
	Places   []string
}

// Passage is a source of the graph.
type Passage struct {
	Document string // id or address, "" for none
	Number   int    // among the chunks of the document, from 0; −1 if it is unknown
	Chunks   int    // number of chunks of the document; 0 if unknown
	Text     string
}

// Limits of a file.
const (
	mostBytes    = 1 << 30
	mostWeight   = math.MaxUint16
	mostTextSize = 1500 // bytes of descriptions, after which further descriptions are left out
	mostWords    = 150  // of a description
	mostName     = 400  // bytes of a name
)

// Names of the formats.
const (
	Export   = "mycel export"
	LightRAG = "LightRAG"
	GraphRAG = "GraphRAG"
)

// ReadFile reads a graph. The file is JSON as mycel export prints it, a custom knowledge graph of LightRAG, or
// JSON Lines with the rows of GraphRAG's tables of entities, relationships and text units, in any order. An error names
// the file, and the line or the key.
func ReadFile(name string) (*Graph, error) {
	raw, err := files.Read(name, mostBytes)
	if err != nil {
		return nil, err
	}
	g, err := Read(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// ReadStatements reads the statements of the bundle in a folder, by their ends; nil if it was built without a graph.
func ReadStatements(dir string) (map[[2]uint32]Statement, error) {
	name := filepath.Join(dir, DataName)
	raw, err := files.Read(name, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []Statement
	if err == nil {
		err = decode(raw, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	said := map[[2]uint32]Statement{}
	for _, s := range list {
		said[[2]uint32{s.A, s.B}] = s
	}
	return said, nil
}

// Read reads the content of a file.
func Read(raw []byte) (*Graph, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	r := &reader{of: map[string]int{}, pair: map[[2]int]int{}, passage: map[string]int{}}
	var keys map[string]json.RawMessage
	err := decode(raw, &keys)
	first, _, _ := bytes.Cut(bytes.TrimSpace(raw), []byte("\n"))
	isExport, isLightRAG := keys["nodes"] != nil, keys["entities"] != nil || keys["relationships"] != nil
	switch {
	case err != nil && len(first) > 0 && !json.Valid(first): // no JSON Lines either
		if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
			err = fmt.Errorf("line %d: %w", 1+bytes.Count(raw[:syntax.Offset], []byte("\n")), err)
		}
		return nil, err
	case isExport && isLightRAG:
		return nil, errors.New("got nodes beside entities or relationships, want one format")
	case isExport:
		r.Format = Export
		return r.done(r.export(raw))
	case isLightRAG:
		r.Format = LightRAG
		return r.done(r.lightRAG(raw))
	}
	r.Format = GraphRAG
	return r.done(r.rows(raw))
}

// reader collects a graph.
type reader struct {
	Graph
	of      map[string]int // number of an entity by the key of its name
	pair    map[[2]int]int // number of a relation by its ends
	passage map[string]int // number of a passage by its id
}

// done checks a finished graph.
func (r *reader) done(err error) (*Graph, error) {
	switch {
	case err != nil:
		return nil, err
	case len(r.Entities) == 0:
		return nil, errors.New("got no entity, want nodes, entities, or lines with a title")
	}
	for i := range r.Entities {
		e := &r.Entities[i]
		e.Passages, e.Places = distinct(e.Passages), distinct(e.Places)
		if rest, ok := ner.WithoutArticle(e.Name); ok && r.Format != Export { // the entities of an export are those of a build
			e.Aliases = append(e.Aliases, rest)
		}
	}
	for i := range r.Relations {
		l := &r.Relations[i]
		l.Passages, l.Places = distinct(l.Passages), distinct(l.Places)
	}
	return &r.Graph, nil
}

// distinct removes repetitions.
func distinct[T comparable](list []T) []T {
	seen := map[T]bool{}
	return slices.DeleteFunc(list, func(one T) bool {
		again := seen[one]
		seen[one] = true
		return again
	})
}

// entity returns the number of the entity with a name, and adds the entity if it is new. An error names the key of the
// name.
func (r *reader) entity(in, name string) (int, error) {
	name = strings.Join(strings.Fields(name), " ")
	key := ner.Key(name)
	if key == "" || len(name) > mostName {
		return 0, fmt.Errorf("%s: got the name %.80q, want a name with a letter or a digit, of at most %d bytes", in, name, mostName)
	}
	n, ok := r.of[key]
	if !ok {
		n = len(r.Entities)
		r.of[key] = n
		r.Entities = append(r.Entities, Entity{Name: name})
	}
	return n, nil
}

// relation returns the relation of two names; nil if both name one entity.
func (r *reader) relation(in, from, to string) (*Relation, error) {
	a, err := r.entity(in, from)
	if err != nil {
		return nil, err
	}
	b, err := r.entity(in, to)
	if err != nil {
		return nil, err
	}
	return r.between(a, b), nil
}

// between returns the relation of two entities, and adds it if it is new.
func (r *reader) between(a, b int) *Relation {
	if a == b {
		r.Loops = append(r.Loops, r.Entities[a].Name)
		return nil
	}
	ends := [2]int{min(a, b), max(a, b)}
	n, ok := r.pair[ends]
	if !ok {
		n = len(r.Relations)
		r.pair[ends] = n
		r.Relations = append(r.Relations, Relation{A: ends[0], B: ends[1]})
	}
	return &r.Relations[n]
}

// weigh adds a weight; a missing weight counts as 1.
func (l *Relation) weigh(w *float64) {
	n := 1
	if w != nil && *w >= 1 {
		n = int(math.Round(min(*w, mostWeight)))
	}
	l.Weight = min(l.Weight+n, mostWeight)
}

// place divides sources into passages of the file and others.
func (r *reader) place(ids []string, passages *[]int, places *[]string) {
	for _, id := range ids {
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		if n, ok := r.passage[id]; ok {
			*passages = append(*passages, n)
		} else {
			*places = append(*places, id)
		}
	}
}

// separator stands between joined sources and descriptions of LightRAG.
const separator = "<SEP>"

// addTexts adds descriptions, each once.
func addTexts(texts *[]string, all string) {
	size := len(strings.Join(*texts, ""))
	for text := range strings.SplitSeq(all, separator) {
		if size >= mostTextSize {
			return
		}
		if text = extract.Bounded(text, mostWords, mostTextSize); text != "" && !slices.Contains(*texts, text) {
			*texts = append(*texts, text)
			size += len(text)
		}
	}
}

// setType sets the type of an entity, if the file has one.
func (e *Entity) setType(kind string) {
	kind = extract.Bounded(kind, 8, 80)
	if e.Type == "" && !strings.EqualFold(kind, "unknown") {
		e.Type = kind
	}
}

// decode reads a JSON value. An error names the key with the wrong type.
func decode(raw []byte, to any) error { return jsonerror.Plain(json.Unmarshal(raw, to)) }
