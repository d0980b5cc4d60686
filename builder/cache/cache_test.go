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
	first, problem := Open(path)
	first.Put(a, []byte("one"))
	first.Put(b, nil)
	if err := first.Save(); err != nil || problem != "" {
		t.Fatal(err, problem)
	}
	second, _ := Open(path)
	if got, ok := second.Get(a); !ok || got != "one" {
		t.Errorf("got %q, %v", got, ok)
	}
	if err := second.Save(); err != nil {
		t.Fatal(err)
	}
	third, _ := Open(path)
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
		"build-old": {2 * unused, false}, "build-new": {unused / 2, true}, newPrefix + "old": {2 * abandoned, false},
		newPrefix + "new": {abandoned / 2, true}, "thesis.txt": {10 * unused, true},
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
	c, _ := Open(filepath.Join(dir, "build-mine"))
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
	c := &Cache{path: filepath.Join(f.TempDir(), "build-1"), entries: map[Key]string{}}
	c.Put(KeyOf("a"), []byte("value"))
	if err := c.Save(); err != nil {
		f.Fatal(err)
	}
	good, err := read(c.path)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{good, good[:len(good)-1], magic, magic + "\x00\x00\x00\x00", magic + "abc", strings.ToUpper(good)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		entries, err := parse(content)
		if err != nil && (entries != nil || err.Error() == "") {
			t.Errorf("got %v and %v", entries, err)
		}
	})
}
