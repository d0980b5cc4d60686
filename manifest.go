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
	Format  int       `json:"format"`
	Version string    `json:"version"` // of mycel
	Index   File      `json:"index"`
	Parts   []File    `json:"-"`              // part i of the index, texts among them; see PartNames
	Stored  []File    `json:"-"`              // the files that have the parts, in their order: of each its own, or a pack
	Texts   PartNames `json:"texts"`          // of the parts with texts, which come first
	Rest    PartNames `json:"parts"`          // of the others
	List    *File     `json:"list,omitempty"` // of the parts, each with size and sum: for tools, readers do without
	Wasm    *File     `json:"wasm,omitempty"`
	Core    *File     `json:"core,omitempty"` // the part of the engine that is enough to search
	Files   []File    `json:"files"`          // page and client modules
}

// PartNames names parts of an index. There may be thousands, and a reader needs a few. So the
// manifest has five bytes for every group of neighbours: the number of its parts, 0 for a pack, and its name,
// which changes with the content of any part. Part n of a group is the file
// <TextFolder or PartFolder>/<name of the group>/<n>.gz, or is in a pack with the other parts of its
// group.
type PartNames struct {
	Bytes    int64       `json:"bytes"`    // of all, as they are stored
	Unpacked int64       `json:"unpacked"` // of the content of the longest
	Groups   []byte      `json:"groups"`
	Packs    []SlotRange `json:"packs,omitempty"` // ascending: the groups that are in packs
}

// GroupBytes is the number of bytes of a group in PartNames.
const GroupBytes = 5

// Folders of the parts with texts, and of the others.
const (
	TextFolder = "texts"
	PartFolder = "parts"
)

// PartPath returns the path of a part: part n of a group with such a name.
func PartPath(folder string, name []byte, n int) string {
	return fmt.Sprintf("%s/%x/%d.gz", folder, name, n)
}

// addFiles adds the rows of the parts, and of the files that have them, without sums, and without sizes
// but those of slots.
func (m *Manifest) addFiles(folder string, n *PartNames) {
	packs := n.Packs
	for group := range len(n.Groups) / GroupBytes {
		row := n.Groups[group*GroupBytes:][:GroupBytes]
		if len(packs) > 0 && packs[0].End() <= group {
			packs = packs[1:]
		}
		if len(packs) > 0 && packs[0].First() <= group {
			m.Parts = append(m.Parts, PackedFiles(folder, row[1:], packs[0].Parts(), packs[0].Size(), n.Unpacked)...)
			m.Stored = append(m.Stored, File{Path: PackPath(folder, row[1:])})
			continue
		}
		for i := range int(row[0]) {
			m.Parts = append(m.Parts, File{Path: PartPath(folder, row[1:], i), Unpacked: n.Unpacked})
		}
		m.Stored = append(m.Stored, m.Parts[len(m.Parts)-int(row[0]):]...)
	}
}

// count returns the number of parts, and refuses names that no bundle has. It makes no rows: five bytes of a
// manifest may name 65,536 parts.
func (n *PartNames) count() (parts int, ok bool) {
	if n.Unpacked < 0 || n.Unpacked > MaxUnpacked || len(n.Groups)%GroupBytes != 0 {
		return 0, false
	}
	last := 0
	for _, r := range n.Packs {
		if r.First() < last || r.End() <= r.First() || r.End() > len(n.Groups)/GroupBytes || r.Size() < LeastSlot || r.Size() > maxSlot ||
			r.Parts() < 1 || r.Parts() > maxParts {
			return 0, false
		}
		parts += n.unpacked(last, r.First()) + (r.End()-r.First())*r.Parts()
		last = r.End()
	}
	return parts + n.unpacked(last, len(n.Groups)/GroupBytes), true
}

// unpacked returns the number of parts of groups that are in no packs: those from first up to end.
func (n *PartNames) unpacked(first, end int) (parts int) {
	for group := first; group < end; group++ {
		parts += int(n.Groups[group*GroupBytes])
	}
	return parts
}

// File is one file of a bundle.
type File struct {
	Path     string `json:"path"` // with slashes, relative to the manifest
	Bytes    int64  `json:"bytes"`
	SHA256   string `json:"sha256"`             // "" for a part of which the list of parts was not read
	Unpacked int64  `json:"unpacked,omitempty"` // bytes of a compressed file's content; 0 if that is not said

	// Of a part in a pack: the path of the pack, and the number of its slot there. Bytes are those of the slot
	// then, and Path has the number behind a question mark.
	Pack string `json:"-"`
	Slot int    `json:"-"`
}

// compressed tells whether the file is a gzip stream.
func (f File) compressed() bool { return f.Pack != "" || strings.HasSuffix(f.Path, ".gz") }

// contentHash is the part of a name that changes with the content: half a SHA-256 in
// names that the builder gives, and what esbuild puts into those of modules.
var contentHash = regexp.MustCompile(`\.([0-9a-f]{16}|[A-Z2-7]{8})\.`)

// partPath is how the paths of parts look: the name of a group changes with its content.
var partPath = regexp.MustCompile(`^(texts|parts)/[0-9a-f]{8}(/[0-9]+\.gz|\.pack)$`)

// Immutable says whether the name of the file changes with its content, so that a copy
// may be kept for ever.
func (f File) Immutable() bool {
	return contentHash.MatchString(path.Base(f.Path)) || partPath.MatchString(f.Path)
}

// isContent tells whether the name of a compressed file has this sum of its content.
func (f File) isContent(sum []byte) bool {
	found := contentHash.FindStringSubmatch(path.Base(f.Path))
	return found != nil && found[1] == hex.EncodeToString(sum[:8])
}

// All lists the bundle's files, the manifest first.
func (m *Manifest) All() []File {
	files := append([]File{{Path: ManifestName}, m.Index}, m.Stored...)
	if m.List != nil {
		files = append(files, *m.List)
	}
	return append(append(files, m.Engines()...), m.Files...)
}

// The engines among the browser's files, compressed: one with everything, and the part of it
// that is enough to search a bundle without vectors.
const (
	WholeEngine = "mycel.wasm.gz"
	CoreEngine  = "mycel-core.wasm.gz"
)

// Takes tells whether a bundle has a file among the browser's files: all but the search engine, which
// knows no vectors.
func Takes(file string, vectors bool) bool { return file != CoreEngine || !vectors }

// EngineName returns the name of an engine in a bundle. The name has the first digits of the hash
// of the uncompressed content, as those of index and texts, so its content never changes. ok is
// false if file is not an engine.
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

// ReadManifest reads and checks the manifest of the bundle in dir, with the sizes and sums of
// its parts.
func ReadManifest(dir string) (*Manifest, error) {
	ctx, s := context.Background(), folder(dir)
	b, err := readManifest(ctx, s)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(s, b)
	if err == nil {
		err = m.readList(ctx, s)
	}
	return m, err
}

// ListName is the file that lists the parts.
const ListName = "parts.json"

// readList reads the rows of the files that have the parts.
func (m *Manifest) readList(ctx context.Context, s source) error {
	if m.List == nil {
		return fmt.Errorf("%s: no list of parts", s.place(ManifestName))
	}
	b, err := readFile(ctx, s, *m.List)
	if err != nil {
		return err
	}
	var rows []File
	if bytes.Count(b, []byte{','}) > mostFields*(1+len(m.Stored)) {
		return fmt.Errorf("%s: it lists more parts than %s", s.place(m.List.Path), ManifestName)
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		return fmt.Errorf("%s: %w", s.place(m.List.Path), err)
	}
	same := len(rows) == len(m.Stored)
	for i := range rows {
		same = same && rows[i].Path == m.Stored[i].Path
	}
	if !same {
		return fmt.Errorf("%s: it lists other parts than %s", s.place(m.List.Path), ManifestName)
	}
	for _, f := range rows {
		if err := f.check(); err != nil {
			return fmt.Errorf("%s: %w", s.place(m.List.Path), err)
		}
	}
	m.Stored = rows
	for i := range m.Parts {
		if m.Parts[i].Pack == "" {
			m.Parts[i] = rows[0]
			rows = rows[1:]
		} else if i+1 == len(m.Parts) || m.Parts[i+1].Pack != m.Parts[i].Pack {
			rows = rows[1:]
		}
	}
	return nil
}

// Limits of manifests, beyond those of any bundle: two bytes of JSON may become a row of a hundred.
const (
	maxManifest = 16 << 20 // bytes
	maxFields   = 1 << 18  // of all rows
	mostFields  = 8        // of a row
)

func readManifest(ctx context.Context, s source) ([]byte, error) {
	b, err := s.read(ctx, File{Path: ManifestName, Bytes: maxManifest})
	if err != nil {
		return nil, fmt.Errorf("%s is not a bundle: %w", s.place(""), err)
	}
	return b, nil
}

func parseManifest(s source, b []byte) (*Manifest, error) {
	place := s.place(ManifestName)
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
	texts, ok := m.Texts.count()
	rest, also := m.Rest.count()
	if !ok || !also || texts+rest > bundle.MaxParts {
		return nil, fmt.Errorf("%s: the names of the parts are damaged", place)
	}
	m.Parts = make([]File, 0, texts+rest)
	m.addFiles(TextFolder, &m.Texts)
	m.addFiles(PartFolder, &m.Rest)
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
	if f.Pack != "" && !isGzip(packed) {
		return nil, fmt.Errorf("%s: it is damaged: no part is there", s.place(f.Path))
	}
	place := s.place(f.Path)
	if sum := sha256.Sum256(packed); f.SHA256 != "" && hex.EncodeToString(sum[:]) != f.SHA256 {
		if !isGzip(packed) && f.isContent(sum[:]) {
			return packed, nil // unpacked on the way
		}
		return nil, fmt.Errorf("%s: the file is not the one the manifest lists: got sha256 %x, want %s", place, sum, f.SHA256)
	}
	if !isGzip(packed) && f.SHA256 == "" || !f.compressed() {
		return packed, nil // unpacked on the way: a part has a checksum of its own
	}
	raw, err := f.unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", place, err)
	}
	return raw, nil
}
