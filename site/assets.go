// Package site holds the search page and, built into the binary, every file that
// a browser needs beside an index.
package site

import (
	"embed"
	"errors"
	"io/fs"
	"slices"
)

//go:embed all:dist
var dist embed.FS

//go:embed all:classic
var classic embed.FS

// ErrNotBuilt says that the binary was compiled without the browser's files.
var ErrNotBuilt = errors.New("this mycel was compiled without its browser files: build it with make build")

// PlaygroundFolder is where the playground lies among the browser's files: a page that
// compares the modes, for those who look after a site.
const PlaygroundFolder = "playground"

// WithoutPlayground returns the files that readers of a site need.
func WithoutPlayground(files fs.FS) fs.FS { return withoutPlayground{files} }

type withoutPlayground struct{ fs.FS }

// ReadDir leaves the folder out where files are listed.
func (w withoutPlayground) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, name)
	if name == "." {
		list = slices.DeleteFunc(list, func(d fs.DirEntry) bool { return d.Name() == PlaygroundFolder })
	}
	return list, err
}

// Runtime returns the browser's files: the compressed engine, the client modules,
// the search page and the playground.
func Runtime() (fs.FS, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(files, "mycel.wasm.gz"); err != nil {
		return nil, ErrNotBuilt
	}
	return files, nil
}

// Classic returns the scripts for pages that are opened as files: worker.js, page.js
// (the search page) and classic.js (the elements and the client).
func Classic() (fs.FS, error) {
	files, err := fs.Sub(classic, "classic")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(files, "page.js"); err != nil {
		return nil, ErrNotBuilt
	}
	return files, nil
}
