package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/mcpserver"
	"mycel/cmd/mycel/internal/serve"
	"mycel/cmd/mycel/internal/usage"
	"mycel/manifest"
)

// mcpFlags is the command line of mycel mcp.
type mcpFlags struct {
	site   string
	config string // name of a client; "" for none
	name   string
	http   string
}

func newMcpCommand(p *program) *cobra.Command {
	var m mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp OUT",
		Short: "Let language models search a bundle (Model Context Protocol)",
		Long: `Mcp answers clients of the Model Context Protocol, such as coding agents, on
standard input and output. They search and read the documents of a bundle with the
tools search, fetch, related and overview, which only read.

OUT is the folder of a bundle, or its address on a web server: the index is
downloaded once, texts when they are needed. After a new build the new bundle answers.

The client starts this command. --print-config prints the client's configuration.`,
		Example: `  mycel mcp --print-config claude public/mycel
  mycel mcp public/mycel --site-url https://example.org/docs/
  mycel mcp https://example.org/docs/mycel/
  mycel mcp public/mycel --http 127.0.0.1:8081`,
		Args: bundleArgument,
		RunE: func(cmd *cobra.Command, args []string) error { return m.run(cmd.Context(), p, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&m.site, "site-url", "", "base `URL` of the documents' relative addresses (default for a web server: the folder around OUT)")
	f.StringVar(&m.http, "http", "", "`HOST:PORT` to answer clients at over HTTP, in the place of standard input and output")
	f.Var(oneOf(&m.config, clientNames...), "print-config", "print the configuration of a client, and exit")
	f.StringVar(&m.name, "name", "mycel", "`NAME` of the server in that configuration")
	return cmd
}

// run serves a client, or prints the configuration for one.
func (m *mcpFlags) run(ctx context.Context, p *program, at string) error {
	site, err := siteURL(m.site, at)
	if err != nil {
		return err
	}
	if m.config != "" {
		return m.printConfig(p, at)
	}
	logger := log.New(p.err, "mycel: ", 0)
	b, err := openAnywhere(ctx, at)
	if err != nil {
		return err
	}
	o := mcpserver.Options{Bundle: b, Site: site, Log: logger}
	if isURL(at) {
		o.Check = remoteCheck
	}
	if m.http != "" {
		if err := checkAddress(m.http); err != nil {
			return usage.Errorf("mcp: --http: %w", err)
		}
		l, _, err := p.listen(ctx, m.http)
		if err != nil {
			return err
		}
		return serve.Run(ctx, l, m.http, mcpserver.Handler(mcpserver.New(o)), logger)
	}
	logger.Printf("serving %s to the client on standard input and output", at)
	return mcpserver.Run(ctx, mcpserver.New(o), p.in, p.out)
}

// remoteCheck is how often a bundle on a web server is checked for a new version.
const remoteCheck = time.Minute

// siteURL returns the address that the addresses of documents are relative to; nil if unknown.
// A bundle on a web server is assumed to lie in a folder of its site.
func siteURL(flag, at string) (*url.URL, error) {
	if flag == "" {
		if !isURL(at) {
			return nil, nil
		}
		base, err := url.Parse(at)
		if err != nil {
			return nil, usage.Errorf("mcp: %w", err)
		}
		base.User, base.RawQuery, base.Fragment = nil, "", ""
		return base.JoinPath("/").JoinPath("../"), nil
	}
	if !isURL(flag) {
		return nil, usage.Errorf("mcp: --site-url: got %q, want an address that begins with https:// or http://", flag)
	}
	site, err := url.Parse(flag)
	if err != nil {
		return nil, usage.Errorf("mcp: --site-url: %w", err)
	}
	return site.JoinPath("/"), nil
}

// absolute returns a path that is valid in any folder. Addresses stay as they are.
func absolute(at string) (string, error) {
	if isURL(at) {
		return at, nil
	}
	if _, err := manifest.Read(at); err != nil {
		return "", err
	}
	path, err := filepath.Abs(at)
	if err != nil {
		return "", fmt.Errorf("mcp: %w", err)
	}
	return path, nil
}

// mcpClient is a program that starts servers of the Model Context Protocol.
type mcpClient struct {
	file   string // path of its configuration file, as people write it
	encode func(name string, s mcpEntry) ([]byte, error)
}

// mcpEntry is the entry of a server in the configuration of a client.
type mcpEntry struct {
	Command string   `json:"command" toml:"command"`
	Args    []string `json:"args" toml:"args"`
}

var clientNames = []string{"claude", "cursor", "vscode", "zed", "windsurf", "gemini", "codex"}

var mcpClients = map[string]mcpClient{
	"claude":   {".mcp.json in a project (Claude Code), or claude_desktop_config.json (Claude Desktop)", jsonServers("mcpServers")},
	"cursor":   {".cursor/mcp.json in a project, or ~/.cursor/mcp.json", jsonServers("mcpServers")},
	"vscode":   {".vscode/mcp.json in a project", jsonServers("servers")},
	"zed":      {"~/.config/zed/settings.json", jsonServers("context_servers")},
	"windsurf": {"~/.codeium/windsurf/mcp_config.json", jsonServers("mcpServers")},
	"gemini":   {".gemini/settings.json in a project, or ~/.gemini/settings.json", jsonServers("mcpServers")},
	"codex":    {"~/.codex/config.toml", tomlServers},
}

// printConfig prints the entry for the configuration of a client; on standard error, the path of
// its file.
func (m *mcpFlags) printConfig(p *program, at string) error {
	if m.name == "" {
		return usage.Errorf("mcp: --name is empty")
	}
	at, err := absolute(at)
	if err != nil {
		return err
	}
	entry, err := newMCPEntry(p)
	if err != nil {
		return err
	}
	entry.Args = append(entry.Args, "mcp", at)
	if m.site != "" {
		entry.Args = append(entry.Args, "--site-url", m.site)
	}
	c := mcpClients[m.config]
	text, err := c.encode(m.name, entry)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.err, "mycel: add this to %s\n", c.file)
	_, err = p.out.Write(text)
	return err
}

// newMCPEntry returns the command line that starts this command. The npm package is
// started by npx, because npx may remove it from its cache.
func newMCPEntry(p *program) (mcpEntry, error) {
	if p.env("MYCEL_NPM") != "" {
		return mcpEntry{Command: "npx", Args: []string{"-y", "mycel"}}, nil
	}
	command, err := os.Executable()
	return mcpEntry{Command: command}, err
}

// jsonServers encodes entries as most clients expect. Clients differ in the key of the servers.
func jsonServers(key string) func(string, mcpEntry) ([]byte, error) {
	return func(name string, s mcpEntry) ([]byte, error) {
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		err := e.Encode(map[string]map[string]mcpEntry{key: {name: s}})
		return out.Bytes(), err
	}
}

// tomlServers encodes an entry for Codex.
func tomlServers(name string, s mcpEntry) ([]byte, error) {
	var out bytes.Buffer
	err := toml.NewEncoder(&out).Encode(map[string]map[string]mcpEntry{"mcp_servers": {name: s}})
	return out.Bytes(), err
}
