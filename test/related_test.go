package test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel/engine/answer"
	"mycel/internal/must"
)

// Neighbours name at most eight of the entities that both mention, however many these are.
func TestRelatedNamesEightEntities(t *testing.T) {
	names := []string{"Orla Finch", "Bram Tully", "Cora Vane", "Dirk Hale", "Edda Moss", "Finn Rook", "Gerda Pike", "Hugo Wren", "Ines Crow", "Jorn Teal", "Kaja Lund", "Leif Brask"}
	var list strings.Builder
	for i, name := range names {
		fmt.Fprintf(&list, "In the year of the %s storm, %s kept the lamp of the tower.\n\n", []string{"first", "second", "third"}[i%3], name)
	}
	pages := map[string]string{"keepers": "# Keepers\n\n" + list.String(), "graves": "# Graves\n\n" + strings.ReplaceAll(list.String(), "kept the lamp", "was buried below the wall")}
	for i := range 12 {
		pages[fmt.Sprint("other", i)] = fmt.Sprintf("# Storm %d\n\nA storm of number %d took the roof of a barn.", i, i)
	}
	b := corpusOf(t, pages)
	r, err := b.Related(context.Background(), "keepers.md", 5)
	must.Hold(t, err == nil && len(r.Neighbours) == 1, "got %+v, %v", r, err)
	if got := r.Neighbours[0].Entities; len(got) != 8 || slices.ContainsFunc(got, func(name string) bool { return !slices.Contains(names, name) }) {
		t.Errorf("got %d entities: %q", len(got), got)
	}
}

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
