// Command mycel builds search bundles, answers queries from them, shows their
// contents, and serves them for a look.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks for a clean end. A second one ends the program at
	// once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, &program{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		env: os.Getenv, terminal: terminal.Width, runtime: site.Runtime, classic: site.Classic,
	}, os.Args[1:]))
}
