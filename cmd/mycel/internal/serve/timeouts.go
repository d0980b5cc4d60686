package serve

import (
	"net/http"
	"time"
)

// Times after which the server closes a connection.
const (
	readTimeout     = 10 * time.Second // for a request to arrive
	writeTimeout    = 30 * time.Second // for a piece of an answer to be taken
	idleTimeout     = time.Minute      // for the next request
	shutdownTimeout = 3 * time.Second
)

// withTimeouts returns a server that closes idle connections. An answer may take any time,
// as long as its reader accepts a piece within writeTimeout.
func withTimeouts(h http.Handler) *http.Server {
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(&timedWriter{w, http.NewResponseController(w)}, r)
		}),
		ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
	}
}

// timedWriter gives each piece of an answer its own time.
type timedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Write writes a piece of the answer. Hiding the ReadFrom of the inner writer keeps a whole
// file from being one piece.
func (w *timedWriter) Write(piece []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(piece)
}

// Unwrap returns the inner writer to http.ResponseController.
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
