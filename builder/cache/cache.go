// Package cache keeps what a build has computed for the next one: a file of entries
// by key. The key of an entry says everything that it depends on, but for the program that
// made it, which the head of the file names: so that an entry is right or not there.
//
// The file is
//
//	mycel build cache 3\n
//	bytes   what tells the program from all others (16 bytes)
//	uint32  checksum of the file that it adds to, little-endian; 0 for none
//	uint32  CRC-32C of the rest, little-endian
//	entries key (16 bytes), length (uint32, little-endian), value
//
// It is read and written as a whole: nearly all entries are needed by every build,
// and a file that is renamed into place is never half of one build and half of
// another. What a build changes is mostly little: then it goes into a second file beside
// the first, which names it by its checksum, and is written anew by each build.
package cache

import (
	"bytes"
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
	"sync"
	"time"
	"unsafe"
)

// Key names an entry.
type Key [16]byte

// KeyOf returns the key of an entry of a kind that depends on the parts: the first
// half of their SHA-256.
func KeyOf(kind string, parts ...string) Key {
	var room [512]byte // most parts are short
	b := appendPart(room[:0], kind)
	for _, part := range parts {
		b = appendPart(b, part)
	}
	sum := sha256.Sum256(b)
	return Key(sum[:16])
}

// appendPart appends a part behind its length.
func appendPart(b []byte, part string) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(len(part))), part...)
}

// KeyOfBytes is KeyOf for one part, which may be long, behind others.
func KeyOfBytes(kind string, part []byte, others ...string) Key {
	var room [128]byte
	b := appendPart(room[:0], kind)
	for _, other := range others {
		b = appendPart(b, other)
	}
	h := sha256.New()
	// A hash does not fail.
	_, _ = h.Write(binary.LittleEndian.AppendUint64(b, uint64(len(part))))
	_, _ = h.Write(part)
	var sum [sha256.Size]byte
	return Key(h.Sum(sum[:0])[:16])
}

const magic = "mycel build cache 3\n"

// MaxBytes is the size of the largest cache that is read or written.
const MaxBytes = 1 << 30

// headBytes come before the entries, entryBytes before a value.
const (
	headBytes  = len(magic) + len(Key{}) + 8
	entryBytes = len(Key{}) + 4
)

// castagnoli is the table of the checksum that machines have an instruction for.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Cache is the entries of the last build, and those of this one. It is safe for
// concurrent use. A nil Cache has nothing and keeps nothing.
type Cache struct {
	path    string
	program Key    // stands for the one that made the entries
	sum     uint32 // of the first file, 0 for none
	size    int    // of its entries, in bytes

	found bool // anything of the last build

	mu   sync.Mutex
	old  map[Key]*entry
	used int // of the first file's entries, in bytes, those that this build has asked for
	more int // size of those that it has asked for or put, and that the first file lacks
	// changed says that the second file is not what this build would write.
	changed bool
	whole   bool // for Renew: nothing of the last build is to stay that this one has not asked for
}

// entry is a value, and where it is.
type entry struct {
	value string
	added bool // not in the first file
	asked bool // by this build, or new
}

// Open reads the cache at path that the same program has written. A file that is not there
// is an empty cache. One that cannot be used is, too, or a part of one: problem says why, ""
// if nothing is wrong. O(size of the cache).
func Open(path, program string) (c *Cache, problem string) {
	c = &Cache{path: path, program: KeyOf("program", program), old: map[Key]*entry{}}
	content, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, ""
	}
	if err == nil {
		err = c.take(content, false)
	}
	if err != nil {
		return c, err.Error()
	}
	content, err = read(path + moreSuffix)
	if err == nil {
		err = c.take(content, true)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// The first file is right without it.
		return c, "what the last builds have changed is lost: " + err.Error()
	}
	return c, ""
}

// moreSuffix is behind the name of the first file in that of the second.
const moreSuffix = ".more"

// take adds the entries of a file, the first or the second.
func (c *Cache) take(content []byte, added bool) error {
	sum, base, entries, err := c.parse(content)
	switch {
	case err != nil:
		return err
	case base != c.sum:
		return errors.New("it belongs to another file, as after two builds at one time")
	}
	all := make([]entry, len(entries))
	if !added {
		c.old = make(map[Key]*entry, len(entries))
	}
	for i, e := range entries {
		all[i] = entry{value: e.value, added: added}
		c.old[e.key] = &all[i]
		if !added {
			c.size += entryBytes + len(e.value)
		}
	}
	if !added {
		c.sum, c.found = sum, len(entries) > 0
	}
	return nil
}

// read returns the file, which values are parts of.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case info.Size() > MaxBytes:
		return nil, fmt.Errorf("%d bytes long, want at most %d", info.Size(), MaxBytes)
	}
	content := make([]byte, info.Size())
	_, err = io.ReadFull(f, content)
	return content, err
}

// keyed is an entry of a file.
type keyed struct {
	key   Key
	value string
}

// parse returns the entries of a file, which take its memory, its checksum, and that of the
// file it adds to.
func (c *Cache) parse(content []byte) (sum, base uint32, entries []keyed, err error) {
	if !bytes.HasPrefix(content, []byte(magic)) {
		return 0, 0, nil, errors.New("not a build cache of this version of Mycel")
	}
	if len(content) < headBytes {
		return 0, 0, nil, errors.New("damaged: it ends early")
	}
	if Key(content[len(magic):]) != c.program {
		return 0, 0, nil, errors.New("it is of another version of Mycel")
	}
	sums, raw := content[len(magic)+len(c.program):], content[headBytes:]
	base, sum = binary.LittleEndian.Uint32(sums), crc32.Checksum(raw, castagnoli)
	if sum != binary.LittleEndian.Uint32(sums[4:]) {
		return 0, 0, nil, errors.New("damaged: its checksum is that of another content")
	}
	rest := unsafe.String(unsafe.SliceData(raw), len(raw)) // nobody writes into it any more
	for len(rest) > 0 {
		if len(rest) < entryBytes {
			return 0, 0, nil, errors.New("damaged: an entry ends early")
		}
		key, n := Key([]byte(rest[:len(Key{})])), fixed32(rest[len(Key{}):])
		rest = rest[entryBytes:]
		if uint64(n) > uint64(len(rest)) {
			return 0, 0, nil, errors.New("damaged: a value ends early")
		}
		entries = append(entries, keyed{key, rest[:n]})
		rest = rest[n:]
	}
	return sum, base, entries, nil
}

func fixed32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// Found tells whether there was anything of the last build.
func (c *Cache) Found() bool { return c.found }

// Get returns a value of the last build or of this one, and keeps it for the next.
func (c *Cache) Get(key Key) (string, bool) {
	if c == nil {
		return "", false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.old[key]
	if e == nil {
		return "", false
	}
	c.ask(e)
	return e.value, true
}

// ask notes that the build has asked for an entry.
func (c *Cache) ask(e *entry) {
	if e.asked {
		return
	}
	e.asked = true
	if e.added {
		c.more += e.size()
	} else {
		c.used += e.size()
	}
}

func (e *entry) size() int { return entryBytes + len(e.value) }

// Put keeps a value for the next build. Nobody may write into it from then on.
func (c *Cache) Put(key Key, value []byte) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.old[key]; e != nil {
		c.ask(e) // and then it is another
		if e.added {
			c.more -= e.size()
		} else {
			c.used -= e.size()
		}
	}
	e := &entry{value: unsafe.String(unsafe.SliceData(value), len(value)), added: true, asked: true}
	c.old[key] = e
	c.more += e.size()
	c.changed = true
}

// Renew has Save keep nothing that this build has not asked for. Else something that the
// last build had may stay for some time.
func (c *Cache) Renew() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = true
}

// Save writes the entries of this build over those of the last: into the second file
// while that is at most a quarter of the first, and of the first three quarters are in
// use. Two builds that save at once leave the file of one of them. The directory is made
// if need be; only its owner can read the files, since texts may be private.
func (c *Cache) Save() error {
	if c == nil {
		return nil
	}
	tidy(filepath.Dir(c.path))
	whole := c.sum == 0 || c.more > c.size/4 || c.size-c.used > c.size/4 || c.whole
	if !whole && !c.changed && c.complete() {
		// That they are in use; a cache that seems old costs one slow build.
		now := time.Now()
		_ = os.Chtimes(c.path, now, now)
		_ = os.Chtimes(c.path+moreSuffix, now, now)
		return nil
	}
	if size := headBytes + c.used + c.more; size > MaxBytes {
		_ = os.Remove(c.path) // what it holds is of no use to a corpus of this size
		_ = os.Remove(c.path + moreSuffix)
		return fmt.Errorf("%s would be %d bytes long, and is kept only up to %d", c.path, size, MaxBytes)
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o700); err != nil {
		return err
	}
	if !whole {
		now := time.Now()
		_ = os.Chtimes(c.path, now, now)
		return c.replace(c.path+moreSuffix, c.sum, func(e *entry) bool { return e.asked && e.added })
	}
	if err := c.replace(c.path, 0, func(e *entry) bool { return e.asked }); err != nil {
		return err
	}
	// Until it is gone, its checksum says that it is of another file.
	_ = os.Remove(c.path + moreSuffix)
	return nil
}

// complete tells whether this build has asked for all that the second file has.
func (c *Cache) complete() bool {
	for _, e := range c.old {
		if e.added && !e.asked {
			return false
		}
	}
	return true
}

// replace writes a file beside its place and puts it there.
func (c *Cache) replace(path string, base uint32, want func(*entry) bool) error {
	f, err := os.CreateTemp(filepath.Dir(path), newPrefix)
	if err != nil {
		return err
	}
	err = errors.Join(c.write(f, base, want), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
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
		if beingWritten.MatchString(e.Name()) && age > abandoned || ours.MatchString(e.Name()) && age > unused {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// prefix begins the names of caches.
const prefix = "build-"

// Names of caches and of files that are being written. They are looked for in a folder that
// may have others, which begin as these do: build-notes.txt.
var (
	ours         = regexp.MustCompile(`^build-[0-9a-f]{16}(\.more)?$`)
	beingWritten = regexp.MustCompile(`^\.build-[0-9]+$`)
)

// Path returns the file in dir for the build that a name stands for.
func Path(dir, name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(dir, prefix+hex.EncodeToString(sum[:8]))
}

// newPrefix begins the names of files that are being written.
const newPrefix = ".build-"

// write writes the entries that are wanted, in no order.
func (c *Cache) write(f *os.File, base uint32, want func(*entry) bool) error {
	out := summed{out: f, buf: make([]byte, 0, 1<<18)}
	head := binary.LittleEndian.AppendUint32(append([]byte(magic), c.program[:]...), base)
	if _, err := f.Write(append(head, 0, 0, 0, 0)); err != nil {
		return err
	}
	for key, e := range c.old {
		if !want(e) {
			continue
		}
		out.write(string(key[:]))
		var length [4]byte
		binary.LittleEndian.PutUint32(length[:], uint32(len(e.value)))
		out.write(string(length[:]))
		out.write(e.value)
	}
	if out.flush(); out.err != nil {
		return out.err
	}
	_, err := f.WriteAt(binary.LittleEndian.AppendUint32(nil, out.sum), int64(len(head)))
	return err
}

// summed writes through a buffer, and sums up what it has written.
type summed struct {
	out io.Writer
	buf []byte
	sum uint32
	err error // the first
}

func (w *summed) write(s string) {
	for len(s) > 0 {
		n := min(len(s), cap(w.buf)-len(w.buf))
		w.buf = append(w.buf, s[:n]...)
		if s = s[n:]; len(w.buf) == cap(w.buf) {
			w.flush()
		}
	}
}

func (w *summed) flush() {
	w.sum = crc32.Update(w.sum, castagnoli, w.buf)
	if w.err == nil {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
}
