package terms

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/builder/analyse"
	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/ner"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/builder/varint"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// Postings are gathered as parts have them: what is cut out of the rows is what the
// encoders of the format write of the postings that were added.
func TestPostingsAsParts(t *testing.T) {
	const terms, passages = 12, 700
	rng := rand.New(rand.NewPCG(4, 2))
	l := NewPostingLists(terms)
	l.expect(slices.Repeat([]int{3}, terms), passages) // too little room for most
	lists, places := make([][]Posting, terms), make([][]uint64, terms)
	for passage := range uint32(passages) {
		for term := range terms {
			if rng.IntN(1<<term) != 0 { // steps of one byte and of two
				continue
			}
			tf, mask := uint32(0), uint64(0)
			for range []int{1, 1, 1, 2, 5, 80, 300}[rng.IntN(7)] {
				weight, place := uint32(1), rng.IntN(1+rng.IntN(90))
				if place == 0 {
					weight = 2 // as in titles
				}
				l.AddTerm(model.TermID(term), weight, place)
				tf += weight
				mask |= 1 << min(place, 63)
			}
			lists[term] = append(lists[term], Posting{Passage: passage, TF: tf})
			places[term] = append(places[term], mask)
		}
		l.Next()
	}
	l.Done()
	for term := range terms {
		list, masks := l.Rows[term].Read()
		must.Be(t, slices.Equal(list, lists[term]) && slices.Equal(masks, places[term]), "term %d: its postings are read as others", term)
	}
	some := []uint32{0, 3, 4, 9, 11}
	var steps, marks, wantSteps wire.Writer
	x := l.Weigh(nil, nil)
	x.EncodeSteps(&steps, some)
	x.EncodePlaces(&marks, some)
	var sizes []uint32
	for _, term := range some {
		var list []lexical.Posting
		for _, p := range lists[term] {
			list = append(list, lexical.Posting{Passage: p.Passage})
		}
		lexical.WriteSteps(&wantSteps, list)
		sizes = append(sizes, uint32(len(list)))
	}
	must.Be(t, bytes.Equal(steps.Bytes(), wantSteps.Bytes()), "the steps are others than those of lexical.WriteSteps")
	var want wire.Writer
	want.Uint32s(sizes)
	want.Append(wire.EncodePlaces(pick(places, some)))
	must.Be(t, bytes.Equal(marks.Bytes(), want.Bytes()), "the places are others than those of wire.EncodePlaces")
}

// pick returns some of the rows.
func pick[T any](rows []T, ids []uint32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = rows[id]
	}
	return out
}

// A compound is made of forms of the corpus of four letters and more, with the letters that link them.
func TestSplitCompounds(t *testing.T) {
	forms := map[string]analyse.Form{}
	for i, w := range []string{"lotse", "lotsen", "turm", "warte", "wetter", "dienst", "plan", "dienstplan", "ordnung", "boot", "aus"} {
		forms[w] = analyse.Form(i)
	}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"lotsenturm", []string{"lotsen", "turm"}}, {"wetterwarte", []string{"wetter", "warte"}},
		{"ordnungsdienst", []string{"ordnung", "dienst"}}, {"wetterdienstplan", []string{"wetter", "dienstplan"}},
		{"bootswetterwarte", []string{"boot", "wetter", "warte"}},
		{"ausboot", nil}, {"turmuhr", nil}, {"turm", nil}, {"wetterb", nil}, {"lotsenxturm", nil},
	} {
		must.Equal(t, split(c.word, forms), c.want, "%s is made of", c.word)
	}
}

// Each beginning of the word is a form, and no end of it is: there are billions of ways to split it, and each end is tried once.
func TestSplitOfOneLetter(t *testing.T) {
	forms := map[string]analyse.Form{}
	for n := leastPart; n <= 30; n++ {
		forms[strings.Repeat("a", n)] = analyse.Form(n)
	}
	got := split(strings.Repeat("a", mostLetters-4)+"zzzz", forms)
	must.Be(t, got == nil, "a word with an end that is no form is made of %q", got)
}

// Rows are read as they were written, and rows that end early, have no passage or lie before those that are there are refused.
func TestRowsOfSegments(t *testing.T) {
	row := func(n, next uint64, bytes string) string {
		var w varint.Writer
		w.Uint(n)
		w.Uint(next)
		w.String(bytes)
		return string(w.Bytes)
	}
	l := NewPostingLists(1)
	for i, c := range []struct {
		record string
		base   uint32
		good   bool
	}{
		{row(1, 2, "\x01\x07"), 0, true}, {row(1, 1, "\x00\x09"), 2, true}, {row(0, 1, "\x00"), 5, false}, {row(1, 1, ""), 5, false},
		{row(1, 1, "\x80"), 5, false}, {row(1, 1, "\x00"), 2, false}, {row(1, 1, "\x00")[:2], 5, false},
	} {
		r := varint.NewReader(c.record)
		l.AppendRow(r, 0, c.base)
		err := r.Close()
		must.Be(t, (err == nil) == c.good, "row %d: %v", i, err)
	}
	got := l.Rows[0]
	must.Be(t, got.N == 2 && string(got.bytes) == "\x01\x07\x00\x09", "got %+v", got)
	b := append(l.EncodeRows(), NewPostingLists(1).EncodeRows()...)
	read := NewPostingLists(2)
	if !read.ReadRows(b, 0, 2) || read.Rows[0].N != 2 || string(read.Rows[0].bytes) != string(l.Rows[0].bytes) || read.Rows[1].N != 0 {
		t.Errorf("read %+v", read.Rows)
	}
	for n := range b {
		must.Be(t, !read.ReadRows(b[:n], 0, 2), "%d bytes of %d are read", n, len(b))
	}
	must.Be(t, !read.ReadRows(append(b, 0), 0, 2), "a byte behind the rows is read")
}

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
