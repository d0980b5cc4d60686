//go:build unix

package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"mycel/internal/must"
)

// Named pipes and devices are not found. The test does not end if one is opened.
func TestSpecialFiles(t *testing.T) {
	root := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	must.OK(t, unix.Mkfifo(filepath.Join(root, "index.html"), 0o600))
	for link, to := range map[string]string{"link": "pipe", "null": os.DevNull} {
		must.OK(t, os.Symlink(to, filepath.Join(root, link)))
	}
	h, _ := start(t, func(o *Options) { o.Root = root })
	for _, path := range []string{"/pipe", "/", "/link", "/null", "/pipe/"} {
		if w := get(h, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: got %d, want %d", path, w.Code, http.StatusNotFound)
		}
	}
	// A file of the bundle that has become a pipe is an error.
	bundle, _ := start(t, nil)
	s := bundle.bundle.current()
	file := filepath.Join(s.dir, "page.css")
	must.OK(t, os.Remove(file))
	must.OK(t, unix.Mkfifo(file, 0o600))
	if w := get(bundle, "/page.css"); w.Code != http.StatusInternalServerError {
		t.Errorf("/page.css: got %d, want %d", w.Code, http.StatusInternalServerError)
	}
}
