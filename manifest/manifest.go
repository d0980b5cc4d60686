package manifest

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
	"slices"
	"strings"

	"mycel/engine/bundle"
)

// Name is the file that names all others of a bundle. Only its content changes under its name.
const Name = "mycel.json"

// Manifest lists the files of a bundle.
type Manifest struct {
	Format  int       `json:"format"`
	Version string    `json:"version"` // of mycel
	Index   File      `json:"index"`
	Packs   []File    `json:"-"`              // the packs of the index, those of texts first
	Texts   PackNames `json:"texts"`          // of the packs of texts
	Rest    PackNames `json:"parts"`          // of the packs of all other parts
	List    *File     `json:"list,omitempty"` // of the packs, each with size and sum: only tools read it
	Wasm    *File     `json:"wasm,omitempty"`
	Core    *File     `json:"core,omitempty"` // the search engine
	Files   []File    `json:"files"`          // page and client modules

	table  *packTable // of the index file, once that is read
	inside string     // content of the parts in the index file
}

// PackNames names packs.
type PackNames struct {
	Bytes    int64  `json:"bytes"`           // of all
	Unpacked int64  `json:"unpacked"`        // size of the largest part's content
	Names    []byte `json:"names"`           // the first bytes of each pack's SHA-256
	First    int    `json:"first,omitempty"` // number of packs that every first query reads whole
}

// addPacks adds the rows of packs, without sizes and sums.
func (m *Manifest) addPacks(kind string, n *PackNames) bool {
	if n.Unpacked < 0 || n.Unpacked > MaxUnpacked || len(n.Names)%PackNameBytes != 0 || len(n.Names) > mostPacks*PackNameBytes || n.First < 0 || n.First > len(n.Names)/PackNameBytes {
		return false
	}
	for name := range slices.Chunk(n.Names, PackNameBytes) {
		m.Packs = append(m.Packs, File{Path: PackPath(kind, name)})
	}
	return true
}

// File is one file of a bundle.
type File struct {
	Path     string `json:"path"` // with slashes, relative to the manifest
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`             // "" for a part, and for a pack if the list was not read
	Unpacked int64  `json:"unpacked,omitempty"` // bytes of a compressed file's content; 0 if unknown
	Core     int64  `json:"core,omitempty"`     // of the index file: bytes of its content that are the core

	// For a part: the number of its pack, from 1, or 0 in the index file; its place there; and whether the place is a
	// slot. Bytes is then the size of the slot. Path has the number of the part behind a question mark.
	Pack   int    `json:"-"`
	At     int64  `json:"-"`
	Slot   bool   `json:"-"`
	inside string // the content of a part in the index file
}

// compressed tells whether the file is a gzip stream.
func (f File) compressed() bool { return f.Pack > 0 || strings.HasSuffix(f.Path, ".gz") }

// isPack tells whether b is the pack.
func (f File) isPack(b []byte) bool {
	sum := sha256.Sum256(b)
	return int64(len(b)) == f.Bytes && f.isContent(sum[:])
}

// contentHash is the part of a name that changes with the content: half a SHA-256 in names of the builder, esbuild's
// hash in names of modules.
var contentHash = regexp.MustCompile(`\.([0-9a-f]{16}|[A-Z2-7]{8})\.`)

// Immutable says whether the name of the file changes with its content, so that a copy may be kept for ever.
func (f File) Immutable() bool {
	return contentHash.MatchString(path.Base(f.Path))
}

// isContent tells whether the name of a file has this sum. It is the sum of the uncompressed content.
func (f File) isContent(sum []byte) bool {
	found := contentHash.FindStringSubmatch(path.Base(f.Path))
	return found != nil && found[1] == hex.EncodeToString(sum[:8])
}

// All lists the bundle's files, the manifest first.
func (m *Manifest) All() []File {
	files := append([]File{{Path: Name}, m.Index}, m.Packs...)
	if m.List != nil {
		files = append(files, *m.List)
	}
	return append(append(files, m.Engines()...), m.Files...)
}

// The engines among the browser's files, compressed: the full engine, and the search engine for bundles without
// vectors.
const (
	WholeEngine = "mycel.wasm.gz"
	CoreEngine  = "mycel-core.wasm.gz"
)

// Takes tells whether a bundle has a file of the browser's files: all but the search engine, which cannot read vectors.
func Takes(file string, vectors bool) bool { return file != CoreEngine || !vectors }

// EngineName returns the name of an engine in a bundle. The name has the first digits of the hash of the uncompressed
// content, as the names of index and texts do, so its content never changes. ok is false if file is not an engine.
func EngineName(file string, content []byte) (name string, ok bool) {
	if file != WholeEngine && file != CoreEngine {
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

// SetEngine lists an engine. file is its name among the browser's files.
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

// First lists the files that every query needs: the smallest engine, if there is one, and the core of the index.
func (m *Manifest) First() []File {
	engines := m.Engines()
	return append(engines[:min(1, len(engines))], m.Index)
}

// Read reads and checks the manifest of the bundle in dir, with the sizes and sums of its packs and the places of its
// parts.
func Read(dir string) (*Manifest, error) {
	ctx, s := context.Background(), Folder(dir)
	b, err := ReadRaw(ctx, s)
	if err != nil {
		return nil, err
	}
	m, err := Parse(s, b)
	if err != nil {
		return nil, err
	}
	if _, err := m.ReadIndex(ctx, s); err != nil {
		return nil, err
	}
	return m, m.ReadList(ctx, s)
}

// ReadIndex reads the index file, and returns the core.
func (m *Manifest) ReadIndex(ctx context.Context, s Source) (core []byte, err error) {
	content, err := readFile(ctx, s, m.Index)
	if err != nil {
		return nil, err
	}
	if n := m.Index.Core; n < 0 || n > int64(len(content)) {
		return nil, fmt.Errorf("%s: it has %d bytes, the manifest says that %d are the core", s.Place(m.Index.Path), len(content), n)
	}
	if err := m.readPacks(content[m.Index.Core:]); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Place(m.Index.Path), err)
	}
	return content[:m.Index.Core:m.Index.Core], nil
}

// ListName is the file that lists the packs.
const ListName = "packs.json"

// ReadList reads the rows of the packs.
func (m *Manifest) ReadList(ctx context.Context, s Source) error {
	if m.List == nil {
		return fmt.Errorf("%s: no list of packs", s.Place(Name))
	}
	b, err := readFile(ctx, s, *m.List)
	if err != nil {
		return err
	}
	var rows []File
	if bytes.Count(b, []byte{','}) > mostFields*(1+len(m.Packs)) {
		return fmt.Errorf("%s: it lists more packs than %s", s.Place(m.List.Path), Name)
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		return fmt.Errorf("%s: %w", s.Place(m.List.Path), err)
	}
	same := len(rows) == len(m.Packs)
	for i := range rows {
		same = same && rows[i].Path == m.Packs[i].Path && rows[i].Bytes == m.Packs[i].Bytes
	}
	if !same {
		return fmt.Errorf("%s: it lists other packs than %s", s.Place(m.List.Path), Name)
	}
	m.Packs = rows
	return nil
}

// Limits of manifests, greater than any bundle needs: two bytes of JSON may become a row of a hundred.
const (
	maxManifest = 16 << 20 // bytes
	maxFields   = 1 << 18  // of all rows
	mostFields  = 8        // of a row
	mostPacks   = 1 << 16  // of a kind; this number of packs has at least 32 GB
)

func ReadRaw(ctx context.Context, s Source) ([]byte, error) {
	b, err := s.Read(ctx, File{Path: Name, Bytes: maxManifest})
	if err != nil {
		return nil, fmt.Errorf("%s is not a bundle: %w", s.Place(""), err)
	}
	return b, nil
}

func Parse(s Source, b []byte) (*Manifest, error) {
	place := s.Place(Name)
	var format struct{ Format int }
	if err := json.Unmarshal(b, &format); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	if format.Format != bundle.Version {
		return nil, fmt.Errorf("%s: %w: got %d, want %d; rebuild the bundle with this version of mycel", place, bundle.ErrVersion, format.Format, bundle.Version)
	}
	if bytes.Count(b, []byte{','}) > maxFields {
		return nil, fmt.Errorf("%s: it lists more files than any bundle has", place)
	}
	m := &Manifest{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	if texts, rest := m.addPacks(TextPacks, &m.Texts), m.addPacks(IndexPacks, &m.Rest); !texts || !rest {
		return nil, fmt.Errorf("%s: the names of the packs are damaged", place)
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

// ReadFile returns the unpacked content of a file of the bundle in dir, whose manifest is m. f may be a part; of the
// index file it returns the core. It checks the file against its row of the manifest.
func (m *Manifest) ReadFile(dir string, f File) ([]byte, error) {
	ctx, s := context.Background(), Folder(dir)
	if f.Pack == 0 && f.inside == "" {
		content, err := readFile(ctx, s, f)
		if err == nil && f.Core > 0 && f.Core <= int64(len(content)) {
			content = content[:f.Core:f.Core]
		}
		return content, err
	}
	content, err := f.Content(func(at, n int64) ([]byte, error) { return s.Slice(ctx, m.Packs[f.Pack-1], at, n) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Place(f.Path), err)
	}
	return content, nil
}

func readFile(ctx context.Context, s Source, f File) ([]byte, error) {
	packed, err := s.Read(ctx, f)
	if err != nil {
		return nil, err
	}
	place, sum := s.Place(f.Path), sha256.Sum256(packed)
	if !isGzip(packed) && f.isContent(sum[:]) {
		return packed, nil // it was unpacked on the way
	}
	if hex.EncodeToString(sum[:]) != f.SHA256 {
		return nil, fmt.Errorf("%s: the file is not the one the manifest lists: got sha256 %x, want %s", place, sum, f.SHA256)
	}
	if int64(len(packed)) != f.Bytes {
		return nil, fmt.Errorf("%s: it has %d bytes, the manifest says %d", place, len(packed), f.Bytes)
	}
	if !f.compressed() {
		return packed, nil
	}
	raw, err := f.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return raw, nil
}

// Verify reads a file and checks it against its row of the manifest.
func (f File) Verify(ctx context.Context, s Source) (err error) {
	if f.SHA256 == "" {
		_, err = s.Read(ctx, f)
	} else {
		_, err = readFile(ctx, s, f)
	}
	return err
}
