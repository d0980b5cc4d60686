package write

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"

	"mycel/files"
	"mycel/manifest"
)

// ownNames matches the names that builds give to files of a bundle: the manifest, the index, its packs (parts of
// earlier formats too), the engines, the files for language models, and the browser's files of this project.
var ownNames = regexp.MustCompile(`^(mycel\.json|index\.[0-9a-f]{16}\.gz|(parts/[a-z0-9-]+\.[0-9a-f]{16}|(texts|parts)/[0-9a-f]{8}/[0-9]+)\.gz|(texts|parts)/[0-9a-f]{8}\.pack|packs/(text|index)\.[0-9a-f]{16}\.pack|` +
	`mycel(-[a-z]+)?\.[0-9a-f]{16}\.wasm\.gz|index\.html|precache\.json|(parts|packs)\.json|mycel-sw\.js|pagefind\.js|icon\.svg|llms(-full)?\.txt|` +
	`(page|icon)(\.[A-Z2-7]{8})?\.(js|css|svg)|(client|playground|map)/[A-Za-z0-9_./-]+\.(html|js|css|svg)|map/map\.json)$`)

// ownFiles knows which files of an output folder an earlier build wrote. A build deletes only these files, so it
// does not trust the manifest in the folder: a file counts only if the manifest lists it, its name is one that
// builds give, and its content has the listed hash.
type ownFiles struct {
	dir     string
	runtime fs.FS // files whose names builds also give; nil for none
	listed  map[string]manifest.File
}

// newOwnFiles reads the manifest of a folder, if it has one. Any version of Mycel may have written it.
func newOwnFiles(dir string, runtime fs.FS) (*ownFiles, error) {
	o := &ownFiles{dir: dir, runtime: runtime, listed: map[string]manifest.File{}}
	b, err := files.Read(filepath.Join(dir, manifest.Name), files.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err != nil {
		return nil, err
	}
	var m struct {
		Format     int
		Index      manifest.File
		Parts      json.RawMessage // rows, up to format 7
		List       *manifest.File
		Wasm, Core *manifest.File
		Files      []manifest.File
	}
	if json.Unmarshal(b, &m) != nil || m.Format <= 0 {
		return o, nil
	}
	rows := m.Parts
	if m.List != nil && o.isOwnName(m.List.Path) {
		// The sum of the list is checked against its row, as that of any other file.
		rows, _ = files.Read(filepath.Join(dir, filepath.FromSlash(m.List.Path)), manifest.MaxUnpacked)
	}
	var parts []manifest.File
	_ = json.Unmarshal(rows, &parts) // unlisted files do not belong to a bundle
	o.list(manifest.File{Path: manifest.Name}, m.Index)
	o.list(parts...)
	o.list(m.Files...)
	for _, f := range []*manifest.File{m.List, m.Wasm, m.Core} {
		if f != nil {
			o.list(*f)
		}
	}
	return o, nil
}

func (o *ownFiles) list(files ...manifest.File) {
	for _, f := range files {
		o.listed[f.Path] = f
	}
}

// check returns an error if the file at the slash path rel was not written by a build. It
// reads the file. The error is a phrase about the file.
func (o *ownFiles) check(rel string, d fs.DirEntry) error {
	row, ok := o.listed[rel]
	if !ok || !d.Type().IsRegular() || !o.isOwnName(rel) {
		return fmt.Errorf("is not part of a Mycel bundle")
	}
	if rel == manifest.Name {
		return nil // a manifest cannot list its own hash
	}
	sum, err := sumFile(filepath.Join(o.dir, filepath.FromSlash(rel)))
	if err != nil {
		return err
	}
	if sum != row.SHA256 {
		return fmt.Errorf("has changed since the bundle was built")
	}
	return nil
}

func (o *ownFiles) isOwnName(rel string) bool {
	if ownNames.MatchString(rel) {
		return true
	}
	if o.runtime == nil {
		return false
	}
	_, err := fs.Stat(o.runtime, rel)
	return err == nil
}

// sumFile returns the SHA-256 of a file in hexadecimal digits.
func sumFile(path string) (string, error) {
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
