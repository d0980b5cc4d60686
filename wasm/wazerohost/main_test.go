package wazerohost

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var (
	tinyEngine []byte   // the compiled bytes of testdata/tinyengine
	program    *Program // the same, with default options but for the cache
	cacheDir   string
)

// TestMain builds and compiles the tiny engine once for all tests.
func TestMain(m *testing.M) {
	code, err := setUp(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func setUp(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "wazerohost")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	cacheDir = filepath.Join(dir, "cache")
	if tinyEngine, err = buildWasm(dir, filepath.Join("testdata", "tinyengine")); err != nil {
		return 0, err
	}
	if program, err = Compile(context.Background(), tinyEngine, Options{CacheDir: cacheDir}); err != nil {
		return 0, err
	}
	defer program.Close()
	return m.Run(), nil
}

// buildWasm builds the command in the folder source for GOOS=js, linked as the engine is, and
// returns its file.
func buildWasm(dir, source string) ([]byte, error) {
	out := filepath.Join(dir, "out.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X runtime.godebugDefault=gcstoptheworld=1", "-o", out, ".")
	cmd.Dir = source
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", source, err, text)
	}
	return os.ReadFile(out)
}

// opened returns an instance of p that takes requests.
func opened(t testing.TB, p *Program) *Instance {
	t.Helper()
	in, err := p.NewInstance()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := in.Open(nil); err != nil {
		t.Fatal(err)
	}
	return in
}

// compiled returns a program of the tiny engine with options of its own.
func compiled(t testing.TB, o Options) *Program {
	t.Helper()
	o.CacheDir = cacheDir
	p, err := Compile(t.Context(), tinyEngine, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func search(t testing.TB, in *Instance, request string) string {
	t.Helper()
	answer, err := in.Search([]byte(request))
	if err != nil {
		t.Fatalf("search %.40q: %v", request, err)
	}
	return string(answer)
}

func wantAnswer(t testing.TB, in *Instance, request, want string) {
	t.Helper()
	if got := search(t, in, request); got != want {
		t.Errorf("search %q: got %.200q, want %q", request, got, want)
	}
}

// clock is a clock that stands still until it is moved.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2024, 2, 29, 12, 0, 0, 5_000_000, time.UTC)} }

func (c *clock) Now() time.Time { return c.now }

func (c *clock) advance(d time.Duration) { c.now = c.now.Add(d) }
