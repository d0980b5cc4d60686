package test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

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
