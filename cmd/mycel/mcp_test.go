package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/pelletier/go-toml/v2"

	"mycel/internal/must"
)

// mcpProcess is mycel mcp as a client starts it: this binary, see TestMain.
func mcpProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], append([]string{"mcp"}, args...)...)
	cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
	return cmd
}

// searchOver searches over a client of the SDK's, and returns addresses.
func searchOver(t *testing.T, cmd *exec.Cmd, query string) []string {
	t.Helper()
	client := must.Get(mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil))(t)
	result := must.Get(client.CallTool(t.Context(), &mcp.CallToolParams{Name: "search", Arguments: map[string]any{"query": query}}))(t)
	var found struct{ Results []struct{ URL string } }
	must.OK(t, json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &found))
	err := client.Close()
	must.Be(t, err == nil, "the command does not end as it should: %v", err)
	must.Equal(t, cmd.ProcessState.ExitCode(), exitDone, "exit code")
	var urls []string
	for _, r := range found.Results {
		urls = append(urls, r.URL)
	}
	return urls
}

// TestMCP lets a client start the command on a folder and on a web server.
func TestMCP(t *testing.T) {
	bundle := gardenBundle(t)
	server := httptest.NewServer(http.StripPrefix("/docs/mycel", http.FileServer(http.Dir(bundle))))
	defer server.Close()
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"folder":             {[]string{bundle}, "plants/tomatoes.html#pruning-side-shoots"},
		"folder, site":       {[]string{bundle, "--site-url", "https://example.org/garden"}, "https://example.org/garden/plants/tomatoes.html#pruning-side-shoots"},
		"web server":         {[]string{server.URL + "/docs/mycel"}, server.URL + "/docs/plants/tomatoes.html#pruning-side-shoots"},
		"web server, slash":  {[]string{server.URL + "/docs/mycel/"}, server.URL + "/docs/plants/tomatoes.html#pruning-side-shoots"},
		"web server, a site": {[]string{server.URL + "/docs/mycel/", "--site-url", "https://example.org/"}, "https://example.org/plants/tomatoes.html#pruning-side-shoots"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := mcpProcess(t, test.args...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			got := searchOver(t, cmd, "how do I prune side shoots")
			must.Be(t, len(got) != 0 && got[0] == test.want, "got %q, want %q first; stderr: %s", got, test.want, stderr.String())
			if want := "mycel: serving " + test.args[0]; !strings.HasPrefix(stderr.String(), want) {
				t.Errorf("got stderr %q, want %q", stderr.String(), want)
			}
		})
	}
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"

// searches is n requests, numbered from 2.
func searches(n int) string {
	var out strings.Builder
	for id := range n {
		fmt.Fprintf(&out, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"query":"compost"}}}`+"\n", id+2)
	}
	return out.String()
}

// A signal ends the command though its input stays open, and it says nothing more on
// standard output.
func TestMCPSignal(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		cmd := mcpProcess(t, gardenBundle(t))
		stdin := must.Get(cmd.StdinPipe())(t)
		defer stdin.Close()
		stdout := must.Get(cmd.StdoutPipe())(t)
		must.OK(t, cmd.Start())
		must.Get(io.WriteString(stdin, initialize))(t)
		lines := bufio.NewScanner(stdout)
		must.Hold(t, lines.Scan() && json.Valid(lines.Bytes()), "got %q, want an answer", lines.Text())
		must.OK(t, cmd.Process.Signal(signal))
		stuck := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
		must.Be(t, !lines.Scan(), "%v: got %q on stdout", signal, lines.Text())
		err := cmd.Wait()
		must.Be(t, err == nil, "%v: got %v, want exit code 0", signal, err)
		stuck.Stop()
	}
}

// Standard output is the protocol's alone, whatever the client sends, and all that was
// asked before the input ended is answered.
func TestMCPInput(t *testing.T) {
	bundle := gardenBundle(t)
	for name, test := range map[string]struct {
		in      string
		answers int
		code    int
		want    string // on stderr
	}{
		"nothing":          {"", 0, exitDone, ""},
		"only hello":       {initialize, 1, exitDone, ""},
		"no JSON":          {initialize + "hello\n", 1, exitFailed, "mcp: what the client sent: "},
		"cut off":          {initialize + `{"jsonrpc":`, 1, exitFailed, "unexpected EOF"},
		"endless":          {initialize + `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", 2<<20) + `"}` + "\n", 1, exitFailed, "mcp: what the client sent: "},
		"no such method":   {initialize + `{"jsonrpc":"2.0","id":2,"method":"tools/steal"}` + "\n", 2, exitDone, ""},
		"not initialised":  {`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"x"}}}` + "\n", 1, exitDone, ""},
		"many at once":     {initialize + searches(50), 51, exitDone, ""},
		"before an error":  {initialize + searches(5) + "}\n", 6, exitFailed, "mcp: what the client sent: "},
		"parameters amiss": {initialize + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]}` + "\n", 2, exitDone, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := world()
			p.in = strings.NewReader(test.in)
			got := p.capture(t, "mcp", bundle)
			got.want(t, test.code, test.want)
			must.Equal(t, strings.Count(got.out, "\n"), test.answers)
			for line := range strings.Lines(got.out) {
				must.Be(t, json.Valid([]byte(line)), "got %q on stdout, want a message", line)
			}
			for line := range strings.Lines(got.err) {
				must.Be(t, strings.HasPrefix(line, "mycel: "), "got %q on stderr", line)
			}
		})
	}
}

func TestMCPFailures(t *testing.T) {
	bundle := gardenBundle(t)
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "mcp: which bundle?"},
		{[]string{bundle, bundle}, exitUsage, "got 2 folders"},
		{[]string{"gone"}, exitFailed, "gone is not a bundle"},
		{[]string{server.URL}, exitFailed, "404 Not Found"},
		{[]string{"https://"}, exitFailed, "want the http or https address"},
		{[]string{bundle, "--site-url", "example.org"}, exitUsage, `--site-url: got "example.org"`},
		{[]string{bundle, "--print-config", "vim"}, exitUsage, "want one of claude, cursor, vscode, zed, windsurf, gemini, codex"},
		{[]string{bundle, "--print-config", "claude", "--name", ""}, exitUsage, "--name is empty"},
		{[]string{"gone", "--print-config", "claude"}, exitFailed, "gone is not a bundle"},
	} {
		got := mycelRun(t, append([]string{"mcp"}, test.args...)...)
		got.want(t, test.code, test.want)
		must.Be(t, got.out == "", "%q: got %q on stdout", test.args, got.out)
	}
}

// What is printed for a client is in its form, and starts this command from any
// folder.
func TestMCPConfig(t *testing.T) {
	bundle := gardenBundle(t)
	t.Chdir(filepath.Dir(bundle))
	command := must.Get(os.Executable())(t)
	type servers map[string]struct {
		Command string
		Args    []string
	}
	for _, client := range clientNames {
		for at, want := range map[string]string{filepath.Base(bundle): bundle, "https://example.org/mycel/": "https://example.org/mycel/"} {
			got := mycelRun(t, "mcp", at, "--print-config", client, "--name", "the garden", "--site-url", "https://example.org/?a&b").want(t, exitDone, "mycel: add this to ")
			var config struct {
				MCP    servers `json:"mcpServers"`
				VSCode servers `json:"servers"`
				Zed    servers `json:"context_servers"`
				TOML   servers `toml:"mcp_servers"`
			}
			decode := json.Unmarshal
			if client == "codex" {
				decode = toml.Unmarshal
			}
			err := decode([]byte(got.out), &config)
			must.Hold(t, err == nil, "%s: %v in %s", client, err, got.out)
			all := config.MCP
			switch client {
			case "codex":
				all = config.TOML
			case "vscode":
				all = config.VSCode
			case "zed":
				all = config.Zed
			}
			server := all["the garden"]
			args := []string{"mcp", want, "--site-url", "https://example.org/?a&b"}
			must.Be(t, server.Command == command && slices.Equal(server.Args, args), "%s: got %+v, want %s %q", client, all, command, args)
		}
	}
}

// With --http the command prints an address, at which a client searches, and ends by a signal.
func TestMCPOverHTTP(t *testing.T) {
	cmd := mcpProcess(t, gardenBundle(t), "--http", "127.0.0.1:0")
	out := must.Get(cmd.StdoutPipe())(t)
	must.OK(t, cmd.Start())
	address := must.Get(bufio.NewReader(out).ReadString('\n'))(t)
	transport := &mcp.StreamableClientTransport{Endpoint: strings.TrimSpace(address), DisableStandaloneSSE: true}
	client := must.Get(mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil))(t)
	if result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "overview"}); err != nil || result.IsError {
		t.Errorf("got %+v, %v", result, err)
	}
	client.Close()
	must.OK(t, cmd.Process.Signal(syscall.SIGTERM))
	if err := cmd.Wait(); err != nil {
		t.Errorf("the command does not end as it should: %v", err)
	}
	mycelRun(t, "mcp", gardenBundle(t), "--http", "nowhere").want(t, exitUsage, "--http")
}
