package terms

import (
	"context"
	"testing"

	"mycel/builder/analyse"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/internal/must"
)

// pagesOf analyses a folder of documents.
func pagesOf(t testing.TB, dir string) ([]*analyse.Page, *analyse.Forms, *ner.Strings) {
	t.Helper()
	c := must.Get(ingest.Docs(context.Background(), dir, document.Options{}))(t)
	tokens := must.Get(segment.NewCounter("cl100k_base"))(t)
	english := must.Get(stem.New("en"))(t)
	a := &analyse.Analyser{Counter: tokens, Size: 400, Sentences: 400, Languages: analyse.NewLanguages(english, c.Documents)}
	table, strings := analyse.NewForms(), ner.NewStrings()
	var pages []*analyse.Page
	for i := range c.Documents {
		p, own := must.Get2(a.Page(t.Context(), &c.Documents[i]))(t)
		p.Join(own, table, strings)
		pages = append(pages, p)
	}
	return pages, table, strings
}

// Forms that the corpus does not show are stemmed by analogy. Each form of this
// project's own documents that has a sibling is held out in turn: what analogy
// makes of it should be what Snowball makes of it.
func TestUnseenForms(t *testing.T) {
	pages, table, _ := pagesOf(t, "../../docs")
	s := must.Get(stem.New("en"))(t)
	v := MakeVocabulary(pages, table, analyse.NewLanguages(s, nil))
	forms := map[model.TermID]int{}
	for _, e := range v.Entries {
		forms[e.Term]++
	}
	df := make([]uint32, len(v.Stems))
	tried, right := 0, 0
	for i, e := range v.Entries {
		if i%4 > 0 || forms[e.Term] < 2 || e.Stop {
			continue
		}
		var rest []lexical.Entry
		var words, stems []string
		for k, other := range v.Entries {
			if k != i {
				rest = append(rest, other)
				words, stems = append(words, other.Form), append(stems, v.Stems[other.Term])
			}
		}
		d := must.Get((&lexical.Words{Entries: rest, Stems: v.Stems, DF: df, Rules: suffixRules(words, stems)}).Whole(1, false))(t)
		tried++
		if term, _, ok := d.Lookup(e.Form); ok && term == e.Term {
			right++
		} else {
			t.Logf("%s: %v, want %s", e.Form, ok, v.Stems[e.Term])
		}
	}
	t.Logf("%d of %d held-out forms get their term", right, tried)
	must.Be(t, tried >= 200 && right*100 >= tried*90, "%d of %d held-out forms get their term, want nine of ten", right, tried)
}
