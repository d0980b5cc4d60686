// Command ablations measures the settings of the graph modes on labelled data sets,
// and prints the page docs/ablations.md:
//
//	go run ./cmd/mycel/internal/evaluation/ablations DATASET…
package main

import (
	"os"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() { evaluation.Command("ablations", os.Args[1:], evaluation.WriteAblations) }
