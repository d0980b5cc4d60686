package serve

import (
	"net/http"
	"time"
)

// Times after which a connection is given up.
const (
	readTimeout     = 10 * time.Second // for a request to arrive
	writeTimeout    = 30 * time.Second // for a piece of an answer to be taken
	idleTimeout     = time.Minute      // for the next request
	shutdownTimeout = 3 * time.Second
)

// withTimeouts returns a server that gives up connections on which nothing happens. An
// answer may take any time as long as its reader takes a piece of it now and then.
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

// Write writes a piece of the answer. It hides the ReadFrom of the writer below, which would
// send a whole file as one piece.
func (w *timedWriter) Write(piece []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(piece)
}

// Unwrap is for http.ResponseController.
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
