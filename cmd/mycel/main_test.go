package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"mycel"
	"mycel/builder"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/internal/must"
	"mycel/manifest"
	"mycel/site"
)

// TestMain runs the command itself where a test starts this binary for that.
func TestMain(m *testing.M) {
	if os.Getenv("MYCEL_TEST_COMMAND") != "" {
		if line := os.Getenv("MYCEL_TEST_KILL_AT"); line != "" {
			p := world()
			p.env, p.err = os.Getenv, killer(line)
			os.Exit(run(context.Background(), p, os.Args[1:]))
		}
		main()
	}
	os.Exit(withCache(m))
}

// killer kills the process that writes this text to it, at once.
type killer string

func (text killer) Write(b []byte) (int, error) {
	if strings.Contains(string(b), string(text)) {
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		if err != nil {
			panic(err)
		}
		select {}
	}
	return len(b), nil
}

// withCache runs the tests with a cache folder of their own.
func withCache(m *testing.M) int {
	dir, err := os.MkdirTemp("", "mycel-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("XDG_CACHE_HOME", dir)
	return m.Run()
}

// browserFiles stands for the files that a browser needs.
var browserFiles = fstest.MapFS{
	"index.html":    {Data: []byte(`<!doctype html><html data-site-root="./"><title>Search</title>`)},
	"page.js":       {Data: []byte("export {};\n")},
	"mycel.wasm.gz": {Data: []byte("compressed engine")},
}

// outcome is what one command line did.
type outcome struct {
	code     int
	out, err string
}

// world is a program for tests; fields may be changed before run.
func world() *program {
	return &program{
		in: strings.NewReader(""), out: io.Discard, err: io.Discard,
		env:      func(string) string { return "" },
		terminal: func(any) (int, bool) { return 0, false },
		runtime:  func() (fs.FS, error) { return browserFiles, nil },
		classic:  site.Classic,
	}
}

func (p *program) capture(t *testing.T, args ...string) outcome {
	t.Helper()
	var out, err bytes.Buffer
	p.out, p.err = &out, &err
	code := run(t.Context(), p, args)
	return outcome{code, out.String(), err.String()}
}

// mycelRun runs a command line as in a pipeline.
func mycelRun(t *testing.T, args ...string) outcome {
	t.Helper()
	return world().capture(t, args...)
}

func (o outcome) want(t *testing.T, code int, inErr ...string) outcome {
	t.Helper()
	must.Be(t, o.code == code, "exit code: got %d, want %d; stderr:\n%s", o.code, code, o.err)
	for _, s := range inErr {
		must.Be(t, strings.Contains(o.err, s), "stderr: got %q, want it to contain %q", o.err, s)
	}
	return o
}

// gardenDocs are pages about a vegetable garden.
var gardenDocs = map[string]string{
	"soil.md":             "# Preparing Soil\n\nDig in autumn. Earthworms do the rest.\n\n## Feeding the Compost\n\nKitchen scraps turn into Compost within a year. Turn the heap monthly.\n",
	"plants/tomatoes.md":  "# Tomatoes\n\nTomatoes need warmth.\n\n## Pruning Side Shoots\n\nPinch out the side shoots of Tomatoes weekly, and give them Compost.\n",
	"plants/potatoes.md":  "# Potatoes\n\nPotatoes grow under straw.\n\n## Against Blight\n\nBlight is worst in wet summers. Water Potatoes and Tomatoes at the roots.\n",
	"plants/README.md":    "# All Plants\n\nA list of what grows here.\n",
	"tools/watering.txt":  "Watering can\n\nA rose on the can keeps seedlings upright.\n",
	"tools/ignored.xhtml": "<p>not a source</p>",
}

// gardenBundle builds the garden's bundle.
func gardenBundle(t *testing.T, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	args := append([]string{"build", "--docs", must.Files(t, gardenDocs), "--output-path", out}, flags...)
	mycelRun(t, args...).want(t, exitDone)
	return out
}

// TestUsage checks what is wrong with a command line before it is tried.
func TestUsage(t *testing.T) {
	bundle := filepath.Join(t.TempDir(), "bundle")
	for _, test := range []struct {
		args string
		want string
	}{
		{"bild --docs x", `unknown command "bild"; did you mean build? (see mycel --help)`},
		{"frobnicate", `unknown command "frobnicate" (see mycel --help)`},
		{"--frob", "unknown flag: --frob"},
		{"build --ouput-path x", "unknown flag: --ouput-path; did you mean --output-path? (see mycel build --help)"},
		{"build --chunk x", "unknown flag: --chunk; did you mean --chunk-tokens?"},
		{"build --output-path x", "no source"},
		{"build --docs x", "no --output-path"},
		{"build x", `unexpected argument "x"`},
		{"build --docs", "flag needs an argument: --docs"},
		{"build --docs x --output-path y --quiet --set verbose=true", "exclude each other"},
		{"build --docs x --output-path y --set terms=some", "want one of keyphrase, none, all"},
		{"build --docs x --output-path y --url-style php", "want one of html, directory, source"},
		{"build --docs x --output-path y --chunk-tokens 0", "want a whole number from 1"},
		{"build --docs x --output-path y --set chunk-overlap=-1", "want a whole number from 0"},
		{"build --docs x --output-path y --chunk-tokens 10 --set chunk-overlap=10", "chunk overlap"},
		{"build --docs x --output-path y --language xx", `language "xx"`},
		{"query words", "no --bundle"},
		{"query --bundle x", "no question"},
		{"query --bundle x --k 0 words", "want a whole number from 1 to 100"},
		{"query --bundle x --k 101 words", "want a whole number from 1 to 100"},
		{"query --bundle x --k ten words", "want a whole number from 1 to 100"},
		{"query --bundle x --param hops=9 words", "want a whole number from 1 to 8"},
		{"query --bundle x --param minWeight=0 words", "want a whole number from 1 to 65535"},
		{"query --bundle x --param hubCap=-1 words", "want a whole number from 0"},
		{"query --bundle x --mode fast words", "want one of auto, bm25, bridge"},
		{"inspect", "inspect: which bundle?"},
		{"inspect a b", "got 2 folders, want one"},
		{"serve", "serve: which bundle?"},
		{"serve x --addr nowhere", "missing port"},
		{"serve x --addr 127.0.0.1:99999", "invalid port"},
		{"version x", `unexpected argument "x"`},
	} {
		t.Run(test.args, func(t *testing.T) {
			args := strings.Fields(test.args)
			for i, a := range args {
				if a == "y" {
					args[i] = bundle
				}
			}
			got := mycelRun(t, args...).want(t, exitUsage, test.want)
			if got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.HasPrefix(got.err, "mycel: ") {
				t.Errorf("got stdout %q and stderr %q, want one line on stderr", got.out, got.err)
			}
		})
	}
}

func TestHelpAndVersion(t *testing.T) {
	for args, want := range map[string]string{
		"":           "Exit codes:",
		"--help":     "Available Commands:",
		"help build": "--chunk-tokens",
		"version":    "mycel " + mycel.Version,
		"--version":  "mycel " + mycel.Version,
	} {
		got := mycelRun(t, strings.Fields(args)...).want(t, exitDone)
		if !strings.Contains(got.out, want) || got.err != "" {
			t.Errorf("mycel %s: got stdout %q and stderr %q, want %q on stdout", args, got.out, got.err, want)
		}
	}
}

// brokenPipe fails every write, as a full disk does.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, fs.ErrClosed }

// TestLostOutput checks that data which cannot be written is not success.
func TestLostOutput(t *testing.T) {
	bundle := gardenBundle(t)
	docs := must.Files(t, gardenDocs)
	for _, args := range [][]string{
		{"version"},
		{"--version"},
		{"query", "--bundle", bundle, "compost"},
		{"query", "--bundle", bundle, "--json", "compost"},
		{"inspect", bundle},
		{"inspect", bundle, "--json"},
		{"serve", bundle, "--addr", "127.0.0.1:0"},
		{"build", "--json", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out")},
	} {
		p := world()
		p.out = brokenPipe{}
		must.Equal(t, run(t.Context(), p, args), exitFailed, "%v: exit code", args)
	}
}

// TestManyErrors checks that a failure with many causes stays readable.
func TestManyErrors(t *testing.T) {
	files := map[string]string{}
	for i := range 2 * maxLines {
		files[string(rune('a'+i))+".md"] = "\xff"
	}
	got := mycelRun(t, "build", "--strict", "--docs", must.Files(t, files), "--output-path", filepath.Join(t.TempDir(), "out")).want(t, exitFailed, "a.md", "… and 10 more")
	must.Equal(t, strings.Count(got.err, "\n"), maxLines+1)
}

func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// opened opens the bundle in dir.
func opened(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

// readManifest reads the manifest of the bundle in dir.
func readManifest(t testing.TB, dir string) *manifest.Manifest {
	t.Helper()
	return must.Get(manifest.Read(dir))(t)
}

// readFile returns the content of a file.
func readFile(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))(t)
}

func TestExitCode(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{errors.New("disk on fire"), exitFailed},
		{builder.ErrEmpty, exitFailed},
		{context.Canceled, exitFailed},
		{usage.Errorf("no flag"), exitUsage},
		{fmt.Errorf("build: %w", usage.Errorf("no flag")), exitUsage},
		{fmt.Errorf("build: %w", builder.ErrConfig), exitUsage},
		{fmt.Errorf("query: %w", engine.ErrOption), exitUsage},
	} {
		must.Equal(t, exitCode(test.err), test.want, "%v", test.err)
	}
}

// Schemes have no case.
func TestAddresses(t *testing.T) {
	bundle := gardenBundle(t)
	server := httptest.NewServer(http.FileServer(http.Dir(bundle)))
	defer server.Close()
	for _, command := range []string{"query", "overview"} {
		want := mycelRun(t, command, "--bundle", bundle, "compost").want(t, exitDone)
		for _, scheme := range []string{"http", "HTTP", "Http"} {
			must.Equal(t, mycelRun(t, command, "--bundle", scheme+strings.TrimPrefix(server.URL, "http"), "compost"), want, "%s %s", command, scheme)
		}
	}
}

// What reads files of a folder says so.
func TestAddressesOfFolders(t *testing.T) {
	for _, at := range []string{"http://example.invalid/mycel/", "HTTPS://example.invalid/mycel/"} {
		says := "got the address " + at + ", want the folder of a bundle"
		mycelRun(t, "inspect", at).want(t, exitUsage, "inspect: "+says)
		mycelRun(t, "serve", at).want(t, exitUsage, "serve: "+says)
		mycelRun(t, "eval", "queries.yml", "--bundle", at).want(t, exitUsage, "eval: --bundle: "+says)
	}
}
