package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

const settle = 20 * time.Millisecond

// changed reports whether a change is noticed: within longer than the busiest machine takes if
// it should be, else not in a short time.
func changed(t *testing.T, w *Watcher, should bool, change func()) {
	t.Helper()
	limit := 5 * time.Minute
	if !should {
		limit = 10 * settle
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- w.Wait(ctx, settle) }()
	change()
	if err := <-done; (err == nil) != should || err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want a change: %t", err, should)
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWatch(t *testing.T) {
	docs, other := t.TempDir(), t.TempDir()
	write(t, filepath.Join(docs, "a.md"))
	write(t, filepath.Join(docs, "deep/down/b.md"))
	write(t, filepath.Join(docs, "out/index.html"))
	write(t, filepath.Join(other, "c.jsonl"))
	write(t, filepath.Join(other, ".words"))
	w, err := New([]string{docs, filepath.Join(other, "c.jsonl"), filepath.Join(other, ".words")}, filepath.Join(docs, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, step := range []struct {
		path   string
		should bool
	}{
		{filepath.Join(docs, "a.md"), true},
		{filepath.Join(docs, "deep/down/b.md"), true},
		{filepath.Join(docs, "new/e.md"), true},
		{filepath.Join(docs, "new/f.md"), true}, // in a folder that was new
		{filepath.Join(docs, ".a.md.swp"), false},
		{filepath.Join(docs, "a.md~"), false},
		{filepath.Join(docs, "out/index.html"), false},
		{filepath.Join(other, "c.jsonl"), true},
		{filepath.Join(other, "d.jsonl"), false},
		{filepath.Join(other, ".words"), true}, // whose name was given
	} {
		t.Run(filepath.Base(step.path), func(t *testing.T) {
			changed(t, w, step.should, func() { write(t, step.path) })
		})
	}
	changed(t, w, true, func() {
		if err := os.Rename(filepath.Join(docs, "a.md"), filepath.Join(docs, "g.md")); err != nil {
			t.Fatal(err)
		}
	})
}

func TestMissing(t *testing.T) {
	if _, err := New([]string{filepath.Join(t.TempDir(), "gone")}, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
