package serve

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"mycel/manifest"
)

// retryAfter is how long a bundle that cannot be opened is left alone: it may be in the middle of being copied.
const retryAfter = time.Second

// watcher holds the bundle as it is now. It looks for another one when it is asked, which is cheap: builds swap the
// whole folder, so a new bundle has another manifest file.
type watcher struct {
	options Options
	mount   string

	mu       sync.Mutex
	snapshot *snapshot
	stamp    fs.FileInfo // of the manifest that snapshot was made from
	failed   time.Time   // when a newer one could not be opened
}

// watch opens the bundle for the first time.
func watch(o Options, mount string) (*watcher, error) {
	w := &watcher{options: o, mount: mount}
	// The stamp is taken first: a build that ends in between is seen later.
	stamp, missing := w.stat()
	s, err := open(o, mount)
	if err != nil {
		return nil, err
	}
	w.snapshot, w.stamp = s, stamp
	return w, missing
}

func (w *watcher) stat() (fs.FileInfo, error) {
	return os.Stat(filepath.Join(w.options.Bundle, manifest.Name))
}

// current returns the bundle as it is now, or the bundle of before if the present one cannot be opened.
func (w *watcher) current() *snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	stamp, err := w.stat()
	if err != nil || same(stamp, w.stamp) || time.Since(w.failed) < retryAfter {
		return w.snapshot
	}
	s, err := open(w.options, w.mount)
	if err != nil {
		w.failed = time.Now()
		w.options.Log.Printf("the new bundle cannot be opened, serving the old one: %v", err)
		return w.snapshot
	}
	w.options.Log.Printf("%s was rebuilt", w.options.Bundle)
	w.snapshot, w.stamp = s, stamp
	return s
}

func same(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime())
}
