package builder

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/divide"
	"mycel/builder/givengraph"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/builder/names"
	"mycel/builder/stem"
	"mycel/builder/terms"
)

// sources are the documents of a build, and their languages.
type sources struct {
	docs      []document.Document
	languages *analyse.Languages
	stemmer   *stem.Stemmer // of the language of most documents
	synonyms  []terms.Synonym
	names     *names.File
	given     *givengraph.Graph // made elsewhere; nil for none
}

// readLists reads the files of synonyms and of names, and the graph.
func (s *sources) readLists(r *run) (err error) {
	if r.Config.Synonyms != "" {
		if s.synonyms, err = terms.ReadSynonyms(r.Config.Synonyms); err != nil {
			return fmt.Errorf("synonyms: %w", err)
		}
	}
	if r.Names != "" {
		if s.names, err = names.ReadFile(r.Names); err != nil {
			return fmt.Errorf("names: %w", err)
		}
	}
	if r.Graph != "" {
		if s.given, err = givengraph.ReadFile(r.Graph); err != nil {
			return fmt.Errorf("graph: %w", err)
		}
	}
	return nil
}

// readSources reads all sources, in the order given.
func readSources(r *run) (_ *sources, err error) {
	s := &sources{}
	r.openStore()
	go r.counter.Load() // nearly every build needs it, and until then there is time for it
	if err := s.readLists(r); err != nil {
		return nil, err
	}
	o := r.Ingest
	o.Progress = r.progress
	if r.store != nil {
		o.Store = r.store
	}
	owner, found := map[string]string{}, notices{}
	add := func(name string, c *document.Corpus) error {
		found.add(c)
		for i := range c.Documents {
			if parts := divide.Document(&c.Documents[i], r.ChunkTokens); parts >= mostParts {
				found.note(NoticeSections, fmt.Sprintf("sections so long that they are cut into parts, %d or more: headings would be better names for these", mostParts), c.Documents[i].ID)
			}
		}
		for _, d := range c.Documents {
			if other, ok := owner[d.ID]; ok {
				return fmt.Errorf("document %q is in %s and in %s: sources must not share names", d.ID, other, name)
			}
			owner[d.ID] = name
			r.report.Text += int64(len(d.Text))
		}
		if s.docs == nil {
			s.docs = c.Documents
		} else {
			s.docs = append(s.docs, c.Documents...)
		}
		r.report.Source += c.Bytes
		r.report.Warnings = append(r.report.Warnings, c.Warnings...)
		return nil
	}
	for _, source := range []struct {
		paths []string
		read  func(context.Context, string, document.Options) (*document.Corpus, error)
	}{
		{r.Site, ingest.Site}, {r.Docs, ingest.Docs}, {r.JSONL, jsonl.Read},
	} {
		for _, path := range source.paths {
			o.Skip = below(path, r.Output)
			c, err := source.read(r.ctx, path, o)
			if err != nil {
				return nil, err
			}
			if err := add(path, c); err != nil {
				return nil, err
			}
		}
	}
	if r.Documents != nil {
		o.Skip = ""
		c, err := ingest.Sources(r.ctx, r.Documents, o)
		if err == nil {
			err = add(inMemory, c)
		}
		if err != nil {
			return nil, err
		}
	}
	r.report.Notices = found.list()
	r.report.countSkipped()
	if err := r.report.checkStrict(r.Strict); err != nil {
		return nil, err
	}
	if len(s.docs) == 0 {
		return nil, fmt.Errorf("%w in %s%s", ErrEmpty, strings.Join(r.places(), ", "), r.whyEmpty())
	}
	if r.report.Text > math.MaxUint32 {
		return nil, tooLong(r.report.Text)
	}
	if r.LinkTest != nil {
		r.LinkTest(terms.HoldOut(s.docs))
	}
	r.Language = cmp.Or(r.Language, commonLanguage(s.docs), "en")
	r.report.Language = r.Language
	r.siteName = ingest.SiteName(s.docs)
	if s.stemmer, err = stem.New(r.Language); err != nil {
		return nil, err
	}
	s.languages = analyse.NewLanguages(s.stemmer, s.docs)
	s.languages.Stop = terms.StopWords(s.synonyms)
	return s, nil
}

func tooLong(text int64) error {
	return fmt.Errorf("the texts are %d bytes long, a bundle holds at most %d", text, int64(math.MaxUint32))
}

// inMemory is the name of the documents of Config.Documents.
const inMemory = "the documents in memory"

// places returns the names of all sources.
func (r *run) places() []string {
	all := slices.Concat(r.Site, r.Docs, r.JSONL)
	if r.Documents != nil {
		all = append(all, inMemory)
	}
	return all
}

// commonLanguage returns the main language of the documents; "" for the default. It is the language of
// the site's own front page if at least a third of all text is in it, and otherwise that of most text.
// Documents that declare no language count as a language of their own, behind others with as much text;
// other ties go to the smaller tag. Invalid tags do not count.
func commonLanguage(docs []document.Document) string {
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
		if sizes[lang] > sizes[best] || best == "" && sizes[lang] == sizes[best] {
			best = lang
		}
	}
	return best
}
