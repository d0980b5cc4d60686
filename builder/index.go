package builder

import (
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/terms"
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
	facets, err := encodeFacets(b.pages)
	if err != nil {
		return err
	}
	synonyms, err := terms.EncodeSynonyms(b.synonyms, m.words)
	if err != nil {
		return err
	}
	for _, s := range slices.Concat(vectors, facets, synonyms, m.vocab.EncodeLanguages(b.tongues), alike) {
		if slices.Contains(bundle.Families(), s.Name) {
			x.addWhole(s.Name, s.Data)
		} else {
			x.core = append(x.core, s)
		}
	}
	if len(b.With) > 0 {
		more, err := b.buildSystems(m, vectors)
		if err != nil {
			return err
		}
		x.whole = append(x.whole, more...)
	}
	b.counts = b.count(x, len(m.nodes))
	b.counts.Each(func(key string, n int) { b.report.Counts[key] = n })
	if b.large() {
		b.docs, b.pages, b.forms, b.texts.pages = nil, nil, nil, nil
		m.entities.mentions, m.entities.edges, m.entities.graph = nil, nil, nil
	}
	b.indexer = x
	return nil
}

// join looks at all pages at once: for their words, their entities, and passages with
// nearly the same text, whose section it returns.
func (b *build) join() (*material, []bundle.Section, error) {
	m := &material{}
	var alike []bundle.Section
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0)) // the entities, which take longest, are to have a core
	if b.large() {
		g.SetLimit(1) // side by side they would be in memory together
	}
	g.Go(func() (err error) {
		m.entities, err = b.findEntities()
		return err
	})
	if !b.packs() { // else findEntities does
		g.Go(b.writeTexts)
	}
	g.Go(func() error {
		alike = encodeAlike(b.pages, b.forms.All(), makeBoosts(b.pages))
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
func (b *build) addWords(m *material, further ...analyse.WordList) {
	m.vocab = terms.MakeVocabulary(b.pages, b.forms, b.tongues, further...)
	m.chunks = terms.ChunkPostings(b.pages, m.vocab)
	m.idf = m.chunks.Idf()
	m.words = sync.OnceValues(func() (terms.Dictionary, error) { return terms.MakeDictionary(m.vocab, m.chunks) })
	if !b.large() {
		_, _ = m.words() // while others are at work; whoever needs it sees the error
	}
}

// growTrees grows the summary trees. It returns the words of the summaries that a model
// wrote, by node, nil without one.
func (b *build) growTrees(m *material) ([]analyse.WordList, error) {
	m.nodes = b.makeTrees(m.vocab, m.chunks.TreeWeights(), m.entities)
	if b.packs() {
		m.entities.mentions = nil
	}
	if b.Summarizer == nil {
		return nil, nil
	}
	if err := b.generate(m.nodes); err != nil {
		return nil, err
	}
	// The model may have used words that no document has: they are terms, too.
	generated := b.generatedWords(m.nodes)
	b.addWords(m, generated...)
	return generated, nil
}

// tabulate makes the tables that every index has, and the vectors meanwhile.
func (b *build) tabulate(m *material, generated []analyse.WordList) (*indexer, []bundle.Section, error) {
	var vectors []bundle.Section
	var g errgroup.Group
	g.Go(func() (err error) {
		switch {
		case b.Encoder != nil:
			vectors, m.space, err = b.encodeVectors(m.vocab)
		case b.Vectors:
			vectors, m.space, err = trainVectors(b.ctx, b.pages, m.vocab, m.chunks, m.idf)
		}
		return err
	})
	x := &indexer{
		texts: b.texts, vocab: m.vocab, words: m.words, postings: m.chunks, summaries: treePostings(m.nodes, m.vocab, generated),
		entities: m.entities, inChunks: transpose(m.entities.chunks, len(m.entities.entities)),
	}
	x.addTables(b.pages)
	if err := g.Wait(); err != nil {
		return nil, nil, err
	}
	b.hasVectors = len(vectors) > 0
	var written []byte
	if b.report.Generation != nil && b.report.Generation.Written > 0 {
		written = encodeTexts(m.nodes)
	}
	x.addWhole(bundle.FamilyGraph, m.entities.graph)
	x.addWhole(bundle.FamilyTree, encodeTrees(m.nodes), lexical.EncodeLengths(x.summaries.Length), written)
	x.addWhole(bundle.FamilyTokens, analyse.EncodeTokens(b.pages))
	return x, vectors, nil
}

// addWhole adds a family that is one part.
func (x *indexer) addWhole(family string, sections ...[]byte) {
	x.whole = append(x.whole, part{family, encoderOf(sections...)})
}

func (b *build) count(x *indexer, summaries int) bundle.Counts {
	return bundle.Counts{
		Documents: len(x.docs), Sections: len(x.sections), Chunks: len(x.chunks),
		Sentences: int(b.texts.sentences[b.texts.len()]), Blocks: b.texts.len(),
		Terms: len(x.vocab.Stems), Entities: len(x.entities.entities), Edges: len(x.entities.edges),
		Summaries: summaries,
	}
}
