package test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mycel/engine/answer"
	"mycel/internal/must"
)

// entityCorpus has an entity with a short name, an abbreviation, and a neighbour that only one sentence names beside it.
func entityCorpus(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"lund":  "# Edvard Lund\n\nEdvard Lund designed the Float Gauge. Lund was a clockmaker.\n\n## Brask\n\nIn Brask nobody knew of him.",
		"gauge": "# The gauge of the harbour\n\nThe Float Gauge hangs in the well. Edvard Lund cleaned the Float Gauge with Ines Crow.\n\nNobody saw Edvard Lund again.",
		"other": "# Storms\n\nA storm took the roof of the barn.",
	}
}

// An entity has its passages, those with most mentions first, each with a sentence, and its neighbours with a sentence that
// names both.
func TestRelatedEntity(t *testing.T) {
	b := corpusOf(t, entityCorpus(t))
	for _, name := range []string{"Edvard Lund", "edvard lund"} {
		r := must.Get(b.Entity(context.Background(), name, 2))(t)
		must.Hold(t, r.Name == "Edvard Lund" && r.Type == "title" && len(r.Passages) == 2, "%s: got %+v", name, r)
		first := r.Passages[0]
		if from := first.Reasons[0].From; first.Reasons[0].Kind != "mention" || first.Score < r.Passages[1].Score || !strings.Contains(from.Sentence, "Lund") || from.URL != first.URL {
			t.Errorf("%s: got the passage %+v, %+v", name, first, from)
		}
		var names []string
		for _, n := range r.Near {
			names = append(names, n.Path[0])
			if !strings.Contains(n.From.Sentence, "Edvard Lund") || !strings.Contains(strings.ToLower(n.From.Sentence), strings.ToLower(n.Path[0])) {
				t.Errorf("%s: the sentence %q names not both", name, n.From.Sentence)
			}
		}
		if len(names) != 2 || !slices.Contains(names, "Float Gauge") || r.Near[0].Weight != 2 {
			t.Errorf("%s: got the neighbours %q, %+v", name, names, r.Near)
		}
	}
	must.Say(t, must.Err(b.Entity(context.Background(), "Nobody Known", 2)), "or the name of an entity")
}

// An answer is the same whichever parts are loaded.
func TestRelatedEntityParts(t *testing.T) {
	b, all := corpusOf(t, entityCorpus(t)), corpusOf(t, entityCorpus(t))
	must.OK(t, all.LoadAll(context.Background()))
	var r [2]*answer.About
	r[0] = must.Get(b.Entity(context.Background(), "Edvard Lund", 5))(t)
	r[1] = must.Get(all.Entity(context.Background(), "Edvard Lund", 5))(t)
	must.Equal(t, string(r[0].AppendJSON(nil)), string(r[1].AppendJSON(nil)))
}
