package summary

import (
	"testing"

	"mycel/internal/must"
)

func TestTitle(t *testing.T) {
	for _, c := range []struct {
		name    string
		phrases []Phrase
		o       TitleOptions
		want    string
	}{
		{"none", nil, TitleOptions{}, ""},
		{"one", []Phrase{{"Mutex", 3, 3}}, TitleOptions{}, "Mutex"},
		{"frequent everywhere", []Phrase{{"example", 9, 900}, {"mutex", 5, 6}, {"channel", 4, 5}}, TitleOptions{}, "mutex, channel"},
		{"at least two", []Phrase{{"mutex", 50, 50}, {"channel", 1, 1}, {"thread", 1, 100}}, TitleOptions{}, "mutex, channel"},
		{"at most five", []Phrase{{"a1", 5, 5}, {"b2", 5, 5}, {"c3", 5, 5}, {"d4", 5, 5}, {"e5", 5, 5}, {"f6", 5, 5}}, TitleOptions{}, "a1, b2, c3, d4, e5"},
		{"equal phrases", []Phrase{{"York", 5, 5}, {"New York", 5, 5}, {"new york", 5, 5}}, TitleOptions{}, "New York"},
		{"containment", []Phrase{{"thread pool", 9, 9}, {"thread", 8, 8}, {"big thread pool", 7, 7}, {"read", 6, 6}}, TitleOptions{}, "thread pool, read"},
		{"letters and marks do not count", []Phrase{{"Café", 9, 9}, {"cafe", 8, 8}, {"tea", 7, 7}}, TitleOptions{}, "Café, tea"},
		{"no words", []Phrase{{"—", 9, 9}, {"", 9, 9}, {"never", 0, 9}}, TitleOptions{}, ""},
		{"total below count", []Phrase{{"x1", 4, 0}, {"y2", 3, 3}}, TitleOptions{}, "x1, y2"},
		{"limits", []Phrase{{"a1", 5, 5}, {"b2", 4, 4}, {"c3", 1, 1}}, TitleOptions{Min: 1, Max: 2, Share: 0.99}, "a1"},
	} {
		must.Equal(t, Title(c.phrases, 20, c.o), c.want, "%s", c.name)
	}
}
