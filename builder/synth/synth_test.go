package synth

import (
	"reflect"
	"strings"
	"testing"
)

func TestCorpus(t *testing.T) {
	passages, questions := Corpus(1, 500, 200)
	again, _ := Corpus(1, 500, 200)
	if !reflect.DeepEqual(passages, again) {
		t.Error("the same seed made another corpus")
	}
	if other, _ := Corpus(2, 500, 200); reflect.DeepEqual(passages, other) {
		t.Error("another seed made the same corpus")
	}
	text := map[string]Passage{}
	for _, p := range passages {
		text[p.ID] = p
	}
	if len(text) != 500 || len(questions) != 200 {
		t.Fatalf("%d passages, %d questions", len(text), len(questions))
	}
	for _, q := range questions {
		first, second := text[q.Gold[0]], text[q.Gold[1]]
		if !strings.Contains(q.Text, first.Title) || !strings.Contains(first.Text, second.Title) {
			t.Fatalf("%q: %q does not lead to %q", q.Text, first.Text, second.Title)
		}
	}
}
