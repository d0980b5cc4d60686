package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"mycel"
	"mycel/builder/write"
	"mycel/engine/model"
	"mycel/manifest"
	"mycel/site"
)

// snapshot is a bundle at the time when its manifest was read.
type snapshot struct {
	dir       string
	mount     string
	bundle    *mycel.Bundle
	assets    map[string]*asset      // by path below mount
	addresses map[string]model.DocID // by path and query, see addressOf
	names     map[string]model.DocID // by document id
}

// open reads the bundle and assigns its files to paths.
func open(o Options, mount string) (*snapshot, error) {
	b, err := mycel.Open(o.Bundle)
	if err != nil {
		return nil, err
	}
	return takeAnew(b, o, mount)
}

// takeAnew returns a snapshot of b, or of the bundle that has replaced b.
func takeAnew(b *mycel.Bundle, o Options, mount string) (*snapshot, error) {
	s, err := take(b, o, mount)
	// A small index is in memory, so reading it does not fail when the bundle is gone.
	if next, failed := b.Reopen(context.Background()); failed == nil && next != b {
		return take(next, o, mount)
	}
	return s, err
}

func take(b *mycel.Bundle, o Options, mount string) (*snapshot, error) {
	if err := b.LoadAll(context.Background()); err != nil {
		return nil, err
	}
	s := &snapshot{dir: o.Bundle, mount: mount, bundle: b, assets: map[string]*asset{}}
	if err := s.addFiles(o); err != nil {
		return nil, err
	}
	s.assets[stylePath] = contentAsset(stylePath, documentStyle)
	linkRoot := s.addDocuments(o.Root != "")
	return s, s.addPage(linkRoot)
}

// addFiles adds the files of the bundle, and the browser's files if the bundle has none.
func (s *snapshot) addFiles(o Options) error {
	m := *s.bundle.Manifest()
	if m.Wasm == nil {
		if err := s.addRuntime(&m, o.Runtime); err != nil {
			return err
		}
	}
	for _, f := range m.All()[1:] {
		if s.assets[f.Path] == nil {
			s.assets[f.Path] = &asset{name: f.Path, etag: cmp.Or(f.SHA256, f.Path)}
		}
		s.assets[f.Path].hashed = f.Immutable()
	}
	if o.Playground {
		if err := s.addPlayground(o.Runtime); err != nil {
			return err
		}
	}
	for _, folder := range []string{site.PlaygroundFolder, site.MapFolder} {
		if page, ok := s.assets[folder+"/index.html"]; ok {
			s.assets[folder+"/"] = page
		}
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	s.assets[manifest.Name] = contentAsset(manifest.Name, append(raw, '\n'))
	return nil
}

// addRuntime adds the browser's files of this program to a bundle and its manifest. It leaves out the service worker,
// which needs the list of the files of one build.
func (s *snapshot) addRuntime(m *manifest.Manifest, runtime func() (fs.FS, error)) error {
	files, err := runtime()
	if err != nil {
		return fmt.Errorf("%s has no search page, it was built without: %w", s.dir, err)
	}
	f := write.NewSink(func(path string, content []byte) error {
		s.assets[path] = contentAsset(path, content)
		return nil
	}, m.Version)
	f.Manifest = *m
	f.Manifest.Files = slices.Clip(m.Files)
	_, vectors := s.bundle.Engine().Vectors()
	if err := f.AddRuntime(site.Without(files, site.PlaygroundFolder, site.MapFolder, write.RuntimeKeeper), vectors); err != nil {
		return err
	}
	err = f.AddPage("./", "", s.bundle.Engine().Header().Language, files)
	*m = f.Manifest
	return err
}

// addPlayground adds the playground of this program to a bundle.
func (s *snapshot) addPlayground(runtime func() (fs.FS, error)) error {
	files, err := runtime()
	if err != nil {
		return fmt.Errorf("the playground: %w", err)
	}
	return fs.WalkDir(files, site.PlaygroundFolder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		s.assets[name] = contentAsset(name, content)
		return err
	})
}

// addPage adds the search page, and sets its links for this server.
func (s *snapshot) addPage(linkRoot string) error {
	page, ok := s.assets[write.RuntimePage]
	if !ok {
		return fmt.Errorf("%s has no %s", s.dir, write.RuntimePage)
	}
	content, err := page.read(s.dir)
	if err != nil {
		return err
	}
	if changed := s.setLinks(content, linkRoot); !bytes.Equal(changed, content) {
		page = contentAsset(write.RuntimePage, changed)
	}
	s.assets[write.RuntimePage], s.assets[""] = page, page
	return nil
}

// asset is a file of the bundle, on disk or in memory.
type asset struct {
	name    string // slash path
	etag    string // SHA-256 of the content
	content []byte // nil: on disk
	hashed  bool   // the name changes with the content
}

func contentAsset(name string, content []byte) *asset {
	sum := sha256.Sum256(content)
	return &asset{name: name, etag: hex.EncodeToString(sum[:]), content: content}
}

// openFile opens an asset on disk. Its name is from the manifest, so it stays in the
// folder. os.Root does not follow symbolic links out of the folder.
func (a *asset) openFile(dir string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return openRegular(root, a.name)
}

func (a *asset) read(dir string) ([]byte, error) {
	if a.content != nil {
		return a.content, nil
	}
	f, err := a.openFile(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
