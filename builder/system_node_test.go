package builder

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/method/all"
	"mycel/builder/method/noderag"
	"mycel/builder/synth"
	"mycel/engine"
	enginenode "mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/internal/must"
)

// unitTexts returns the texts of all units.
func unitTexts(t *testing.T, b *mycel.Bundle) []string {
	t.Helper()
	e := b.Engine()
	x := e.Index()
	first, end := enginenode.Of(x).Graph.Range(heterograph.Unit)
	// Texts are loaded by asking for all documents.
	for d := range x.Corpus.NumDocuments() {
		must.Get(b.Retrieve(context.Background(), x.Corpus.DocTitle.At(d), mycel.RetrieveOptions{}))(t)
	}
	var sentences []string
	for d := range x.Corpus.NumDocuments() {
		at := x.Corpus.DocText(model.DocID(d))
		text, missing := e.Text(at)
		must.Hold(t, len(missing) == 0, "document %d has no text", d)
		for s := range strings.SplitAfterSeq(text.Text, ". ") {
			sentences = append(sentences, s)
		}
	}
	var out []string
	for u := range end - first {
		from, to := enginenode.Of(x).Graph.Sentences(u)
		out = append(out, strings.TrimSpace(strings.Join(sentences[from:to], "")))
	}
	return out
}

// Sentences that are short or lean on the one before join it, three at most; a text that
// is repeated is one unit.
func TestNodeUnits(t *testing.T) {
	b := index(t, []record{
		{"a", "Ada", "Ada Lovelace wrote notes on the engine of Charles Babbage. She died in London in 1852 at an early age. It was so. Her notes were read for a hundred years after that. The engine of Charles Babbage was never built while he lived."},
		{"b", "Charles", "Charles Babbage was born in London to a banker and his wife. The engine of Charles Babbage was never built while he lived."},
	})
	want := []string{
		"Ada Lovelace wrote notes on the engine of Charles Babbage. She died in London in 1852 at an early age. It was so.",
		"Her notes were read for a hundred years after that.",
		"The engine of Charles Babbage was never built while he lived.",
		"Charles Babbage was born in London to a banker and his wife.",
	}
	if got := unitTexts(t, b); !slices.Equal(got, want) {
		t.Errorf("units\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	g := enginenode.Of(b.Engine().Index()).Graph
	first, _ := g.Range(heterograph.Unit)
	must.Equal(t, g.Of(first+2, heterograph.Text), []uint32{0, 1}, "the repeated unit is tied to the texts")
	// The second unit names nobody, but its page is about Ada.
	var names []string
	entities, _ := g.Range(heterograph.Entity)
	for _, n := range g.Of(first+1, heterograph.Entity) {
		names = append(names, b.Engine().Index().Entities.Name(model.EntityID(n-entities)))
	}
	must.Be(t, slices.Contains(names, "Ada"), "the unit names %q", names)
}

// A question that takes two steps finds both passages.
func TestNodeMode(t *testing.T) {
	b := index(t, []record{
		{"a", "Float gauge", "The float gauge was designed by Edvard Lund in the winter of 1899."},
		{"b", "Edvard Lund", "Edvard Lund learned clockmaking in Brask before he came to the coast."},
		{"c", "Brask", "Brask is a town on the northern shore."},
		{"d", "Tide staff", "A tide staff is read by eye at every hour."},
		{"e", "Harbour", "The harbour has two piers and a crane."},
	})
	r, err := b.Search(context.Background(), "Where did the designer of the float gauge learn clockmaking?", engine.Options{Mode: "node"})
	must.OK(t, err)
	var found []string
	for _, h := range r.Hits[:2] {
		found = append(found, h.Document)
	}
	slices.Sort(found)
	if !slices.Equal(found, []string{"a", "b"}) || r.Mode != "node" || r.Hits[0].Why.Source != "node" {
		t.Errorf("found %v in mode %s", found, r.Mode)
	}
}

func TestNodeOptionsAreChecked(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: filepath.Join(t.TempDir(), "bundle"), With: []method.Method{noderag.Method{Options: noderag.Options{Neighbours: 101}}}}
	if _, err := Build(context.Background(), c); !errors.Is(err, ErrConfig) {
		t.Errorf("error %v", err)
	}
}

// A dry run counts the texts of units, attributes and elements, too.
func TestDryRunOfNode(t *testing.T) {
	plan := func(with ...string) *llm.Usage {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", With: all.Named(with...), Encoder: &countingEncoder{Encoder: synth.Encoder{Name: "paid", Dimensions: 64}}}
		p, err := DryRun(t.Context(), c)
		must.OK(t, err)
		return p.Embeddings
	}
	dir, _ := handbook(t, func(c *Config) { c.ChunkTokens, c.ChunkOverlap, c.With, c.Vectors = 0, 0, all.Named("node"), false })
	g := enginenode.Of(openBundle(t, dir).Engine().Index()).Graph
	units, end := g.Range(heterograph.Unit)
	must.Equal(t, plan("node").Texts, plan().Texts+int(end-units)+g.NumExtracts())
}
