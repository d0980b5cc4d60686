package query

import (
	"slices"
	"testing"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/internal/must"
)

// A query has the symbols that the corpus has, as far as they belong to no sentence.
func TestQuerySymbols(t *testing.T) {
	stems := []string{"&", "-", "===", "?", "?.", "oper"}
	var entries []lexical.Entry
	for i, stem := range stems {
		entries = append(entries, lexical.Entry{Form: stem, Term: model.TermID(i)})
	}
	entries[5].Form = "operator"
	d := inBlocks(t, &lexical.Words{Entries: entries, Stems: stems, DF: []uint32{1, 1, 1, 1, 1, 1}}, 3, "")
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"===", []string{"==="}},
		{"operator ===?", []string{"==="}},
		{"? operator", []string{"?"}},
		{"operator ?", nil},
		{"operator `?`", []string{"?"}},
		{"a - operator", nil},
		{"-", []string{"-"}},
		{"operator & operator", nil},
		{"operator `&` operator", []string{"&"}},
		{"& operator", []string{"&"}},
		{"operator !==", nil},
		{"a?.b", nil},
	} {
		q := d.Parse(c.query)
		var got []string
		for _, s := range q.Symbols {
			got = append(got, q.Text[s.Start:s.End])
			must.Be(t, slices.Contains(q.Terms, s.Term), "%s: %s is not searched for", c.query, got[len(got)-1])
		}
		must.Equal(t, got, c.want, "%s: symbols", c.query)
	}
}
