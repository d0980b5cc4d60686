package builder

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// put writes a file of the bundle. One that the earlier bundle has with the same content
// is linked: making a file takes far longer than reading one. That bundle stays whole if
// the build fails, since nothing writes into a file once it is there.
func (f *folder) put(path, full string, content []byte) error {
	if f.link(path, full, content) {
		return nil
	}
	return os.WriteFile(full, content, 0o644)
}

// link tells whether it could link a file with the content from the earlier bundle.
func (f *folder) link(path, full string, content []byte) bool {
	old := filepath.Join(f.target, filepath.FromSlash(path))
	if !holds(old, content) {
		return false
	}
	err := os.Link(old, full)
	if errors.Is(err, fs.ErrNotExist) {
		// The first file of its folder, as in write.
		if _, err = os.Stat(f.temp); err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.Link(old, full))
		}
	}
	// Of two files with one name and content the second finds the link of the first.
	return err == nil || errors.Is(err, fs.ErrExist) && sameFile(old, full)
}

// holds tells whether there is a regular file with this content.
func holds(path string, content []byte) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(content)) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var have [16 << 10]byte
	for len(content) > 0 {
		n, err := f.Read(have[:])
		if err != nil || n > len(content) || !bytes.Equal(have[:n], content[:n]) {
			return false
		}
		content = content[n:]
	}
	return true
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
