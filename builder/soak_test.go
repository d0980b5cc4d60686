package builder

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"mycel/engine"
	"mycel/internal/must"
)

// soak skips a test that takes minutes, unless MYCEL_SOAK asks for it.
func soak(t *testing.T) {
	t.Helper()
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("takes minutes: set MYCEL_SOAK")
	}
}

// A site of 100,000 tiny pages is built, asked, and built again from the cache with the same
// bytes.
func TestSoakManyPages(t *testing.T) {
	soak(t)
	const pages, folder = 100_000, 250
	site := t.TempDir()
	for i := range pages {
		dir := filepath.Join(site, fmt.Sprintf("%03d", i/folder))
		if i%folder == 0 {
			must.OK(t, os.Mkdir(dir, 0o755))
		}
		page := fmt.Sprintf("<!doctype html><html lang=en><title>Gauge %d</title><main><h1>Gauge %d</h1><p>Gauge %d stands at weir %d of Brask.", i, i, i, i%977)
		must.OK(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.html", i)), []byte(page), 0o644))
	}
	temp := t.TempDir()
	c := Config{Site: []string{site}, Output: filepath.Join(temp, "out"), Version: "test", Kept: &Kept{}}
	var first map[string]string
	for _, round := range []string{"with nothing kept", "with kept pages"} {
		r := mustBuild(t, c)
		if r.Counts["documents"] != pages || r.Skipped > 0 {
			t.Errorf("%s: %d documents, %d skipped", round, r.Counts["documents"], r.Skipped)
		}
		t.Logf("%s: %d files, %d bytes, phases %v", round, r.Files, r.Bytes, r.Phases)
		if now := must.Tree(t, c.Output); first == nil {
			first = now
		} else if !maps.Equal(first, now) {
			t.Error("the cache makes another bundle")
		}
	}
	b := mustOpen(t, c.Output)
	for _, i := range []int{0, 7, 54_321, pages - 1} {
		r, err := b.Search(t.Context(), fmt.Sprintf("gauge %d", i), engine.Options{})
		must.OK(t, err)
		want := fmt.Sprintf("%03d/%d.html", i/folder, i)
		must.Be(t, len(r.Hits) != 0 && r.Hits[0].Document == want, "gauge %d: the first of %d hits is not %s", i, len(r.Hits), want)
	}
}
