// Package engine answers queries from a Mycel index. It is pure Go without files, network or clock, and the same
// package runs natively and in the browser, with the same results to the bit.
//
// Open takes the bytes of the core of an index. The other rows that a question needs, and the texts of its hits, lie in
// parts. An answer names the parts that are Missing. The caller fetches them by any means, hands them over with
// AddPart, and asks again: the engine never waits.
package engine

import (
	"errors"
	"strings"

	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/evidence"
	"mycel/engine/facet"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/engine/vector"
)

// ErrOption is wrapped by errors about search options.
var ErrOption = errors.New("invalid search option")

// Options of a search. The zero value asks for the defaults.
type Options struct {
	Mode string // one of method.Modes; default "auto"
	method.Options
	// Vector of the query, if the caller has one. The model that VectorInfo names made it; it has that model's
	// dimensions, is finite and not all zero.
	Vector []float32
	Filter *facet.Condition // the documents that may be hits; nil for all
	Sort   Sort
	// Excerpts has a bit for each hit, beginning with the lowest bit of the first byte: 1 for a hit that needs its
	// excerpt. nil stands for all hits. Other hits wait for no text.
	Excerpts []byte
	// NestedExcerpts gives the nested sections of these hits excerpts, too.
	NestedExcerpts bool
	// Explain adds reasons of kind related.TieLink to the hits that come with an excerpt: links to the hit whose texts
	// have words of the query. The links lie in a part that no other search reads. Explain also looks for the entities
	// of the query where the mode ranks without them.
	Explain bool
}

// Engine answers queries. It is not safe for concurrent use; Fork makes engines that share the index and its parts.
type Engine struct {
	*shared
	index    *method.Index // reads for this engine: notes in missing
	missing  *parts.Missing
	searcher *method.Searcher // nil before the first search: it has room for every chunk
	clock    func() int64
	tables   answer.Tables
}

// shared is the state that all forks of an engine use.
type shared struct {
	header      bundle.Header
	newSearcher func(*method.Index) *method.Searcher
	all         method.Index
	directory   *bundle.Directory
	facets      *facet.Table

	mu       lock                       // held by questions for reading, by AddPart for writing
	loaded   []*corpus.Block            // the texts that have arrived, by block
	groups   map[string][]*parts.Layout // for each group, the parts that have its rows
	tokens   *evidence.Tokens
	metadata *facet.Metadata
	loadRest func(group string, at int, b [][]byte) error // nil for an engine that only searches
}

// Open reads the core of an index. The engine borrows b for as long as it is used. Open checks the core, and AddPart
// checks each part, so that no query can fail on their bytes. Errors wrap bundle.ErrFormat, bundle.ErrVersion or
// bundle.ErrChecksum. O(len(b)).
//
// The engine answers by the methods that the program has registered: import mycel/engine/method/all for all methods.
func Open(b []byte) (*Engine, error) {
	return open(b, method.NewSearcher, (*shared).decodeRest)
}

// OpenCore is Open for programs that only search, by the methods of mycel/engine/method/search, and call nothing else.
// The other code is then not linked, and a page downloads less. OpenCore refuses an index with vectors: it does not
// read them, and its results would differ from those of Open.
func OpenCore(b []byte) (*Engine, error) {
	return open(b, method.NewCoreSearcher, func(_ *shared, d *decoder) {
		if d.file.Has(bundle.SectionVectors) {
			d.err = &bundle.Error{Err: bundle.ErrFormat, Detail: "the index has vectors, which this engine does not know"}
		}
	})
}

func open(b []byte, searcher func(*method.Index) *method.Searcher, rest func(*shared, *decoder)) (*Engine, error) {
	file, err := bundle.Parse(b)
	if err != nil {
		return nil, err
	}
	s := &shared{header: file.Header, newSearcher: searcher}
	d := decoder{file: file, size: len(b)}
	s.decode(&d)
	if d.err == nil {
		rest(s, &d)
	}
	if d.err != nil {
		return nil, d.err
	}
	return s.engine(nil), s.checkCounts()
}

// engine makes an engine on the shared index.
func (s *shared) engine(clock func() int64) *Engine {
	want := &parts.Missing{}
	e := &Engine{shared: s, missing: want, clock: clock}
	e.index = s.all.For(want)
	first, _ := s.directory.Range(bundle.GroupText)
	t := &e.tables
	t.Index, t.Texts = e.index, answer.Texts{Corpus: e.index.Corpus, Loaded: s.loaded, First: first, Missing: want}
	t.Header, t.Directory, t.Facets, t.Tokens, t.Metadata = &s.header, s.directory, s.facets, s.tokens, s.metadata
	return e
}

// SetClock gives the engine a monotonic clock in nanoseconds, for Options.Timings. Without a clock a result has no
// timings.
func (e *Engine) SetClock(now func() int64) { e.clock, e.searcher = now, nil }

// Fork returns another engine on the same index and parts, for another goroutine.
func (e *Engine) Fork() *Engine { return e.shared.engine(e.clock) }

// searcherOf returns the searcher of an engine. It makes the searcher at the first call.
//
//go:noinline
func searcherOf(e *Engine) *method.Searcher {
	if e.searcher == nil {
		e.searcher = e.newSearcher(e.index)
		e.searcher.Clock = e.clock
	}
	return e.searcher
}

// Ask runs a question while no part arrives. It returns the missing parts, and whether they include rows of the index:
// then there is no answer yet. The question must not call Ask. Ask notes the missing rows that the question reads in
// Index.
func (e *Engine) Ask(question func()) (missing []parts.ID, waiting bool) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	e.missing.Take()
	question()
	waiting = e.missing.Rows()
	return e.missing.Take(), waiting
}

// decode joins the sections of the core: each package decodes its own bytes, and the sizes of one section are the
// limits of the next.
func (s *shared) decode(d *decoder) {
	x := &s.all
	d.section(bundle.SectionParts, func(b []byte) (err error) {
		s.directory, err = bundle.DecodeDirectory(b)
		return err
	})
	d.section(bundle.SectionDocuments, func(b []byte) (err error) {
		first, end := s.directory.Range(bundle.GroupOutline)
		x.Corpus, err = corpus.Decode(b, first, int(end-first), d.size)
		return err
	})
	d.section(bundle.SectionBlocks, func(b []byte) error { return x.Corpus.DecodeBlocks(b) })
	var set *lexical.Set
	d.optional(bundle.SectionSet, func(b []byte) (err error) {
		set, err = lexical.DecodeSet(b)
		return err
	})
	d.section(bundle.SectionTerms, func(b []byte) (err error) {
		first, end := s.directory.Range(bundle.GroupTerms)
		d, err := lexical.DecodeDictionary(b, first, int(end-first), x.Corpus.NumChunks(), set)
		if err == nil {
			x.Parser = query.NewParser(d)
			x.Dictionary = &x.Parser.Dictionary
		}
		return err
	})
	d.optional(bundle.SectionLanguages, func(b []byte) error { return x.Parser.DecodeLanguages(b) })
	d.optional(bundle.SectionSynonyms, func(b []byte) error { return x.Parser.DecodeSynonyms(b) })
	d.section(bundle.SectionLayout, s.decodeLayout)
	d.section(bundle.SectionWeights, func(b []byte) (err error) {
		x.Content, err = x.Postings.DecodeWeights(b, x.Corpus.NumSections())
		return err
	})
	d.optional(bundle.SectionAlike, func(b []byte) (err error) {
		x.Alike, err = corpus.DecodeAlike(b, x.Corpus.NumChunks(), x.Corpus.NumDocuments())
		return err
	})
	s.decodeFacets(d)
}

// decodeRest reads the sections that the search engine does not need.
func (s *shared) decodeRest(d *decoder) {
	x := &s.all
	d.optional(bundle.SectionVectors, func(b []byte) (err error) {
		x.Vectors, err = vector.Decode(b, x.Corpus.NumChunks())
		return err
	})
	s.decodeEncoder(d)
	s.loadRest = s.loadOther
	if d.err != nil {
		return
	}
	if s.hasGroup(bundle.GroupTokens) {
		x.Costs = s.tokens
	}
}

// decoder keeps the first error.
type decoder struct {
	file *bundle.File
	size int // of the core in bytes
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
func (d *decoder) optional(name string, decode func([]byte) error) {
	if d.file.Has(name) {
		d.section(name, decode)
	}
}

// checkCounts compares the counts of the header with the sections.
func (s *shared) checkCounts() error {
	x, got := &s.all, s.header.Counts
	got.Documents, got.Sections, got.Chunks = x.Corpus.NumDocuments(), x.Corpus.NumSections(), x.Corpus.NumChunks()
	got.Blocks, got.Terms = x.Corpus.Blocks.Len(), x.Dictionary.NumTerms()
	first, end := s.directory.Range(bundle.GroupText)
	if got == s.header.Counts && int(end-first) == got.Blocks {
		return nil
	}
	return &bundle.Error{Err: bundle.ErrFormat, Detail: "the counts in the header are not those of the sections"}
}

// AppendInfoJSON appends the description of the index as JSON.
func (e *Engine) AppendInfoJSON(dst []byte, version string) []byte {
	return e.tables.AppendInfoJSON(dst, version)
}

// Header returns the description of the index.
func (e *Engine) Header() bundle.Header { return e.header }

// Index returns the tables of the index, for tools. The tables are complete after all parts have been added.
func (e *Engine) Index() *method.Index { return e.index }

// Search answers a query. The error wraps ErrOption; a query cannot fail. While parts of the index are Missing, the
// result has no hits and is not Final; Missing may also name texts of the probable hits. Hits whose text is missing
// have no excerpt.
func (e *Engine) Search(query string, o Options) (result *answer.Result, err error) {
	missing, waiting := e.Ask(func() {
		var r *method.Request
		var ranking *method.Ranking
		if r, ranking, err = e.rank(query, o, 0); err == nil && (!e.missing.Rows() || len(ranking.Items) > 0) {
			// The texts of the probable hits are noted together with the missing rows: both are fetched at once.
			result = answer.NewResult(&e.tables, r, ranking, &answer.Options{Excerpts: o.Excerpts, NestedExcerpts: o.NestedExcerpts, Explain: o.Explain})
			result.Filters = e.countMatches(r, ranking)
		}
	})
	switch {
	case err != nil:
		return nil, err
	case waiting:
		result = &answer.Result{Query: query}
	}
	result.Missing, result.Waiting = missing, waiting
	return result, nil
}

// rank analyses a query and ranks chunks for it: the best chunk of each section, or all chunks if budget is not 0.
// budget is the tokens of a context.
func (e *Engine) rank(query string, o Options, budget int) (*method.Request, *method.Ranking, error) {
	if err := o.validate(); err != nil {
		return nil, nil, err
	}
	if o.Vector != nil {
		if err := checkVector(e.index.Encoder, o.Vector); err != nil {
			return nil, nil, err
		}
	}
	if err := e.checkFacets(&o); err != nil {
		return nil, nil, err
	}
	r := newRequest(e, query, &o)
	if budget > 0 || o.Explain || !e.index.Plain(o.Mode) {
		r.Entities = links(e.index, r.Query)
	}
	r.Chunks, r.Budget = budget > 0, budget
	if !e.index.Has(o.Mode) {
		return nil, nil, optionError("mode", "this bundle was built without "+o.Mode+": build it with --with "+o.Mode)
	}
	ranking, ok := e.run(r, &o)
	if !ok {
		return nil, nil, optionError("mode", "got "+quoted(o.Mode)+", want one of "+strings.Join(e.index.Modes(), ", "))
	}
	e.arrange(ranking, &o, r.Options.K)
	return r, ranking, nil
}

// run ranks in the mode of the options; ok is false for an unknown mode.
func (e *Engine) run(r *method.Request, o *Options) (ranking *method.Ranking, ok bool) {
	e.narrow(r, o)
	q := r.Query
	q.Exhaustive = e.index.Counted || r.Only != nil || len(q.Phrases)+len(q.Excluded) > 0 || q.Whole != nil
	if len(r.Query.Words)+len(r.Query.Symbols) == 0 && (o.Filter != nil || o.Sort.Key != "") {
		return browse(e.index, r), true
	}
	return searcherOf(e).Run(o.Mode, r)
}

// Request analyses a query and returns the request that a method answers. It does not validate the options.
func (e *Engine) Request(query string, o Options) *method.Request {
	r := newRequest(e, query, &o)
	r.Entities = links(e.index, r.Query)
	return r
}

// newRequest analyses a query, without its entities.
func newRequest(e *Engine, query string, o *Options) *method.Request {
	o.SetDefaults()
	r := &method.Request{Query: e.index.Parser.Interpret(query, o.Read), Options: o.Options, Vector: o.Vector}
	r.Contains = containing(&e.tables.Texts)
	return r
}

// links finds the entities in the words of a query. For a misspelt word or a synonym it reads the word that replaces
// it.
func links(x *method.Index, q *query.Query) []entity.Link {
	tokens := q.Tokens()
	stop := make([]bool, len(tokens))
	for i := range q.Words {
		w := &q.Words[i]
		stop[i] = w.Stop || w.Excluded
		if w.Read == query.Typo || w.Read == query.Synonym {
			tokens[i].Key = text.Key(w.As[0])
		}
	}
	return x.Entities.Links(q.Text, tokens, stop)
}

func (o *Options) validate() error {
	if p := o.Invalid(); p != nil {
		return wrongValue(p)
	}
	return nil
}

// wrongValue returns an error that names the values of a parameter.
func wrongValue(p *param.Param) error { return optionError(p.Name, "want "+p.Want()) }

// quoted puts s between quotation marks. It escapes nothing, because the message leaves the
// engine as JSON; strconv.Quote would be 4 KB of the browser's engine.
func quoted(s string) string { return "\"" + s + "\"" }

// optionError is kept out of line because it has many callers; a query calls it at most once.
//
//go:noinline
func optionError(name, detail string) error { return &OptionError{Name: name, Detail: detail} }

// OptionError says which option is invalid and what would be valid.
type OptionError struct{ Name, Detail string }

func (e *OptionError) Error() string { return ErrOption.Error() + " " + e.Name + ": " + e.Detail }

func (e *OptionError) Unwrap() error { return ErrOption }
