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
)

// listFiles returns the slash paths, relative to root and sorted, of the regular
// files below root whose name satisfies want.
//
// Names that begin with a dot and folders named node_modules are left out.
// Symbolic links are followed, but no directory is read twice: linked directories
// are visited after the real tree, and one whose target was visited already is
// passed over, which also ends every loop.
func listFiles(root string, want func(name string) bool) ([]string, error) {
	info, err := os.Stat(root)
	switch {
	case os.IsNotExist(err):
		return nil, fmt.Errorf("no such directory: %s", root)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("not a directory: %s", root)
	}
	w := fileWalk{root: root, want: want, seen: map[string]bool{}}
	for w.linked = []string{"."}; len(w.linked) > 0; {
		dir := w.linked[0]
		w.linked = w.linked[1:]
		if err := w.tree(dir); err != nil {
			return nil, err
		}
	}
	slices.Sort(w.files)
	return w.files, nil
}

type fileWalk struct {
	root   string
	want   func(name string) bool
	files  []string        // slash paths found so far
	linked []string        // slash paths of linked directories still to visit
	seen   map[string]bool // directories read so far, by their path without links
}

// tree reads the directory rel and the real directories below it.
func (w *fileWalk) tree(rel string) error {
	for todo := []string{rel}; len(todo) > 0; {
		dir := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		where := filepath.Join(w.root, filepath.FromSlash(dir))
		resolved, err := filepath.EvalSymlinks(where)
		if err != nil {
			return err
		}
		if resolved, err = filepath.Abs(resolved); err != nil {
			return err
		}
		if w.seen[resolved] {
			continue
		}
		w.seen[resolved] = true
		entries, err := os.ReadDir(where)
		if err != nil {
			return err
		}
		var below []string
		for _, e := range entries {
			sub, err := w.entry(dir, e)
			if err != nil {
				return err
			}
			if sub != "" {
				below = append(below, sub)
			}
		}
		slices.Reverse(below) // the stack gives them back in sorted order
		todo = append(todo, below...)
	}
	return nil
}

// entry files one directory entry, and returns its path if it is a real directory.
func (w *fileWalk) entry(dir string, e fs.DirEntry) (string, error) {
	name := e.Name()
	if strings.HasPrefix(name, ".") || name == "node_modules" {
		return "", nil
	}
	rel := path.Join(dir, name)
	mode := e.Type()
	linked := mode&fs.ModeSymlink != 0
	if linked {
		info, err := os.Stat(filepath.Join(w.root, filepath.FromSlash(rel)))
		if err != nil && !w.want(name) {
			return "", nil // a dangling link to something we would not read anyway
		}
		if err != nil {
			return "", err
		}
		mode = info.Mode().Type()
	}
	switch {
	case mode.IsDir() && linked:
		w.linked = append(w.linked, rel)
	case mode.IsDir():
		return rel, nil
	case mode.IsRegular() && w.want(name):
		if !utf8.ValidString(rel) {
			return "", fmt.Errorf("file name is not UTF-8: %q", rel)
		}
		w.files = append(w.files, rel)
	}
	return "", nil
}
