// Command noderag measures mode node on labelled data sets, and prints the page
// docs/noderag-evaluation.md:
//
//	go run ./cmd/mycel/internal/evaluation/noderag [-first N] [-graphs N] DATASET…
//
// Graphs with parts left out are built of the first data set alone. It takes long: -first
// has each half of the queries end after so many, -graphs the list of graphs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	first := flag.Int("first", 0, "queries of each half; 0 for all")
	graphs := flag.Int("graphs", 0, "graphs that are compared; 0 for all")
	flag.Parse()
	if err := run(ctx, flag.Args(), *first, *graphs); err != nil {
		fmt.Fprintln(os.Stderr, "noderag:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dirs []string, first, graphs int) error {
	if len(dirs) == 0 {
		return errors.New("no data set: give the folders of some")
	}
	return evaluation.WriteNodeRAG(ctx, os.Stdout, os.Stderr, dirs, first, graphs)
}
