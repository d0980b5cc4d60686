package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"mycel/internal/must"
)

// changed waits until a change is noticed, for longer than the busiest machine takes.
func changed(t *testing.T, w *Watcher, change func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- w.Wait(ctx, 20*time.Millisecond) }()
	change()
	if err := <-done; err != nil {
		t.Errorf("got %v, want a change", err)
	}
}

// unseen checks that a change is of no interest. No time is waited for it: notifications of the change before
// may come late.
func unseen(t *testing.T, w *Watcher, path string) {
	t.Helper()
	if slices.Contains(w.events.WatchList(), filepath.Dir(path)) && w.concerns(fsnotify.Event{Name: path, Op: fsnotify.Write}) {
		t.Errorf("a change of %s is noticed", path)
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.OK(t, os.WriteFile(path, []byte("text"), 0o644))
}

func TestWatch(t *testing.T) {
	docs, other := t.TempDir(), t.TempDir()
	write(t, filepath.Join(docs, "a.md"))
	write(t, filepath.Join(docs, "deep/down/b.md"))
	write(t, filepath.Join(docs, "out/index.html"))
	write(t, filepath.Join(other, "c.jsonl"))
	write(t, filepath.Join(other, ".words"))
	w := must.Get(New([]string{docs, filepath.Join(other, "c.jsonl"), filepath.Join(other, ".words")}, filepath.Join(docs, "out")))(t)
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
			if !step.should {
				unseen(t, w, step.path)
				return
			}
			changed(t, w, func() { write(t, step.path) })
		})
	}
	changed(t, w, func() {
		must.OK(t, os.Rename(filepath.Join(docs, "a.md"), filepath.Join(docs, "g.md")))
	})
}

func TestMissing(t *testing.T) {
	if _, err := New([]string{filepath.Join(t.TempDir(), "gone")}, ""); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
