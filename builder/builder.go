// Package builder turns a corpus into a bundle: the folder that a page and the
// engine answer from. It runs natively, on all cores, without a network, a model
// or a GPU, unless the configuration names a model; the same input and
// configuration, and the same answers of the model, give the same bytes.
//
// A build goes through these steps, each in its file: read the sources
// (package ingest), analyse each page by itself (analyse.go), then with all pages
// in view number the words (words.go), decide what the entities are
// (entities.go), grow the summary trees (trees.go), cut the texts into blocks
// (texts.go), join all that into an index (index.go), pack it (pack.go) and swap
// the folder in (folder.go).
package builder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"mycel"
	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/ingest"
	"mycel/builder/llm"
	"mycel/builder/memory"
	"mycel/builder/method"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/segment"
	"mycel/builder/shards"
	"mycel/builder/stem"
	"mycel/builder/summary"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/builder/vectors"
	"mycel/builder/write"
	"mycel/engine/bundle"
)

// Config says what to build. The zero value of an optional field is its default.
type Config struct {
	Site  []string // folders of built HTML
	Docs  []string // folders of Markdown and plain text
	JSONL []string // files with one JSON document a line

	Output  string // the bundle's folder; required
	Version string // of this builder, written into the bundle
	Runtime fs.FS  // files that a browser needs, put beside the index; nil for none

	Ingest       ingest.Options
	Strict       bool   // a page or line that cannot be read makes the build fail
	Language     string // BCP 47 tag; default: what most documents say, else "en"
	Tokenizer    string // default "cl100k_base"
	ChunkTokens  int    // longest chunk; default 400
	ChunkOverlap int    // repeated between neighbouring chunks; default 40, −1 for none
	Terms        ner.TermMode
	NER          NER
	Synonyms     string // file of words that queries may have for others; see readSynonyms
	Mentions     string // file of mentions, for NERExternal
	NoTitles     bool   // titles and headings make no entities
	TreeScope    trees.Scope
	Summary      summary.Options
	// CountOverlapTwice counts a sentence that two chunks share twice in the entity graph.
	CountOverlapTwice bool
	Summarizer        llm.Model       // writes the summaries; nil: they are extracts
	Extractor         llm.Model       // reads texts for the methods of With; nil: they use sentences
	Vectors           bool            // add vectors trained on the corpus, for the modes that compare them
	With              []method.Method // further methods that the bundle can answer by; default none

	// Encoder makes the vectors in their place; nil for none. VectorBits is the number
	// of signs they become, a multiple of 64, 64 to 1,024, by default embed.Bits.
	// QueryVectors says how queries are encoded: vector.Centroids, the default of an
	// embed.WordEncoder, vector.ByTable, which needs one, or vector.External, the
	// default of other encoders.
	Encoder      embed.Encoder
	VectorBits   int
	QueryVectors string

	// Cache is the file that keeps what was made of the pages for the next build; ""
	// for none. What it holds is never believed of other bytes, settings or programs.
	Cache string

	// Memory is the most bytes that the process is to take, as far as possible; 0 for no
	// cap. A tighter one makes a slower build. While a build runs it sets the garbage
	// collector of the process, unless GOGC or the program itself has; without a cap it
	// asks Linux for huge pages.
	Memory int64

	// Progress, if set, is called from one goroutine at a time. total is 0 for
	// phases that cannot be counted.
	Progress func(phase string, done, total int)
}

// NER says how entities are found in texts.
type NER uint8

const (
	NERRules    NER = iota // by the rules of package ner; the default
	NERRegex               // by SPRIG's regular expression, for comparison
	NERExternal            // by another program, which has written Config.Mentions
)

// ErrEmpty says that the sources hold nothing to index.
var ErrEmpty = errors.New("nothing to index")

// ErrConfig is wrapped by errors about the configuration itself.
var ErrConfig = errors.New("invalid configuration")

// Report says what was built.
type Report struct {
	Output    string           `json:"output"`
	Language  string           `json:"language"`
	Tokenizer string           `json:"tokenizer"`
	Counts    map[string]int   `json:"counts"`
	Source    int64            `json:"sourceBytes"` // read
	Text      int64            `json:"textBytes"`   // kept as text
	Files     int              `json:"files"`       // in the bundle
	Bytes     int64            `json:"bytes"`       // of these files
	Skipped   int              `json:"skipped"`     // pages, lines and links left out, for whatever reason
	Faulty    int              `json:"faulty"`      // those of them that cannot be read
	Warnings  []ingest.Warning `json:"warnings"`
	Notices   []Notice         `json:"notices"` // what many pages have in common
	Phases    []Phase          `json:"phases"`

	// FirstQuery is what a reader loads before a first query can be answered: the
	// bytes of the manifest, the engine and the index, as they are stored.
	FirstQuery int64 `json:"firstQueryBytes"`

	Generation *llm.Generation `json:"generation,omitempty"` // nil where no model wrote summaries

	Extractions []llm.Extraction `json:"extractions,omitempty"` // by method that a model read for

	Reuse *Reuse `json:"cache,omitempty"` // nil without a cache
}

// Phase is the time that one step took.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Build reads the sources and writes the bundle. On any error the output folder
// is left as it was.
func Build(ctx context.Context, c Config) (*Report, error) {
	defer memory.Relax(c.Memory)()
	b, err := newBuild(ctx, c)
	if err != nil {
		return nil, err
	}
	defer b.discard()
	for _, step := range []struct {
		name string
		run  func() error
	}{
		{"reading", b.read},
		{"analysing", b.analyse},
		{"indexing", b.index},
		{"writing", b.write},
	} {
		if err := b.step(step.name, step.run); err != nil {
			return nil, err
		}
	}
	return b.report, nil
}

// newBuild checks a configuration and the place of the bundle.
func newBuild(ctx context.Context, c Config) (*build, error) {
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	tokens, err := segment.NewCounter(c.Tokenizer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if err := write.CheckOutput(c.Output, c.Runtime); err != nil {
		return nil, err
	}
	return &build{Config: c, ctx: ctx, counter: tokens, forms: analyse.NewForms(), strings: ner.NewStrings(), report: &Report{Output: c.Output, Tokenizer: c.Tokenizer, Counts: map[string]int{}, Warnings: []ingest.Warning{}}}, nil
}

func (c *Config) setDefaults() error {
	if len(c.Site)+len(c.Docs)+len(c.JSONL) == 0 {
		return fmt.Errorf("%w: no source: give a folder of HTML, a folder of Markdown, or a JSON Lines file", ErrConfig)
	}
	if c.Output == "" {
		return fmt.Errorf("%w: no output folder", ErrConfig)
	}
	c.Tokenizer = cmp.Or(c.Tokenizer, "cl100k_base")
	c.ChunkTokens = cmp.Or(c.ChunkTokens, 400)
	c.ChunkOverlap = cmp.Or(c.ChunkOverlap, min(40, c.ChunkTokens/4))
	c.ChunkOverlap = max(c.ChunkOverlap, 0)
	if err := segment.ValidateChunking(c.ChunkTokens, c.ChunkOverlap); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if (c.NER == NERExternal) != (c.Mentions != "") {
		return fmt.Errorf("%w: a file of mentions and entities found by another program go together", ErrConfig)
	}
	if err := c.Summary.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if c.Language != "" {
		if _, err := stem.New(c.Language); err != nil {
			return fmt.Errorf("%w: %w", ErrConfig, err)
		}
	}
	for _, m := range c.With {
		if err := m.Check(); err != nil {
			return fmt.Errorf("%w: %w", ErrConfig, err)
		}
	}
	c.With = method.Sort(c.With)
	o := c.vectorOptions()
	if err := o.SetDefaults(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}

// vectorOptions says how vectors are made.
func (c *Config) vectorOptions() *vectors.Options {
	return &vectors.Options{Train: c.Vectors, Encoder: c.Encoder, Bits: c.VectorBits, Queries: c.QueryVectors}
}

// build is the state of one build.
type build struct {
	Config
	ctx    context.Context
	phase  string
	report *Report

	store    *store // nil without a cache
	docs     []ingest.Document
	notices  notices
	pages    []*analyse.Page
	counter  *segment.Counter
	analyser *analyse.Analyser
	forms    *analyse.Forms
	strings  *ner.Strings // of the candidates for entities
	stemmer  *stem.Stemmer
	tongues  *analyse.Tongues
	synonyms []terms.Synonym

	texts      *shards.TextBlocks
	indexer    *shards.Index
	counts     bundle.Counts
	hasVectors bool          // in the index
	folder     *write.Folder // where they are written; nil until then
}

// step runs a phase of the build and notes its time.
func (b *build) step(name string, run func() error) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	b.phase = name
	b.progress(0, 0)
	start := time.Now()
	if err := run(); err != nil {
		return err
	}
	b.report.Phases = append(b.report.Phases, Phase{name, time.Since(start).Seconds()})
	return nil
}

// inPhase returns a function that reports progress in a phase of its own.
func (b *build) inPhase(name string) llm.Progress {
	return func(done, total int) {
		b.phase = name
		b.progress(done, total)
	}
}

func (b *build) progress(done, total int) {
	if b.Progress != nil {
		b.Progress(b.phase, done, total)
	}
}

// read reads all sources, in the order given.
func (b *build) read() error {
	b.openStore()
	go b.counter.Load() // nearly every build needs it, and until then there is time for it
	if b.Config.Synonyms != "" {
		var err error
		if b.synonyms, err = terms.ReadSynonyms(b.Config.Synonyms); err != nil {
			return fmt.Errorf("synonyms: %w", err)
		}
	}
	o := b.Ingest
	o.Progress = b.progress
	if b.store != nil {
		o.Store = b.store
	}
	owner := map[string]string{}
	for _, source := range []struct {
		paths []string
		read  func(context.Context, string, ingest.Options) (*ingest.Corpus, error)
	}{
		{b.Site, ingest.Site}, {b.Docs, ingest.Docs}, {b.JSONL, ingest.JSONL},
	} {
		for _, path := range source.paths {
			o.Skip = below(path, b.Output)
			c, err := source.read(b.ctx, path, o)
			if err != nil {
				return err
			}
			b.notices.add(c)
			for _, d := range c.Documents {
				if other, ok := owner[d.ID]; ok {
					return fmt.Errorf("document %q is in %s and in %s: sources must not share names", d.ID, other, path)
				}
				owner[d.ID] = path
				b.report.Text += int64(len(d.Text))
			}
			if b.docs == nil {
				b.docs = c.Documents
			} else {
				b.docs = append(b.docs, c.Documents...)
			}
			b.report.Source += c.Bytes
			b.report.Warnings = append(b.report.Warnings, c.Warnings...)
		}
	}
	b.report.Notices = b.notices.list()
	b.notices = notices{}
	b.countSkipped()
	if err := b.checkStrict(); err != nil {
		return err
	}
	if len(b.docs) == 0 {
		return fmt.Errorf("%w in %s%s", ErrEmpty, strings.Join(slices.Concat(b.Site, b.Docs, b.JSONL), ", "), b.whyEmpty())
	}
	if b.report.Text > math.MaxUint32 {
		return fmt.Errorf("the texts are %d bytes long, a bundle holds at most %d", b.report.Text, int64(math.MaxUint32))
	}
	b.Language = cmp.Or(b.Language, commonLanguage(b.docs), "en")
	b.report.Language = b.Language
	var err error
	b.stemmer, err = stem.New(b.Language)
	if err == nil {
		b.tongues = analyse.NewTongues(b.stemmer, b.docs)
	}
	return err
}

// commonLanguage returns the main language of the documents, "" for the default: the language of the
// site's own front page, if at least a third of all text is in it, else that of most text. Documents that
// declare no language count as a language of their own, ahead of others with as much text; other ties
// go to the smaller tag. Tags that are none do not count.
func commonLanguage(docs []ingest.Document) string {
	sizes, all := map[string]int{}, 0
	front, hasFront := "", false
	for _, d := range docs {
		lang := d.Lang
		if _, err := stem.New(lang); err != nil {
			lang = ""
		}
		sizes[lang] += len(d.Text)
		all += len(d.Text)
		if d.ID == "index.html" || d.ID == "index.md" {
			front, hasFront = lang, true
		}
	}
	if hasFront && sizes[front] >= all/3 {
		return front
	}
	best := ""
	for _, lang := range slices.Sorted(maps.Keys(sizes)) {
		if sizes[lang] > sizes[best] {
			best = lang
		}
	}
	return best
}

// analyse analyses every page by itself.
func (b *build) analyse() error {
	external, err := b.loadMentions()
	if err != nil {
		return err
	}
	b.describePages(external)
	a := &analyse.Analyser{
		Counter: b.counter, Size: b.ChunkTokens, Overlap: b.ChunkOverlap,
		Sentences: min(analyse.MaxSentenceTokens, b.ChunkTokens),
		NER:       b.nerOptions(), Scan: analyse.ScanRules, Tongues: b.tongues,
	}
	switch b.NER {
	case NERRegex:
		a.Scan = analyse.ScanRegex
	case NERExternal:
		a.Scan = analyse.ScanExternal(external)
	}
	errs := make([]error, len(b.docs))
	b.analyser = a
	b.pages = make([]*analyse.Page, len(b.docs))
	var done parallel.Counter
	parallel.Each(len(b.docs), func() func(int) {
		var packer analyse.Packer
		return func(i int) {
			if b.ctx.Err() != nil {
				return
			}
			if b.pages[i], errs[i] = b.page(&b.docs[i], a); errs[i] == nil && b.packs() {
				packer.Pack(b.pages[i])
			}
			done.Add(func(n int) { b.progress(n, len(b.docs)) })
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return b.ctx.Err()
}

// page analyses a document, unless the cache has its page, and has the page join the others.
func (b *build) page(doc *ingest.Document, a *analyse.Analyser) (*analyse.Page, error) {
	p, strings := b.store.page(doc)
	if p == nil {
		var err error
		if p, strings, err = a.Page(b.ctx, doc); err != nil {
			return nil, err
		}
		b.store.keep(p, strings)
	}
	p.Join(strings, b.forms, b.strings)
	return p, nil
}

func (b *build) nerOptions() ner.Options { return ner.Options{Terms: b.Terms, Language: b.Language} }

// largeText is the size of the texts, in bytes, from which on memory counts more than
// time: steps run one after the other and let go of what they alone needed. Tests have less.
var largeText int64 = 96 << 20

func (b *build) large() bool { return b.report.Text > largeText }

// packs tells whether pages are packed until a step needs them. What else a bundle may be
// built with needs most of what is known of them at once.
func (b *build) packs() bool {
	return b.large() && len(b.With) == 0 && b.Summarizer == nil && b.Encoder == nil && !b.Vectors
}

// discard ends a build: it removes what was written of a bundle that has not taken its
// place.
func (b *build) discard() {
	if b.store != nil {
		b.store.cache.Discard()
	}
	if b.folder != nil {
		b.folder.Discard()
	}
}

// writeTexts begins the folder with the texts, which are known before the index is. Pages
// that are packed have none from then on.
func (b *build) writeTexts() (err error) {
	b.texts = shards.CutTexts(b.pages)
	if b.folder, err = write.NewFolder(b.Output, b.Version); err != nil {
		return err
	}
	parts := make([]shards.Shard, b.texts.Len())
	for i := range parts {
		parts[i] = shards.Shard{Family: bundle.FamilyText, Encode: func(p *bundle.PartWriter) { b.texts.Shard(i, p) }}
	}
	if b.texts.Sums, err = b.writeParts(parts); b.packs() {
		for i := range b.docs {
			b.docs[i].Text = ""
		}
	}
	return err
}

// writeParts makes parts, compresses and writes them: as many as there are cores are in
// memory at a time. It returns the CRC-32 (IEEE) of each.
func (b *build) writeParts(parts []shards.Shard) (sums []uint32, err error) {
	files, errs := make([]mycel.File, len(parts)), make([]error, len(parts))
	sums = make([]uint32, len(parts))
	parallel.Each(len(parts), func() func(int) {
		var p bundle.PartWriter
		return func(i int) {
			if errs[i] = b.ctx.Err(); errs[i] != nil {
				return
			}
			p.Reset()
			parts[i].Encode(&p)
			content, ends := p.Part()
			sum := write.Digest(content)
			sums[i] = crc32.ChecksumIEEE(content)
			files[i], errs[i] = b.folder.Write(write.Hashed(write.PartPath(parts[i].Family), sum, ".gz"), b.compress(content, ends, sum, parts[i].Family == bundle.FamilyText))
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	b.folder.AddParts(files)
	return sums, nil
}

// write completes the bundle and puts it in place.
func (b *build) write() error {
	f := b.folder
	var runtime errgroup.Group
	runtime.Go(func() error { return f.AddRuntime(b.Runtime, b.hasVectors, len(b.With) > 0) })
	err := b.writeIndex()
	if failed := runtime.Wait(); err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	var saving sync.WaitGroup
	saving.Go(b.save)
	defer saving.Wait()
	if err := f.AddPage(b.siteRoot(), b.Language, b.Runtime); err != nil {
		return err
	}
	if err := b.ctx.Err(); err != nil {
		return err
	}
	b.report.Files, b.report.Bytes, err = f.Commit(b.Runtime)
	b.report.FirstQuery = f.FirstQuery()
	return err
}

// writeIndex writes the core of the index and its parts.
func (b *build) writeIndex() error {
	x := b.indexer
	cuts, err := x.Cut()
	if err != nil {
		return err
	}
	parts := x.Shards(cuts)
	sums, err := b.writeParts(parts)
	if err != nil {
		return err
	}
	core, ends, err := write.Pack(bundle.Header{
		Engine: b.Version, Language: b.Language, Tokenizer: b.Tokenizer, Counts: b.counts,
	}, x.CoreSections(cuts, parts, sums))
	if err != nil {
		return err
	}
	sum := write.Digest(core)
	b.folder.Manifest.Index, err = b.folder.Write(write.Hashed("index.", sum, ".gz"), b.compress(core, ends, sum, false))
	return err
}

// compress is write.Compress, unless the cache has the same file. sum is the digest of the
// content.
func (b *build) compress(content []byte, ends []int, sum string, text bool) []byte {
	key := b.store.packedKey(ends, sum, text)
	if packed, ok := b.store.packed(key); ok && write.IsGzipOf(packed, content) {
		return packed
	}
	out := write.Compress(content, ends, text)
	b.store.keepPacked(key, out)
	return out
}

// siteRoot returns the way from the bundle to the site that it lies in: "../" for
// a bundle in a folder of the site's root. A bundle elsewhere has result links
// start from itself.
func (b *build) siteRoot() string {
	for _, site := range b.Site {
		from, err1 := filepath.Abs(b.Output)
		to, err2 := filepath.Abs(site)
		if err1 != nil || err2 != nil {
			continue
		}
		if up, err := filepath.Rel(from, to); err == nil && strings.Trim(filepath.ToSlash(up), "./") == "" {
			return strings.TrimSuffix(filepath.ToSlash(up), "/") + "/"
		}
	}
	return "./"
}
