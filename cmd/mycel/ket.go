package main

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"mycel/builder/method/ketrag"
)

// ketFlags say how a bundle is built for KET-RAG.
type ketFlags struct{ method choice }

var ketMethods = map[string]ketrag.Method{"pagerank": ketrag.PageRank, "uniform": ketrag.Uniform, "none": ketrag.None}

func newKETFlags() ketFlags { return ketFlags{newChoice("pagerank", "uniform", "none")} }

func (k *ketFlags) register(f *pflag.FlagSet, o *ketrag.Options) {
	f.Var(k.method, "ket-core-by", "ket: how the chunks are chosen that the skeleton is drawn from")
	f.Var(coreShare{&o.Core}, "ket-core", "ket: share of the chunks that the skeleton is drawn from (default 0.8)")
	f.Var(number{&o.Neighbours, 1, 1000}, "ket-neighbours", "ket: nearest neighbours of a chunk, half of them by words (default 2)")
	f.Var(number{&o.Halvings, 1, ketrag.MaxHalvings}, "ket-halvings", "ket: how often chunks are halved to make pieces (default 0)")
}

func (k *ketFlags) apply(o *ketrag.Options) { o.Method = ketMethods[k.method.String()] }

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
