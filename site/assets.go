// Package site holds the search page and, built into the binary, every file that
// a browser needs beside an index.
package site

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

//go:embed all:classic
var classic embed.FS

// ErrNotBuilt says that the binary was compiled without the browser's files.
var ErrNotBuilt = errors.New("this mycel was compiled without its browser files: build it with make build")

// Runtime returns the browser's files: the compressed engine, the client modules
// and the search page.
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
