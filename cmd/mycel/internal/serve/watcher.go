package serve

import (
	"context"
	"sync"
	"time"
)

// retryAfter is the pause after a bundle could not be opened: it may still be being copied.
const retryAfter = time.Second

// watcher holds the newest bundle that could be opened. Every call checks the manifest for a newer one.
type watcher struct {
	options Options
	mount   string

	mu       sync.Mutex
	snapshot *snapshot
	failed   time.Time // when opening a newer bundle last failed
}

// current returns the newest bundle that can be opened.
func (w *watcher) current() *snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.failed) < retryAfter {
		return w.snapshot
	}
	b, err := w.snapshot.bundle.Reopen(context.Background())
	if err == nil && b == w.snapshot.bundle {
		return w.snapshot
	}
	s := w.snapshot
	if err == nil {
		s, err = takeAnew(b, w.options, w.mount)
	}
	if err != nil {
		w.failed = time.Now()
		w.options.Log.Printf("the new bundle cannot be opened, serving the old one: %v", err)
		return w.snapshot
	}
	w.options.Log.Printf("%s was rebuilt", w.options.Bundle)
	w.snapshot = s
	return s
}
