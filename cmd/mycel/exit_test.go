package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"mycel/builder"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/internal/must"
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
		must.Equal(t, exitCode(test.err), test.want, "%v", test.err)
	}
}
