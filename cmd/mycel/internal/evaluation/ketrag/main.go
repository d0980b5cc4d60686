// Command ketrag measures KET-RAG and its baselines on labelled data sets with answers,
// and prints what docs/ketrag.md has of it:
//
//	go run ./cmd/mycel/internal/evaluation/ketrag DATASET…
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
		fmt.Fprintln(os.Stderr, "ketrag:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dirs []string) error {
	if len(dirs) == 0 {
		return errors.New("no data set: give the folders of some")
	}
	return evaluation.WriteKETRAG(ctx, os.Stdout, os.Stderr, dirs)
}
