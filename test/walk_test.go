package test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// walkSources calls visit for each file below root, with its slash path below root. It leaves out installed
// packages, fixtures, the folder build, hidden folders, and the folders without.
func walkSources(root string, without []string, visit func(path, rel string) error) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || rel == "." {
			return err
		}
		rel = filepath.ToSlash(rel)
		name := d.Name()
		switch {
		case !d.IsDir():
			return visit(path, rel)
		case strings.HasPrefix(name, "."), name == "node_modules", name == "testdata", rel == "build", slices.Contains(without, rel):
			return fs.SkipDir
		}
		return nil
	})
}
