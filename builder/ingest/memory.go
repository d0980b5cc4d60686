package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/html"
	"mycel/builder/ingest/markdown"
	"mycel/builder/parallel"
	"mycel/builder/varint"
)

// Source is a document that a program has in memory. Only ID is required.
type Source struct {
	// ID is unique: a slash path, or any other name. Its extension gives the format of Content: .html and .htm
	// for HTML, .md, .markdown and .mdx for Markdown; others are plain text.
	ID      string
	Content []byte

	// These replace values in Content. Without a URL, the document has the URL of a file with
	// this name: see document.Options.
	URL, Title, Language string

	// These add to values in Content.
	Meta    map[string]string   // shown with results
	Filters map[string][]string // values to filter by
	Sort    map[string]string   // values to sort by
	Boost   float64             // factor of the scores, above 0 to document.MaxBoost; 0 leaves them

	page *keptPage // set by Read
}

// keptPage is a source after reading.
type keptPage struct {
	record string // encoded document
	bytes  int64  // of the content
	err    error
}

// FS returns the documents of a file system: HTML, Markdown and plain text. As in [Site] and [Docs], it leaves out
// names that begin with a dot, folders named node_modules, and all files that are not regular.
func FS(fsys fs.FS) iter.Seq2[Source, error] {
	return func(yield func(Source, error) bool) {
		err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != "." && passedOver(d.Name()):
				return fs.SkipDir
			case d.IsDir() || !d.Type().IsRegular() || passedOver(d.Name()):
				return nil
			case !document.IsHTMLFile(name) && !document.IsMarkdownFile(name) && !document.IsTextFile(name):
				return nil
			}
			content, err := fs.ReadFile(fsys, name)
			if err != nil {
				return err
			}
			if !yield(Source{ID: name, Content: content}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Source{}, err)
		}
	}
}

// Sources reads documents from memory on all cores, in any order, while all yields further ones. An error of
// all ends the reading, and so do two documents with one ID. HTML is read as in [Site], Markdown and plain
// text as in [Docs].
func Sources(ctx context.Context, all iter.Seq2[Source, error], o document.Options) (*document.Corpus, error) {
	if err := o.Prepare(); err != nil {
		return nil, err
	}
	read := map[string]*page{}
	var done parallel.Counter
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	failed := func() error {
		for s, err := range all {
			if err := cmp.Or(err, ctx.Err(), s.check(read)); err != nil {
				return err
			}
			if !o.Wanted(s.ID) {
				continue
			}
			p := &page{}
			read[s.ID] = p
			workers.Go(func() error {
				*p = s.read(o)
				done.Add(func(n int) { o.Report(n, 0) })
				return nil
			})
		}
		return nil
	}()
	_ = workers.Wait() // workers record their errors in pages
	if failed != nil {
		return nil, failed
	}
	names := slices.Sorted(maps.Keys(read))
	pages := make([]page, len(names))
	for i, name := range names {
		pages[i] = *read[name]
	}
	o.Report(len(names), len(names))
	c := gather(names, pages, nil)
	compare(c)
	return c, nil
}

// check refuses a source whose ID is taken or invalid.
func (s *Source) check(others map[string]*page) error {
	switch _, taken := others[s.ID]; {
	case taken:
		return fmt.Errorf("two documents have the ID %q", s.ID)
	case document.OneLine(s.ID) == "":
		return errors.New("a document has no ID")
	case !(s.Boost >= 0 && s.Boost <= document.MaxBoost):
		return fmt.Errorf("document %q: got a boost of %g, want one above 0, at most %d", s.ID, s.Boost, document.MaxBoost)
	}
	return nil
}

// Read returns a source that holds the document instead of its content. A program with many pages can free the
// content, and build later with the same options. The warnings are about this page.
func (s Source) Read(o document.Options) (Source, []document.Warning, error) {
	if err := cmp.Or(o.Prepare(), s.check(nil)); err != nil {
		return Source{}, nil, err
	}
	p := s.read(o)
	var w varint.Writer
	p.doc.Record(&w)
	kept := &keptPage{record: string(w.Bytes), bytes: p.bytes, err: p.err}
	return Source{ID: s.ID, URL: p.doc.URL, Title: p.doc.Title, Language: p.doc.Lang, page: kept}, gather([]string{s.ID}, []page{p}, nil).Warnings, nil
}

// read parses a source, unless Read has parsed it. Its key in a store has all its fields except the content.
func (s *Source) read(o document.Options) page {
	if s.page != nil {
		p := page{bytes: s.page.bytes, err: s.page.err}
		p.doc.ReadRecord(varint.NewReader(s.page.record))
		return p
	}
	if err := o.Excluded(s.ID); err != nil {
		return page{err: err}
	}
	said := *s
	said.Content = nil
	return readBytes(fmt.Sprintf("%#v", said), s.ID, s.Content, o, func(rel string, raw []byte) (document.Document, error) {
		d, err := parse(rel, raw, o)
		s.change(&d, o)
		return d, err
	})
}

// parse reads a file in the format of its extension.
func parse(rel string, raw []byte, o document.Options) (document.Document, error) {
	if document.IsHTMLFile(path.Base(rel)) {
		return html.Parse(rel, raw, o)
	}
	src, err := document.DecodeText(raw)
	if reason := notAPage(rel, ""); err == nil && reason != "" {
		err = document.SkipError(reason)
	}
	switch {
	case err != nil:
		return document.Document{}, err
	case document.IsMarkdownFile(path.Base(rel)):
		return markdown.Parse(rel, src, o)
	}
	return parseText(rel, src, o)
}

// change applies the other fields of a source to its document.
func (s *Source) change(d *document.Document, o document.Options) {
	if s.URL != "" {
		d.URL = o.Resolve(s.URL)
	}
	if title := document.OneLine(s.Title); title != "" {
		d.Title = title
	}
	if lang := document.LangTag(s.Language); lang != "" {
		d.Lang = lang
	}
	for _, key := range document.SortedKeys(s.Meta) {
		delete(d.Fields, key)
		d.SetField(key, s.Meta[key])
	}
	for _, key := range document.SortedKeys(s.Filters) {
		d.AddFilters(key, s.Filters[key])
	}
	for _, key := range document.SortedKeys(s.Sort) {
		delete(d.Sort, key)
		d.SetSort(key, s.Sort[key])
	}
	if s.Boost > 0 {
		d.Multiply(s.Boost)
	}
}
