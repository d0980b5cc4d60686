package evaluation

import (
	"context"
	"fmt"
	"path/filepath"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/parts"
	"mycel/manifest"
)

// Bundle is a bundle with all of its files in memory.
type Bundle struct {
	dir    string
	opened *mycel.Bundle // for contexts; nil until it is asked for
	index  []byte
	parts  [][]byte
	// tables say which documents there are.
	tables *corpus.Tables
	ids    map[string]bool
	modes  []string
	stored []Stored
}

// Stored is what a kind of content takes in a bundle: the core of its index, which has
// the name of coreFiles, or the parts of a group.
type Stored struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"` // compressed, as on disk
}

// coreFiles is the name of a bundle's core among what is stored.
const coreFiles = "core"

// OpenBundle reads the bundle in dir.
func OpenBundle(dir string) (*Bundle, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	listed, err := manifest.Read(full)
	if err != nil {
		return nil, err
	}
	b := &Bundle{dir: full, ids: map[string]bool{}}
	if b.index, err = listed.ReadFile(full, listed.Index); err != nil {
		return nil, err
	}
	for _, f := range listed.Parts() {
		part, err := listed.ReadFile(full, f)
		if err != nil {
			return nil, err
		}
		b.parts = append(b.parts, part)
	}
	e, err := b.open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	b.stored = storedBy(listed, e.Directory())
	b.tables, b.modes = e.Index().Corpus, e.Index().Modes()
	for i := range b.tables.NumDocuments() {
		b.ids[b.tables.DocID.At(i)] = true
	}
	return b, nil
}

// Build builds a bundle and opens it with all parts of its index.
func Build(ctx context.Context, c builder.Config) (*mycel.Bundle, error) {
	if _, err := builder.Build(ctx, c); err != nil {
		return nil, err
	}
	b, err := mycel.Open(c.Output)
	if err == nil {
		err = b.LoadAll(ctx)
	}
	return b, err
}

// storedBy adds up the files of a bundle, as mycel inspect does. Groups that it has not
// are left out.
func storedBy(m *manifest.Manifest, d *bundle.Directory) []Stored {
	list, all := []Stored{{coreFiles, m.Index.Bytes}}, m.Parts()
	for _, name := range bundle.Groups() {
		s := Stored{Name: name}
		first, end := d.Range(name)
		for _, f := range all[first:end] {
			s.Bytes += f.Bytes
		}
		if first < end {
			list = append(list, s)
		}
	}
	return list
}

// open makes an engine with all of the bundle.
func (b *Bundle) open() (*engine.Engine, error) {
	e, err := engine.Open(b.index)
	if err != nil {
		return nil, err
	}
	for i, part := range b.parts {
		if err := e.AddPart(parts.ID(i), part); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// NumDocuments is the number of documents, which are the passages of a data set.
func (b *Bundle) NumDocuments() int { return b.tables.NumDocuments() }

// Has tells whether the bundle holds a document.
func (b *Bundle) Has(id string) bool { return b.ids[id] }

// Stored says what the bundle takes on disk, by content, in the order of its files.
func (b *Bundle) Stored() []Stored { return b.stored }

// Modes lists the modes that the bundle can answer in.
func (b *Bundle) Modes() []string { return b.modes }
