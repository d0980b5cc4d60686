package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/pelletier/go-toml/v2"

	"mycel/cmd/mycel/internal/usage"
)

// mcpClient is a program that starts servers of the Model Context Protocol.
type mcpClient struct {
	file   string // where its configuration is, for people
	encode func(name string, s mcpEntry) ([]byte, error)
}

// mcpEntry is how a client is told to start a server.
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

// printConfig prints what to write into the configuration of a client, and on standard error where.
func (p *program) printConfig(m *mcpFlags, client, at string) error {
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
	c := mcpClients[client]
	text, err := c.encode(m.name, entry)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.err, "mycel: add this to %s\n", c.file)
	_, err = p.out.Write(text)
	return err
}

// newMCPEntry returns how to start this command. The npm package may be in a cache
// that npx empties, so it is started by npx.
func newMCPEntry(p *program) (mcpEntry, error) {
	if p.env("MYCEL_NPM") != "" {
		return mcpEntry{Command: "npx", Args: []string{"-y", "mycel"}}, nil
	}
	command, err := os.Executable()
	return mcpEntry{Command: command}, err
}

// jsonServers is the form of most clients, which differ in the key of the servers.
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

// tomlServers is the form of Codex.
func tomlServers(name string, s mcpEntry) ([]byte, error) {
	var out bytes.Buffer
	err := toml.NewEncoder(&out).Encode(map[string]map[string]mcpEntry{"mcp_servers": {name: s}})
	return out.Bytes(), err
}
