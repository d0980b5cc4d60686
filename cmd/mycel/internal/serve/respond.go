package serve

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"path"
	"time"
)

// policy allows the search page its own scripts, the engine, its worker and its files, and nothing else. Pages made of
// documents need less and get the same.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
	"style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Values of Cache-Control.
const (
	revalidate = "no-cache"
	forever    = "public, max-age=31536000, immutable"
)

// contentTypes has the types that a search page depends on. Systems disagree on these
// types, and browsers do not run a module script of a wrong type.
var contentTypes = map[string]string{
	".css":  "text/css; charset=utf-8",
	".gz":   "application/gzip",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".map":  "application/json",
	".md":   "text/markdown; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".pack": "application/octet-stream",
	".svg":  "image/svg+xml",
	".ts":   "text/plain; charset=utf-8",
	".txt":  "text/plain; charset=utf-8",
	".wasm": "application/wasm",
}

// contentType returns the type for a file extension. Browsers download files of unknown
// types, because nosniff forbids guessing.
func contentType(extension string) string {
	if t, ok := contentTypes[extension]; ok {
		return t
	}
	if t := mime.TypeByExtension(extension); t != "" {
		return t
	}
	return "application/octet-stream"
}

// serve sends an asset or the ranges that the request names. Compressed files are sent without a Content-Encoding,
// because the client unpacks them itself.
func (a *asset) serve(w http.ResponseWriter, r *http.Request, dir string) error {
	var content io.ReadSeeker = bytes.NewReader(a.content)
	if a.content == nil {
		f, err := a.openFile(dir)
		if err != nil {
			return err
		}
		defer f.Close()
		content = f
	}
	h := w.Header()
	h.Set("Content-Type", contentType(path.Ext(a.name)))
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", revalidate)
	if a.hashed {
		h.Set("Cache-Control", forever)
	}
	h.Set("ETag", `"`+a.etag+`"`)
	http.ServeContent(w, r, path.Base(r.URL.Path), time.Time{}, content)
	return nil
}
