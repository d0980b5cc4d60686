// Command ketrag measures KET-RAG and its baselines on labelled data sets with answers,
// and prints what docs/ketrag.md has of it:
//
//	go run ./cmd/mycel/internal/evaluation/ketrag DATASET…
package main

import (
	"os"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() { evaluation.Command("ketrag", os.Args[1:], evaluation.WriteKETRAG) }
