package openai

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"mycel/internal/must"
)

// server is an endpoint that does what each request in turn is told to do, the last
// of it for ever, and remembers what it was asked.
type server struct {
	*httptest.Server
	steps []http.HandlerFunc

	mu     sync.Mutex
	bodies []string
	header http.Header // of the last request
	path   string
}

func serve(t *testing.T, steps ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{steps: steps}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		step := s.steps[min(len(s.bodies), len(s.steps)-1)]
		s.bodies = append(s.bodies, string(body))
		s.header, s.path = r.Header, r.Method+" "+r.URL.Path
		s.mu.Unlock()
		step(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// calls returns how many requests came.
func (s *server) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bodies)
}

// say answers with a status and a body; headers are pairs.
func say(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for pair := range slices.Chunk(headers, 2) {
			w.Header().Set(pair[0], pair[1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hang keeps the request open until the client gives up.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// cut closes the connection in the middle of the answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"choices":[{"message"`)
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// fakeClock does not wait.
type fakeClock struct {
	mu    sync.Mutex
	waits []time.Duration
}

func (c *fakeClock) sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, d)
	return ctx.Err()
}

// client returns a client of s with a clock that does not wait.
func (s *server) client(t *testing.T, change func(*Options)) (*Client, *fakeClock) {
	t.Helper()
	clock := &fakeClock{}
	o := Options{BaseURL: s.URL + "/v1", Sleep: clock.sleep}
	if change != nil {
		change(&o)
	}
	c := must.Get(New(o))(t)
	return c, clock
}

// entries returns the files of a cache.
func entries(t *testing.T, c *Cache) []string {
	t.Helper()
	return must.Get(filepath.Glob(filepath.Join(c.Dir, "*", "*")))(t)
}
