package builder

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/llm"
	buildermethod "mycel/builder/method"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/ketrag"
	enginenode "mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/internal/must"
)

// with returns a method with a setting.
func with(name, setting string, value float64) []buildermethod.Method {
	return all.With([]string{name}, param.Find(all.Params(), setting).To(value))
}

// What the builder can build for is what the engine can answer by.
func TestSystemsOfBuilderAndEngine(t *testing.T) {
	must.Equal(t, all.Names(), method.Systems(), "the builder has")
	for _, name := range all.Names() {
		must.Be(t, slices.Contains(method.Modes(), name), "%s is no mode", name)
	}
}

// The bundle of the fixture corpus with each system is committed, as that without any is.
// Systems do not change what others build, whatever
// their order on the command line.
func TestGoldenSystems(t *testing.T) {
	for _, name := range all.Names() {
		m := all.Named(name)
		if name == "ket" {
			m = with(name, "ket-halvings", 1)
		}
		dir, _ := handbook(t, func(c *Config) { c.With = slices.Concat(m, m) })
		asGolden(t, dir, filepath.Join("..", "engine", "testdata", "systems", name))
	}
}

// The bytes of all systems together do not depend on the run, the cores or the order
// in which they are asked for.
func TestSystemsDeterminism(t *testing.T) {
	backwards := all.Methods()
	slices.Reverse(backwards)
	first, _ := handbook(t, func(c *Config) { c.With = all.Methods() })
	second, _ := handbook(t, func(c *Config) { c.With = backwards })
	same(t, "in another order", must.Tree(t, first), must.Tree(t, second))
}

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
	got := unitTexts(t, b)
	must.Be(t, slices.Equal(got, want), "units\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
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
	r := must.Get(b.Search(context.Background(), "Where did the designer of the float gauge learn clockmaking?", engine.Options{Mode: "node"}))(t)
	var found []string
	for _, h := range r.Hits[:2] {
		found = append(found, h.Document)
	}
	slices.Sort(found)
	must.Be(t, slices.Equal(found, []string{"a", "b"}) && r.Mode == "node" && r.Hits[0].Why.Source == "node", "found %v in mode %s", found, r.Mode)
}

func TestNodeOptionsAreChecked(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: filepath.Join(t.TempDir(), "bundle"), With: with("node", "node-neighbours", 101)}
	must.Is(t, must.Err(Build(context.Background(), c)), ErrConfig)
}

// A dry run counts the texts of units, attributes and elements, too.
func TestDryRunOfNode(t *testing.T) {
	plan := func(with ...string) *llm.Usage {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", With: all.Named(with...), Encoder: &countingEncoder{Encoder: synth.Encoder{Name: "paid", Dimensions: 64}}}
		p := must.Get(DryRun(t.Context(), c))(t)
		return p.Embeddings
	}
	dir, _ := handbook(t, func(c *Config) { c.ChunkTokens, c.ChunkOverlap, c.With, c.Vectors = 0, 0, all.Named("node"), false })
	g := enginenode.Of(openBundle(t, dir).Engine().Index()).Graph
	units, end := g.Range(heterograph.Unit)
	must.Equal(t, plan("node").Texts, plan().Texts+int(end-units)+g.NumExtracts())
}

// countingEncoder is an encoder that is paid for: Plan says what Encode would send.
type countingEncoder struct {
	synth.Encoder
	planned int
}

func (c *countingEncoder) Plan(calls ...[]string) (requests, sent, tokens int) {
	for _, texts := range calls {
		requests++
		sent += len(texts)
	}
	c.planned = sent
	return requests, sent, 10 * sent
}

// A dry run counts the texts of sentences, entities and pieces, too.
func TestDryRunOfKET(t *testing.T) {
	plan := func(change func(*Config)) *llm.Usage {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", Encoder: &countingEncoder{Encoder: synth.Encoder{Name: "paid", Dimensions: 64}}}
		change(&c)
		p := must.Get(DryRun(t.Context(), c))(t)
		return p.Embeddings
	}
	plain := plan(func(*Config) {})
	asked := plan(func(c *Config) { c.With = all.Named("ket") })
	pieces := plan(func(c *Config) {
		c.With, c.ChunkTokens = with("ket", "ket-halvings", 2), 48
	})
	dir, _ := handbook(t, func(c *Config) { c.ChunkTokens, c.ChunkOverlap, c.With, c.Vectors = 0, 0, all.Named("ket"), false })
	x := openBundle(t, dir).Engine()
	want := plain.Texts + x.Header().Counts.Sentences + ketrag.Of(x.Index()).NumEntities()
	if asked.Texts != want || pieces.Texts <= asked.Texts {
		t.Errorf("%d texts, with KET-RAG %d, want %d; with pieces %d", plain.Texts, asked.Texts, want, pieces.Texts)
	}
}

// The index of KET-RAG is what its options ask for.
func TestKETIndex(t *testing.T) {
	build := func(setting string, value float64, vectors bool) *method.Index {
		dir, _ := handbook(t, func(c *Config) { c.With, c.Vectors = with("ket", setting, value), vectors })
		return openBundle(t, dir).Engine().Index()
	}
	core := func(x *method.Index) (n int) {
		for c := range x.Corpus.NumChunks() {
			if ketrag.Of(x).IsCore(model.ChunkID(c)) {
				n++
			}
		}
		return n
	}
	for _, share := range []float64{0.1, 0.5, 0.8, 1} {
		x := build("ket-core", share, true)
		if got, want := core(x), int(math.Ceil(share*float64(x.Corpus.NumChunks())-1e-9)); got != want {
			t.Errorf("%d core chunks, want %d", got, want)
		}
	}
	x := build("ket-halvings", 1, true)
	if ketrag.Of(x).NumPieces() <= x.Corpus.NumChunks() || ketrag.Of(x).PieceVectors == nil || ketrag.Of(x).SentenceVectors.Dims() != x.Vectors.Dims() {
		t.Errorf("%d pieces of %d chunks", ketrag.Of(x).NumPieces(), x.Corpus.NumChunks())
	}
	none := build("ket-core-by", 1, true)
	if core(none) != 0 || ketrag.Of(none).NumEntities() != 0 || ketrag.Of(none).NumRelations() != 0 || ketrag.Of(none).NumKeywords() == 0 {
		t.Errorf("without a core: %d entities, %d keywords", ketrag.Of(none).NumEntities(), ketrag.Of(none).NumKeywords())
	}
	words := build("ket-core", 0.8, false)
	if ketrag.Of(words).SentenceVectors != nil || ketrag.Of(words).NumKeywords() == 0 || ketrag.Of(words).NumEntities() == 0 {
		t.Errorf("without vectors: %d entities, %d keywords", ketrag.Of(words).NumEntities(), ketrag.Of(words).NumKeywords())
	}
}

// Without a skeleton its budget goes to the keywords, and one page is a corpus.
func TestKETEdges(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no core":    func(c *Config) { c.With = with("ket", "ket-core-by", 1) },
		"no vectors": func(c *Config) { c.Vectors = false },
		"one page":   func(c *Config) { c.Docs, c.JSONL = nil, []string{writeLine(t)} },
		"K of 3":     func(c *Config) { c.With = with("ket", "ket-neighbours", 3) },
		"K of 99":    func(c *Config) { c.With = with("ket", "ket-neighbours", 99) },
	} {
		dir, _ := handbook(t, func(c *Config) {
			c.With = all.Named("ket")
			change(c)
		})
		b := openBundle(t, dir)
		for _, theta := range []float64{0.01, 0.5, 1} {
			o := engine.Options{Mode: "ket"}
			o.Set(method.FindParameter("ketTheta").To(theta))
			r, err := b.Search(t.Context(), "Edvard Lund's float gauge", o)
			must.Be(t, err == nil && len(r.Hits) != 0, "%s, theta %v: %v, error %v", name, theta, r, err)
		}
	}
}

// writeLine writes a corpus of one short page.
func writeLine(t *testing.T) string {
	t.Helper()
	return must.File(t, "one.jsonl", `{"_id":"a","title":"Gauges","text":"Edvard Lund made the float gauge."}`)
}
