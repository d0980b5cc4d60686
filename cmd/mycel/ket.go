package main

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"mycel/builder/method"
	"mycel/builder/method/ketrag"
)

// ketFlags say how a bundle is built for KET-RAG.
type ketFlags struct {
	ketrag.Options
	coreBy choice
}

var coresBy = map[string]ketrag.CoreBy{"pagerank": ketrag.PageRank, "uniform": ketrag.Uniform, "none": ketrag.None}

func newKETFlags() ketFlags { return ketFlags{coreBy: newChoice("pagerank", "uniform", "none")} }

func (k *ketFlags) register(f *pflag.FlagSet) {
	f.Var(k.coreBy, "ket-core-by", "ket: how the chunks are chosen that the skeleton is drawn from")
	f.Var(coreShare{&k.Core}, "ket-core", "ket: share of the chunks that the skeleton is drawn from (default 0.8)")
	f.Var(number{&k.Neighbours, 1, 1000}, "ket-neighbours", "ket: nearest neighbours of a chunk, half of them by words (default 2)")
	f.Var(number{&k.Halvings, 1, ketrag.MaxHalvings}, "ket-halvings", "ket: how often chunks are halved to make pieces (default 0)")
}

func (k *ketFlags) method() method.Method {
	o := k.Options
	o.CoreBy = coresBy[k.coreBy.String()]
	return ketrag.Method{Options: o}
}

// coreShare is the value of a flag: a number above 0, at most 1.
type coreShare struct{ value *float64 }

func (s coreShare) String() string {
	if s.value == nil || *s.value == 0 {
		return ""
	}
	return strconv.FormatFloat(*s.value, 'g', -1, 64)
}

func (s coreShare) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v <= 1) {
		return errors.New("want a number above 0, at most 1")
	}
	*s.value = v
	return nil
}

func (coreShare) Type() string { return "share" }
