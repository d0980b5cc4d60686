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
	"flag"
	"io"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() {
	first := flag.Int("first", 0, "queries of each half; 0 for all")
	graphs := flag.Int("graphs", 0, "graphs that are compared; 0 for all")
	flag.Parse()
	evaluation.Command("noderag", flag.Args(), func(ctx context.Context, out, progress io.Writer, dirs []string) error {
		return evaluation.WriteNodeRAG(ctx, out, progress, dirs, *first, *graphs)
	})
}
