package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// parseFunc turns the bytes of the file at the slash path rel into a document.
// A skipError leaves the file out with a warning, a lineError tells the line, and
// no error need name the file.
type parseFunc func(rel string, raw []byte) (Document, error)

// skipError is the reason to leave a file out.
type skipError string

func (e skipError) Error() string { return string(e) }

// lineError is an error on a line of a file, counted from 1.
type lineError struct {
	line int
	err  error
}

func (e lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e lineError) Unwrap() error { return e.err }

// readFiles parses files, slash paths below root in sorted order, on all cores.
// Files that cannot be read are all reported together, in the order of files, so
// that the error does not depend on which worker was first.
func readFiles(ctx context.Context, root string, files []string, o Options, parse parseFunc) (*Corpus, error) {
	files = slices.DeleteFunc(slices.Clone(files), func(rel string) bool { return !o.wanted(rel) })
	pages := make([]page, len(files))
	var mu sync.Mutex
	done := 0
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, rel := range files {
		if ctx.Err() != nil {
			break
		}
		workers.Go(func() error {
			if ctx.Err() != nil {
				return nil
			}
			pages[i] = readPage(filepath.Join(root, filepath.FromSlash(rel)), rel, o, parse)
			mu.Lock()
			defer mu.Unlock()
			done++
			o.report(done, len(files))
			return nil
		})
	}
	_ = workers.Wait() // the workers keep their errors in pages
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return gather(files, pages)
}

// page is the outcome of one file.
type page struct {
	doc   Document
	bytes int64
	err   error
}

func readPage(where, rel string, o Options, parse parseFunc) page {
	if err := o.excluded(rel); err != nil {
		return page{err: err}
	}
	raw, err := os.ReadFile(where)
	if err != nil {
		return page{err: err} // names the file already
	}
	if doc, ok := o.load(rel, raw); ok {
		return page{doc: doc, bytes: int64(len(raw))}
	}
	doc, err := parse(rel, raw)
	o.adjust(rel, &doc)
	if err == nil {
		o.keep(rel, raw, &doc)
	}
	var skip skipError
	var at lineError
	switch {
	case err == nil || errors.As(err, &skip):
	case errors.As(err, &at):
		err = fmt.Errorf("%s:%d: %w", where, at.line, at.err)
	default:
		err = fmt.Errorf("%s: %w", where, err)
	}
	return page{doc: doc, bytes: int64(len(raw)), err: err}
}

// leaveOutUnmarked leaves out the pages that do not say what their content is, if any
// page does: an author who marks content marks all of it.
func leaveOutUnmarked(pages []page) {
	if !slices.ContainsFunc(pages, func(p page) bool { return p.doc.marked }) {
		return
	}
	for i := range pages {
		if p := &pages[i]; p.err == nil && !p.doc.marked {
			p.err = skipError("has no data-mycel-body attribute, while other pages have one")
		}
	}
}

func gather(files []string, pages []page) (*Corpus, error) {
	c := &Corpus{Found: len(files)}
	var failed []error
	leaveOutUnmarked(pages)
	firstAt := map[string]string{} // URL → ID of the first document there
	for i, p := range pages {
		c.Bytes += p.bytes
		var skip skipError
		switch {
		case errors.As(p.err, &skip):
			c.Warnings = append(c.Warnings, Warning{Path: files[i], Message: skip.Error(), Skipped: true})
			continue
		case p.err != nil:
			failed = append(failed, p.err)
			continue
		}
		if other, taken := firstAt[p.doc.URL]; taken {
			c.Warnings = append(c.Warnings, Warning{
				Path:    files[i],
				Message: fmt.Sprintf("has the same URL as %s: %s", other, p.doc.URL),
			})
		} else {
			firstAt[p.doc.URL] = p.doc.ID
		}
		for _, message := range p.doc.warnings {
			c.Warnings = append(c.Warnings, Warning{Path: files[i], Message: message})
		}
		c.Documents = append(c.Documents, p.doc)
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return c, nil
}
