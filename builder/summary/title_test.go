package summary

import (
	"testing"

	"mycel/internal/must"
)

func TestTitle(t *testing.T) {
	for _, c := range []struct {
		name    string
		phrases []Phrase
		want    string
	}{
		{"none", nil, ""},
		{"one", []Phrase{{"Mutex", 3, 3}}, "Mutex"},
		{"frequent everywhere", []Phrase{{"example", 9, 900}, {"mutex", 5, 6}, {"channel", 4, 5}}, "mutex, channel"},
		{"at least two", []Phrase{{"mutex", 50, 50}, {"channel", 1, 1}, {"thread", 1, 100}}, "mutex, channel"},
		{"at most five", []Phrase{{"a1", 5, 5}, {"b2", 5, 5}, {"c3", 5, 5}, {"d4", 5, 5}, {"e5", 5, 5}, {"f6", 5, 5}}, "a1, b2, c3, d4, e5"},
		{"equal phrases", []Phrase{{"York", 5, 5}, {"New York", 5, 5}, {"new york", 5, 5}}, "New York"},
		{"containment", []Phrase{{"thread pool", 9, 9}, {"thread", 8, 8}, {"big thread pool", 7, 7}, {"read", 6, 6}}, "thread pool, read"},
		{"letters and marks do not count", []Phrase{{"Café", 9, 9}, {"cafe", 8, 8}, {"tea", 7, 7}}, "Café, tea"},
		{"no words", []Phrase{{"—", 9, 9}, {"", 9, 9}, {"never", 0, 9}}, ""},
		{"total below count", []Phrase{{"x1", 4, 0}, {"y2", 3, 3}}, "x1, y2"},
	} {
		must.Equal(t, Title(c.phrases, 20, MostPhrases), c.want, "%s", c.name)
	}
	must.Equal(t, Title([]Phrase{{"a1", 5, 5}, {"b2", 4, 4}}, 20, 1), "a1", "at most one")
}
