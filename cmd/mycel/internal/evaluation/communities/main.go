// Command communities measures mode da on labelled data sets: what its parts are worth,
// and what its communities are like, and prints the page docs/communities.md:
//
//	go run ./cmd/mycel/internal/evaluation/communities DATASET…
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
		fmt.Fprintln(os.Stderr, "communities:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("no data set: give the folders of some")
	}
	return evaluation.WriteCommunities(ctx, os.Stdout, os.Stderr, dirs)
}
