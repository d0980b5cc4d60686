package main

import (
	"github.com/spf13/pflag"

	"mycel/builder/method"
	"mycel/builder/method/darag"
)

// daFlags shape the layers of DA-RAG, of bundles that are built with it.
type daFlags struct{ darag.Options }

func (d *daFlags) method() method.Method { return darag.Method{Options: d.Options} }

func (d *daFlags) register(f *pflag.FlagSet) {
	f.Var(number{&d.Neighbours, 1, darag.MaxNeighbours}, "da-neighbours", "da: similar entities that each is tied to (default 5)")
	f.BoolVar(&d.FaithfulLC, "da-all-links", false, "da: tie chunks by all relations, also those of frequent entities, as in the paper")
	f.BoolVar(&d.DescribeChunks, "da-describe-chunks", false, "da: compare chunks by a title and a description, too, as in the paper")
}
