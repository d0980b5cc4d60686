// Command ablations measures the settings of the graph modes on labelled data sets,
// and prints the page docs/ablations.md:
//
//	go run ./cmd/mycel/internal/evaluation/ablations DATASET…
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ablations:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("no data set: give the folders of some")
	}
	return evaluation.WriteAblations(ctx, os.Stdout, os.Stderr, dirs)
}
