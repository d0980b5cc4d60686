package ingest

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/builder/ingest/document"
	"mycel/files"
)

// listFiles lists the regular files below root whose names satisfy want: their slash paths relative to root, sorted.
// It also returns warnings about folders and wanted files that are not read, sorted by path.
//
// Names that begin with a dot and folders named node_modules are left out. Symbolic links within root are followed,
// others only if followLinks is true. No directory is read twice: linked directories are visited after the real tree,
// and left out if they were visited before. This also ends every loop. Only regular files are opened.
func listFiles(root string, want func(name string) bool, followLinks bool) (files []string, refused []document.Warning, err error) {
	info, err := os.Stat(root)
	switch {
	case os.IsNotExist(err):
		return nil, nil, fmt.Errorf("no such directory: %s", root)
	case err != nil:
		return nil, nil, err
	case !info.IsDir():
		return nil, nil, fmt.Errorf("not a directory: %s", root)
	}
	w := fileWalk{root: root, want: want, followLinks: followLinks, seen: map[string]bool{}}
	if w.realRoot, err = resolve(root); err != nil {
		return nil, nil, err
	}
	for w.linked = []string{"."}; len(w.linked) > 0; {
		dir := w.linked[0]
		w.linked = w.linked[1:]
		if err := w.tree(dir); err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(w.found)
	slices.SortFunc(w.refused, func(a, b document.Warning) int { return strings.Compare(a.Path, b.Path) })
	return w.found, w.refused, nil
}

type fileWalk struct {
	root        string
	realRoot    string // absolute, with links resolved
	want        func(name string) bool
	followLinks bool
	found       []string           // slash paths found so far
	refused     []document.Warning // about entries that are not read
	linked      []string           // slash paths of linked directories that remain
	seen        map[string]bool    // directories read so far, by their resolved path
}

// resolve returns the absolute path without symbolic links.
func resolve(where string) (string, error) {
	resolved, err := filepath.EvalSymlinks(where)
	if err != nil {
		return "", err
	}
	return filepath.Abs(resolved)
}

// tree reads the directory rel and its subdirectories, except linked ones.
func (w *fileWalk) tree(rel string) error {
	for todo := []string{rel}; len(todo) > 0; {
		dir := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		resolved, err := resolve(w.path(dir))
		if err == nil && w.seen[resolved] {
			continue
		}
		w.seen[resolved] = true
		var entries []fs.DirEntry
		if err == nil {
			entries, err = os.ReadDir(w.path(dir))
		}
		if err != nil && dir == "." {
			return err
		}
		if err != nil { // such as its permissions, or a path that is too long
			w.refuse(dir+"/", "cannot be read: "+cause(err).Error())
			continue
		}
		var below []string
		for _, e := range entries {
			if passedOver(e.Name()) {
				continue
			}
			if sub := w.entry(dir, e); sub != "" {
				below = append(below, sub)
			}
		}
		slices.Reverse(below) // the stack gives them back in sorted order
		todo = append(todo, below...)
	}
	return nil
}

// path returns the path on disk for a slash path.
func (w *fileWalk) path(rel string) string { return filepath.Join(w.root, filepath.FromSlash(rel)) }

// passedOver reports whether entries with that name never belong to a source.
func passedOver(name string) bool { return strings.HasPrefix(name, ".") || name == "node_modules" }

// entry records one directory entry, and returns its path if it is a real directory.
func (w *fileWalk) entry(dir string, e fs.DirEntry) string {
	rel := path.Join(dir, e.Name())
	if e.Type()&fs.ModeSymlink != 0 {
		w.link(rel, e.Name())
		return ""
	}
	if e.IsDir() {
		return rel
	}
	w.file(rel, e.Name(), e.Type(), "is ")
	return ""
}

// link records a symbolic link.
func (w *fileWalk) link(rel, name string) {
	resolved, err := resolve(w.path(rel))
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(resolved)
	}
	switch {
	case err != nil:
		if w.want(name) || path.Ext(name) == "" { // a name without an extension may have been a folder
			w.refuse(rel, "is a link to nothing")
		}
	case !info.IsDir() && !w.want(name):
	case !w.followLinks && !w.inside(resolved):
		if info.IsDir() {
			rel += "/"
		}
		w.refuse(rel, "is a link out of the source folder, or to a hidden part of it; only the setting follow-links reads such links")
	case info.IsDir():
		w.linked = append(w.linked, rel)
	default:
		w.file(rel, name, info.Mode().Type(), "is a link to ")
	}
}

// inside reports whether a resolved path is in root, and not hidden.
func (w *fileWalk) inside(resolved string) bool {
	rel, err := filepath.Rel(w.realRoot, resolved)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	return rel == "." || !slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), passedOver)
}

// file records a file to be read, or a warning with the reason not to read it. leads begins that reason.
func (w *fileWalk) file(rel, name string, mode fs.FileMode, leads string) {
	switch {
	case !w.want(name):
	case !mode.IsRegular():
		w.refuse(rel, leads+files.Kind(mode)+", which is not read")
	case !utf8.ValidString(rel):
		w.refuse(strings.ToValidUTF8(rel, "\uFFFD"), "has a name that is not UTF-8")
	default:
		w.found = append(w.found, rel)
	}
}

func (w *fileWalk) refuse(rel, message string) {
	w.refused = append(w.refused, document.Warning{Path: rel, Message: message, Skipped: true, Faulty: true})
}
