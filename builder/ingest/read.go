package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
	"mycel/builder/parallel"
	"mycel/files"
)

// parseFunc turns the bytes of the file at the slash path rel into a document. An error leaves the file out with a
// warning; a skipError says that this is intended, and a lineError gives the line. Errors need not name the file.
type parseFunc func(rel string, raw []byte) (document.Document, error)

// prepareFunc returns the bytes of a file with its included files, and the key of the result in a
// store.
type prepareFunc func(rel string, raw []byte) (name string, prepared []byte)

// readFiles parses files on all cores. files are slash paths below root in sorted order. refused
// are warnings about other files, by path. prepare is nil for files that include none.
func readFiles(ctx context.Context, root string, files []string, refused []document.Warning, o document.Options, prepare prepareFunc, parse parseFunc) (*document.Corpus, error) {
	files = slices.DeleteFunc(files, func(rel string) bool { return !o.Wanted(rel) })
	refused = slices.DeleteFunc(refused, func(w document.Warning) bool {
		return !strings.HasSuffix(w.Path, "/") && !o.Wanted(w.Path) // a folder may contain wanted files
	})
	pages := make([]page, len(files))
	var done parallel.Counter
	parallel.Do(len(files), func(i int) {
		if ctx.Err() == nil {
			pages[i] = readPage(filepath.Join(root, filepath.FromSlash(files[i])), files[i], o, prepare, parse)
			done.Add(func(n int) { o.Report(n, len(files)) })
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := gather(files, pages, refused)
	addRedirects(c, append(redirectPages(files, pages), redirectsFile(root)...))
	return c, nil
}

// page is the outcome of one file.
type page struct {
	doc   document.Document
	bytes int64
	err   error
}

func readPage(where, rel string, o document.Options, prepare prepareFunc, parse parseFunc) page {
	if err := o.Excluded(rel); err != nil {
		return page{err: err}
	}
	raw, err := files.Read(where, document.MaxBytes)
	if err != nil {
		return page{err: fmt.Errorf("cannot be read: %w", cause(err))}
	}
	if prepare == nil {
		return readBytes(rel, rel, raw, o, parse)
	}
	name, prepared := prepare(rel, raw)
	p := readBytes(name, rel, prepared, o, parse)
	p.bytes = int64(len(raw))
	return p
}

// cause returns an error without its path, because the warning has it.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// readBytes parses the bytes of a file. name is its key in a store.
func readBytes(name, rel string, raw []byte, o document.Options, parse parseFunc) page {
	p := page{bytes: int64(len(raw))}
	if bytes.HasPrefix(raw, []byte("version https://git-lfs.github.com/spec/")) {
		p.err = errors.New("is a pointer of Git LFS, not the file: check out with LFS (lfs: true, or git lfs pull)")
		return p
	}
	var known bool
	if p.doc, known = o.Load(name, raw); !known || p.doc.ID != rel {
		p.doc, p.err = parse(rel, raw)
		o.Adjust(rel, &p.doc)
		p.doc.CutTitle()
		if p.err == nil {
			o.Keep(name, raw, &p.doc)
		}
	}
	if reason := o.Unpublished(p.doc.Meta); reason != "" {
		p.err = document.SkipError(reason)
	}
	return p
}

// leaveOutUnmarked leaves out pages without marked content if any page has some: authors who mark
// content mark it on all pages.
func leaveOutUnmarked(pages []page) {
	if !slices.ContainsFunc(pages, func(p page) bool { return p.doc.Marked }) {
		return
	}
	for i := range pages {
		if p := &pages[i]; p.err == nil && !p.doc.Marked {
			p.err = document.SkipError("has no data-mycel-body attribute, while other pages have one")
		}
	}
}

func gather(files []string, pages []page, refused []document.Warning) *document.Corpus {
	c := &document.Corpus{Found: len(files) + len(refused), Warnings: refused}
	leaveOutUnmarked(pages)
	firstAt := map[string]string{} // URL → ID of the first document there
	for i, p := range pages {
		c.Bytes += p.bytes
		if p.err != nil {
			w := document.WarningOf(files[i], p.err)
			c.Warnings = append(c.Warnings, w)
			if w.Skipped {
				continue
			}
		}
		if other, taken := firstAt[p.doc.URL]; taken {
			c.Warnings = append(c.Warnings, document.Warning{
				Path:    files[i],
				Message: fmt.Sprintf("has the same URL as %s: %s", other, p.doc.URL),
			})
		} else {
			firstAt[p.doc.URL] = p.doc.ID
		}
		for _, message := range p.doc.Warnings {
			c.Warnings = append(c.Warnings, document.Warning{Path: files[i], Message: message})
		}
		c.Documents = append(c.Documents, p.doc)
	}
	if len(refused) > 0 {
		slices.SortStableFunc(c.Warnings, func(a, b document.Warning) int { return strings.Compare(a.Path, b.Path) })
	}
	return c
}
