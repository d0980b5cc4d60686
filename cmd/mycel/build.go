package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel"
	"mycel/builder"
	"mycel/builder/ingest/document"
	"mycel/builder/method/all"
	"mycel/builder/ner"
	"mycel/builder/trees"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/param"
	"mycel/site"
)

// buildFlags is the command line of mycel build.
type buildFlags struct {
	config     builder.Config
	noTree     bool
	noRuntime  bool
	playground bool
	vectors    bool
	with       wordList
	methods    param.Settings // of the methods in with
	endpoints  endpointFlags
	site       siteFlags
	budgets    budgetFlags
	settings   settingsFlags
	fallback   string // where the bundle goes unless a setting names a folder
	piped      bool   // another program sends the pages and names the folders of the bundles
	single     singleFlags
	json       bool
	output     outputFlags
}

func newBuildFlags() *buildFlags {
	b := &buildFlags{
		with:     wordList{known: all.Names(), all: true},
		settings: settingsFlags{all: pflag.NewFlagSet("settings", pflag.ContinueOnError)},
	}
	b.register(b.settings.all)
	return b
}

func newBuildCommand(p *program) *cobra.Command {
	b := newBuildFlags()
	cmd := &cobra.Command{
		Use:   "build --site DIR | --docs DIR | --jsonl FILE --output-path OUT",
		Short: "Build a bundle from documents",
		Long: `Build reads documents and writes a bundle: the index, the texts, the engine and
a search page, as static files.

Sources can be repeated and combined. The build writes a new folder and swaps it in
at the end: a build that fails or is interrupted leaves the old bundle unchanged. The
same documents and flags give the same bytes.

Settings that the command line leaves open are read from MYCEL_* in the environment,
then from mycel.yml, .yaml, .toml or .json in the working directory; --print-config
prints all settings. A missed budget fails the build after the bundle is written.

Nothing is sent anywhere, except with --llm-writes or --embeddings openai.
Keys of endpoints are read from MYCEL_API_KEY or OPENAI_API_KEY.`,
		Example: `  mycel build --docs docs --output-path public/mycel
  mycel build --site public
  mycel build --jsonl corpus.jsonl --set terms=none --output-path /tmp/bundle --json`,
		Args: noArguments("; sources are given with --site, --docs or --jsonl"),
		RunE: func(cmd *cobra.Command, _ []string) error { return b.run(p, cmd) },
	}
	b.single.register(b.settings.all)
	b.settings.offer(cmd.Flags(), buildFlagNames)
	return cmd
}

// register adds the settings to f.
func (b *buildFlags) register(f *pflag.FlagSet) {
	f.SortFlags = false
	c := &b.config
	f.StringArrayVar(&c.Site, "site", nil, "`DIR` of built HTML pages; navigation is left out")
	f.StringArrayVar(&c.Docs, "docs", nil, "`DIR` of Markdown and plain text")
	f.StringArrayVar(&c.JSONL, "jsonl", nil, "`FILE` with a JSON object a line: _id, title, text, url, lang, metadata")
	f.StringVar(&c.Output, "output-path", "", "`DIR` of the bundle; an earlier bundle there is replaced")
	b.site.register(f, c)
	f.StringVar(&c.Language, "language", "", "language of the texts as a BCP 47 `TAG` (default: that of most documents, else en)")
	f.Var(number(&c.ChunkTokens, 1, 1<<20), "chunk-tokens", "longest chunk, in tokens (default 400)")
	f.Var(number(&c.ChunkOverlap, 0, 1<<20), "chunk-overlap", "tokens repeated between neighbouring chunks (default 40, or a quarter of the chunk)")
	f.StringVar(&c.Tokenizer, "tokenizer", "", "`NAME` of the encoding that counts tokens (default cl100k_base)")
	f.Var(choice(&c.Terms, ner.TermsKeyphrase, ner.TermsNone, ner.TermsAll), "terms", "common nouns that become entities")
	f.StringVar(&c.Synonyms, "synonyms", "", "`FILE` of synonyms, a line each: k8s, kubernetes, or one way: js => javascript; a stop word: acme =>")
	f.StringVar(&c.Names, "names", "", "`FILE` of names that are entities, are none, or are one, a line each: join: Tom Sawyer, Tom")
	f.StringVar(&c.Graph, "graph", "", "`FILE` with a graph of entities and relations made elsewhere: of mycel export, LightRAG or GraphRAG")
	f.BoolVar(&c.NoTitles, "no-title-entities", false, "make no entities of titles and headings")
	f.BoolVar(&c.CountOverlapTwice, "count-overlap-twice", false, "let a sentence that two chunks share count twice in the entity graph")
	f.Var(choice(&c.TreeScope, trees.OfDocument, trees.OfCorpus), "tree-scope", "what one summary tree is grown over")
	f.Var(number(&c.Summary.Group, 2, 1<<20), "tree-group", "chunks or summaries under one summary (default 5)")
	f.Var(number(&c.Summary.MaxTokens, 1, 1<<20), "summary-tokens", "longest summary, in tokens (default 1000); a quarter of its text at most")
	f.BoolVar(&b.noTree, "no-tree", false, "make no summaries")
	f.StringVar(&c.Ingest.BaseURL, "base-url", "", "`URL` put before the addresses of pages")
	f.Var(choice(&c.Ingest.URLStyle, document.URLStyleHTML, document.URLStyleDirectory, document.URLStyleSource), "url-style", "address of the page of guide/intro.md: guide/intro.html, guide/intro/ or guide/intro.md")
	f.BoolVar(&b.vectors, "vectors", false, "train vectors on the documents: they improve the default, and modes that compare vectors need them")
	f.Var(&b.with, "with", "further methods of retrieval to build for, separated by commas, or all: "+strings.Join(all.Names(), ", "))
	set := func(s param.Setting) { b.methods = append(b.methods, s) }
	for _, p := range all.Params() {
		f.Var(parameterValue(p, set), p.Name, p.Meaning+" (default "+p.Initial()+")")
	}
	b.endpoints.register(f)
	f.BoolVar(&b.noRuntime, "no-runtime", false, "write index and texts only: no page, no client, no engine")
	f.BoolVar(&b.playground, "playground", false, "write a page that compares the modes, too: OUT/playground/")
	f.BoolVar(&c.Map, "map", false, "write a map of the documents, too: OUT/map/")
	f.BoolVar(&c.LLMs, "llms-txt", false, "write OUT/llms.txt and llms-full.txt, the documents for language models, too")
	f.Var(byteSize(&c.Memory), "memory", "most `BYTES` of memory, if possible, such as 2GiB: a tighter cap makes a slower build")
	b.budgets.register(f)
	b.settings.register(f)
	f.BoolVar(&b.json, "json", false, "print a report as JSON")
	b.output.register(f)
}

// run builds the bundle and prints the report that the flags ask for.
func (b *buildFlags) run(p *program, cmd *cobra.Command) error {
	if err := b.settle(p, cmd); err != nil || b.settings.print {
		return err
	}
	p, closeLog, err := b.output.redirect(p)
	if err != nil {
		return err
	}
	defer closeLog()
	return b.output.hush(b.build(p, cmd))
}

// settle completes the flags from the environment and the configuration file, checks
// the result, and prints it if --print-config is set.
func (b *buildFlags) settle(p *program, cmd *cobra.Command) error {
	rules, err := b.settings.load(p, cmd.Flags())
	if err != nil {
		return err
	}
	b.config.Ingest.Pages = rules
	if err := b.leaveToProgram(); err != nil {
		return err
	}
	b.site.apply(&b.config)
	b.config.Output = cmp.Or(b.config.Output, b.fallback)
	if err := b.single.check(b.noRuntime); err != nil {
		return err
	}
	if b.settings.print {
		return b.settings.write(p.out, rules)
	}
	if err := b.check(cmd.Name()); err != nil {
		return err
	}
	if err := b.config.Ingest.Validate(); err != nil {
		return usage.Wrap(err)
	}
	return b.endpoints.check(b.settings.given)
}

// build builds the bundle and prints its report.
func (b *buildFlags) build(p *program, cmd *cobra.Command) error {
	progress := p.newProgress(b.output.isQuiet())
	c, err := b.configure(p, progress)
	if err != nil {
		return err
	}
	if b.endpoints.dryRun {
		defer progress.finish()
		return b.plan(cmd.Context(), p.out, c)
	}
	if err := checkPlace(cmd.Name(), c.Output); err != nil {
		return err
	}
	clean, err := b.single.place(&c)
	if err != nil {
		return err
	}
	defer clean()
	report, err := builder.Build(cmd.Context(), c)
	progress.finish()
	if err == nil {
		err = b.single.write(p, &c, report)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %s is as it was", err, c.Output)
	}
	if err != nil {
		return err
	}
	if b.output.isQuiet() {
		writeWarnings(p.err, unintended(report.Warnings), maxLines)
	} else {
		writeSummary(p.err, report, b.output.verbose)
	}
	if b.json {
		if err := writeJSON(p.out, report); err != nil {
			return err
		}
	}
	return b.budgets.check(report)
}

// configure returns the configuration that the flags stand for.
func (b *buildFlags) configure(p *program, progress *progress) (builder.Config, error) {
	c := b.config
	if c.ChunkOverlap == 0 && b.settings.source["chunk-overlap"] != "" {
		c.ChunkOverlap = -1 // no overlap; zero would be the default
	}
	if b.noTree {
		c.TreeScope = trees.None
	}
	c.Ingest.Date = buildDate(p.env("SOURCE_DATE_EPOCH"))
	c.Vectors, c.With = b.vectors, all.With(b.with.words, b.methods...)
	c.Progress = progress.report
	if err := b.endpoints.connect(p, &c, progress.notices(b.output.verbose)); err != nil {
		return c, err
	}
	c.Version = mycel.Version
	if !b.noRuntime && !b.endpoints.dryRun {
		files, err := b.browserFiles(p)
		if err != nil {
			return c, err
		}
		c.Runtime = files
	}
	return c, nil
}

// buildDate returns the day that dates of publication are compared with. It is the day of
// SOURCE_DATE_EPOCH, in seconds since 1970, which makes builds reproducible; otherwise today in UTC.
func buildDate(epoch string) string {
	at := time.Now()
	if seconds, err := strconv.ParseInt(epoch, 10, 64); err == nil {
		at = time.Unix(seconds, 0)
	}
	return at.UTC().Format(time.DateOnly)
}

// check returns an error for flags that contradict each other or need a flag that is not set.
func (b *buildFlags) check(command string) error {
	c := &b.config
	switch {
	case !b.piped && len(c.Site)+len(c.Docs)+len(c.JSONL) == 0:
		return usage.Errorf("%s: no source: give --site DIR, --docs DIR or --jsonl FILE", command)
	case !b.piped && c.Output == "" && b.single.path == "":
		return usage.Errorf("%s: no --output-path DIR to write the bundle to", command)
	case b.noTree && c.TreeScope != trees.OfDocument:
		return usage.Errorf("%s: the settings no-tree and tree-scope exclude each other", command)
	case b.output.isQuiet() && b.output.verbose:
		return usage.Errorf("%s: the settings quiet and verbose exclude each other", command)
	case b.endpoints.written.has(descriptions) && len(b.with.words) == 0:
		return usage.Errorf("%s: --llm-writes descriptions is for the methods of --with: name them with --with LIST", command)
	case b.vectors && b.endpoints.embeds():
		return usage.Errorf("%s: --vectors trains vectors, --embeddings brings others: give one of them", command)
	}
	return nil
}

// browserFiles returns the files that the search page needs, with the page itself.
func (b *buildFlags) browserFiles(p *program) (fs.FS, error) {
	files, err := p.runtime()
	if errors.Is(err, site.ErrNotBuilt) {
		err = fmt.Errorf("%w, or leave them out with --no-runtime", err)
	}
	if err != nil {
		return nil, err
	}
	var without []string
	if !b.playground {
		without = append(without, site.PlaygroundFolder)
	}
	if !b.config.Map {
		without = append(without, site.MapFolder)
	}
	return site.Without(files, without...), nil
}

// writeJSON writes v as indented JSON.
func writeJSON(w io.Writer, v any) error {
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// siteFlags select the pages and say how they are read. A flag that Pagefind has too
// keeps its name.
type siteFlags struct {
	subdir string
	force  string
}

func (s *siteFlags) register(f *pflag.FlagSet, c *builder.Config) {
	o := &c.Ingest
	f.StringVar(&s.subdir, "output-subdir", "mycel", "`NAME` of the bundle's folder in the site, where there is no --output-path")
	f.StringVar(&o.Glob, "glob", "", "`PATTERN` of the paths that are read, such as guide/**/*.html (default: all)")
	f.StringVar(&o.RootSelector, "root-selector", "", "CSS `SELECTOR` of the content of HTML pages")
	f.StringArrayVar(&o.ExcludeSelectors, "exclude-selectors", nil, "CSS `SELECTOR` of elements to leave out")
	f.BoolVar(&o.FollowLinks, "follow-links", false, "follow symbolic links that lead out of a source folder")
	f.BoolVar(&c.Strict, "strict", false, "fail if a page, a line or a link cannot be read, instead of leaving it out with a warning")
	f.StringVar(&s.force, "force-language", "", "language of all pages as a BCP 47 `TAG`, whatever they declare")
	f.BoolVar(&o.KeepIndexURL, "keep-index-url", false, "keep index.html at the end of addresses")
	f.StringSliceVar(&o.MetaFields, "meta-fields", nil, "`FIELDS` of front matter shown with results (default description)")
	f.StringSliceVar(&o.FilterFields, "filter-fields", nil, "`FIELDS` of front matter to filter by (default tags,categories)")
	f.StringSliceVar(&o.SortFields, "sort-fields", nil, "`FIELDS` of front matter to sort by (default date)")
}

// apply completes the configuration. The bundle of one site goes into the folder of the site.
func (s *siteFlags) apply(c *builder.Config) {
	if c.Output == "" && len(c.Site) == 1 && s.subdir != "" {
		c.Output = filepath.Join(c.Site[0], s.subdir)
	}
	if s.force != "" {
		c.Language, c.Ingest.Language = s.force, s.force
	}
}
