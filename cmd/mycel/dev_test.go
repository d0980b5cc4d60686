package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mycel/internal/must"
)

// lockedBuffer may be written to while it is read.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// until waits for a condition, for longer than the busiest machine takes.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(20 * time.Millisecond) {
		must.Hold(t, !time.Now().After(end), "it never came to this: %s", what)
	}
}

// TestDev changes a page and the synonyms while they are served, breaks them, and mends
// them.
func TestDev(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	page := filepath.Join(docs, "soil.md")
	rewrite := func(text string) {
		must.OK(t, os.WriteFile(page, []byte(text), 0o644))
	}
	synonyms := must.File(t, ".synonyms", "dirt => soil\n")
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	read, write := io.Pipe()
	stderr := &lockedBuffer{}
	p := world()
	p.out, p.err = write, stderr
	ended := make(chan int, 1)
	go func() {
		code := run(ctx, p, []string{"dev", docs, "--synonyms", synonyms, "--addr", "127.0.0.1:0"})
		write.Close()
		ended <- code
	}()
	lines := bufio.NewScanner(read)
	must.Hold(t, lines.Scan(), "got no address; stderr: %s", stderr)
	address := strings.TrimSuffix(lines.Text(), "/")
	shows := func(text string) func() bool {
		return func() bool { return strings.Contains(fetch(t, address+"/soil.html"), text) }
	}
	until(t, "the page", shows("Earthworms"))
	refuses(t, address)
	rewrite("# Preparing Soil\n\nBeetles do the rest.\n")
	until(t, "the changed page", shows("Beetles"))
	rewrite("---\ntitle: [\n---\n# Broken\n")
	until(t, "the error", func() bool { return strings.Contains(stderr.String(), "warning: soil.md:") })
	rewrite("# Preparing Soil\n\nMoles do the rest.\n")
	until(t, "the mended page", shows("Moles"))
	must.OK(t, os.WriteFile(synonyms, []byte("dirt\n"), 0o644))
	until(t, "the error in the synonyms", func() bool {
		return strings.Contains(stderr.String(), ".synonyms:1:") && strings.Contains(stderr.String(), "the last good bundle stays")
	})
	must.Be(t, shows("Moles")(), "the last good bundle is gone")
	stop()
	must.Equal(t, <-ended, exitDone, "stderr: %s: exit code", stderr)
	left, err := os.ReadDir(temp)
	must.Be(t, err == nil && len(left) == 0, "left behind: %v, %v", left, err)
}

// refuses checks that what other sites, and files beside the documents, would need is refused.
func refuses(t *testing.T, address string) {
	t.Helper()
	for _, test := range []struct {
		method, host, path string
		want               int
	}{
		{http.MethodGet, "evil.example", "/soil.html", http.StatusMisdirectedRequest},
		{http.MethodGet, "", "/..%2f.synonyms", http.StatusNotFound},
		{http.MethodGet, "", "/mycel/%2e%2e/%2e%2e/.synonyms", http.StatusNotFound},
		{http.MethodPost, "", "/soil.html", http.StatusMethodNotAllowed},
	} {
		r := must.Get(http.NewRequest(test.method, address+test.path, nil))(t)
		r.Host = test.host
		response := must.Get(http.DefaultClient.Do(r))(t)
		response.Body.Close()
		must.Equal(t, response.StatusCode, test.want, "%+v: status", test)
	}
}

func TestDevSources(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		site  bool
	}{
		"Markdown": {map[string]string{"a.md": "", "b.html": ""}, false},
		"HTML":     {map[string]string{"a.html": "", "b.txt": ""}, true},
		"nothing":  {map[string]string{"a.png": ""}, false},
	} {
		b := devFlags{buildFlags: newBuildFlags()}
		must.OK(t, b.addSource(must.Files(t, test.files)))
		must.Equal(t, len(b.config.Site) == 1, test.site, "%s: taken for a site", name)
	}
}

func TestDevFailures(t *testing.T) {
	mycelRun(t, "dev").want(t, exitUsage, "no source")
	mycelRun(t, "dev", "gone").want(t, exitFailed, "no such directory: gone")
	mycelRun(t, "dev", must.Files(t, map[string]string{"a.png": ""})).want(t, exitFailed, "nothing to index")
	mycelRun(t, "dev", "x", "--addr", "y").want(t, exitUsage, "--addr")
}
