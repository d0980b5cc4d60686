package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/mcpserver"
	"mycel/cmd/mycel/internal/serve"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/lexical"
	"mycel/manifest"
)

// mcpFlags is the command line of mycel mcp.
type mcpFlags struct {
	site   string
	config choice
	name   string
	http   string
}

func newMcpCommand(p *program) *cobra.Command {
	m := mcpFlags{config: choice{value: new(string), words: clientNames}}
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
		RunE: func(cmd *cobra.Command, args []string) error { return p.mcp(cmd.Context(), &m, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&m.site, "site-url", "", "base `URL` of the documents' relative addresses (default for a web server: the folder around OUT)")
	f.StringVar(&m.http, "http", "", "`HOST:PORT` to answer clients at over HTTP, in the place of standard input and output")
	f.Var(m.config, "print-config", "print the configuration of a client, and exit")
	f.StringVar(&m.name, "name", "mycel", "`NAME` of the server in that configuration")
	return cmd
}

func (p *program) mcp(ctx context.Context, m *mcpFlags, at string) error {
	site, err := siteURL(m.site, at)
	if err != nil {
		return err
	}
	if client := m.config.String(); client != "" {
		return p.printConfig(m, client, at)
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
		return p.mcpOverHTTP(ctx, m, mcpserver.New(o), logger)
	}
	logger.Printf("serving %s to the client on standard input and output", at)
	return mcpserver.Run(ctx, mcpserver.New(o), p.in, p.out)
}

// mcpOverHTTP serves clients that connect to an address, which is printed on standard output.
func (p *program) mcpOverHTTP(ctx context.Context, m *mcpFlags, server *mcp.Server, logger *log.Logger) error {
	if err := checkAddress(m.http); err != nil {
		return usage.Errorf("mcp: --http: %w", err)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", m.http)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.out, "http://%s/\n", reachable(l.Addr())); err != nil {
		return err
	}
	return serve.Run(ctx, l, m.http, mcpserver.Handler(server), logger)
}

// remoteCheck is how often a web server is asked whether the bundle is a new one.
const remoteCheck = time.Minute

// openAnywhere opens a bundle in a folder or on a web server. It refuses the root of a set, which has no passages.
func openAnywhere(ctx context.Context, at string) (b *mycel.Bundle, err error) {
	if isURL(at) {
		b, err = mycel.OpenURL(ctx, at)
	} else {
		b, err = mycel.Open(at)
	}
	if err == nil && b.Engine().Index().Content == lexical.Bundles {
		return nil, fmt.Errorf("%s is the root of a set of bundles: pages search the set, this command searches one of its bundles, which lie beside the root", at)
	}
	return b, err
}

// isURL tells an address from a folder. Schemes have no case.
func isURL(at string) bool {
	scheme, _, found := strings.Cut(at, "://")
	return found && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// siteURL returns what addresses of documents are relative to, nil if that is not
// known. A bundle on a web server usually lies in a folder of its site.
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

// absolute returns an argument as it can be given from any folder.
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
