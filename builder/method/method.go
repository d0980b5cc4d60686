// Package method defines a method of retrieval for the builder. Each method is a package below this one; package all
// lists them.
package method

import (
	"context"
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/param"
)

// Method builds the data of a method of retrieval.
type Method struct {
	Name     string         // the mode in which queries use the method
	Params   []*param.Param // of the build, named as on the command line of mycel build
	Settings param.Settings // values of Params
	// Sections makes the sections of the method's group of parts, as bundle.Sections lists them. The corpus is final
	// and must not be changed. It may use all cores: methods are built one after the other.
	Sections func(w *Work) (*Output, error)
	// Texts lists the texts for which Sections needs vectors, in the lists that the encoder gets. In a dry run the
	// corpus may lack the vectors of chunks: texts that depend on them are then an estimate.
	Texts func(w *Work) ([][]string, error)
}

// Work is the state that the steps of a method's build share.
type Work struct {
	*Corpus
	param.Settings
	Context   context.Context // ends the build
	Sentences *Sentences      // of the corpus
}

// Work begins a build.
func (m *Method) Work(ctx context.Context, c *Corpus) *Work {
	return &Work{c, m.Settings, ctx, NewSentences(c.Pages)}
}

// Output is the result of a method's build.
type Output struct {
	Sections [][]byte
	Counts   map[string]int // for the report; may be nil
}

// Group returns the method's group of parts.
func (m *Method) Group() string {
	for _, f := range bundle.MethodGroups() {
		if f.Mode == m.Name {
			return f.Group
		}
	}
	return ""
}

// Sort returns methods in the order of their parts in a bundle, each once.
func Sort(methods []Method) []Method {
	groups := bundle.Groups()
	out := slices.Clone(methods)
	slices.SortStableFunc(out, func(a, b Method) int { return slices.Index(groups, a.Group()) - slices.Index(groups, b.Group()) })
	return slices.CompactFunc(out, func(a, b Method) bool { return a.Name == b.Name })
}
