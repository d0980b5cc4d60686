package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/serve"
	"mycel/cmd/mycel/internal/usage"
	"mycel/site"
)

// serveFlags is the command line of mycel serve.
type serveFlags struct {
	addr string
	root string

	playground bool
	cors       bool
}

func newServeCommand(p *program) *cobra.Command {
	var s serveFlags
	cmd := &cobra.Command{
		Use:   "serve OUT",
		Short: "Serve a bundle and its search page, for a look at it",
		Long: `Serve shows a bundle as its readers will see it. Without --root, results lead to
pages made of the bundle's own texts; with --root, to the files of the site.

The first line on standard output is the address. After a new build the new bundle is
served. This is a tool for development: publish a bundle with any web server that
serves static files.`,
		Example: `  mycel serve public/mycel
  mycel serve public/mycel --root public --addr 127.0.0.1:0
  mycel serve public/mycel --playground`,
		Args: folderArgument,
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(p, cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&s.addr, "addr", "127.0.0.1:8080", "`HOST:PORT` to listen at; port 0 takes a free one")
	f.StringVar(&s.root, "root", "", "`DIR` of the built site that the bundle belongs to")
	f.BoolVar(&s.playground, "playground", false, "serve a page that compares the modes, too")
	f.BoolVar(&s.cors, "cors", false, "let pages of other servers read the files of the bundle")
	return cmd
}

// run serves the bundle in dir until the command is ended.
func (s *serveFlags) run(p *program, cmd *cobra.Command, dir string) error {
	if err := checkAddress(s.addr); err != nil {
		return usage.Errorf("serve: --addr: %w", err)
	}
	logger := log.New(p.err, "mycel: ", 0)
	handler, err := serve.New(serve.Options{Bundle: dir, Root: s.root, Runtime: p.runtime, Log: logger, Playground: s.playground, CORS: s.cors})
	if err != nil {
		return err
	}
	defer handler.Close()
	l, address, err := p.listen(cmd.Context(), s.addr)
	if err != nil {
		return err
	}
	if s.playground {
		logger.Printf("playground at %s%s%s/", address, handler.SearchPath(), site.PlaygroundFolder)
	}
	logger.Printf("search page at %s%s; Ctrl-C ends", address, handler.SearchPath())
	return serve.Run(cmd.Context(), l, s.addr, handler, logger)
}

// listen opens the listener, and returns the address for a browser with it.
func (p *program) listen(ctx context.Context, at string) (l net.Listener, address string, err error) {
	var config net.ListenConfig
	if l, err = config.Listen(ctx, "tcp", at); err != nil {
		return nil, "", err
	}
	address = "http://" + reachable(l.Addr())
	if _, err := fmt.Fprintf(p.out, "%s/\n", address); err != nil {
		return nil, "", errors.Join(err, l.Close())
	}
	return l, address, nil
}

// checkAddress refuses addresses that no server can listen at.
func checkAddress(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	_, err = net.LookupPort("tcp", port)
	return err
}

// reachable returns the address of a listener for a browser on this machine. A
// listener on all interfaces is reached at 127.0.0.1.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
}
