// Package watch reports changes of files below some folders.
package watch

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Watcher tells of changes. Names that begin with a dot or end in a tilde, which
// editors use for their own files, and folders named node_modules are passed over.
type Watcher struct {
	events  *fsnotify.Watcher
	files   map[string]bool // single files that are watched, by clean path
	folders []string        // watched with all below
	skip    string          // folder passed over, "" for none
}

// New watches files and folders, the latter with all below them but skip. Errors name the path.
func New(paths []string, skip string) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{events: events, files: map[string]bool{}}
	if skip != "" {
		w.skip = clean(skip)
	}
	for _, path := range paths {
		if err := w.add(path); err != nil {
			return nil, errors.Join(err, events.Close())
		}
	}
	return w, nil
}

func clean(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return filepath.Clean(path)
}

func (w *Watcher) add(path string) error {
	path = clean(path)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		w.folders = append(w.folders, path)
		return w.addTree(path)
	}
	// Editors put a new file in the place of the old one, so the folder is watched.
	w.files[path] = true
	return w.events.Add(filepath.Dir(path))
}

// addTree watches a folder and those below it.
func (w *Watcher) addTree(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // gone again
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && w.passedOver(path):
			return filepath.SkipDir
		}
		return w.events.Add(path)
	})
}

// passedOver reports whether a path is of no interest by its name.
func (w *Watcher) passedOver(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "node_modules" || path == w.skip
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.events.Close() }

// concerns reports whether an event concerns a watched file, and watches new folders.
func (w *Watcher) concerns(e fsnotify.Event) bool {
	path := clean(e.Name)
	if e.Op == fsnotify.Chmod {
		return false
	}
	if w.files[path] {
		return true // whatever it is called
	}
	if w.passedOver(path) {
		return false
	}
	for _, folder := range w.folders {
		if strings.HasPrefix(path, folder+string(filepath.Separator)) {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				_ = w.addTree(path) // a folder that cannot be watched is gone or unreadable; the build reports it
			}
			return true
		}
	}
	return false
}

// Wait returns when something has changed and then nothing more for the time of
// settle. Its error is ctx's, or that of the system's notifications.
func (w *Watcher) Wait(ctx context.Context, settle time.Duration) error {
	var quiet <-chan time.Time // nil until the first change
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.events.Errors:
			// The lost notifications may have concerned watched files.
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
			quiet = time.After(settle)
		case e, ok := <-w.events.Events:
			if !ok {
				return fsnotify.ErrClosed
			}
			if w.concerns(e) {
				quiet = time.After(settle)
			}
		case <-quiet:
			return nil
		}
	}
}
