package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mycel/internal/must"
)

// TestServe starts the server, takes its address from the first line, and ends it
// as a signal would.
func TestServe(t *testing.T) {
	for name, test := range map[string]struct {
		root string
		path string // of the search page
	}{
		"bundle": {"", "/"},
		"site":   {must.Files(t, map[string]string{"index.html": "home"}), "/mycel/"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			read, write := io.Pipe()
			var stderr bytes.Buffer
			p := world()
			p.out, p.err = write, &stderr
			ended := make(chan int, 1)
			args := []string{"serve", gardenBundle(t), "--addr", "127.0.0.1:0", "--root", test.root}
			go func() {
				code := run(ctx, p, args)
				write.Close()
				ended <- code
			}()
			lines := bufio.NewScanner(read)
			must.Hold(t, lines.Scan(), "got no address; stderr: %s", stderr.String())
			address := lines.Text()
			must.Hold(t, strings.HasPrefix(address, "http://127.0.0.1:") && strings.HasSuffix(address, "/"), "got %q, want an address", address)
			page := fetch(t, strings.TrimSuffix(address, "/")+test.path)
			must.Be(t, strings.Contains(page, "<title>Search</title>"), "got %q, want the search page", page)
			stop()
			select {
			case code := <-ended:
				if code != exitDone {
					t.Errorf("got exit code %d, want %d; stderr: %s", code, exitDone, stderr.String())
				}
			case <-time.After(5 * time.Minute):
				t.Fatal("it does not end")
			}
			must.Be(t, !lines.Scan(), "got %q on stdout after the address", lines.Text())
			if !strings.Contains(stderr.String(), "search page at "+strings.TrimSuffix(address, "/")+test.path) {
				t.Errorf("got log %q, want the address of the search page", stderr.String())
			}
		})
	}
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	response := must.Get(http.Get(url))(t)
	defer response.Body.Close()
	body := must.Get(io.ReadAll(response.Body))(t)
	return string(body)
}

func TestServeFailures(t *testing.T) {
	bundle := gardenBundle(t)
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "file")
	must.OK(t, os.WriteFile(file, nil, 0o644))
	mycelRun(t, "serve", bundle, "--addr", taken.Addr().String()).want(t, exitFailed, taken.Addr().String())
	mycelRun(t, "serve", "gone").want(t, exitFailed, "gone")
	mycelRun(t, "serve", bundle, "--root", "gone").want(t, exitFailed, "gone")
	mycelRun(t, "serve", bundle, "--root", file).want(t, exitFailed, file)
}

func TestReachable(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80",
		"0.0.0.0:80":   "127.0.0.1:80",
		"[::]:80":      "127.0.0.1:80",
		"[::1]:80":     "[::1]:80",
	} {
		addr := must.Get(net.ResolveTCPAddr("tcp", address))(t)
		must.Equal(t, reachable(addr), want, "%s", address)
	}
}
