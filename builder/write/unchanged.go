package write

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"mycel/files"
)

// put writes a file of the bundle. One that the earlier bundle has with the same content
// is linked: making a file takes far longer than reading one. That bundle stays whole if
// the build fails, since nothing writes into a file once it is there.
func (f *Folder) put(path, full string, content []byte) error {
	if f.link(path, full, content) {
		return nil
	}
	return os.WriteFile(full, content, 0o644)
}

// link reports whether it could link a file with the content from the earlier bundle, which
// another build may replace meanwhile.
func (f *Folder) link(path, full string, content []byte) bool {
	old := filepath.Join(f.target, filepath.FromSlash(path))
	read := holding(old, content)
	if read == nil {
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
	linked, unreadable := os.Lstat(full)
	if unreadable == nil && os.SameFile(read, linked) {
		return true
	}
	if err == nil {
		_ = os.Remove(full) // the link to a file of another bundle, which must not be written to
	}
	return false
}

// holding returns which file it is if there is a regular one with this content, else nil.
func holding(path string, content []byte) fs.FileInfo {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(content)) {
		return nil
	}
	f, err := files.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil
	}
	var have [16 << 10]byte
	for len(content) > 0 {
		n, err := f.Read(have[:])
		if err != nil || n > len(content) || !bytes.Equal(have[:n], content[:n]) {
			return nil
		}
		content = content[n:]
	}
	return info
}
