package serve

import (
	"context"
	"sync"
	"time"
)

// retryAfter is how long a bundle that cannot be opened is left alone: it may be in the middle of being copied.
const retryAfter = time.Second

// watcher holds the bundle as it is now. It looks for another one when it is asked, which takes one look at the manifest.
type watcher struct {
	options Options
	mount   string

	mu       sync.Mutex
	snapshot *snapshot
	failed   time.Time // when a newer one could not be opened
}

// current returns the bundle as it is now, or the bundle of before if the present one cannot be opened.
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
