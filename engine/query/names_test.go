package query

import (
	"strings"
	"testing"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/internal/must"
)

// namesOf lists names by the words that they were made of.
func namesOf(d *Parser, query string) (stems []string) {
	known := map[lexical.Name]string{}
	for _, a := range []model.TermID{0, 1, 2, 3} {
		for _, name := range d.NamesFrom([]lexical.NameWord{{Terms: []model.TermID{a}}}) {
			known[name] = d.Stem(a)
		}
		for _, b := range []model.TermID{0, 1, 2, 3} {
			for _, name := range d.NamesFrom([]lexical.NameWord{{Terms: []model.TermID{a}}, {Terms: []model.TermID{b}}}) {
				known[name] = d.Stem(a) + " " + d.Stem(b)
			}
		}
	}
	for _, name := range d.NamesOf(d.Interpret(query, Tolerance{})) {
		stems = append(stems, known[name])
	}
	return stems
}

func TestNamesOfQueries(t *testing.T) {
	d := sharing(t)
	for query, want := range map[string]string{
		"thread":           "thread",
		"Shared threads":   "share thread",
		"threads, sharing": "thread share", // another name
		"the threads":      "thread",
		"the":              "the", // nothing but function words
		"the the":          "the the",
		"thread -data":     "thread",
		"thread mutex":     "", // the corpus has no such word
		"":                 "",
		"thredd":           "thread",
		"shaerd data":      "share data",
	} {
		must.Equal(t, strings.Join(namesOf(d, query), ", "), want, "%q is named", query)
	}
	if got := d.NamesOf(d.Parse(strings.Repeat("data ", lexical.MaxNameWords+1))); got != nil {
		t.Errorf("a query of %d words may be %d names", lexical.MaxNameWords+1, len(got))
	}
	if got := d.NamesOf(d.Parse(strings.Repeat("the data ", lexical.MaxNameWords))); len(got) != 1 {
		t.Errorf("a query of %d words and as many function words may be %d names, want 1", lexical.MaxNameWords, len(got))
	}
}
