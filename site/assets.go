// Package site has the files that a browser needs beside an index, embedded in the binary, and
// the search page.
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

// ErrNotBuilt means that the binary was compiled without the browser's files.
var ErrNotBuilt = errors.New("this mycel was compiled without its browser files: build it with make build, or install a release (npm install mycel, or go install of a tagged version)")

// PlaygroundFolder is the folder of the playground among the browser's files. The playground
// compares the modes, for those who look after a site.
const PlaygroundFolder = "playground"

// MapFolder is the folder of the map among the browser's files: its page and its element.
const MapFolder = "map"

// Without returns the files without some entries of their folder: a site has playground and map if it asks for them.
func Without(files fs.FS, entries ...string) fs.FS { return without{files, entries} }

type without struct {
	fs.FS
	entries []string
}

// ReadDir lists a folder without the excluded entries.
func (w without) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(w.FS, name)
	if name == "." {
		list = slices.DeleteFunc(list, func(d fs.DirEntry) bool { return slices.Contains(w.entries, d.Name()) })
	}
	return list, err
}

// Runtime returns the browser's files: the compressed engine, the client modules,
// the search page, the playground and the map.
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

// Classic returns the scripts for pages opened from a disk: worker.js, page.js (the search page)
// and classic.js (the elements and the client).
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
