package cache

import (
	"fmt"
	"os"
	"path/filepath"
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
	if got, ok := second.Get(a); !ok || got != "one" {
		t.Errorf("got %q, %v", got, ok)
	}
	if err := second.Save(); err != nil {
		t.Fatal(err)
	}
	third, _ := Open(path, "program")
	if _, ok := third.Get(b); ok {
		t.Error("an entry that a build has not asked for is still there")
	}
	if got, ok := third.Get(a); !ok || got != "one" {
		t.Errorf("got %q, %v", got, ok)
	}
	var none *Cache
	none.Put(a, nil)
	if _, ok := none.Get(a); ok || none.Save() != nil {
		t.Error("a nil cache has something")
	}
}

// What a build changes goes beside what was there while it is little, and is found
// there; then the two become one again.
func TestSecondFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "build-1")
	more := path + moreSuffix
	value := func(i, version int) string { return fmt.Sprintf("value %d of %03d", version, i) }
	// build has 100 entries of which the first few are of a version.
	build := func(changed, version int) (missing int, problem string) {
		c, problem := Open(path, "program")
		for i := range 100 {
			v := 0
			if i < changed {
				v = version
			}
			key := KeyOf("k", fmt.Sprint(i), fmt.Sprint(v))
			if got, ok := c.Get(key); !ok {
				missing++
				c.Put(key, []byte(value(i, v)))
			} else if got != value(i, v) {
				t.Errorf("got %q, want %q", got, value(i, v))
			}
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		return missing, problem
	}
	stat := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	build(0, 0)
	whole := stat(path)
	for _, step := range []struct {
		changed, version, missing int
		second                    bool
	}{
		{0, 0, 0, false}, {3, 1, 3, true}, {3, 1, 0, true}, {5, 1, 2, true}, {2, 2, 2, true}, {5, 1, 5, true},
		{0, 0, 0, true}, {60, 3, 60, false}, {60, 3, 0, false}, {0, 0, 60, false},
	} {
		missing, problem := build(step.changed, step.version)
		if missing != step.missing || problem != "" || (stat(more) > 0) != step.second || stat(path) != whole || stat(more) > whole/4 {
			t.Errorf("%+v: %d missing, problem %q, second file of %d bytes, first of %d, want %d", step, missing, problem, stat(more), stat(path), whole)
		}
	}
	build(4, 4)
	good, err := os.ReadFile(more)
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{
		"cut": good[:len(good)-1], "empty": nil, "foreign": []byte("%PDF-1.7"),
		"of another file":    append(append([]byte(nil), good[:headBytes-8]...), append([]byte("abcd"), good[headBytes-4:]...)...),
		"of another program": append([]byte(magic+"another program!"), good[headBytes-8:]...),
	} {
		if err := os.WriteFile(more, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if missing, problem := build(4, 4); missing != 4 || problem == "" {
			t.Errorf("%s: %d missing, problem %q", name, missing, problem)
		}
		if missing, problem := build(4, 4); missing != 0 || problem != "" {
			t.Errorf("after %s: %d missing, problem %q", name, missing, problem)
		}
	}
	c, _ := Open(path, "program")
	for i := range 90 {
		c.Get(KeyOf("k", fmt.Sprint(i), "0"))
	}
	c.Renew()
	if err := c.Save(); err != nil || stat(more) != 0 || stat(path) >= whole {
		t.Errorf("renewed: %v, second file of %d bytes, first of %d", err, stat(more), stat(path))
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
		Path("", "old"): {2 * unused, false}, Path("", "old") + moreSuffix: {2 * unused, false}, Path("", "new"): {unused / 2, true},
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

func FuzzParse(f *testing.F) {
	c, _ := Open(filepath.Join(f.TempDir(), "build-1"), "program")
	c.Put(KeyOf("a"), []byte("value"))
	if err := c.Save(); err != nil {
		f.Fatal(err)
	}
	good, err := read(c.path)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{string(good), string(good[:len(good)-1]), magic, magic + "\x00\x00\x00\x00", magic + "abc", strings.ToUpper(string(good))} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		_, _, entries, err := c.parse(content)
		if err != nil && (entries != nil || err.Error() == "") {
			t.Errorf("got %v and %v", entries, err)
		}
	})
}
