// Package engine answers queries from a Mycel index. It is pure Go without files,
// network or clock, and the same package runs natively and in the browser, with
// the same results to the bit.
//
// Open takes the bytes of an index. Search ranks; the texts of its hits lie in
// blocks outside the index, and a result says which of them are Missing. The
// caller fetches those by whatever means it has, hands them over with AddText,
// and searches again: the engine never waits for anything.
package engine

import (
	"errors"
	"strings"
	"sync/atomic"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/evidence"
	"mycel/engine/facet"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/strategy"
	"mycel/engine/text"
	"mycel/engine/tree"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// ErrOption is wrapped by errors about search options.
var ErrOption = errors.New("invalid search option")

// Options of a search. The zero value asks for the defaults.
type Options struct {
	Mode string // one of strategy.Modes; default "auto"
	strategy.Options
	// Vector of the query, if the caller has one: made by the model that VectorInfo
	// names, of its dimensions, finite and not all zero.
	Vector []float32
	Filter *facet.Condition // which documents are wanted; nil for all
	Sort   Sort
	// Excerpts has a bit for each hit, the lowest of a byte first, that is to come with
	// its excerpt; nil for all. Other hits wait for no text.
	Excerpts []byte
}

// Engine answers queries. It is not safe for concurrent use; Fork makes engines
// that share the index and the texts.
type Engine struct {
	*shared
	searcher *strategy.Searcher
}

// shared is what the forks of an engine have in common.
type shared struct {
	header      bundle.Header
	index       strategy.Index
	blocks      *corpus.Blocks
	texts       []atomic.Pointer[corpus.Block]
	newSearcher func(*strategy.Index) *strategy.Searcher
	tokens      *evidence.Tokens // nil for an index without token counts

	facets   *facet.Table
	metadata *facet.Metadata // nil for none
}

// Open reads an index. The engine borrows b for as long as it is used. All of the
// index is checked here, once, so that no query can fail on it; errors wrap
// bundle.ErrFormat, bundle.ErrVersion or bundle.ErrChecksum. O(len(b)).
func Open(b []byte) (*Engine, error) { return open(b, strategy.NewSearcher, (*shared).decodeRest) }

// OpenCore is Open for programs that only search, in the modes of
// strategy.NewCoreSearcher, and call nothing else: the rest is then not linked, so that a page downloads less. It
// refuses an index with vectors, which it does not know: results would be other than
// those of Open.
func OpenCore(b []byte) (*Engine, error) {
	return open(b, strategy.NewCoreSearcher, func(_ *shared, d *decoder) {
		if d.file.Has(bundle.SectionVectors) {
			d.err = &bundle.Error{Err: bundle.ErrFormat, Detail: "the index has vectors, which this engine does not know"}
		}
	})
}

func open(b []byte, searcher func(*strategy.Index) *strategy.Searcher, rest func(*shared, *decoder)) (*Engine, error) {
	file, err := bundle.Parse(b)
	if err != nil {
		return nil, err
	}
	s := &shared{header: file.Header, newSearcher: searcher}
	d := decoder{file: file}
	s.index.Systems = strategy.SystemsOf(file.Has)
	s.decode(&d)
	if d.err == nil {
		rest(s, &d)
	}
	if d.err != nil {
		return nil, d.err
	}
	s.texts = make([]atomic.Pointer[corpus.Block], s.blocks.Len())
	return &Engine{shared: s, searcher: searcher(&s.index)}, s.checkCounts()
}

// SetClock gives the engine a monotonic clock in nanoseconds, for Options.Timings; it
// has none of its own. Without one there are no timings.
func (e *Engine) SetClock(now func() int64) { e.searcher.Clock = now }

// Fork returns another engine on the same index and texts, for another goroutine.
func (e *Engine) Fork() *Engine {
	fork := &Engine{shared: e.shared, searcher: e.newSearcher(&e.index)}
	fork.SetClock(e.searcher.Clock)
	return fork
}

// decode joins the sections of an index: each package turns its own bytes into
// its own type, and the sizes of one are the limits of the next.
func (s *shared) decode(d *decoder) {
	x := &s.index
	d.section(bundle.SectionDocuments, func(b []byte) (err error) {
		x.Corpus, err = corpus.Decode(b)
		return err
	})
	d.section(bundle.SectionBlocks, func(b []byte) (err error) {
		s.blocks, err = corpus.DecodeBlocks(b, x.Corpus.TextLen())
		return err
	})
	d.section(bundle.SectionTerms, func(b []byte) (err error) {
		x.Dictionary, err = lexical.DecodeDictionary(b)
		return err
	})
	d.optional(bundle.SectionLanguages, func(b []byte) error { return x.Dictionary.DecodeLanguages(b) })
	d.optional(bundle.SectionSynonyms, func(b []byte) error { return x.Dictionary.DecodeSynonyms(b) })
	d.section(bundle.SectionPostings, func(b []byte) (err error) {
		x.Postings, err = lexical.DecodePostings(b, x.Dictionary.NumTerms(), x.Corpus.NumChunks(), 0)
		return err
	})
	d.section(bundle.SectionTermPlaces, func(b []byte) (err error) {
		x.TermPlaces, err = wire.DecodePlaces(b, x.Dictionary.NumTerms(), func(t int) int { return x.Postings.Count(model.TermID(t)) })
		return err
	})
	d.section(bundle.SectionTree, func(b []byte) (err error) {
		x.Tree, err = tree.Decode(b, x.Corpus.NumChunks(), s.blocks.NumSentences())
		return err
	})
	// Summaries compete with chunks, so their lengths are measured against the
	// chunks' mean.
	d.section(bundle.SectionTreePostings, func(b []byte) (err error) {
		x.SummaryPostings, err = lexical.DecodePostings(b, x.Dictionary.NumTerms(), x.Tree.Len(), x.Postings.MeanLength())
		return err
	})
	d.optional(bundle.SectionTreeTexts, func(b []byte) error { return x.Tree.DecodeTexts(b) })
	d.section(bundle.SectionEntities, func(b []byte) (err error) {
		x.Entities, err = entity.Decode(b)
		return err
	})
	d.section(bundle.SectionEntityChunks, func(b []byte) (err error) {
		x.EntityChunks, err = entity.DecodeIndex(b, x.Entities.Len(), x.Corpus.NumChunks())
		return err
	})
	d.section(bundle.SectionChunkEntities, func(b []byte) (err error) {
		x.ChunkEntities, err = entity.DecodeIndex(b, x.Corpus.NumChunks(), x.Entities.Len())
		return err
	})
	d.section(bundle.SectionEntityPlaces, func(b []byte) (err error) {
		x.EntityPlaces, err = wire.DecodePlaces(b, x.Corpus.NumChunks(), func(c int) int { return x.ChunkEntities.Len(uint32(c)) })
		return err
	})
	d.section(bundle.SectionTitles, func(b []byte) (err error) {
		x.Titles, err = entity.DecodeTitles(b, x.Corpus.NumSections(), x.Entities.Len())
		return err
	})
	d.section(bundle.SectionGraph, func(b []byte) (err error) {
		x.Graph, err = graph.Decode(b, x.Entities.Len())
		return err
	})
	d.optional(bundle.SectionAlike, func(b []byte) (err error) {
		x.Alike, err = corpus.DecodeAlike(b, x.Corpus.NumChunks(), x.Corpus.NumDocuments())
		return err
	})
	s.decodeFacets(d)
}

// decodeRest reads what search in the modes of the core does not need.
func (s *shared) decodeRest(d *decoder) {
	x := &s.index
	if d.file.Has(bundle.SectionVectors) {
		d.section(bundle.SectionVectors, func(b []byte) (err error) {
			x.Vectors, err = vector.Decode(b, x.Corpus.NumChunks())
			return err
		})
		s.decodeEncoder(d)
	}
	d.optional(bundle.SectionTokens, func(b []byte) (err error) {
		s.tokens, err = evidence.DecodeTokens(b, s.blocks.NumSentences(), x.Corpus.NumSections())
		x.Costs = s.tokens
		return err
	})
	s.decodeKET(d)
	s.decodeNodes(d)
	s.decodeDARAG(d)
}

// decoder keeps the first error.
type decoder struct {
	file *bundle.File
	err  error
}

func (d *decoder) section(name string, decode func([]byte) error) {
	if d.err != nil {
		return
	}
	b, err := d.file.Section(name)
	if err == nil {
		if err = decode(b); err != nil {
			err = bundle.Corrupt(name, err)
		}
	}
	d.err = err
}

// optional reads a section that not every index has.
//
//go:noinline
func (d *decoder) optional(name string, decode func([]byte) error) {
	if d.file.Has(name) {
		d.section(name, decode)
	}
}

// counts returns the sizes of the index as its sections have them.
func (s *shared) counts() bundle.Counts {
	return bundle.Counts{
		Documents: s.index.Corpus.NumDocuments(),
		Sections:  s.index.Corpus.NumSections(),
		Chunks:    s.index.Corpus.NumChunks(),
		Sentences: s.blocks.NumSentences(),
		Terms:     s.index.Dictionary.NumTerms(),
		Entities:  s.index.Entities.Len(),
		Edges:     s.index.Graph.NumEdges(),
		Summaries: s.index.Tree.Len(),
		Blocks:    s.blocks.Len(),
	}
}

// checkCounts holds the header against the sections.
func (s *shared) checkCounts() error {
	got := s.counts()
	if got == s.header.Counts {
		return nil
	}
	return &bundle.Error{Err: bundle.ErrFormat, Detail: "the counts in the header are not those of the sections"}
}

// Header returns the description of the index.
func (e *Engine) Header() bundle.Header { return e.header }

// Index returns the parts of the index, for tools that look inside.
func (e *Engine) Index() *strategy.Index { return &e.index }

// NumBlocks returns the number of text blocks.
func (e *Engine) NumBlocks() int { return e.blocks.Len() }

// Search answers a query. The error wraps ErrOption; a query cannot fail. Hits
// whose text is not there yet have no excerpt, and their blocks are in
// Result.Missing.
func (e *Engine) Search(query string, o Options) (*Result, error) {
	r, ranking, err := e.rank(query, o, 0)
	if err != nil {
		return nil, err
	}
	return e.present(r, ranking, o.Excerpts), nil
}

// rank analyses a query and ranks chunks for it: one of each section, or all if they are
// wanted for a context of so many tokens.
func (e *Engine) rank(query string, o Options, budget int) (*strategy.Request, *strategy.Ranking, error) {
	if err := o.validate(); err != nil {
		return nil, nil, err
	}
	if o.Vector != nil {
		if err := e.checkVector(o.Vector); err != nil {
			return nil, nil, err
		}
	}
	if err := e.checkFacets(&o); err != nil {
		return nil, nil, err
	}
	r := e.Request(query, o)
	r.Chunks, r.Budget = budget > 0, budget
	if !e.index.Has(o.Mode) {
		return nil, nil, optionError("mode", "this bundle was built without "+o.Mode+": build it with --with "+o.Mode)
	}
	ranking, ok := e.run(r, &o)
	if !ok {
		return nil, nil, optionError("mode", "got "+quoted(o.Mode)+", want one of "+strings.Join(e.searcher.Modes(), ", "))
	}
	e.arrange(ranking, &o, r.Options.K)
	return r, ranking, nil
}

// run ranks in the mode of the options; ok is false for an unknown mode.
func (e *Engine) run(r *strategy.Request, o *Options) (ranking *strategy.Ranking, ok bool) {
	e.narrow(r, o)
	if len(r.Query.Words) == 0 && (o.Filter != nil || o.Sort.Key != "") {
		return e.browse(r), true
	}
	return e.searcher.Run(o.Mode, r)
}

// Request analyses a query: what strategies are asked. Options that are not valid are
// not noticed.
func (e *Engine) Request(query string, o Options) *strategy.Request {
	o.SetDefaults()
	r := &strategy.Request{Query: e.index.Dictionary.Interpret(query, o.Read), Options: o.Options, Vector: o.Vector}
	r.Entities = e.link(r.Query)
	r.Contains = func(p *lexical.Phrase, c model.ChunkID) bool {
		found, missing := e.contains(p, c)
		r.Missing = with(r.Missing, missing)
		return found
	}
	return r
}

// link finds the entities in the query's words, misspelt ones and
// synonyms as they are read.
func (e *Engine) link(q *lexical.Query) []entity.Link {
	tokens := q.Tokens()
	stop := make([]bool, len(tokens))
	for i := range q.Words {
		w := &q.Words[i]
		stop[i] = w.Stop || w.Excluded
		if w.Read == lexical.Typo || w.Read == lexical.Synonym {
			tokens[i].Key = text.Key(w.As[0])
		}
	}
	return e.index.Entities.Links(q.Text, tokens, stop)
}

func (o *Options) validate() error {
	if p := o.Invalid(); p != nil {
		return wrongValue(p)
	}
	return nil
}

// wrongValue says what a parameter would take.
func wrongValue(p *strategy.Parameter) error { return optionError(p.Name, "want "+p.Want()) }

// quoted puts s between quotation marks. What has to be escaped is, when the message
// leaves the engine as JSON: strconv.Quote would be 4 KB of the browser's engine.
func quoted(s string) string { return "\"" + s + "\"" }

// optionError is kept out of line: it has many callers, and no query has two.
//
//go:noinline
func optionError(name, detail string) error { return &OptionError{Name: name, Detail: detail} }

// OptionError says which option is invalid and what would be valid.
type OptionError struct{ Name, Detail string }

func (e *OptionError) Error() string { return ErrOption.Error() + " " + e.Name + ": " + e.Detail }

func (e *OptionError) Unwrap() error { return ErrOption }
