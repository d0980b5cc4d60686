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

// Watcher reports changes. It ignores folders named node_modules, and names that begin
// with a dot or end in a tilde, because editors use these for their own files.
type Watcher struct {
	events  *fsnotify.Watcher
	files   map[string]bool // single watched files, by clean path
	folders []string        // watched with all their subfolders
	skip    string          // ignored folder, "" for none
}

// New watches files, and folders with their subfolders except skip. Errors name the path.
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
	// Editors replace a file by a new one, so the folder is watched.
	w.files[path] = true
	return w.events.Add(filepath.Dir(path))
}

// addTree watches a folder and its subfolders.
func (w *Watcher) addTree(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // removed again
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

// passedOver reports whether a path is ignored because of its name.
func (w *Watcher) passedOver(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || name == "node_modules" || path == w.skip
}

// Close stops watching.
func (w *Watcher) Close() error { return w.events.Close() }

// concerns reports whether an event is about a watched file. It also watches new folders.
func (w *Watcher) concerns(e fsnotify.Event) bool {
	path := clean(e.Name)
	if e.Op == fsnotify.Chmod {
		return false
	}
	if w.files[path] {
		return true // whatever its name is
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

// Wait returns after a change, once nothing has changed for the time settle. Its error is
// ctx's, or that of the system's notifications.
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
