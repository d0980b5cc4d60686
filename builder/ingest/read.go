package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// parseFunc turns the bytes of the file at the slash path rel into a document.
// Any error leaves the file out with a warning, a skipError as one that is left out
// on purpose. A lineError tells the line. No error need name the file.
type parseFunc func(rel string, raw []byte) (Document, error)

// skipError is a reason to leave out a file that can be read.
type skipError string

func (e skipError) Error() string { return string(e) }

// lineError is an error on a line of a file, counted from 1.
type lineError struct {
	line int
	err  error
}

func (e lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e lineError) Unwrap() error { return e.err }

// readFiles parses files, slash paths below root in sorted order, on all cores. refused
// are warnings about others, by path, that are not to be read.
func readFiles(ctx context.Context, root string, files []string, refused []Warning, o Options, parse parseFunc) (*Corpus, error) {
	files = slices.DeleteFunc(files, func(rel string) bool { return !o.wanted(rel) })
	refused = slices.DeleteFunc(refused, func(w Warning) bool {
		return !strings.HasSuffix(w.Path, "/") && !o.wanted(w.Path) // in a folder there may be files that are wanted
	})
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
	return gather(files, pages, refused), nil
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
		var failed *fs.PathError
		if errors.As(err, &failed) {
			err = failed.Err // the warning names the file
		}
		return page{err: fmt.Errorf("cannot be read: %w", err)}
	}
	if doc, ok := o.load(rel, raw); ok {
		return page{doc: doc, bytes: int64(len(raw))}
	}
	doc, err := parse(rel, raw)
	o.adjust(rel, &doc)
	doc.cutTitle()
	if err == nil {
		o.keep(rel, raw, &doc)
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

func gather(files []string, pages []page, refused []Warning) *Corpus {
	c := &Corpus{Found: len(files) + len(refused), Warnings: refused}
	leaveOutUnmarked(pages)
	firstAt := map[string]string{} // URL → ID of the first document there
	for i, p := range pages {
		c.Bytes += p.bytes
		if p.err != nil {
			c.Warnings = append(c.Warnings, warningOf(files[i], p.err))
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
	if len(refused) > 0 {
		slices.SortStableFunc(c.Warnings, func(a, b Warning) int { return strings.Compare(a.Path, b.Path) })
	}
	return c
}

// warningOf returns the warning about a file that an error leaves out.
func warningOf(path string, err error) Warning {
	var skip skipError
	var at lineError
	switch {
	case errors.As(err, &skip):
		return Warning{Path: path, Message: skip.Error(), Skipped: true}
	case errors.As(err, &at):
		return Warning{Path: path, Line: at.line, Message: at.err.Error(), Skipped: true, Faulty: true}
	}
	return Warning{Path: path, Message: err.Error(), Skipped: true, Faulty: true}
}
