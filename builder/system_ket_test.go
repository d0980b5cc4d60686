package builder

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"mycel/builder/llm"
	buildermethod "mycel/builder/method"
	"mycel/builder/method/all"
	ket "mycel/builder/method/ketrag"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/ketrag"
	"mycel/engine/model"
	"mycel/internal/must"
)

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
		p, err := DryRun(t.Context(), c)
		must.OK(t, err)
		return p.Embeddings
	}
	plain := plan(func(*Config) {})
	with := plan(func(c *Config) { c.With = all.Named("ket") })
	pieces := plan(func(c *Config) {
		c.With, c.ChunkTokens = []buildermethod.Method{ket.Method{Options: ket.Options{Halvings: 2}}}, 48
	})
	dir, _ := handbook(t, func(c *Config) { c.ChunkTokens, c.ChunkOverlap, c.With, c.Vectors = 0, 0, all.Named("ket"), false })
	x := openBundle(t, dir).Engine()
	want := plain.Texts + x.Header().Counts.Sentences + ketrag.Of(x.Index()).NumEntities()
	if with.Texts != want || pieces.Texts <= with.Texts {
		t.Errorf("%d texts, with KET-RAG %d, want %d; with pieces %d", plain.Texts, with.Texts, want, pieces.Texts)
	}
}

// The index of KET-RAG is what its options ask for.
func TestKETIndex(t *testing.T) {
	build := func(o ket.Options, vectors bool) *method.Index {
		dir, _ := handbook(t, func(c *Config) { c.With, c.Vectors = []buildermethod.Method{ket.Method{Options: o}}, vectors })
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
		x := build(ket.Options{Core: share}, true)
		if got, want := core(x), int(math.Ceil(share*float64(x.Corpus.NumChunks())-1e-9)); got != want {
			t.Errorf("%d core chunks, want %d", got, want)
		}
	}
	x := build(ket.Options{Halvings: 1}, true)
	if ketrag.Of(x).NumPieces() <= x.Corpus.NumChunks() || ketrag.Of(x).PieceVectors == nil || ketrag.Of(x).SentenceVectors.Dims() != x.Vectors.Dims() {
		t.Errorf("%d pieces of %d chunks", ketrag.Of(x).NumPieces(), x.Corpus.NumChunks())
	}
	none := build(ket.Options{CoreBy: ket.None}, true)
	if core(none) != 0 || ketrag.Of(none).NumEntities() != 0 || ketrag.Of(none).NumRelations() != 0 || ketrag.Of(none).NumKeywords() == 0 {
		t.Errorf("without a core: %d entities, %d keywords", ketrag.Of(none).NumEntities(), ketrag.Of(none).NumKeywords())
	}
	words := build(ket.Options{}, false)
	if ketrag.Of(words).SentenceVectors != nil || ketrag.Of(words).NumKeywords() == 0 || ketrag.Of(words).NumEntities() == 0 {
		t.Errorf("without vectors: %d entities, %d keywords", ketrag.Of(words).NumEntities(), ketrag.Of(words).NumKeywords())
	}
}

// Without a skeleton its budget goes to the keywords, and one page is a corpus.
func TestKETEdges(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no core":    func(c *Config) { c.With = []buildermethod.Method{ket.Method{Options: ket.Options{CoreBy: ket.None}}} },
		"no vectors": func(c *Config) { c.Vectors = false },
		"one page":   func(c *Config) { c.Docs, c.JSONL = nil, []string{writeLine(t)} },
		"K of 3":     func(c *Config) { c.With = []buildermethod.Method{ket.Method{Options: ket.Options{Neighbours: 3}}} },
		"K of 99":    func(c *Config) { c.With = []buildermethod.Method{ket.Method{Options: ket.Options{Neighbours: 99}}} },
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
	file := filepath.Join(t.TempDir(), "one.jsonl")
	must.OK(t, os.WriteFile(file, []byte(`{"_id":"a","title":"Gauges","text":"Edvard Lund made the float gauge."}`), 0o644))
	return file
}
