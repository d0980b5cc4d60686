package builder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"mycel/internal/must"
)

// Times of files say nothing: a build takes every kept page after the clock has
// jumped to either side, and sees a change that leaves time and size as they were.
func TestClock(t *testing.T) {
	docs, temp := t.TempDir(), t.TempDir()
	page, other := filepath.Join(docs, "a.md"), filepath.Join(docs, "b.md")
	for path, text := range map[string]string{page: "The gauge of Brask.", other: "The weir of Lund."} {
		must.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	c := Config{Docs: []string{docs}, Output: filepath.Join(temp, "out"), Version: "test", Kept: &Kept{}}
	build := func(what string, reused int) map[string]string {
		t.Helper()
		mustBuild(t, c)
		must.Be(t, c.Kept.reused == reused, "%s: %d pages were kept, want %d", what, c.Kept.reused, reused)
		return must.Tree(t, c.Output)
	}
	first := build("first", 0)
	for _, year := range []int{1970, 1985, 2100} {
		at := time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC)
		for _, path := range []string{page, other, docs, filepath.Join(c.Output, "mycel.json"), c.Output} {
			must.OK(t, os.Chtimes(path, at, at))
		}
		same(t, at.String(), first, build(at.String(), 2))
		if err := os.WriteFile(page, []byte("The gauge of Trask."), 0o644); err != nil { // as long as it was
			t.Fatal(err)
		}
		must.OK(t, os.Chtimes(page, at, at))
		if changed := build("changed", 1); changed["mycel.json"] == first["mycel.json"] {
			t.Errorf("%v: a change at the same time is not seen", at)
		}
		must.OK(t, os.WriteFile(page, []byte("The gauge of Brask."), 0o644))
		build("changed back", 1)
	}
}
