// Package inspection measures a bundle: its counts, the sizes of its files and sections, its
// hubs, and the bytes that queries fetch.
package inspection

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"mycel"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/entity"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/manifest"
)

// MaxHubs is how many entities are listed, those with the most neighbours first.
const MaxHubs = 10

// Inspection describes a bundle without its content. Sizes are in bytes.
type Inspection struct {
	Path      string `json:"path"`
	Format    int    `json:"format"`
	Version   string `json:"version"` // of mycel, in the manifest
	Engine    string `json:"engine"`  // of mycel, in the index
	Language  string `json:"language"`
	Tokenizer string `json:"tokenizer"`

	Vectors *Vectors `json:"vectors,omitempty"`
	Modes   []string `json:"modes"` // modes that the bundle answers in

	Counts map[string]int `json:"counts"`
	Index  IndexSizes     `json:"index"`
	Disk   DiskSizes      `json:"disk"`
	Hubs   []Hub          `json:"hubs"`

	Queries  *QueryCost          `json:"queries,omitempty"`  // nil unless asked for
	Verified *mycel.Verification `json:"verified,omitempty"` // nil unless asked for

	counts bundle.Counts // Counts, in their order
}

// IndexSizes splits the uncompressed index. Bytes is the sum of all the others.
type IndexSizes struct {
	Bytes int `json:"bytes"`
	// Envelope is the header and the table of the core, outside its sections.
	Envelope int       `json:"envelope"`
	Sections []Section `json:"sections"` // of the core, in file order
	Parts    []Group   `json:"parts"`    // in the order of their numbers
}

type Section struct {
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
}

// Group has the sizes of the parts of one kind. Envelope counts the bytes around their sections.
type Group struct {
	Name     string    `json:"name"`
	Files    int       `json:"files"`  // parts
	Stored   int64     `json:"stored"` // compressed bytes; for packs, the slots of the group
	Envelope int       `json:"envelope"`
	Sections []Section `json:"sections"`
}

// DiskSizes are the sizes of the stored files of a bundle.
type DiskSizes struct {
	Bytes    int64 `json:"bytes"`
	Files    int   `json:"files"`
	Manifest int64 `json:"manifest"`
	Core     int64 `json:"core"`  // of the index
	List     int64 `json:"list"`  // of the parts, for tools
	Parts    int64 `json:"parts"` // of the index
	Text     int64 `json:"text"`
	Engine   int64 `json:"engine"`
	Page     int64 `json:"page"` // search page and client modules
}

// Vectors describes the source of the sign vectors of the chunks.
type Vectors struct {
	Model string `json:"model"`
	Bits  int    `json:"bits"` // a chunk
	Dims  int    `json:"dims"` // of the model; 0 for vectors trained on the corpus
}

func vectorsOf(e *engine.Engine) *Vectors {
	info, ok := e.Vectors()
	if !ok {
		return nil
	}
	return &Vectors{Model: info.Model, Bits: info.Bits, Dims: info.Dims}
}

// Hub is an entity with many neighbours.
type Hub struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Chunks int    `json:"chunks"` // chunks that mention the entity
	Degree int    `json:"degree"` // entities that share a sentence with this one
}

// KindNames are the kinds of entities, as tools print them.
var KindNames = map[entity.Kind]string{entity.Name: "name", entity.Code: "code", entity.Title: "title", entity.Term: "term"}

// Read reads the whole bundle in dir. It also answers the queries in the file queries, unless
// that is "".
func Read(ctx context.Context, dir, queries string) (*Inspection, error) {
	b, err := mycel.Open(dir)
	if err != nil {
		return nil, err
	}
	return ReadOpen(ctx, b, dir, queries)
}

// ReadOpen is Read for an open bundle. If that fails, it reads the bundle that has replaced it.
func ReadOpen(ctx context.Context, b *mycel.Bundle, dir, queries string) (*Inspection, error) {
	in, err := readBundle(ctx, b, dir, queries)
	if err != nil {
		if next, failed := b.Reopen(ctx); failed == nil && next != b {
			return readBundle(ctx, next, dir, queries)
		}
	}
	return in, err
}

func readBundle(ctx context.Context, b *mycel.Bundle, dir, queries string) (*Inspection, error) {
	if err := b.LoadAll(ctx); err != nil {
		return nil, err
	}
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	if m.Index != b.Manifest().Index {
		return nil, fmt.Errorf("%s was built anew meanwhile", dir)
	}
	h := b.Engine().Header()
	in := &Inspection{
		Path: dir, Format: m.Format, Version: m.Version,
		Engine: h.Engine, Language: h.Language, Tokenizer: h.Tokenizer,
		Vectors: vectorsOf(b.Engine()), Modes: b.Engine().Index().Modes(),
		Counts: map[string]int{}, Hubs: hubs(b.Engine()), counts: h.Counts,
	}
	h.Counts.Each(func(name string, n int) { in.Counts[name] = n })
	if in.Index, err = measureIndex(dir, m, b.Engine().Directory()); err != nil {
		return nil, err
	}
	if in.Disk, err = measureDisk(dir, m); err != nil || queries == "" {
		return in, err
	}
	in.Queries, err = measureQueries(ctx, dir, m, queries)
	return in, err
}

// measureIndex returns the sizes in an index that Open and LoadAll have read without error.
func measureIndex(dir string, m *manifest.Manifest, parts *bundle.Directory) (IndexSizes, error) {
	raw, err := m.ReadFile(dir, m.Index)
	if err != nil {
		return IndexSizes{}, err
	}
	file, err := bundle.Parse(raw)
	if err != nil {
		return IndexSizes{}, fmt.Errorf("%s: %w", filepath.Join(dir, filepath.FromSlash(m.Index.Path)), err)
	}
	sizes := IndexSizes{Bytes: len(raw), Envelope: len(raw)}
	for _, s := range file.Sections {
		sizes.Sections = append(sizes.Sections, Section{s.Name, len(s.Data)})
		sizes.Envelope -= len(s.Data)
	}
	for _, name := range bundle.Groups() {
		f := Group{Name: name}
		for _, s := range bundle.Sections(name) {
			f.Sections = append(f.Sections, Section{Name: s})
		}
		for id, end := parts.Range(name); id < end; id++ {
			bytes, err := f.add(dir, m, id, parts)
			if err != nil {
				return sizes, err
			}
			sizes.Bytes += bytes
		}
		if f.Files > 0 {
			sizes.Parts = append(sizes.Parts, f)
		}
	}
	return sizes, nil
}

// add adds the sizes of a part, and returns its bytes.
func (f *Group) add(dir string, m *manifest.Manifest, id parts.ID, d *bundle.Directory) (int, error) {
	file := m.Part(id)
	raw, err := m.ReadFile(dir, file)
	if err != nil {
		return 0, err
	}
	sections, err := d.Open(id, raw)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", filepath.Join(dir, filepath.FromSlash(file.Path)), err)
	}
	f.Files++
	f.Stored += file.Bytes
	f.Envelope += len(raw)
	for i, s := range sections {
		f.Sections[i].Bytes += len(s)
		f.Envelope -= len(s)
	}
	return len(raw), nil
}

// measureDisk adds up the stored sizes of the files in the manifest.
func measureDisk(dir string, m *manifest.Manifest) (DiskSizes, error) {
	var d DiskSizes
	var text, rows []manifest.File
	for _, f := range m.Packs {
		if f.OfTexts() {
			text = append(text, f)
		} else {
			rows = append(rows, f)
		}
	}
	seen := map[string]bool{} // parts with the same content share a file
	for _, kind := range []struct {
		files []manifest.File
		bytes *int64
	}{
		{[]manifest.File{{Path: manifest.Name}}, &d.Manifest},
		{[]manifest.File{m.Index}, &d.Core},
		{[]manifest.File{*m.List}, &d.List},
		{rows, &d.Parts},
		{text, &d.Text},
		{m.Engines(), &d.Engine},
		{m.Files, &d.Page},
	} {
		for _, f := range kind.files {
			if seen[f.Path] {
				continue
			}
			seen[f.Path] = true
			info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if err != nil {
				return d, err
			}
			*kind.bytes += info.Size()
			d.Bytes += info.Size()
			d.Files++
		}
	}
	return d, nil
}

// hubs returns the entities with the most neighbours; equal ones are in the order of their
// numbers.
func hubs(e *engine.Engine) []Hub {
	x := e.Index()
	ids := rank.Numbers(x.Entities.Len())
	slices.SortStableFunc(ids, func(a, b uint32) int { return cmp.Compare(x.Graph.Degree(b), x.Graph.Degree(a)) })
	list := []Hub{}
	for _, id := range ids[:min(len(ids), MaxHubs)] {
		list = append(list, Hub{
			Name:   x.Entities.Name(model.EntityID(id)),
			Kind:   KindNames[x.Entities.Kind(model.EntityID(id))],
			Chunks: x.EntityChunks.Len(id),
			Degree: x.Graph.Degree(id),
		})
	}
	return list
}
