package write

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"mycel/builder/searchpage"
	"mycel/engine/bundle"
	"mycel/manifest"
	"mycel/reader"
)

// CheckOutput refuses an output path that holds anything but an earlier bundle:
// the build would replace it. It reads all files there. runtime is Config.Runtime.
func CheckOutput(dir string, runtime fs.FS) error {
	place, err := placeOf(dir)
	if err != nil {
		return err
	}
	for {
		info, err := os.Stat(place)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		err = checkFolder(dir, place, info, runtime)
		if err == nil {
			return nil
		}
		// Another build may have put its bundle there meanwhile; then the checks mixed two folders.
		if now, gone := os.Stat(place); gone != nil || os.SameFile(info, now) {
			return err
		}
	}
}

// checkFolder is CheckOutput for the folder at a path.
func checkFolder(dir, place string, info fs.FileInfo, runtime fs.FS) error {
	if !info.IsDir() {
		return fmt.Errorf("output path %s is a file, want a folder", dir)
	}
	own, err := newOwnFiles(place, runtime)
	if err != nil {
		return fmt.Errorf("output path %s: %w: choose another folder, or remove it", dir, err)
	}
	return filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(place, path)
		if err != nil {
			return err
		}
		if err := own.check(filepath.ToSlash(rel), d); err != nil {
			return fmt.Errorf("output path %s holds %s, which %w: choose another folder, or remove it", dir, rel, err)
		}
		return nil
	})
}

// placeOf returns the absolute path of an output folder, with links resolved: the bundle replaces the folder, not the
// link.
func placeOf(dir string) (string, error) {
	place, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if _, linked := os.Readlink(dir); linked == nil {
			return "", fmt.Errorf("output path %s is a link to a file that does not exist", dir)
		}
		place, err = dir, nil
	}
	if err != nil {
		return "", fmt.Errorf("output path %s: %w", dir, err)
	}
	return filepath.Abs(place)
}

// Folder is a bundle that is being written beside its place.
type Folder struct {
	target   string
	temp     string
	claimed  *os.File // temp, marked as in use; nil if the system cannot do that
	sink     Sink     // if not nil, takes the files instead of temp
	sinking  sync.Mutex
	Manifest manifest.Manifest

	page, mapPage, entry []byte // of the runtime files: those that are written when all others are known
	keeper               []byte // of the runtime files: the service worker, which is written last
	pack                 openPack
	table                []manifest.Pack
	slots                bool // whether parts lie in slots
	manifestBytes        int64
}

// AsidePrefix begins the names of the folders into which builds write.
const AsidePrefix = ".mycel-"

// abandoned is the age after which the folder of a killed build is removed if the system cannot tell whether its build
// still runs.
const abandoned = time.Hour

// NewFolder begins a bundle that will replace dir.
func NewFolder(dir, version string) (*Folder, error) {
	target, err := placeOf(dir)
	if err != nil {
		return nil, err
	}
	parent := filepath.Dir(target)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, fmt.Errorf("making a place for the bundle: %w", err)
	}
	prefix := AsidePrefix + filepath.Base(target) + "-"
	removeAbandoned(parent, prefix)
	temp, claimed, err := makeAside(parent, prefix)
	if err != nil {
		return nil, fmt.Errorf("making a place for the bundle: %w", err)
	}
	return &Folder{target: target, temp: temp, claimed: claimed, Manifest: newManifest(version)}, os.Chmod(temp, 0o755)
}

// Sink takes a file of a bundle: its slash path, and its content, which it must not change. It is called for one file
// at a time; the manifest comes last.
type Sink func(path string, content []byte) error

// NewSink begins a bundle whose files go to a sink.
func NewSink(sink Sink, version string) *Folder {
	return &Folder{sink: sink, Manifest: newManifest(version)}
}

func newManifest(version string) manifest.Manifest {
	m := manifest.Manifest{Format: bundle.Version, Version: version, Files: []manifest.File{}}
	m.Texts.Names, m.Rest.Names = []byte{}, []byte{}
	return m
}

// makeAside makes a folder that this process claims, if the system can mark it. Before the claim another build may
// remove it as abandoned: then makeAside makes another.
func makeAside(parent, prefix string) (temp string, claimed *os.File, err error) {
	for {
		if temp, err = os.MkdirTemp(parent, prefix); err != nil {
			return "", nil, err
		}
		f, ok, known := claim(temp)
		if !known || ok && isAt(f, temp) {
			return temp, f, nil
		}
		if f != nil {
			_ = f.Close()
		}
	}
}

// isAt reports whether an open folder is still at a path.
func isAt(f *os.File, path string) bool {
	here, err1 := f.Stat()
	there, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(here, there)
}

// removeAbandoned removes the folders of builds that were killed. Folders that cannot be removed stay: they do no
// harm.
func removeAbandoned(parent, prefix string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		f, ok, known := claim(path)
		if !known {
			info, err := e.Info()
			ok = err == nil && time.Since(info.ModTime()) > abandoned
		}
		if ok {
			_ = os.RemoveAll(path)
		}
		if f != nil {
			_ = f.Close()
		}
	}
}

// Discard removes the written files, unless they were committed.
func (f *Folder) Discard() {
	if f.sink != nil {
		return
	}
	_ = os.RemoveAll(f.temp)
	if f.claimed != nil {
		_ = f.claimed.Close()
	}
}

// Write writes one file and returns its row of the manifest. It may be called for several files at once.
func (f *Folder) Write(path string, content []byte) (manifest.File, error) {
	return f.writeSummed(path, content, Digest(content))
}

// writeSummed is Write for a content whose digest is known.
func (f *Folder) writeSummed(path string, content []byte, sum string) (manifest.File, error) {
	if f.sink != nil {
		f.sinking.Lock()
		defer f.sinking.Unlock()
		if err := f.sink(path, content); err != nil {
			return manifest.File{}, fmt.Errorf("writing the bundle's file %s: %w", path, err)
		}
		return manifest.NewFile(path, content, sum), nil
	}
	full := filepath.Join(f.temp, filepath.FromSlash(path))
	err := os.WriteFile(full, content, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		// The first file in its folder, unless someone has removed everything.
		if _, err = os.Stat(f.temp); err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, content, 0o644))
		}
	}
	if err != nil {
		return manifest.File{}, fmt.Errorf("writing the bundle beside its place: %w", err)
	}
	return manifest.NewFile(path, content, sum), nil
}

func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Hashed returns a name with the first digits of the content's digest, so that a file
// never changes under its name. The digest is of the content before compression.
func Hashed(prefix, sum, suffix string) string { return prefix + sum[:16] + suffix }

// RuntimePage is the search page in the runtime files.
const RuntimePage = "index.html"

// RuntimeMap is the page of the map in the runtime files.
const RuntimeMap = "map/index.html"

// RuntimeEntry is the entry of the client's API in the runtime files.
const RuntimeEntry = "client/index.js"

// AddRuntime copies the files that a browser needs, except those that AddPage writes. It may be called while the index
// is written. It leaves the search engine out if the index has vectors, which that engine cannot read.
func (f *Folder) AddRuntime(files fs.FS, vectors bool) error {
	if files == nil {
		return nil
	}
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		content, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		switch path {
		case RuntimeKeeper:
			f.keeper = content
			return nil
		case RuntimePage:
			f.page = content
			return nil
		case RuntimeMap:
			f.mapPage = content
			return nil
		case RuntimeEntry:
			f.entry = content
			return nil
		}
		if !manifest.Takes(path, vectors) {
			return nil
		}
		sum := Digest(content)
		name, engine := manifest.EngineName(path, content)
		file, err := f.writeSummed(cmp.Or(name, path), content, sum)
		if engine {
			f.Manifest.SetEngine(path, file)
		} else {
			f.Manifest.Files = append(f.Manifest.Files, file)
		}
		return err
	})
}

// AddPage writes the runtime files that name others. siteRoot is the place from which result links of the search page
// start; siteName is the name that it shows, "" for none. Its head requests engine and index, and the client's entry
// names them, so that they are fetched together with the manifest. The page is in the language of the bundle, if files
// have the words.
func (f *Folder) AddPage(siteRoot, siteName, language string, files fs.FS) error {
	if f.entry != nil {
		if err := f.addFile(RuntimeEntry, searchpage.NameFirst(f.entry, f.Manifest.First())); err != nil {
			return err
		}
	}
	if f.page != nil {
		language, words := searchpage.Language(language, files)
		page := searchpage.SetLanguage(searchpage.SetSiteName(searchpage.SetSiteRoot(f.page, siteRoot), siteName), language, words)
		page = searchpage.SetPreloads(page, f.Manifest.First())
		if f.mapPage != nil {
			page = searchpage.ShowMap(page)
		}
		if err := f.addFile(RuntimePage, page); err != nil {
			return err
		}
	}
	if f.mapPage != nil {
		language, _ := searchpage.Language(language, files)
		page := searchpage.SetLanguage(searchpage.SetSiteRoot(f.mapPage, "../"+siteRoot), language, nil)
		if err := f.addFile(RuntimeMap, page); err != nil {
			return err
		}
	}
	if f.keeper == nil {
		return nil
	}
	return f.addPrecache(f.keeper)
}

// addFile writes a file of the page or the client.
func (f *Folder) addFile(path string, content []byte) error {
	file, err := f.Write(path, content)
	f.Manifest.Files = append(f.Manifest.Files, file)
	return err
}

// Open opens the unfinished bundle: the index and its parts must be written.
func (f *Folder) Open() (*reader.Bundle, error) {
	raw, err := json.Marshal(f.Manifest)
	if err != nil {
		return nil, err
	}
	return reader.OpenManifest(f.temp, raw)
}

// Commit writes the manifest and swaps the bundle in. The swap is one step if the system can do that (Linux).
// Otherwise the old bundle is moved away first, and put back if the new one cannot take its place. runtime is
// Config.Runtime.
func (f *Folder) Commit(runtime fs.FS) (files int, bytes int64, err error) {
	if err := f.addList(); err != nil {
		return 0, 0, err
	}
	b, err := json.Marshal(f.Manifest) // without spaces, which would be a sixth of it
	if err != nil {
		return 0, 0, err
	}
	if _, err := f.Write(manifest.Name, append(b, '\n')); err != nil {
		return 0, 0, err
	}
	f.manifestBytes = int64(len(b)) + 1
	if err := f.place(runtime); err != nil {
		return 0, 0, err
	}
	all := f.Manifest.All()
	bytes = f.manifestBytes
	for _, file := range all {
		bytes += file.Bytes // the manifest has no row of its own
	}
	return len(all), bytes, nil
}

// place puts the bundle in its place, unless a sink has taken it.
func (f *Folder) place(runtime fs.FS) error {
	if f.sink != nil {
		return nil
	}
	if err := CheckOutput(f.target, runtime); err != nil {
		return err
	}
	err := swap(f.temp, f.target)
	if err == nil {
		return nil
	}
	if isMount(err) {
		err = fmt.Errorf("%w: a place where something is mounted cannot be replaced, choose a folder in it", err)
	}
	return fmt.Errorf("putting the bundle in place %s: %w", f.target, err)
}

// FirstQuery returns the size of the files that a first query needs.
func (f *Folder) FirstQuery() int64 {
	n := f.manifestBytes + f.Manifest.Index.Bytes
	if engines := f.Manifest.Engines(); len(engines) > 0 {
		n += engines[0].Bytes
	}
	return n
}

// swap moves temp to target. Afterwards the former content of target is at temp.
func swap(temp, target string) error {
	if _, err := os.Stat(target); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(temp, target)
	}
	if done, err := exchange(temp, target); done {
		return err
	}
	old := temp + ".old"
	if err := os.Rename(target, old); err != nil {
		return err
	}
	if err := os.Rename(temp, target); err != nil {
		return errors.Join(err, os.Rename(old, target))
	}
	return os.Rename(old, temp)
}
