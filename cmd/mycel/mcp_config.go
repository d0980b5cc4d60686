package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/pelletier/go-toml/v2"
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

var clientNames = []string{"claude", "cursor", "codex"}

var mcpClients = map[string]mcpClient{
	"claude": {".mcp.json in a project (Claude Code), or claude_desktop_config.json (Claude Desktop)", jsonServers},
	"cursor": {".cursor/mcp.json in a project, or ~/.cursor/mcp.json", jsonServers},
	"codex":  {"~/.codex/config.toml", tomlServers},
}

// printConfig prints what to write into the configuration of a client, and on
// standard error where.
func (p *program) printConfig(m *mcpFlags, client, at string) error {
	if m.name == "" {
		return usagef("mcp: --name is empty")
	}
	at, err := absolute(at)
	if err != nil {
		return err
	}
	command, err := os.Executable()
	if err != nil {
		return err
	}
	entry := mcpEntry{Command: command, Args: []string{"mcp", at}}
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

// jsonServers is the form that most clients share.
func jsonServers(name string, s mcpEntry) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]map[string]mcpEntry{"mcpServers": {name: s}})
	return out.Bytes(), err
}

// tomlServers is the form of Codex.
func tomlServers(name string, s mcpEntry) ([]byte, error) {
	var out bytes.Buffer
	err := toml.NewEncoder(&out).Encode(map[string]map[string]mcpEntry{"mcp_servers": {name: s}})
	return out.Bytes(), err
}
