// Package serve shows a bundle on a local web server, for tests while a site is made. It serves the files that a
// static host would serve. For results without a page it makes pages from the texts of the bundle.
//
// Without a site, the bundle is at "/" and its documents are at their addresses. With a site, the site's files are at
// "/". The bundle is then at its own path in the site's folder, or at "/mycel/" if it lies elsewhere.
package serve

import (
	"io/fs"
	"log"
	"net/http"
	"os"
	"strings"
)

// Options says which bundle is served, and how.
type Options struct {
	Bundle  string                // folder of the bundle; required
	Root    string                // folder of the site of the bundle, "" without one
	Runtime func() (fs.FS, error) // browser files, for a bundle built without them
	Log     *log.Logger           // errors while serving; required

	Playground bool // also serve the page that compares the modes
	CORS       bool // let pages of other origins read the files of the bundle
}

// Handler serves a bundle. It is safe for concurrent use.
type Handler struct {
	bundle *watcher
	mount  string   // path of the bundle, between slashes
	site   *os.Root // nil without a site
	cors   bool
	log    *log.Logger
}

// New opens the bundle and the site. Its errors name the folder.
func New(o Options) (*Handler, error) {
	h := &Handler{mount: "/", cors: o.CORS, log: o.Log}
	if o.Root != "" {
		var err error
		if h.mount, err = mountPath(o.Bundle, o.Root); err != nil {
			return nil, err
		}
		if h.site, err = os.OpenRoot(o.Root); err != nil {
			return nil, err
		}
	}
	s, err := open(o, h.mount)
	if err != nil {
		h.Close()
		return nil, err
	}
	h.bundle = &watcher{options: o, mount: h.mount, snapshot: s}
	return h, nil
}

// Close closes the site's folder.
func (h *Handler) Close() {
	if h.site != nil {
		_ = h.site.Close()
	}
}

// SearchPath returns the path of the search page.
func (h *Handler) SearchPath() string { return h.mount }

// ServeHTTP answers GET and HEAD.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	served, err := h.serveAnew(h.bundle.current(), w, r)
	switch {
	case err != nil:
		h.log.Printf("%s: %v", r.URL.Path, err)
		http.Error(w, "the bundle cannot be read", http.StatusInternalServerError)
	case !served:
		http.Error(w, "not found", http.StatusNotFound)
	}
}

// serveAnew sends a file of a bundle. If that fails, it tries the bundle that has replaced this one. It
// returns false if there is no such file.
func (h *Handler) serveAnew(s *snapshot, w http.ResponseWriter, r *http.Request) (bool, error) {
	served, err := h.serveFrom(s, w, r)
	if err != nil {
		// If reading a file fails, nothing has been sent yet.
		if next := h.bundle.current(); next != s {
			return h.serveFrom(next, w, r)
		}
	}
	return served, err
}

func (h *Handler) serveFrom(s *snapshot, w http.ResponseWriter, r *http.Request) (bool, error) {
	if name, ok := strings.CutPrefix(r.URL.Path, h.mount); ok {
		if a, ok := s.assets[name]; ok {
			if h.cors {
				w.Header().Set("Access-Control-Allow-Origin", "*")
				w.Header().Set("Access-Control-Expose-Headers", "Content-Range")
			}
			return true, a.serve(w, r, s.dir)
		}
		if name == documentPath {
			return s.documentByID(w, r)
		}
	}
	if h.site != nil {
		return serveSite(h.site, w, r)
	}
	return s.documentByURL(w, r)
}
