package builder

import (
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
)

// indexTables holds the index of a bundle before it is cut into shards.
type indexTables struct {
	*shards.Index
	counts     bundle.Counts
	hasVectors bool
}

// corpus is the statistics of all pages together.
type corpus struct {
	method.Corpus
	words      func() (terms.Dictionary, error) // made once
	texts      *shards.TextBlocks
	duplicates []bundle.Section // groups of chunks with nearly the same text
}

// makeIndex joins the pages into the tables of the index.
func makeIndex(r *run, a *analysed) (*indexTables, error) {
	if err := askQuestions(r, a); err != nil {
		return nil, err
	}
	c, err := joinPages(r, a)
	if err != nil {
		return nil, err
	}
	summaries, err := growTrees(r, a, c)
	if err != nil {
		return nil, err
	}
	vectors, err := addVectors(r, a, c)
	if err != nil {
		return nil, err
	}
	x, links := tabulate(a, c, summaries)
	r.report.Links = links
	if err := addOptional(x, a, c, vectors); err != nil {
		return nil, err
	}
	more, err := buildMethods(r, a, c)
	if err != nil {
		return nil, err
	}
	x.Whole = append(x.Whole, more...)
	counts := count(x, len(summaries.nodes))
	counts.Each(func(key string, n int) { r.report.Counts[key] = n })
	// The tables are complete: the memory of their sources can be freed.
	c.Entities.Mentions, c.Entities.Edges, c.Entities.Graph = nil, nil, nil
	return &indexTables{x, counts, len(vectors) > 0}, nil
}

// joinPages makes the statistics of all pages, and writes their texts. The entities take longest, so they begin
// first.
func joinPages(r *run, a *analysed) (*corpus, error) {
	c := &corpus{}
	var g errgroup.Group
	g.SetLimit(r.atOnce())
	g.Go(func() (err error) {
		c.Entities = findEntities(r, a)
		if r.packs() { // linking then runs without the texts in memory
			if c.texts, err = writeTexts(r, a); err != nil {
				return err
			}
		}
		linkEntities(r, a, c.Entities)
		return nil
	})
	if !r.packs() {
		g.Go(func() (err error) {
			c.texts, err = writeTexts(r, a)
			return err
		})
	}
	g.Go(func() error {
		c.duplicates = neardup.Encode(a.pages, a.forms.All(), facets.Boosts(a.pages))
		return nil
	})
	g.Go(func() error {
		c.addTerms(a)
		if r.atOnce() > 1 {
			_, _ = c.words() // runs beside other stages; the stage that needs the words sees the error
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return c, r.ctx.Err()
}

// addTerms numbers the words of the pages, and of further lists, and indexes the chunks by them.
func (c *corpus) addTerms(a *analysed, further ...analyse.WordList) {
	if a.postings != nil {
		c.Vocabulary, c.Chunks = terms.VocabularyOf(a.counts, a.forms, a.languages), a.postings
	} else {
		c.Vocabulary = terms.MakeVocabulary(a.pages, a.forms, a.languages, further...)
		c.Chunks = terms.ChunkPostings(a.pages, c.Vocabulary)
	}
	c.Chunks.Sizes = a.large
	c.Chunks.SetLanguages(a.pages, a.languages)
	c.IDF = c.Chunks.Idf()
	c.words = sync.OnceValues(func() (terms.Dictionary, error) { return terms.MakeDictionary(c.Vocabulary, c.Chunks) })
}

// summaryTrees are the nodes of the summary trees.
type summaryTrees struct {
	nodes []trees.Node
	words []analyse.WordList // of the written summaries, by node; nil without a model
	texts []byte             // encoded, of the written summaries; nil for none
}

// growTrees grows the summary trees. If there is a model, the model writes the summaries.
func growTrees(r *run, a *analysed, c *corpus) (*summaryTrees, error) {
	s := &summaryTrees{nodes: trees.Make(a.pages, r.TreeScope, r.Summary, c.Vocabulary, c.Chunks.TreeWeights(), c.Entities)}
	if r.packs() {
		c.Entities.Mentions = nil // no later stage reads them
	}
	if r.Summarizer == nil {
		return s, nil
	}
	generation, warnings, err := llm.Summaries(r.ctx, r.Summarizer, s.nodes, r.counter.Count, r.Summary, r.inPhase("summarising"))
	r.report.Generation = generation
	r.report.Warnings = append(r.report.Warnings, warnings...)
	if err != nil {
		return nil, err
	}
	if generation.Written > 0 {
		s.texts = trees.EncodeTexts(s.nodes, r.counter.Count)
	}
	// The model may have used words that are in no document: they become terms, too.
	s.words = a.wordsOf(s.nodes)
	c.addTerms(a, s.words...)
	return s, nil
}

// wordsOf returns the words of the summaries that a model wrote, by node.
func (a *analysed) wordsOf(nodes []trees.Node) []analyse.WordList {
	words := make([]analyse.WordList, len(nodes))
	for i, n := range nodes {
		if n.Written != "" {
			words[i] = a.analyser.WordsBeside(n.Written, "", a.forms)
		}
	}
	return words
}

// addVectors makes the vectors of the chunks, if the configuration asks for vectors, and returns their sections.
func addVectors(r *run, a *analysed, c *corpus) (sections []bundle.Section, err error) {
	sections, c.Space, err = r.vectorOptions().Make(r.ctx, a.pages, c.Vocabulary, c.Chunks, c.IDF)
	if err == nil && len(r.With) > 0 {
		err = c.SetVectors(sections)
	}
	return sections, err
}

// tabulate makes the tables that every index has, and the report of the links between pages.
func tabulate(a *analysed, c *corpus, s *summaryTrees) (*shards.Index, *terms.Links) {
	x := &shards.Index{
		Texts: c.texts, Vocab: c.Vocabulary, Words: c.words, Postings: c.Chunks, Summaries: trees.Postings(s.nodes, c.Vocabulary, s.words),
		Entities: c.Entities, InChunks: entities.Transpose(c.Entities.Chunks, len(c.Entities.Entities)),
	}
	x.AddTables(a.pages)
	x.Boosts = facets.Boosts(a.pages)
	x.AddWhole(bundle.GroupGraph, c.Entities.Graph)
	x.AddWhole(bundle.GroupTree, trees.Encode(s.nodes, a.analyser.Counter.Count), s.texts)
	x.AddWhole(bundle.GroupTokens, analyse.EncodeTokens(a.pages))
	links := terms.FindLinks(a.pages)
	if data := links.Encode(a.pages); data != nil {
		x.AddWhole(bundle.GroupLinks, data)
	}
	return x, links
}

// addOptional adds the sections that only some corpora have.
func addOptional(x *shards.Index, a *analysed, c *corpus, vectors []bundle.Section) error {
	facets, err := facets.Encode(a.pages)
	if err != nil {
		return err
	}
	synonyms, err := terms.EncodeSynonyms(a.synonyms, a.languages, c.words)
	if err != nil {
		return err
	}
	for _, s := range slices.Concat(vectors, facets, synonyms, c.Vocabulary.EncodeLanguages(a.languages), c.duplicates) {
		if slices.Contains(bundle.Groups(), s.Name) {
			x.AddWhole(s.Name, s.Data)
		} else {
			x.Core = append(x.Core, s)
		}
	}
	return nil
}

func count(x *shards.Index, summaries int) bundle.Counts {
	return bundle.Counts{
		Documents: len(x.Docs), Sections: len(x.Sections), Chunks: len(x.Chunks),
		Sentences: int(x.Texts.Sentences[x.Texts.Len()]), Blocks: x.Texts.Len(),
		Terms: len(x.Vocab.Stems), Entities: len(x.Entities.Entities), Edges: len(x.Entities.Edges),
		Summaries: summaries,
	}
}
