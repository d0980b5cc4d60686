package builder

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/large"
	"mycel/builder/ner"
	"mycel/builder/shards"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/graph"
	"mycel/engine/model"
	"mycel/internal/must"
)

// mustOpen opens a bundle and loads no part of it.
func mustOpen(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

func openBundle(t testing.TB, dir string) *mycel.Bundle {
	t.Helper()
	b := mustOpen(t, dir)
	must.OK(t, b.LoadAll(context.Background()))
	return b
}

// The handbook has documents of one chunk: each by itself has no tree, all of them
// together have one, over all chunks.
func TestTreeScopes(t *testing.T) {
	each, one := handbook(t, nil)
	all, corpus := handbook(t, func(c *Config) { c.TreeScope = trees.OfCorpus; c.Summary = summary.Options{Group: 3, MaxTokens: 40} })
	none, without := handbook(t, func(c *Config) { c.TreeScope = trees.None })
	chunks := one.Counts["chunks"]
	want := 0
	for n := chunks; n > 1; {
		n = (n + 2) / 3
		want += n
	}
	must.Equal(t, corpus.Counts["summaries"], want, "a tree over %d chunks in groups of 3", chunks)
	if one.Counts["summaries"] == 0 || without.Counts["summaries"] != 0 {
		t.Errorf("%d summaries of documents, %d where none are wanted", one.Counts["summaries"], without.Counts["summaries"])
	}
	x := openBundle(t, all).Engine().Index()
	next := model.ChunkID(0)
	for i := range x.Tree.Len() {
		node := x.Tree.Node(i)
		first, end := x.Tree.Leaves(node)
		if x.Tree.Level(node) == 1 {
			must.Hold(t, first == next, "summary %d begins at chunk %d, want %d", i, first, next)
			next = end
		}
		must.Be(t, len(x.Tree.Sentences(node)) != 0 && x.Tree.Title(node) != "", "summary %d of chunks %d to %d has no text or title", i, first, end)
	}
	must.Be(t, int(next) == chunks, "the first level ends at chunk %d of %d", next, chunks)
	x = openBundle(t, each).Engine().Index()
	for i := range x.Tree.Len() {
		first, end := x.Tree.Leaves(x.Tree.Node(i))
		doc := func(c model.ChunkID) model.DocID { return x.Corpus.SectionDoc(x.Corpus.ChunkSection(c)) }
		must.Be(t, doc(first) == doc(end-1), "summary %d joins documents", i)
	}
	for _, dir := range []string{all, none} {
		for _, mode := range openBundle(t, dir).Engine().Index().Modes() {
			r, err := openBundle(t, dir).Search(context.Background(), "Who keeps the float gauge in Brask?", engine.Options{Mode: mode})
			must.Be(t, err == nil && len(r.Hits) != 0, "mode %s: %d hits, error %v", mode, len(r.Hits), err)
		}
	}
}

// A sentence in the overlap of chunks counts once, or as often as chunks have it.
func TestCountOverlapTwice(t *testing.T) {
	mentions := []ner.Mention{
		{Sentence: 0, Entity: 1, Start: 0, End: 1}, {Sentence: 0, Entity: 2, Start: 2, End: 3},
		{Sentence: 1, Entity: 2, Start: 4, End: 5}, {Sentence: 1, Entity: 1, Start: 6, End: 7}, {Sentence: 1, Entity: 1, Start: 8, End: 9},
		{Sentence: 2, Entity: 1, Start: 9, End: 10}, {Sentence: 2, Entity: 3, Start: 11, End: 12},
	}
	pair := func(u, v uint64) uint64 { return u<<32 | v }
	must.Equal(t, new(entities.SentenceGroups).CoOccurrences(mentions), []uint64{pair(1, 2), pair(1, 2), pair(1, 3)}, "once")
	chunks := []analyse.Chunk{{First: 0, End: 2}, {First: 1, End: 3}}
	must.Equal(t, new(entities.SentenceGroups).Chunkwise(mentions, chunks), []uint64{pair(1, 2), pair(1, 2), pair(1, 2), pair(1, 3)}, "twice")

	docs := t.TempDir()
	text := strings.Repeat("Edvard Lund met Ingrid Solheim in Brask. ", 40)
	must.OK(t, os.WriteFile(filepath.Join(docs, "long.txt"), []byte(text), 0o644))
	once, _ := handbook(t, func(c *Config) { c.Docs = []string{docs} })
	twice, _ := handbook(t, func(c *Config) { c.Docs = []string{docs}; c.CountOverlapTwice = true })
	a, b := openBundle(t, once).Engine().Index().Graph, openBundle(t, twice).Engine().Index().Graph
	if a.NumEdges() != b.NumEdges() || totalWeight(a) >= totalWeight(b) {
		t.Errorf("%d edges of weight %d in all, and %d of %d", a.NumEdges(), totalWeight(a), b.NumEdges(), totalWeight(b))
	}
}

func totalWeight(g *graph.CSR) int {
	sum := 0
	for u := range uint32(g.NumNodes()) {
		_, weights := g.Neighbours(u)
		for _, w := range weights {
			sum += int(w)
		}
	}
	return sum
}

// Postings over summaries are the same in few parts, which hold terms of many, as in one.
func TestPartsOfTreeTerms(t *testing.T) {
	docs := func(summaries int) string { // the handbook has one part of terms
		out := filepath.Join(t.TempDir(), "bundle")
		sizes := large.Usual()
		sizes.Summaries = summaries
		mustBuild(t, Config{Docs: []string{"../docs"}, Output: out, Version: "0", Large: &sizes})
		return out
	}
	one, many := docs(large.Usual().Summaries), docs(1)
	of := func(dir string) (*mycel.Bundle, int) {
		b := openBundle(t, dir)
		first, end := b.Engine().Directory().Range(bundle.GroupTreeTerms)
		return b, int(end - first)
	}
	a, inOne := of(one)
	b, inMany := of(many)
	must.Hold(t, inOne == 1 && inMany == shards.MaxTreeTerms, "in %d parts and in %d, want 1 and %d", inOne, inMany, shards.MaxTreeTerms)
	for _, query := range []string{"how are entities found", "memory of a build", "what does a service worker keep"} {
		want, got := ask(t, a, "e2graph", query), ask(t, b, "e2graph", query)
		must.Be(t, reflect.DeepEqual(ids(want), ids(got)) && len(want.Hits) != 0, "%q finds %q in one part, %q in many", query, ids(want), ids(got))
	}
	x, y := a.Engine().Index().SummaryPostings, b.Engine().Index().SummaryPostings
	for term := range a.Engine().Index().Dictionary.NumTerms() {
		must.Hold(t, reflect.DeepEqual(x.List(model.TermID(term), true), y.List(model.TermID(term), true)), "term %d has other summaries", term)
	}
}
