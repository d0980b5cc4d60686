// Package builder turns a corpus into a bundle: the folder from which a page and the engine answer. It runs natively,
// on all cores, without a network, a model or a GPU, unless the configuration names a model. The same input,
// configuration and answers of the model give the same bytes.
//
// Build lists the stages. A stage is a function of values, mostly from a package below. A run holds the state that all
// stages share: configuration, context and progress.
package builder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"mycel/builder/embed"
	"mycel/builder/givengraph"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/large"
	"mycel/builder/llm"
	"mycel/builder/memory"
	"mycel/builder/method"
	"mycel/builder/ner"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/builder/summary"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/builder/vectors"
	"mycel/builder/write"
)

// Config is the configuration of a build. The zero value of an optional field is its default. The plan of a build in
// stages has it as JSON.
type Config struct {
	Site  []string // folders of built HTML
	Docs  []string // folders of Markdown and plain text
	JSONL []string // files with one JSON document a line

	// Documents are documents that the program has in memory or in a file system: see ingest.FS. nil for none.
	Documents iter.Seq2[ingest.Source, error] `json:"-"`

	// Output is the folder of the bundle. Programs that keep a bundle elsewhere set Sink instead, which takes the
	// files; one of the two is required. A bundle is complete when Build has returned without an error.
	Output string     `json:"-"`
	Sink   write.Sink `json:"-"`

	Version string `json:"-"` // of this builder, written into the bundle
	Runtime fs.FS  `json:"-"` // files that a browser needs, put beside the index; nil for none

	Ingest       document.Options
	Strict       bool   // a page or line that cannot be read makes the build fail
	Language     string // BCP 47 tag; default: the language of most documents, else "en"
	Tokenizer    string // default "cl100k_base"
	ChunkTokens  int    // longest chunk; default 400
	ChunkOverlap int    // tokens repeated between neighbouring chunks; default 40, −1 for none
	Terms        ner.TermMode
	Synonyms     string // file of words that queries may use for others; see readSynonyms
	Names        string // file of names to keep, drop, join or type; see names.ReadFile
	Graph        string // file of entities and relations made elsewhere; see givengraph.ReadFile
	NoTitles     bool   // titles and headings make no entities
	TreeScope    trees.Scope
	Summary      summary.Options
	// CountOverlapTwice counts a sentence that two chunks share twice in the entity graph.
	CountOverlapTwice bool
	Summarizer        llm.Model       `json:"-"` // writes the summaries; nil: they are extracts
	Extractor         llm.Model       `json:"-"` // reads texts for the methods of With; nil: they use sentences
	Questioner        llm.Model       `json:"-"` // writes questions that chunks answer, in other words than theirs; nil: there are no questions
	Vectors           bool            // add vectors trained on the corpus, for the modes that compare vectors
	With              []method.Method `json:"-"` // further methods for the modes of the bundle; default none

	// LinkTest, if set, makes questions of the links between pages. It is called with the texts of links of every fifth
	// page that has links, and the index then leaves these texts out.
	LinkTest func([]terms.LinkText) `json:"-"`

	// LLMs adds llms.txt and llms-full.txt: the same documents, for language models.
	LLMs bool `json:"-"`

	// Map adds map/map.json, the places of the pages on a map (see package atlas), and, with Runtime, a page that
	// draws it.
	Map bool `json:"-"`

	// Encoder makes vectors instead of training; nil for no encoder. VectorBits is the number of their signs, a
	// multiple of 64, 64 to 1,024, by default embed.Bits.
	Encoder    embed.Encoder `json:"-"`
	VectorBits int

	// Kept has the pages of the last build of this process, and takes those of this one; nil to keep nothing.
	Kept *Kept `json:"-"`

	// Memory is the most bytes that the process should take, as far as possible; 0 for no cap. A lower cap makes a
	// slower build. While a build runs it sets the garbage collector of the process, unless GOGC or the program itself
	// has set it; without a cap it asks Linux for huge pages.
	Memory int64 `json:"-"`

	// Large has the sizes from which the corpus counts as large; nil for the defaults.
	Large *large.Sizes
	// Progress, if set, is called from one goroutine at a time. total is 0 for phases that cannot be counted.
	Progress func(phase string, done, total int) `json:"-"`
}

// ErrEmpty says that the sources hold no text to index.
var ErrEmpty = errors.New("nothing to index")

// ErrConfig is wrapped by errors about the configuration itself.
var ErrConfig = errors.New("invalid configuration")

// Report describes a finished build.
type Report struct {
	Output    string             `json:"output"`
	Language  string             `json:"language"`
	Tokenizer string             `json:"tokenizer"`
	Counts    map[string]int     `json:"counts"`
	Source    int64              `json:"sourceBytes"` // bytes read
	Text      int64              `json:"textBytes"`   // bytes kept as text
	Files     int                `json:"files"`       // in the bundle
	Bytes     int64              `json:"bytes"`       // of these files
	Skipped   int                `json:"skipped"`     // pages, lines and links left out, for any reason
	Faulty    int                `json:"faulty"`      // those among them that cannot be read
	Warnings  []document.Warning `json:"warnings"`
	Notices   []Notice           `json:"notices"` // findings that many pages share
	Links     *terms.Links       `json:"links"`   // between the pages
	Phases    []Phase            `json:"phases"`

	// FirstQuery is the bytes that a reader loads before a first query can be answered: the manifest, the engine and
	// the index, as they are stored.
	FirstQuery int64 `json:"firstQueryBytes"`

	Generation *llm.Generation `json:"generation,omitempty"` // nil if no model wrote summaries

	Graph *givengraph.Report `json:"graph,omitempty"` // nil without Config.Graph

	Questions *llm.Extraction `json:"questions,omitempty"` // nil if no model wrote questions

	Extractions []llm.Extraction `json:"extractions,omitempty"` // by method for which a model read texts

}

// Phase is the time that one step took.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Build reads the sources and writes the bundle. On any error the output folder is left as it was.
func Build(ctx context.Context, c Config) (*Report, error) {
	defer memory.Relax(c.Memory)()
	r, err := start(ctx, c)
	if err != nil {
		return nil, err
	}
	defer r.discard()
	var (
		read  *sources
		pages *analysed
		made  *indexTables
	)
	if err := r.do(
		stage{"reading", func() (err error) { read, err = readSources(r); return err }},
		stage{"analysing", func() (err error) { pages, err = analysePages(r, read); return err }},
		stage{"indexing", func() (err error) { made, err = makeIndex(r, pages); return err }},
		stage{"writing", func() error { read, pages = nil, nil; return writeBundle(r, made) }}, // read and pages are dropped: writing needs their memory
	); err != nil {
		return nil, err
	}
	return r.report, nil
}

func (c *Config) setDefaults() error {
	if len(c.Site)+len(c.Docs)+len(c.JSONL) == 0 && c.Documents == nil {
		return fmt.Errorf("%w: no source: give a folder of HTML, a folder of Markdown, or a JSON Lines file", ErrConfig)
	}
	if c.Output == "" && c.Sink == nil {
		return fmt.Errorf("%w: no output folder", ErrConfig)
	}
	if c.Output != "" && c.Sink != nil {
		return fmt.Errorf("%w: an output folder and a sink: one bundle has one place", ErrConfig)
	}
	if c.Large == nil {
		c.Large = new(large.Usual())
	}
	c.Tokenizer = cmp.Or(c.Tokenizer, "cl100k_base")
	c.ChunkTokens = cmp.Or(c.ChunkTokens, 400)
	c.ChunkOverlap = cmp.Or(c.ChunkOverlap, min(40, c.ChunkTokens/4))
	c.ChunkOverlap = max(c.ChunkOverlap, 0)
	if err := segment.ValidateChunking(c.ChunkTokens, c.ChunkOverlap); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
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
		for _, set := range m.Settings {
			if !set.Valid() {
				return fmt.Errorf("%w: %s: want %s", ErrConfig, set.Param.Name, set.Param.Want())
			}
		}
	}
	c.With = method.Sort(c.With)
	if err := c.vectorOptions().Check(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return nil
}

// vectorOptions returns the options of the chunks' vectors.
func (c *Config) vectorOptions() *vectors.Options {
	return &vectors.Options{Train: c.Vectors, Encoder: c.Encoder, Bits: c.VectorBits}
}
