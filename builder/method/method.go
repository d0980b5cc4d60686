// Package method says what a method of retrieval is to the builder. Each method is a package
// below; package all lists them.
package method

import (
	"cmp"
	"context"
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/param"
)

// Method builds the data of a method of retrieval. A value has the options of its build.
type Method interface {
	// Name is the mode by which queries ask for the method.
	Name() string
	// Check returns an error for options out of range.
	Check() error
	// Sections makes the sections of the method's group of parts, as bundle.Sections lists them. The corpus is final
	// and must not be changed. It may use all cores: methods are built one after the other.
	Sections(ctx context.Context, c *Corpus) (*Output, error)
	// Texts lists the texts that Sections has vectors made of, in lists as they are handed to the encoder. In a dry run
	// the corpus may lack the vectors of chunks: texts that depend on them are an estimate.
	Texts(ctx context.Context, c *Corpus) ([][]string, error)
}

// Kind is a method together with the parameters of its build.
type Kind struct {
	Params []*param.Param // in the words of the command line: settings of mycel build
	New    func(param.Settings) Method
}

// Work is what the steps of a build share.
type Work struct {
	*Corpus
	Context   context.Context // ends the build
	Sentences *Sentences      // of the corpus
}

// NewWork begins a build.
func NewWork(ctx context.Context, c *Corpus) Work { return Work{c, ctx, NewSentences(c.Pages)} }

// Output is what a method has built.
type Output struct {
	Sections [][]byte
	Counts   map[string]int // for the report; may be nil
}

// Group returns the group of the parts of a method.
func Group(m Method) string {
	for _, f := range bundle.MethodGroups() {
		if f.Mode == m.Name() {
			return f.Group
		}
	}
	return ""
}

// Sort returns methods in the order in which a bundle has their parts, each once.
func Sort(methods []Method) []Method {
	groups := bundle.Groups()
	at := func(m Method) int { return slices.Index(groups, Group(m)) }
	out := slices.Clone(methods)
	slices.SortStableFunc(out, func(a, b Method) int { return cmp.Compare(at(a), at(b)) })
	return slices.CompactFunc(out, func(a, b Method) bool { return a.Name() == b.Name() })
}
