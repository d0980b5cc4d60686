// Package files opens the files of users. Any file in someone else's folder may be a named pipe or a device: opening
// such a pipe waits for ever, and /dev/zero has no end. So the whole product reads files with this package
// (test/files_test.go).
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Most is the most bytes of a file that people write: settings, synonyms, questions, pages of a theme.
const Most = 64 << 20

// Open opens a regular file, or a link to one, and refuses anything else. It does not wait. The error names the file.
func Open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil {
		err = regular(name, info) // opening a device may have effects
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(name, info) // another file may have replaced it
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Read returns the content of a regular file of at most most bytes, even if it grows meanwhile. The error names the
// file.
func Read(name string, most int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if info.Size() <= most {
		b.Grow(int(info.Size()) + bytes.MinRead) // with room to see the end
		_, err = b.ReadFrom(io.LimitReader(f, most+1))
	}
	if info.Size() > most || int64(b.Len()) > most {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has more than %s", size(most))}
	}
	return b.Bytes(), err
}

// Replace writes parts to a new file beside the target, whose name begins with prefix, and renames it: the target is
// complete or unchanged.
func Replace(name, prefix string, mode fs.FileMode, parts ...[]byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), prefix)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // only the first error is returned
	}
	return err
}

// EachLine calls parse for each line of a file that has more than a comment, without its comment and the white space
// around it. A comment begins with a # at the beginning of a line or behind white space. Errors name file and line.
func EachLine(name string, parse func(number int, line string) error) error {
	raw, err := Read(name, Most)
	if err != nil {
		return err
	}
	number := 0
	for line := range strings.Lines(string(raw)) {
		number++
		if line = uncommented(line); line == "" {
			continue
		}
		if err := parse(number, line); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	return nil
}

// uncommented returns a line without its comment and the white space around it. The # of C# begins no comment.
func uncommented(line string) string {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			line = line[:i]
			break
		}
	}
	return strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
}

// size returns a limit as text.
func size(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}

// regular refuses all but regular files.
func regular(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: errors.New("it is " + Kind(info.Mode()) + ", want a file")}
}

// Kind returns the kind of an entry that is not a regular file.
func Kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// Dir is a folder as a file system of folders and regular files of at most Most bytes.
type Dir string

// Open opens a file or a folder.
func (d Dir) Open(name string) (fs.File, error) {
	path, err := d.path("open", name)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return os.DirFS(string(d)).Open(name)
	}
	return Open(path)
}

// Stat describes an entry of any kind.
func (d Dir) Stat(name string) (fs.FileInfo, error) {
	path, err := d.path("stat", name)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

// ReadFile returns the content of a file.
func (d Dir) ReadFile(name string) ([]byte, error) {
	path, err := d.path("read", name)
	if err != nil {
		return nil, err
	}
	return Read(path, Most)
}

func (d Dir) path(op, name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil || !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(string(d), local), nil
}
