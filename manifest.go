package mycel

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"mycel/engine/bundle"
)

// ManifestName is the file that names all others of a bundle. It is the only one
// whose content changes under its name.
const ManifestName = "mycel.json"

// Manifest lists the files of a bundle.
type Manifest struct {
	Format  int    `json:"format"`
	Version string `json:"version"` // of mycel
	Index   File   `json:"index"`
	Parts   []File `json:"parts"` // part i of the index, texts among them
	Wasm    *File  `json:"wasm,omitempty"`
	Core    *File  `json:"core,omitempty"` // the part of the engine that is enough to search
	Files   []File `json:"files"`          // page and client modules
}

// File is one file of a bundle.
type File struct {
	Path     string `json:"path"` // with slashes, relative to the manifest
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`
	Unpacked int64  `json:"unpacked,omitempty"` // bytes of a compressed file's content; 0 if that is not said
}

// contentHash is the part of a name that changes with the content: half a SHA-256 in
// names that the builder gives, and what esbuild puts into those of modules.
var contentHash = regexp.MustCompile(`\.([0-9a-f]{16}|[A-Z2-7]{8})\.`)

// Immutable says whether the name of the file changes with its content, so that a copy
// may be kept for ever.
func (f File) Immutable() bool { return contentHash.MatchString(path.Base(f.Path)) }

// isContent tells whether the name of a compressed file has this sum of its content.
func (f File) isContent(sum []byte) bool {
	found := contentHash.FindStringSubmatch(path.Base(f.Path))
	return found != nil && found[1] == hex.EncodeToString(sum[:8])
}

// All lists the bundle's files, the manifest first.
func (m *Manifest) All() []File {
	files := append([]File{{Path: ManifestName}, m.Index}, m.Parts...)
	return append(append(files, m.Engines()...), m.Files...)
}

// The engines among the browser's files, compressed: one with everything, for bundles
// built with systems (builder.Config.With); one without these, for others; and the part of it
// that is enough to search a bundle without vectors.
const (
	SystemsEngine = "mycel-systems.wasm.gz"
	WholeEngine   = "mycel.wasm.gz"
	CoreEngine    = "mycel-core.wasm.gz"
)

// TakesEngine tells whether a bundle has a file among the browser's files, which it does
// but for engines of other bundles.
func TakesEngine(file string, vectors, systems bool) bool {
	switch file {
	case CoreEngine:
		return !vectors
	case WholeEngine:
		return !systems
	case SystemsEngine:
		return systems
	}
	return true
}

// EngineName returns the name of an engine in a bundle. The name has the first digits of the hash
// of the uncompressed content, as those of index and texts, so its content never changes. ok is
// false if file is not an engine.
func EngineName(file string, content []byte) (name string, ok bool) {
	if file != SystemsEngine && file != WholeEngine && file != CoreEngine {
		return "", false
	}
	sum, err := sumUnpacked(content)
	if err != nil {
		all := sha256.Sum256(content)
		sum = all[:]
	}
	return strings.TrimSuffix(file, ".wasm.gz") + "." + hex.EncodeToString(sum[:8]) + ".wasm.gz", true
}

// sumUnpacked returns the SHA-256 of the unpacked content of a gzip file.
func sumUnpacked(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	_, err = io.Copy(h, r)
	return h.Sum(nil), err
}

// SetEngine lists an engine, which has the name file among the browser's files.
func (m *Manifest) SetEngine(file string, listed File) {
	if file == CoreEngine {
		m.Core = &listed
	} else {
		m.Wasm = &listed
	}
}

// Engines lists the engines for browsers, the smallest first.
func (m *Manifest) Engines() []File {
	var files []File
	for _, f := range []*File{m.Core, m.Wasm} {
		if f != nil {
			files = append(files, *f)
		}
	}
	return files
}

// First lists what no query can be answered without: the smallest engine, if there is
// one, and the core of the index.
func (m *Manifest) First() []File {
	engines := m.Engines()
	return append(engines[:min(1, len(engines))], m.Index)
}

// ReadManifest reads and checks the manifest of the bundle in dir.
func ReadManifest(dir string) (*Manifest, error) {
	b, err := readManifest(context.Background(), folder(dir))
	if err != nil {
		return nil, err
	}
	return parseManifest(folder(dir), b)
}

// maxManifest is more than the rows of any bundle take, in bytes.
const maxManifest = 16 << 20

func readManifest(ctx context.Context, s source) ([]byte, error) {
	b, err := s.read(ctx, File{Path: ManifestName, Bytes: maxManifest})
	if err != nil {
		return nil, fmt.Errorf("%s is not a bundle: %w", s.place(""), err)
	}
	return b, nil
}

func parseManifest(s source, b []byte) (*Manifest, error) {
	place := s.place(ManifestName)
	m := &Manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	if m.Format != bundle.Version {
		return nil, fmt.Errorf("%s: %w: got %d, want %d; rebuild the bundle with this version of mycel", place, bundle.ErrVersion, m.Format, bundle.Version)
	}
	for _, f := range m.All() {
		if !fs.ValidPath(f.Path) {
			return nil, fmt.Errorf("%s: file name %q leads out of the bundle", place, f.Path)
		}
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
	}
	return m, nil
}

// ReadFile returns the unpacked content of the index or of a part of the
// bundle in dir, after checking the file against its row of the manifest.
func ReadFile(dir string, f File) ([]byte, error) {
	return readFile(context.Background(), folder(dir), f)
}

func readFile(ctx context.Context, s source, f File) ([]byte, error) {
	packed, err := s.read(ctx, f)
	if err != nil {
		return nil, err
	}
	place := s.place(f.Path)
	if sum := sha256.Sum256(packed); hex.EncodeToString(sum[:]) != f.SHA256 {
		if !isGzip(packed) && f.isContent(sum[:]) {
			return packed, nil // unpacked on the way
		}
		return nil, fmt.Errorf("%s: the file is not the one the manifest lists: got sha256 %x, want %s", place, sum, f.SHA256)
	}
	raw, err := f.unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return raw, nil
}
