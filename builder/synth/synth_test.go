package synth

import (
	"reflect"
	"strings"
	"testing"

	"mycel/internal/must"
)

func TestCorpus(t *testing.T) {
	passages, questions := Corpus(1, 500, 200)
	again, _ := Corpus(1, 500, 200)
	must.Be(t, reflect.DeepEqual(passages, again), "the same seed made another corpus")
	if other, _ := Corpus(2, 500, 200); reflect.DeepEqual(passages, other) {
		t.Error("another seed made the same corpus")
	}
	text := map[string]Passage{}
	for _, p := range passages {
		text[p.ID] = p
	}
	must.Hold(t, len(text) == 500 && len(questions) == 200, "%d passages, %d questions", len(text), len(questions))
	for _, q := range questions {
		first, second := text[q.Gold[0]], text[q.Gold[1]]
		if !strings.Contains(q.Text, first.Title) || !strings.Contains(first.Text, second.Title) {
			t.Fatalf("%q: %q does not lead to %q", q.Text, first.Text, second.Title)
		}
	}
}

// The frequencies of words fall as Zipf's law says, and the passages are always the same.
func TestZipf(t *testing.T) {
	counts := map[string]int{}
	var texts []string
	for p := range Zipf(1, 2000) {
		texts = append(texts, p.Text)
		for _, w := range strings.Fields(p.Text) {
			counts[w]++
		}
	}
	i := 0
	for p := range Zipf(1, 2000) {
		must.Hold(t, p.Text == texts[i], "passage %d differs", i)
		if i++; i == 10 {
			break
		}
	}
	first, tenth := counts[strings.ToLower(name(7))], counts[strings.ToLower(name(9*11+7))]
	if first < 5*tenth || first > 20*tenth || len(counts) < 1000 {
		t.Errorf("the first word occurs %d times, the tenth %d times, of %d words: not Zipf's law", first, tenth, len(counts))
	}
}
