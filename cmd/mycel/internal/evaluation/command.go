package evaluation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// Command is the main function of the commands that measure on labelled data sets, whose
// folders are dirs: what write makes goes to standard output, its progress and errors to
// standard error. An interrupt ends it.
func Command(name string, dirs []string, write func(ctx context.Context, out, progress io.Writer, dirs []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := errors.New("no data set: give the folders of some")
	if len(dirs) > 0 {
		err = write(ctx, os.Stdout, os.Stderr, dirs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}
