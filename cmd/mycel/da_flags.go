package main

import (
	"github.com/spf13/pflag"

	"mycel/builder/method/darag"
)

// registerDA adds the flags that shape the layers of DA-RAG, of bundles that are built with
// it.
func registerDA(f *pflag.FlagSet, o *darag.Options) {
	f.Var(number{&o.Neighbours, 1, darag.MaxNeighbours}, "da-neighbours", "da: similar entities that each is tied to (default 5)")
	f.BoolVar(&o.FaithfulLC, "da-all-links", false, "da: tie chunks by all relations, also those of frequent entities, as in the paper")
	f.BoolVar(&o.DescribeChunks, "da-describe-chunks", false, "da: compare chunks by a title and a description, too, as in the paper")
}
