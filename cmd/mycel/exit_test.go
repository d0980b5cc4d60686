package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"mycel/builder"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
)

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
		if got := exitCode(test.err); got != test.want {
			t.Errorf("%v: got %d, want %d", test.err, got, test.want)
		}
	}
}
