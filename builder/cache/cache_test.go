package cache

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// What one build puts the next one gets, and what it does not ask for is gone in the
// one after.
func TestGenerations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "build-1")
	a, b := KeyOf("a", "1"), KeyOf("a", "2")
	first, problem := Open(path, "program")
	first.Put(a, []byte("one"))
	first.Put(b, nil)
	if err := first.Save(); err != nil || problem != "" {
		t.Fatal(err, problem)
	}
	second, _ := Open(path, "program")
	if got, ok := second.Get(a); !ok || string(got) != "one" {
		t.Errorf("got %q, %v", got, ok)
	}
	if err := second.Save(); err != nil {
		t.Fatal(err)
	}
	third, _ := Open(path, "program")
	if _, ok := third.Get(b); ok {
		t.Error("an entry that a build has not asked for is still there")
	}
	if got, ok := third.Get(a); !ok || string(got) != "one" {
		t.Errorf("got %q, %v", got, ok)
	}
	var none *Cache
	none.Put(a, nil)
	if _, ok := none.Get(a); ok || none.Save() != nil {
		t.Error("a nil cache has something")
	}
}

// Only its owner can read a cache, whatever became of the file meanwhile.
func TestModeOfFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	for i, version := range []string{"one", "one", "two"} { // new, unchanged, changed
		c, _ := Open(path, "program")
		key := KeyOf("a", version)
		if _, ok := c.Get(key); !ok {
			c.Put(key, []byte(version))
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
			t.Errorf("save %d: the mode is %v", i, mode)
		}
		if err := os.Chmod(path, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// An unchanged cache is not written again, a changed one is, and only a damaged value is
// missing.
func TestChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	value := func(i, version int) string { return strings.Repeat(fmt.Sprintf("value %d of %03d", version, i), i%3) }
	// build has 100 values; the first few are of a version.
	build := func(changed, version int) (missing int) {
		c, problem := Open(path, "program")
		if problem != "" {
			t.Error(problem)
		}
		for i := range 100 {
			v := 0
			if i < changed {
				v = version
			}
			key := KeyOf("k", fmt.Sprint(i), fmt.Sprint(v))
			if got, ok := c.Get(key); !ok {
				missing++
				c.Put(key, []byte(value(i, v)))
			} else if string(got) != value(i, v) {
				t.Errorf("got %q, want %q", got, value(i, v))
			}
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		return missing
	}
	build(0, 0)
	for _, step := range []struct{ changed, version, missing int }{{0, 0, 0}, {3, 1, 3}, {3, 1, 0}, {5, 1, 2}, {2, 2, 5}, {60, 3, 60}, {0, 0, 60}} {
		before, _ := os.Stat(path)
		if missing := build(step.changed, step.version); missing != step.missing {
			t.Errorf("%+v: %d missing", step, missing)
		}
		after, _ := os.Stat(path)
		if os.SameFile(before, after) != (step.missing == 0) {
			t.Errorf("%+v: written %v", step, !os.SameFile(before, after))
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[headBytes] ^= 1 // the first value that has a byte
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if missing := build(0, 0); missing != 1 {
		t.Errorf("%d of the values are missing, want the damaged one", missing)
	}
	if missing := build(0, 0); missing != 0 {
		t.Errorf("%d of the values are missing after the build", missing)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A build that fails leaves the cache of the last one.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	path, key := filepath.Join(dir, "build-1"), KeyOf("k")
	c, _ := Open(path, "program")
	c.Put(key, []byte("first"))
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	c, _ = Open(path, "program")
	c.Put(key, []byte("second"))
	c.Discard()
	c, _ = Open(path, "program")
	defer c.Discard()
	if got, ok := c.Get(key); !ok || string(got) != "first" {
		t.Errorf("got %q, %v", got, ok)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
}

// Files that are no cache, or only the head of one, are refused with a reason.
func TestRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	c, _ := Open(path, "program")
	c.Put(KeyOf("k"), []byte("value"))
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string][]byte{"foreign": []byte("%PDF-1.7"), "of another format": append([]byte("mycel build cache 3\n"), good[len(magic):]...), "of another program": append([]byte(magic+"another program!"), good[headBytes:]...)}
	for n := range good {
		bad[fmt.Sprintf("cut at %d", n)] = good[:n]
	}
	for name, content := range bad {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, problem := Open(path, "program"); problem == "" || c.Found() {
			t.Errorf("%s: problem %q, values found %v", name, problem, c.Found())
		}
	}
}

// Entries of an index with the right checksum that lie outside of the file are refused, and no memory is
// allocated for them.
func TestForeignEntries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	for name, e := range map[string]struct {
		start  uint64
		length uint32
	}{"start": {1 << 20, 0}, "last start": {1<<64 - 1, 1}, "length": {uint64(headBytes), 1 << 31}} {
		c, _ := Open(path, "program")
		index := append(make([]byte, len(Key{})), binary.LittleEndian.AppendUint64(nil, e.start)...)
		index = binary.LittleEndian.AppendUint32(index, e.length)
		index = binary.LittleEndian.AppendUint32(index, 0)
		file := append([]byte(magic), c.program[:]...)
		file = binary.LittleEndian.AppendUint32(append(append(file, "value"...), index...), 1)
		file = binary.LittleEndian.AppendUint32(file, c.checksum(index))
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, problem := Open(path, "program"); problem == "" {
			t.Errorf("%s: an entry outside of the file is taken", name)
		}
	}
}

// The parts of a key do not run into each other.
func TestKeys(t *testing.T) {
	seen := map[Key]string{}
	for _, parts := range [][]string{{"a"}, {"a", ""}, {"a", "b"}, {"ab"}, {"", "ab"}, {"a", "b", ""}, {"", "a", "b"}} {
		key := KeyOf(parts[0], parts[1:]...)
		if other, ok := seen[key]; ok {
			t.Errorf("%q and %s have one key", parts, other)
		}
		seen[key] = fmt.Sprintf("%q", parts)
	}
}

// Old caches and the leavings of killed builds go; other files stay.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	files := map[string]struct {
		age  time.Duration
		kept bool
	}{
		Path("", "old"): {2 * unused, false}, Path("", "old") + ".more": {2 * unused, false}, Path("", "new"): {unused / 2, true},
		newPrefix + "123": {2 * abandoned, false}, newPrefix + "45": {abandoned / 2, true},
		"thesis.txt": {10 * unused, true}, "build-notes.txt": {10 * unused, true}, "build-0123456789abcdef.txt": {10 * unused, true}, newPrefix + "steps": {10 * unused, true},
	}
	for name, f := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-f.age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := Open(filepath.Join(dir, "build-mine"), "program")
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	for name, f := range files {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != f.kept {
			t.Errorf("%s: %v, want kept %v", name, err, f.kept)
		}
	}
}

func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "build-1")
	c, _ := Open(path, "program")
	c.Put(KeyOf("a"), []byte("value"))
	if err := c.Save(); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{string(good), string(good[:len(good)-1]), magic, magic + "\x00\x00\x00\x00", magic + "abc", strings.ToUpper(string(good))} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "build-2")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		c, problem := Open(path, "program")
		defer c.Discard()
		if problem != "" && c.Found() {
			t.Errorf("refused (%s), and there are values", problem)
		}
		for key, e := range c.old {
			if value, ok := c.Get(key); ok && len(value) != int(e.length) || int(e.length) > len(content) {
				t.Errorf("a value of %d bytes, want %d", len(value), e.length)
			}
		}
	})
}
