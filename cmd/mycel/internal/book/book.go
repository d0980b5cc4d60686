// Package book reads the input of an mdBook backend and adds the search button to the pages of a book.
package book

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mycel/files"
)

// Context is the part of mdBook's message to a backend that mycel mdbook needs.
type Context struct {
	Root        string `json:"root"`
	Destination string `json:"destination"`
	Config      struct {
		Output struct {
			Mycel struct {
				Args []string `json:"args"`
			} `json:"mycel"`
		} `json:"output"`
	} `json:"config"`
}

// Read reads the message of mdBook to a backend.
func Read(r io.Reader) (c Context, err error) {
	err = json.NewDecoder(r).Decode(&c)
	return c, err
}

// menu begins the group of buttons in a page of mdBook.
var menu = []byte(`<div class="right-buttons">`)

// AddButton puts the search button into all pages of a book, except the pages of its bundle.
func AddButton(site, bundle string) error {
	pages := 0
	err := filepath.WalkDir(site, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".html" {
			if path == bundle {
				return filepath.SkipDir
			}
			return err
		}
		text, err := files.Read(path, files.Most)
		if err != nil {
			return err
		}
		before, after, found := bytes.Cut(text, menu)
		if !found {
			return nil
		}
		pages++
		below, err := filepath.Rel(site, path)
		if err != nil {
			return err
		}
		up := strings.Repeat("../", strings.Count(filepath.ToSlash(below), "/"))
		button := fmt.Sprintf(`<script type="module" src="%smycel/client/ui/define.js"></script><style>:where(:root){--mycel-radius:3px}mycel-search-trigger{color:var(--fg)}</style><mycel-search-trigger></mycel-search-trigger>`, up)
		return os.WriteFile(path, bytes.Join([][]byte{before, menu, []byte(button), after}, nil), 0o644)
	})
	if err == nil && pages == 0 {
		err = errors.New(`no page has <div class="right-buttons">; a theme of your own needs <mycel-search-trigger> and its script in index.hbs`)
	}
	return err
}
