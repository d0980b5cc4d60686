package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/model2vec"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/vector"
)

// encoderFlags say which model makes the vectors of passages.
type encoderFlags struct {
	model string
	bits  signBits
}

func (e *encoderFlags) register(f *pflag.FlagSet) {
	f.StringVar(&e.model, "embedding-model", "", "`DIR` of a Model2Vec model that makes the vectors instead of training them")
	f.Var(&e.bits, "vector-bits", "signs a passage of that model: a multiple of 64, 64 to 1024 (default: as suits its dimensions)")
}

// check tells what contradicts itself in the words of the command line.
func (e *encoderFlags) check(command string) error {
	if e.model == "" && e.bits != 0 {
		return usage.Errorf("%s: --vector-bits is for vectors of an --embedding-model", command)
	}
	return nil
}

// apply opens the model, if there is one, for a build.
func (e *encoderFlags) apply(c *builder.Config) error {
	if e.model == "" {
		return nil
	}
	m, err := model2vec.Open(e.model)
	if err != nil {
		return err
	}
	c.Encoder = m
	e.describe(c)
	return nil
}

// describe sets, in a configuration with an encoder, how its vectors are stored.
func (e *encoderFlags) describe(c *builder.Config) {
	c.VectorBits = int(e.bits)
}

// signBits is the value of a flag: a number of signs, 0 for what suits.
type signBits int

func (b signBits) String() string {
	if b == 0 {
		return ""
	}
	return strconv.Itoa(int(b))
}

func (b *signBits) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < vector.MinDims || n > vector.MaxDims || n%vector.WordBits != 0 {
		return fmt.Errorf("want a multiple of %d from %d to %d", vector.WordBits, vector.MinDims, vector.MaxDims)
	}
	*b = signBits(n)
	return nil
}

func (signBits) Type() string { return "N" }
