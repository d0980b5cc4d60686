package builder

import (
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/facets"
	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/neardup"
	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/engine/bundle"
	"mycel/engine/lexical"
)

// index joins the pages into the sections of the index.
func (b *build) index() error {
	m, alike, err := b.join()
	if err != nil {
		return err
	}
	generated, err := b.growTrees(m)
	if err != nil {
		return err
	}
	x, vectors, err := b.tabulate(m, generated)
	if err != nil {
		return err
	}
	facets, err := facets.Encode(b.pages)
	if err != nil {
		return err
	}
	synonyms, err := terms.EncodeSynonyms(b.synonyms, m.words)
	if err != nil {
		return err
	}
	for _, s := range slices.Concat(vectors, facets, synonyms, m.Vocabulary.EncodeLanguages(b.tongues), alike) {
		if slices.Contains(bundle.Families(), s.Name) {
			x.AddWhole(s.Name, s.Data)
		} else {
			x.Core = append(x.Core, s)
		}
	}
	if len(b.With) > 0 {
		more, err := b.buildMethods(m, vectors)
		if err != nil {
			return err
		}
		x.Whole = append(x.Whole, more...)
	}
	b.counts = b.count(x, len(m.nodes))
	b.counts.Each(func(key string, n int) { b.report.Counts[key] = n })
	if b.large() {
		b.docs, b.pages, b.forms, b.texts.Pages = nil, nil, nil, nil
		m.Entities.Mentions, m.Entities.Edges, m.Entities.Graph = nil, nil, nil
	}
	b.indexer = x
	return nil
}

// join looks at all pages at once: for their words, their entities, and passages with
// nearly the same text, whose section it returns.
func (b *build) join() (*corpus, []bundle.Section, error) {
	m := &corpus{}
	var alike []bundle.Section
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0)) // the entities, which take longest, are to have a core
	if b.large() {
		g.SetLimit(1) // side by side they would be in memory together
	}
	g.Go(func() (err error) {
		m.Entities, err = b.findEntities()
		return err
	})
	if !b.packs() { // else findEntities does
		g.Go(b.writeTexts)
	}
	g.Go(func() error {
		alike = neardup.Encode(b.pages, b.forms.All(), facets.Boosts(b.pages))
		return nil
	})
	g.Go(func() error {
		b.addWords(m)
		return nil
	})
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	return m, alike, b.ctx.Err()
}

// addWords numbers the words of the pages, and those of further lists, and indexes the
// chunks by them.
func (b *build) addWords(m *corpus, further ...analyse.WordList) {
	m.Vocabulary = terms.MakeVocabulary(b.pages, b.forms, b.tongues, further...)
	m.Chunks = terms.ChunkPostings(b.pages, m.Vocabulary)
	m.IDF = m.Chunks.Idf()
	m.words = sync.OnceValues(func() (terms.Dictionary, error) { return terms.MakeDictionary(m.Vocabulary, m.Chunks) })
	if !b.large() {
		_, _ = m.words() // while others are at work; whoever needs it sees the error
	}
}

// growTrees grows the summary trees. It returns the words of the summaries that a model
// wrote, by node, nil without one.
func (b *build) growTrees(m *corpus) ([]analyse.WordList, error) {
	m.nodes = trees.Make(b.pages, b.TreeScope, b.Summary, m.Vocabulary, m.Chunks.TreeWeights(), m.Entities)
	if b.packs() {
		m.Entities.Mentions = nil
	}
	if b.Summarizer == nil {
		return nil, nil
	}
	generation, warnings, err := llm.Summaries(b.ctx, b.Summarizer, m.nodes, b.counter.Count, b.Summary, b.inPhase("summarising"))
	b.report.Generation = generation
	b.report.Warnings = append(b.report.Warnings, warnings...)
	if err != nil {
		return nil, err
	}
	// The model may have used words that no document has: they are terms, too.
	generated := b.generatedWords(m.nodes)
	b.addWords(m, generated...)
	return generated, nil
}

// tabulate makes the tables that every index has, and the vectors meanwhile.
func (b *build) tabulate(m *corpus, generated []analyse.WordList) (*shards.Index, []bundle.Section, error) {
	var vectors []bundle.Section
	var g errgroup.Group
	g.Go(func() (err error) {
		vectors, m.Space, err = b.vectorOptions().Make(b.ctx, b.pages, m.Vocabulary, m.Chunks, m.IDF)
		return err
	})
	x := &shards.Index{
		Texts: b.texts, Vocab: m.Vocabulary, Words: m.words, Postings: m.Chunks, Summaries: trees.Postings(m.nodes, m.Vocabulary, generated),
		Entities: m.Entities, InChunks: entities.Transpose(m.Entities.Chunks, len(m.Entities.Entities)),
	}
	x.AddTables(b.pages)
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	b.hasVectors = len(vectors) > 0
	var written []byte
	if b.report.Generation != nil && b.report.Generation.Written > 0 {
		written = trees.EncodeTexts(m.nodes)
	}
	x.AddWhole(bundle.FamilyGraph, m.Entities.Graph)
	x.AddWhole(bundle.FamilyTree, trees.Encode(m.nodes), lexical.EncodeLengths(x.Summaries.Length), written)
	x.AddWhole(bundle.FamilyTokens, analyse.EncodeTokens(b.pages))
	return x, vectors, nil
}

func (b *build) count(x *shards.Index, summaries int) bundle.Counts {
	return bundle.Counts{
		Documents: len(x.Docs), Sections: len(x.Sections), Chunks: len(x.Chunks),
		Sentences: int(b.texts.Sentences[b.texts.Len()]), Blocks: b.texts.Len(),
		Terms: len(x.Vocab.Stems), Entities: len(x.Entities.Entities), Edges: len(x.Entities.Edges),
		Summaries: summaries,
	}
}

// corpus is what the stages of the index read besides the pages.
type corpus struct {
	method.Corpus
	words func() (terms.Dictionary, error) // made once
	nodes []trees.Node
}

// generatedWords returns the words of the summaries that the model wrote, by node.
func (b *build) generatedWords(nodes []trees.Node) []analyse.WordList {
	words := make([]analyse.WordList, len(nodes))
	for i, n := range nodes {
		if n.Written != "" {
			sp := analyse.NewSpeller()
			words[i] = b.analyser.Words(n.Written, sp)
			b.forms.Adopt(sp.Keys, sp.Spelt(), func(visit func(analyse.WordList)) { visit(words[i]) })
		}
	}
	return words
}
