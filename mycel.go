// Package mycel answers queries from a bundle on disk. It is the native
// counterpart of the browser client: the same engine, the same results.
//
//	b, err := mycel.Open("public/mycel")
//	…
//	result, err := b.Search(ctx, "how do I share data between threads", engine.Options{})
//
// Bundles are made by the command mycel build, or with package builder.
package mycel

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"

	"mycel/engine"
	"mycel/engine/corpus"
	"mycel/engine/model"
)

// Bundle is an open bundle. It is safe for concurrent use.
type Bundle struct {
	source   source
	stamp    [sha256.Size]byte // of the manifest's bytes
	manifest *Manifest
	engine   *engine.Engine
	forks    sync.Pool // of *engine.Engine
}

// Open reads the index of the bundle in dir. Texts are read when a result needs
// them. Errors name the file and wrap the engine's sentinels.
func Open(dir string) (*Bundle, error) { return open(context.Background(), folder(dir)) }

func open(ctx context.Context, s source) (*Bundle, error) {
	raw, err := readManifest(ctx, s)
	if err != nil {
		return nil, err
	}
	return openManifest(ctx, s, raw)
}

func openManifest(ctx context.Context, s source, raw []byte) (*Bundle, error) {
	m, err := parseManifest(s, raw)
	if err != nil {
		return nil, err
	}
	b := &Bundle{source: s, stamp: sha256.Sum256(raw), manifest: m}
	index, err := readFile(ctx, s, m.Index)
	if err != nil {
		return nil, err
	}
	if b.engine, err = engine.Open(index); err != nil {
		return nil, fmt.Errorf("%s: %w", s.place(m.Index.Path), err)
	}
	if got, want := len(m.Text), b.engine.NumBlocks(); got != want {
		return nil, fmt.Errorf("%s: manifest lists %d text blocks, the index has %d", s.place(ManifestName), got, want)
	}
	opened := time.Now()
	b.engine.SetClock(func() int64 { return time.Since(opened).Nanoseconds() })
	b.forks.New = func() any { return b.engine.Fork() }
	return b, nil
}

// Reopen returns the bundle that is now at the place that b was read from: b itself
// if it is the same, which takes one look at the manifest.
func (b *Bundle) Reopen(ctx context.Context) (*Bundle, error) {
	raw, err := readManifest(ctx, b.source)
	if err != nil {
		return nil, err
	}
	if sha256.Sum256(raw) == b.stamp {
		return b, nil
	}
	return openManifest(ctx, b.source, raw)
}

// Manifest returns the list of the bundle's files.
func (b *Bundle) Manifest() *Manifest { return b.manifest }

// Engine returns the engine on the bundle's index. It is for looking inside:
// searches of several goroutines go through Search.
func (b *Bundle) Engine() *engine.Engine { return b.engine }

// Search answers a query and loads the texts that its excerpts need. It fails on
// invalid options, on texts that cannot be read, and when ctx ends.
func (b *Bundle) Search(ctx context.Context, query string, o engine.Options) (result *engine.Result, err error) {
	err = b.ask(ctx, func(e *engine.Engine) ([]model.BlockID, error) {
		if result, err = e.Search(query, o); err != nil {
			return nil, err
		}
		return result.Missing, nil
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

// ask asks the engine until it has all texts that the answer needs. question returns
// the blocks that it waits for.
func (b *Bundle) ask(ctx context.Context, question func(*engine.Engine) ([]model.BlockID, error)) error {
	e := b.forks.Get().(*engine.Engine)
	defer b.forks.Put(e)
	for {
		missing, err := question(e)
		if err != nil || len(missing) == 0 {
			return err
		}
		for _, id := range missing {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := b.load(ctx, e, id); err != nil {
				return err
			}
		}
	}
}

// load hands one text block to the engine.
func (b *Bundle) load(ctx context.Context, e *engine.Engine, id model.BlockID) error {
	file := b.manifest.Text[id]
	raw, err := readFile(ctx, b.source, file)
	if err != nil {
		return err
	}
	if err := e.AddText(id, raw); err != nil {
		return fmt.Errorf("%s: %w", b.source.place(file.Path), err)
	}
	return nil
}

// Document is a whole document of a bundle.
type Document struct {
	ID, URL, Title string
	Sections       []Section
}

// Section is one section of a document, in reading order.
type Section struct {
	Heading, Anchor string
	Depth           int // number of sections around it
	Text            string
}

// Document returns document d with its texts. It fails on texts that cannot be read,
// and when ctx ends.
func (b *Bundle) Document(ctx context.Context, d model.DocID) (*Document, error) {
	tables := b.engine.Index().Corpus
	if int(d) >= tables.NumDocuments() {
		return nil, fmt.Errorf("document %d: the bundle has %d", d, tables.NumDocuments())
	}
	doc := &Document{ID: tables.DocID.At(int(d)), URL: tables.DocURL.At(int(d)), Title: tables.DocTitle.At(int(d))}
	first, end := tables.DocSections(d)
	for s := first; s < end; s++ {
		section := Section{Heading: tables.Heading.At(int(s)), Anchor: tables.Anchor.At(int(s)), Depth: depth(tables, s)}
		if c, to := tables.SectionChunks(s); c < to {
			// Chunks overlap; from the first one's start to the last one's end is the
			// section.
			at := model.Span{Start: tables.ChunkText(c).Start, End: tables.ChunkText(to - 1).End}
			text, err := b.text(ctx, at)
			if err != nil {
				return nil, err
			}
			section.Text = text
		}
		doc.Sections = append(doc.Sections, section)
	}
	return doc, nil
}

func depth(t *corpus.Tables, s model.SectionID) int {
	n := 0
	for {
		parent, ok := t.Parent(s)
		if !ok {
			return n
		}
		s = parent
		n++
	}
}

// text returns a range of the corpus's texts.
func (b *Bundle) text(ctx context.Context, at model.Span) (string, error) {
	for {
		text, missing := b.engine.Text(at)
		if len(missing) == 0 {
			return text, nil
		}
		for _, id := range missing {
			if err := b.load(ctx, b.engine, id); err != nil {
				return "", err
			}
		}
	}
}
