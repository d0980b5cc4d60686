package evaluation

import (
	"io"
	"strings"
	"testing"

	"mycel/engine/ktruss"
)

// The page has every setting and every build, and says what was found by what.
func TestCommunities(t *testing.T) {
	dir := labelled(t, 40, 2)
	var page strings.Builder
	if err := WriteCommunities(t.Context(), &page, io.Discard, []string{dir}); err != nil {
		t.Fatal(err)
	}
	for _, s := range communitySettings() {
		if !strings.Contains(page.String(), "| "+s.name+" | ") {
			t.Errorf("no row for %s", s.name)
		}
	}
	for _, want := range []string{"| da, communities of chunks | ", "| bm25, first 10 | ", "| 9 similar entities | "} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no row %q in\n%s", want, page.String())
		}
	}
}

// A path of three nodes with a triangle at its end.
func TestMeasurer(t *testing.T) {
	g := ktruss.NewGraph(6, []ktruss.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 2, V: 4}, {U: 3, V: 4}})
	m := &measurer{g: g, at: make([]int, 6), vectors: [][]float32{{1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 0}, {0, 1}}}
	var sum subgraphs
	m.add(&sum, []float32{1, 0}, []uint32{2, 3, 4})
	if sum.nodes != 3 || sum.density != 1 || sum.diameter != 1 || sum.relevance != 2.0/3 || sum.similar != 1.0/3 {
		t.Errorf("the triangle: %+v", sum)
	}
	sum = subgraphs{}
	// The way from 0 to 3 leads over nodes that are not of the subgraph; 5 is not reached.
	m.add(&sum, []float32{1, 0}, []uint32{0, 3, 5})
	if sum.density != 0 || sum.diameter != 3 || sum.relevance != 1.0/3 {
		t.Errorf("scattered nodes: %+v", sum)
	}
	m.add(&sum, nil, []uint32{0})
	if sum.n != 1 {
		t.Error("a query without a vector was measured")
	}
}
