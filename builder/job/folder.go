package job

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mycel/files"
)

// Folder holds the files that tasks leave for later tasks. A file is written under a temporary name and
// renamed, so it is whole or missing, and a task that runs twice writes the same file twice.
type Folder struct {
	Dir  string
	Plan [8]byte // identifies the plan; each file begins with it
}

// tempPrefix begins the names of files that are being written.
const tempPrefix = ".writing-"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const crcBytes = 4

// Write writes a file: the plan, the content, and the CRC-32C of both.
func (f Folder) Write(name string, content []byte) error {
	sum := crc32.Update(crc32.Checksum(f.Plan[:], castagnoli), castagnoli, content)
	return WriteFile(filepath.Join(f.Dir, name), f.Plan[:], content, binary.LittleEndian.AppendUint32(nil, sum))
}

// WriteFile writes a file of some parts under a temporary name and renames it.
func WriteFile(path string, parts ...[]byte) error {
	return files.Replace(path, tempPrefix, 0o644, parts...)
}

// Read returns the content of a file, which must not be changed. Where the system can map files, the
// memory is the system's; it stays valid until the process ends.
func (f Folder) Read(name string) ([]byte, error) {
	path := filepath.Join(f.Dir, name)
	b, err := mapFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: run its task", path)
	}
	if err != nil {
		return nil, err
	}
	end := len(b) - crcBytes
	switch {
	case end < len(f.Plan):
		return nil, fmt.Errorf("%s is damaged: run its task again", path)
	case string(b[:len(f.Plan)]) != string(f.Plan[:]):
		return nil, fmt.Errorf("%s is of another plan: run its task again", path)
	case crc32.Checksum(b[:end], castagnoli) != binary.LittleEndian.Uint32(b[end:]):
		return nil, fmt.Errorf("%s is damaged: run its task again", path)
	}
	return b[len(f.Plan):end:end], nil
}

// Tidy removes the unfinished files of tasks that were killed. No task may run meanwhile.
func (f Folder) Tidy() error {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			err = errors.Join(err, os.Remove(filepath.Join(f.Dir, e.Name())))
		}
	}
	return err
}
