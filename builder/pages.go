package builder

import (
	"mycel/builder/analyse"
	"mycel/builder/givengraph"
	"mycel/builder/large"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/terms"
)

// analysed holds the pages of a build, each analysed by itself, and the tables of their strings.
type analysed struct {
	*sources
	pages    []*analyse.Page
	analyser *analyse.Analyser
	forms    *analyse.Forms
	large    large.Sizes
	strings  *ner.Strings     // of the candidates for entities; nil after the entities have been decided
	tied     *givengraph.Tied // the graph that was made elsewhere; nil for none

	// In a build in stages earlier tasks have made these:
	counts   []int               // by number of the form
	postings *terms.PostingLists // nil if they are to be made
}

// analysePages analyses every page by itself.
func analysePages(r *run, s *sources) (*analysed, error) {
	r.describePages()
	out := newAnalysed(r, s)
	errs := make([]error, len(s.docs))
	var done parallel.Counter
	parallel.Each(len(s.docs), func() func(int) {
		var packer analyse.Packer
		return func(i int) {
			if r.ctx.Err() != nil {
				return
			}
			if errs[i] = out.add(r, i); errs[i] == nil && r.packs() {
				packer.Pack(out.pages[i])
			}
			done.Add(func(n int) { r.progress(n, len(s.docs)) })
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, r.ctx.Err()
}

// newAnalysed returns room for the pages of documents.
func newAnalysed(r *run, s *sources) *analysed {
	a := &analyse.Analyser{
		Counter: r.counter, Size: r.ChunkTokens, Overlap: r.ChunkOverlap,
		Sentences: min(analyse.MaxSentenceTokens, r.ChunkTokens),
		NER:       r.nerOptions(), Languages: s.languages,
	}
	return &analysed{sources: s, pages: make([]*analyse.Page, len(s.docs)), analyser: a, forms: analyse.NewForms(), large: *r.Large, strings: ner.NewStrings()}
}

// add analyses document i, or takes its page from the last build, and joins the page with the others.
func (a *analysed) add(r *run, i int) (err error) {
	doc := &a.docs[i]
	p, own := r.store.page(doc)
	if p == nil {
		if p, own, err = a.analyser.Page(r.ctx, doc); err != nil {
			return err
		}
		r.store.keep(p, own)
	}
	if r.analysed != nil {
		r.analysed(i, p, own)
	}
	p.Join(own, a.forms, a.strings)
	a.pages[i] = p
	return nil
}

func (r *run) nerOptions() ner.Options { return ner.Options{Terms: r.Terms, Language: r.Language} }
