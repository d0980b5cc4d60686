package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mycel/builder"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
)

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // also: there was nothing to index
	exitUsage  = 2 // the command line, or a configuration that makes no sense
	exitMissed = 3 // a budget of a build, or a threshold of an evaluation
)

// fail prints an error, each of its lines by itself, and returns the exit code.
func (p *program) fail(cmd *cobra.Command, err error) int {
	code := exitCode(err)
	if errors.As(err, new(silentError)) {
		return code
	}
	text := strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	if code == exitUsage {
		text += " (see " + cmd.CommandPath() + " --help)"
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines[:min(len(lines), maxLines)] {
		fmt.Fprintf(p.err, "mycel: %s\n", terminal.Printable(line))
	}
	if more := len(lines) - maxLines; more > 0 {
		fmt.Fprintf(p.err, "mycel: … and %d more\n", more)
	}
	return code
}

func exitCode(err error) int {
	if errors.As(err, new(usage.Error)) || errors.Is(err, builder.ErrConfig) || errors.Is(err, engine.ErrOption) {
		return exitUsage
	}
	if errors.Is(err, usage.ErrMissed) {
		return exitMissed
	}
	return exitFailed
}
