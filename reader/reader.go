// Package reader answers queries from a bundle in a folder or on a web server. Package mycel is its public face.
package reader

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/text/unicode/norm"

	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/excerpt"
	_ "mycel/engine/method/all" // registers the methods
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/manifest"
)

// Bundle is an open bundle. It is safe for concurrent use.
//
// A bundle may be rebuilt while it is open. Search, Retrieve, Overview, Related and Titles then answer wholly from the
// new bundle, once a file of the old one is gone. All numbers (of documents, sections, chunks) in such an answer are
// those of the new bundle. Methods that take or return numbers stay with the old bundle, and so does everything after
// LoadAll: they fail on files that are gone, and Reopen returns the new bundle.
type Bundle struct {
	source   manifest.Source
	stamp    [sha256.Size]byte // of the manifest's bytes
	manifest *manifest.Manifest
	engine   *engine.Engine
	forks    sync.Pool   // of *engine.Engine
	whole    atomic.Bool // LoadAll was called
	next     successor
}

// Open opens the bundle in dir: see mycel.Open.
func Open(dir string) (*Bundle, error) { return open(context.Background(), manifest.Folder(dir)) }

// OpenURL opens the bundle in a folder of a web server; agent is the name that it sends to the server: see
// mycel.OpenURL.
func OpenURL(ctx context.Context, address, agent string) (*Bundle, error) {
	s, err := manifest.URL(address, agent)
	if err != nil {
		return nil, err
	}
	return open(ctx, s)
}

func open(ctx context.Context, s manifest.Source) (*Bundle, error) {
	raw, err := manifest.ReadRaw(ctx, s)
	if err != nil {
		return nil, err
	}
	return openAnew(ctx, s, raw)
}

// OpenManifest opens the bundle in dir by the content of a manifest, which the folder may still lack: a builder opens
// an unfinished bundle.
func OpenManifest(dir string, raw []byte) (*Bundle, error) {
	return openManifest(context.Background(), manifest.Folder(dir), raw)
}

// openAnew opens the bundle with a manifest, or the bundle that has replaced it meanwhile.
func openAnew(ctx context.Context, s manifest.Source, raw []byte) (*Bundle, error) {
	b, err := openManifest(ctx, s, raw)
	if err == nil {
		return b, nil
	}
	if raw, ok := replaced(ctx, s, sha256.Sum256(raw), err); ok {
		return openManifest(ctx, s, raw)
	}
	return nil, err
}

func openManifest(ctx context.Context, s manifest.Source, raw []byte) (*Bundle, error) {
	m, err := manifest.Parse(s, raw)
	if err != nil {
		return nil, err
	}
	b := &Bundle{source: s, stamp: sha256.Sum256(raw), manifest: m}
	index, err := m.ReadIndex(ctx, s)
	if err != nil {
		return nil, unreadUnless(ctx, err)
	}
	err = guard(func() (err error) {
		b.engine, err = engine.Open(index)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Place(m.Index.Path), err)
	}
	if got, want := m.NumParts(), b.engine.NumParts(); got != want {
		return nil, fmt.Errorf("%s: the table of its packs has %d parts, the index %d", s.Place(m.Index.Path), got, want)
	}
	opened := time.Now()
	b.engine.SetClock(func() int64 { return time.Since(opened).Nanoseconds() })
	b.forks.New = func() any { return b.engine.Fork() }
	return b, nil
}

// Reopen returns the bundle that is now at the place of b: b itself if it has not changed, which costs one read of the
// manifest.
func (b *Bundle) Reopen(ctx context.Context) (*Bundle, error) {
	raw, err := manifest.ReadRaw(ctx, b.source)
	if err != nil {
		return nil, err
	}
	if sha256.Sum256(raw) == b.stamp {
		return b, nil
	}
	return openAnew(ctx, b.source, raw)
}

// Manifest returns the list of the bundle's files.
func (b *Bundle) Manifest() *manifest.Manifest { return b.manifest }

// Engine returns the engine on the bundle's index. It is for tools, after LoadAll; goroutines search with Search.
func (b *Bundle) Engine() *engine.Engine { return b.engine }

// Search answers a query and loads the texts for its excerpts. It fails on invalid options, on texts that cannot be
// read, when ctx ends, and when the engine panics (PanicError). Engines read composed text (NFC), so it composes the
// query first.
func (b *Bundle) Search(ctx context.Context, query string, o engine.Options) (*answer.Result, error) {
	query = compose(query)
	return found(ctx, b, func(e *engine.Engine) (*answer.Result, error) { return e.Search(query, o) })
}

// found answers a question from bundle b, or from the bundle that has replaced it.
func found[A interface{ Lacking() []parts.ID }](ctx context.Context, b *Bundle, question func(*engine.Engine) (A, error)) (out A, err error) {
	err = b.answer(ctx, func(b *Bundle) (err error) {
		out, err = complete(ctx, b, question)
		return err
	})
	return out, err
}

// complete answers a question from bundle b after it has loaded all parts that the answer needs. With an error it
// returns no answer.
func complete[A interface{ Lacking() []parts.ID }](ctx context.Context, b *Bundle, question func(*engine.Engine) (A, error)) (A, error) {
	var out, none A
	err := b.ask(ctx, func(e *engine.Engine) (_ []parts.ID, err error) {
		if out, err = question(e); err != nil {
			return nil, err
		}
		return out.Lacking(), nil
	})
	if err != nil {
		return none, err
	}
	return out, nil
}

// compose returns s in NFC, exactly as String.prototype.normalize does: the library would put a joiner (CGJ) behind
// every 30 marks.
func compose(s string) string {
	const joiner = "\u034f"
	composed := norm.NFC.String(s)
	if !strings.Contains(s, joiner) {
		composed = strings.ReplaceAll(composed, joiner, "")
	}
	return composed
}

// ask repeats a question until the engine has all parts that the answer needs; question returns the missing parts. An
// engine that panics is not used again.
func (b *Bundle) ask(ctx context.Context, question func(*engine.Engine) ([]parts.ID, error)) error {
	e := b.forks.Get().(*engine.Engine)
	for {
		var missing []parts.ID
		err := guard(func() (err error) {
			missing, err = question(e)
			return err
		})
		if errors.Is(err, ErrPanic) {
			return err
		}
		if err == nil && len(missing) > 0 {
			if err = b.load(ctx, missing); err == nil {
				continue
			}
		}
		b.forks.Put(e)
		return err
	}
}

// atOnce is the number of ranges of packs that are read at a time.
const atOnce = 6

// load hands parts to the engine and its forks.
func (b *Bundle) load(ctx context.Context, missing []parts.ID) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	for _, span := range b.manifest.Spans(missing) {
		g.Go(func() error { return b.loadSpan(ctx, span) })
	}
	return g.Wait()
}

// loadSpan loads parts into the engine. If one cannot be used, it reads the whole pack again, if there is another copy.
func (b *Bundle) loadSpan(ctx context.Context, s manifest.Span) error {
	var pack []byte // the range
	if s.Pack.Path != "" {
		var err error
		if pack, err = b.source.Slice(ctx, s.Pack, s.At, s.End-s.At); err != nil {
			return unreadUnless(ctx, err)
		}
	}
	from := s.At
	for _, id := range s.IDs {
		f := b.manifest.Part(id)
		add := func() error {
			raw, err := f.Content(func(at, n int64) ([]byte, error) {
				if at >= from && at+n <= from+int64(len(pack)) {
					return manifest.Slice(pack, at-from, n)
				}
				return b.source.Slice(ctx, s.Pack, at, n)
			})
			if err == nil {
				err = guard(func() error { return b.engine.AddPart(id, raw) })
			}
			if err != nil {
				return fmt.Errorf("%s: %w", b.source.Place(f.Path), err)
			}
			return nil
		}
		err := add()
		if err != nil && s.Pack.Path != "" && !errors.Is(err, ErrPanic) && ctx.Err() == nil {
			if whole, failed := b.source.Whole(ctx, s.Pack); failed != nil {
				err = failed
			} else if whole != nil {
				pack, from = whole, 0
				err = add()
			}
		}
		if err != nil {
			return unreadUnless(ctx, err)
		}
	}
	return nil
}

// LoadAll reads all parts of the index, for tools. Texts are still read when they are needed.
func (b *Bundle) LoadAll(ctx context.Context) error {
	_, first := b.engine.Directory().Range(bundle.GroupText)
	b.whole.Store(true) // its tables are used, and answers have their numbers
	var all []parts.ID
	for id := first; int(id) < b.engine.NumParts(); id++ {
		all = append(all, id)
	}
	return b.load(ctx, all)
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

// Find looks up a document by its id or URL, or a section of it by the anchor behind a #; see engine.Engine.Find.
func (b *Bundle) Find(ctx context.Context, name string) (doc model.DocID, section model.SectionID, isSection, ok bool, err error) {
	err = b.ask(ctx, func(e *engine.Engine) (missing []parts.ID, err error) {
		doc, section, isSection, ok, missing = e.Find(name)
		return missing, nil
	})
	return doc, section, isSection, ok, err
}

// Document returns document d with its texts. It fails on texts that cannot be read, and when ctx ends.
func (b *Bundle) Document(ctx context.Context, d model.DocID) (*Document, error) {
	if n := b.engine.Header().Counts.Documents; int(d) >= n {
		return nil, fmt.Errorf("document %d: the bundle has %d", d, n)
	}
	var doc *Document
	var texts []model.Span // by section
	err := b.ask(ctx, func(e *engine.Engine) ([]parts.ID, error) {
		missing, _ := e.Ask(func() { doc, texts = outline(e.Index().Corpus, d) })
		return missing, nil
	})
	if err != nil {
		return nil, err
	}
	for i := range doc.Sections {
		text, err := b.text(ctx, texts[i])
		if err != nil {
			return nil, err
		}
		doc.Sections[i].Text = text.Text
	}
	return doc, nil
}

// Gist returns a sentence that says what document d is about; "" if there is none; see engine.Engine.Gist.
func (b *Bundle) Gist(ctx context.Context, d model.DocID) (text string, err error) {
	err = b.ask(ctx, func(e *engine.Engine) (missing []parts.ID, err error) {
		text, missing = e.Gist(d)
		return missing, nil
	})
	return text, err
}

// Titles returns the titles of the first n documents, or of all if there are fewer.
func (b *Bundle) Titles(ctx context.Context, n int) (titles []string, err error) {
	err = b.answer(ctx, func(b *Bundle) error {
		return b.ask(ctx, func(e *engine.Engine) ([]parts.ID, error) {
			missing, _ := e.Ask(func() {
				titles = nil
				c := e.Index().Corpus
				for d := range min(n, c.NumDocuments()) {
					titles = append(titles, c.DocTitle.At(d))
				}
			})
			return missing, nil
		})
	})
	return titles, err
}

// outline returns a document without its texts, and the positions of the texts.
func outline(tables *corpus.Tables, d model.DocID) (*Document, []model.Span) {
	doc := &Document{ID: tables.DocID.At(int(d)), URL: tables.DocURL.At(int(d)), Title: tables.DocTitle.At(int(d))}
	var texts []model.Span
	first, end := tables.DocSections(d)
	for s := first; s < end; s++ {
		at := model.Span{}
		if c, to := tables.SectionChunks(s); c < to {
			// Chunks overlap: the section goes from the first chunk's start to the last chunk's end.
			at = model.Span{Start: tables.ChunkText(c).Start, End: tables.ChunkText(to - 1).End}
		}
		texts = append(texts, at)
		doc.Sections = append(doc.Sections, Section{Heading: tables.Heading.At(int(s)), Anchor: tables.Anchor.At(int(s)), Depth: depth(tables, s)})
	}
	return doc, texts
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

// Sentences returns the text of document d in sentences, in reading order: joined they are the whole text. The index
// numbers the sentences of all documents, one document after the other.
func (b *Bundle) Sentences(ctx context.Context, d model.DocID) (list []string, err error) {
	var at model.Span
	err = b.ask(ctx, func(e *engine.Engine) ([]parts.ID, error) {
		missing, _ := e.Ask(func() { at = e.Index().Corpus.DocText(d) })
		return missing, nil
	})
	if err != nil {
		return nil, err
	}
	text, err := b.text(ctx, at)
	if err != nil {
		return nil, err
	}
	for i, start := range text.Sentences {
		list = append(list, text.Text[start:text.End(i)])
	}
	return list, nil
}

// text returns a range of the corpus's texts.
func (b *Bundle) text(ctx context.Context, at model.Span) (text excerpt.Text, err error) {
	err = b.ask(ctx, func(e *engine.Engine) (missing []parts.ID, err error) {
		text, missing = e.Text(at)
		return missing, nil
	})
	return text, err
}
