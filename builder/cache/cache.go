// Package cache keeps what a build has computed for the next one: a file of entries
// by key. The key of an entry says everything that it depends on, so that an entry
// is right or not there.
//
// The file is
//
//	mycel build cache 1\n
//	uint32  CRC-32C of the rest, little-endian
//	entries key (16 bytes), length (uint32, little-endian), value
//
// It is read and written as a whole: nearly all entries are needed by every build,
// and a file that is renamed into place is never half of one build and half of
// another.
package cache

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Key names an entry.
type Key [16]byte

// KeyOf returns the key of an entry of a kind that depends on the parts: the first
// half of their SHA-256.
func KeyOf(kind string, parts ...string) Key {
	h := sha256.New()
	var length [8]byte
	for _, part := range append([]string{kind}, parts...) {
		binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
		write(h, length[:])
		writeString(h, part)
	}
	return Key(h.Sum(nil)[:16])
}

// write and writeString add to a hash, which does not fail.
func write(h hash.Hash, b []byte)       { _, _ = h.Write(b) }
func writeString(h hash.Hash, s string) { _, _ = io.WriteString(h, s) }

const magic = "mycel build cache 1\n"

// MaxBytes is the size of the largest cache that is read or written.
const MaxBytes = 1 << 30

// headBytes come before the entries, entryBytes before a value.
const (
	headBytes  = len(magic) + 4
	entryBytes = len(Key{}) + 4
)

// castagnoli is the table of the checksum that machines have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Cache is the entries of the last build, and those of this one. It is safe for
// concurrent use. A nil Cache has nothing and keeps nothing.
type Cache struct {
	path string

	mu      sync.Mutex
	old     map[Key]string // of the last build
	entries map[Key]string // of this one: those of the last that it has asked for, and new ones
	fresh   int            // how many are new
}

// Open reads the cache at path. A file that is not there is an empty cache. One
// that cannot be used is, too: problem says why, "" if nothing is wrong.
func Open(path string) (c *Cache, problem string) {
	c = &Cache{path: path, old: map[Key]string{}, entries: map[Key]string{}}
	content, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, ""
	}
	if err == nil {
		c.old, err = parse(content)
	}
	if err != nil {
		c.old = map[Key]string{}
		return c, err.Error()
	}
	return c, ""
}

// read returns the file as a string, which values are parts of.
func read(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("not a file")
	case info.Size() > MaxBytes:
		return "", fmt.Errorf("%d bytes long, want at most %d", info.Size(), MaxBytes)
	}
	var b strings.Builder
	b.Grow(int(info.Size()))
	_, err = io.Copy(&b, io.LimitReader(f, info.Size()))
	return b.String(), err
}

func parse(content string) (map[Key]string, error) {
	if !strings.HasPrefix(content, magic) {
		return nil, errors.New("not a build cache of this version of Mycel")
	}
	if len(content) < headBytes {
		return nil, errors.New("damaged: it ends early")
	}
	rest := content[headBytes:]
	if got, want := checksum(rest), fixed32(content[len(magic):]); got != want {
		return nil, errors.New("damaged: its checksum is that of another content")
	}
	entries := make(map[Key]string, 1<<10)
	for len(rest) > 0 {
		if len(rest) < entryBytes {
			return nil, errors.New("damaged: an entry ends early")
		}
		key, n := Key([]byte(rest[:len(Key{})])), int(fixed32(rest[len(Key{}):]))
		rest = rest[entryBytes:]
		if n > len(rest) {
			return nil, errors.New("damaged: a value ends early")
		}
		entries[key] = rest[:n]
		rest = rest[n:]
	}
	return entries, nil
}

func fixed32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// checksum reads a string without a second copy of it.
func checksum(s string) uint32 {
	var buf [1 << 15]byte
	sum := uint32(0)
	for len(s) > 0 {
		n := copy(buf[:], s)
		sum = crc32.Update(sum, castagnoli, buf[:n])
		s = s[n:]
	}
	return sum
}

// Found tells whether there was anything of the last build.
func (c *Cache) Found() bool { return len(c.old) > 0 }

// Get returns a value of the last build or of this one, and keeps it for the next.
func (c *Cache) Get(key Key) (string, bool) {
	if c == nil {
		return "", false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.entries[key]
	if ok {
		return value, true
	}
	if value, ok = c.old[key]; ok {
		c.entries[key] = value
	}
	return value, ok
}

// Put keeps a value for the next build.
func (c *Cache) Put(key Key, value []byte) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries[key] = string(value)
	c.fresh++
}

// Save writes the entries of this build over those of the last. Two builds that
// save at once leave the file of one of them. The directory is made if need be; only
// its owner can read the file, since texts may be private.
func (c *Cache) Save() error {
	if c == nil {
		return nil
	}
	tidy(filepath.Dir(c.path))
	if c.fresh == 0 && len(c.entries) == len(c.old) {
		now := time.Now()
		_ = os.Chtimes(c.path, now, now) // that it is in use; a cache that seems old costs one slow build
		return nil
	}
	if size := c.size(); size > MaxBytes {
		_ = os.Remove(c.path) // what it holds is of no use to a corpus of this size
		return fmt.Errorf("%s would be %d bytes long, and is kept only up to %d", c.path, size, MaxBytes)
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(c.path), newPrefix)
	if err != nil {
		return err
	}
	err = errors.Join(c.write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), c.path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is the one to tell
	}
	return err
}

// unused is the age after which the cache of a build that is no longer run is
// removed, abandoned that of a file that a killed build was writing.
const (
	unused    = 30 * 24 * time.Hour
	abandoned = time.Hour
)

// tidy removes what no build needs. It knows its own files by their names, and what
// cannot be removed stays.
func tidy(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		age := time.Since(info.ModTime())
		if strings.HasPrefix(e.Name(), newPrefix) && age > abandoned || strings.HasPrefix(e.Name(), prefix) && age > unused {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// prefix begins the names of caches.
const prefix = "build-"

// Path returns the file in dir for the build that a name stands for.
func Path(dir, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(dir, prefix+hex.EncodeToString(sum[:8]))
}

// newPrefix begins the names of files that are being written.
const newPrefix = ".build-"

func (c *Cache) size() int {
	n := headBytes
	for _, value := range c.entries {
		n += entryBytes + len(value)
	}
	return n
}

func (c *Cache) write(f *os.File) error {
	keys := make([]Key, 0, len(c.entries))
	for key := range c.entries {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b Key) int { return strings.Compare(string(a[:]), string(b[:])) })
	out := bufio.NewWriterSize(f, 1<<18)
	if _, err := out.WriteString(magic + "\x00\x00\x00\x00"); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	both := io.MultiWriter(out, sum)
	var head [entryBytes]byte
	for _, key := range keys {
		value := c.entries[key]
		copy(head[:], key[:])
		binary.LittleEndian.PutUint32(head[len(key):], uint32(len(value)))
		if _, err := both.Write(head[:]); err != nil {
			return err
		}
		if _, err := io.WriteString(both, value); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := f.WriteAt(binary.LittleEndian.AppendUint32(nil, sum.Sum32()), int64(len(magic)))
	return err
}
