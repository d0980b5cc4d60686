// Package cache stores results of a build for the next one: a file of values by key. A key
// has everything on which its value depends, except the program that computed it, which
// the head of the file names. So a value is right or it is missing.
//
// The file is
//
//	mycel build cache 4\n
//	program  identifies the program (16 bytes)
//	values   one after the other
//	index    for each value: key (16 bytes), its offset (uint64), its length and its
//	         CRC-32C (uint32)
//	tail     the number of values and the CRC-32C of program and index (uint32)
//
// with numbers in little-endian order. Values are read when they are asked for and written
// as they come, so a cache takes memory for its index only. A build writes a file of its
// own and renames it into place: a cache is never half of one build and half of another.
package cache

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"mycel/files"
)

// Key names a value.
type Key [16]byte

// KeyOf returns the key of a value of a kind that depends on the parts: the first half of
// their SHA-256.
func KeyOf(kind string, parts ...string) Key {
	h := sha256.New()
	var length [8]byte
	for _, part := range append([]string{kind}, parts...) {
		binary.LittleEndian.PutUint64(length[:], uint64(len(part)))
		_, _ = h.Write(length[:]) // a hash does not fail
		_, _ = io.WriteString(h, part)
	}
	return Key(h.Sum(nil)[:len(Key{})])
}

const magic = "mycel build cache 4\n"

// Sizes of the frame around values, in bytes.
const (
	headBytes  = int64(len(magic) + len(Key{}))
	entryBytes = len(Key{}) + 16
	tailBytes  = 8
)

// castagnoli is the table of the checksum that machines have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Cache is the values of the last build, and those of this one. It is safe for concurrent
// use. A nil Cache has nothing and keeps nothing.
type Cache struct {
	path    string
	program Key      // stands for the program that computed the values
	file    *os.File // of the last build; nil for none

	mu    sync.Mutex
	old   map[Key]*entry // in file
	fresh *writer        // of this build; nil until it has something to keep
	err   error          // the first of writing; nothing is kept from then on
}

// entry is where a value is.
type entry struct {
	start  int64
	length uint32
	sum    uint32
	asked  bool // by this build
}

// Open reads the index of the cache at path that the same program has written. A file that
// is not there is an empty cache. One that cannot be used is, too: problem says why, "" if
// nothing is wrong. Save or Discard ends its use. O(number of values).
func Open(path, program string) (c *Cache, problem string) {
	c = &Cache{path: path, program: KeyOf("program", program)}
	f, err := files.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, ""
	}
	if err != nil {
		return c, err.Error()
	}
	if c.old, err = c.readIndex(f); err != nil {
		_ = f.Close()
		return c, err.Error()
	}
	c.file = f
	return c, ""
}

// readIndex reads where the values of a file are.
func (c *Cache) readIndex(f *os.File) (map[Key]*entry, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var head [headBytes]byte
	if _, err := f.ReadAt(head[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(head[:len(magic)]) != magic {
		return nil, errors.New("not a build cache of this version of Mycel")
	}
	if Key(head[len(magic):]) != c.program {
		return nil, errors.New("it is of another version of Mycel")
	}
	var tail [tailBytes]byte
	end := info.Size() - tailBytes
	if _, err := f.ReadAt(tail[:], end); err != nil {
		return nil, err
	}
	size := int64(binary.LittleEndian.Uint32(tail[:])) * int64(entryBytes)
	first := end - size
	if first < headBytes {
		return nil, errors.New("damaged: its index is longer than the file")
	}
	index := make([]byte, size)
	if _, err := f.ReadAt(index, first); err != nil {
		return nil, err
	}
	if c.checksum(index) != binary.LittleEndian.Uint32(tail[4:]) {
		return nil, errors.New("damaged: its checksum is that of another index")
	}
	return parseIndex(index, first)
}

// checksum is that of an index: it depends on the program, too.
func (c *Cache) checksum(index []byte) uint32 {
	return crc32.Update(crc32.Checksum(c.program[:], castagnoli), castagnoli, index)
}

// parseIndex returns the entries of an index, of values that end at a byte.
func parseIndex(index []byte, end int64) (map[Key]*entry, error) {
	all := make([]entry, len(index)/entryBytes)
	old := make(map[Key]*entry, len(all))
	for i := range all {
		row := index[i*entryBytes:]
		key, rest := Key(row), row[len(Key{}):]
		start, length := binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint32(rest[8:])
		if start > uint64(end) || uint64(length) > uint64(end)-start {
			return nil, errors.New("damaged: a value is outside of the file")
		}
		all[i] = entry{start: int64(start), length: length, sum: binary.LittleEndian.Uint32(rest[12:])}
		old[key] = &all[i]
	}
	return old, nil
}

// Found reports whether an earlier build has left a cache.
func (c *Cache) Found() bool { return len(c.old) > 0 }

// Get returns a value of the last build, and keeps it for the next. A value that is damaged
// is not there.
func (c *Cache) Get(key Key) ([]byte, bool) {
	if c == nil {
		return nil, false
	}
	e := c.old[key] // nobody writes into the map
	if e == nil {
		return nil, false
	}
	value := make([]byte, e.length)
	if _, err := c.file.ReadAt(value, e.start); err != nil || crc32.Checksum(value, castagnoli) != e.sum {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e.asked = true
	return value, true
}

// Put keeps a value for the next build. What goes wrong Save says.
func (c *Cache) Put(key Key, value []byte) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.old[key]; e != nil {
		e.asked = false // it is another value, or the same again
	}
	if c.fresh == nil && c.err == nil {
		c.fresh, c.err = newWriter(c)
	}
	if c.err == nil {
		c.err = c.fresh.add(key, value)
	}
}

// Save puts the values that this build has asked for or put in the place of those of the
// last. Of two builds that save at once one stays. The folder is made if need be; only its
// owner can read the file, since texts may be private.
func (c *Cache) Save() error {
	if c == nil {
		return nil
	}
	defer c.Discard()
	tidy(filepath.Dir(c.path))
	unasked := false
	for _, e := range c.old {
		unasked = unasked || !e.asked
	}
	if c.fresh == nil && c.err == nil && c.file != nil && !unasked {
		// Nothing has changed. A cache that seems unused costs one slow build.
		now := time.Now()
		_ = os.Chtimes(c.path, now, now)
		return os.Chmod(c.path, fileMode)
	}
	if c.fresh == nil && c.err == nil {
		c.fresh, c.err = newWriter(c)
	}
	if c.err == nil {
		c.err = c.fresh.finish(c)
	}
	if c.err == nil {
		c.closeOld() // some systems rename over no file that is open
		c.err = os.Rename(c.fresh.file.Name(), c.path)
	}
	return c.err
}

// Discard ends the use of a cache. What this build has put and Save has not kept is lost.
func (c *Cache) Discard() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closeOld()
	if c.fresh != nil {
		_ = c.fresh.file.Close()
		_ = os.Remove(c.fresh.file.Name()) // it has another name by now if it was saved
		c.fresh, c.err = nil, errors.New("the cache is no longer in use")
	}
}

func (c *Cache) closeOld() {
	if c.file != nil {
		_ = c.file.Close()
		c.file = nil
	}
	c.old = nil
}

// writer writes a cache beside its place.
type writer struct {
	file  *os.File
	buf   *bufio.Writer
	at    int64
	index []byte
}

// fileMode is that of files that os.CreateTemp makes: texts may be private.
const fileMode = 0o600

// newPrefix begins the names of files that are being written.
const newPrefix = ".build-"

// newWriter begins the file that is to take the place of a cache.
func newWriter(c *Cache) (*writer, error) {
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(c.path), newPrefix)
	if err != nil {
		return nil, err
	}
	w := &writer{file: f, buf: bufio.NewWriterSize(f, 1<<18), at: headBytes}
	_, _ = w.buf.WriteString(magic) // the first error stays, and Flush returns it
	_, _ = w.buf.Write(c.program[:])
	return w, nil
}

// add appends a value.
func (w *writer) add(key Key, value []byte) error {
	if uint64(len(value)) > 1<<32-1 {
		return fmt.Errorf("a value of %d bytes", len(value))
	}
	w.list(key, entry{length: uint32(len(value)), sum: crc32.Checksum(value, castagnoli)})
	_, err := w.buf.Write(value)
	return err
}

// list appends an entry for a value that comes next to the index.
func (w *writer) list(key Key, e entry) {
	w.index = append(w.index, key[:]...)
	w.index = binary.LittleEndian.AppendUint64(w.index, uint64(w.at))
	w.index = binary.LittleEndian.AppendUint32(w.index, e.length)
	w.index = binary.LittleEndian.AppendUint32(w.index, e.sum)
	w.at += int64(e.length)
}

// finish appends the values of the last build that this one has asked for, and the index.
func (w *writer) finish(c *Cache) error {
	type kept struct {
		Key
		entry
	}
	var all []kept
	for key, e := range c.old {
		if e.asked {
			all = append(all, kept{key, *e})
		}
	}
	slices.SortFunc(all, func(a, b kept) int { return int(min(max(a.start-b.start, -1), 1)) })
	for len(all) > 0 { // values that are side by side are copied at once
		start, end, n := all[0].start, all[0].start, 0
		for n < len(all) && all[n].start == end {
			w.list(all[n].Key, all[n].entry)
			end += int64(all[n].length)
			n++
		}
		if _, err := io.Copy(w.buf, io.NewSectionReader(c.file, start, end-start)); err != nil {
			return err
		}
		all = all[n:]
	}
	tail := binary.LittleEndian.AppendUint32(nil, uint32(len(w.index)/entryBytes))
	tail = binary.LittleEndian.AppendUint32(tail, c.checksum(w.index))
	_, _ = w.buf.Write(w.index)
	_, _ = w.buf.Write(tail)
	return errors.Join(w.buf.Flush(), w.file.Close())
}

// unused is the age after which the cache of a build that is no longer run is removed,
// abandoned that of a file that a killed build was writing.
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
		if beingWritten.MatchString(e.Name()) && age > abandoned || ours.MatchString(e.Name()) && age > unused {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// prefix begins the names of caches.
const prefix = "build-"

// Names of caches and of files that are being written. They are looked for in a folder that
// may have others, which begin as these do: build-notes.txt. Version 0.1.0 wrote .more.
var (
	ours         = regexp.MustCompile(`^build-[0-9a-f]{16}(\.more)?$`)
	beingWritten = regexp.MustCompile(`^\.build-[0-9]+$`)
)

// Path returns the file in dir for the build that a name stands for.
func Path(dir, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(dir, prefix+hex.EncodeToString(sum[:8]))
}
