package builder

import (
	"path/filepath"
	"reflect"
	"testing"

	"mycel/builder/cache"
	"mycel/builder/summary"
	"mycel/engine/model"
)

// A tree is taken from the cache while all it depends on is the same, whatever else is in
// the corpus.
func TestTreeStore(t *testing.T) {
	c, problem := cache.Open(filepath.Join(t.TempDir(), "cache"))
	if problem != "" {
		t.Fatal(problem)
	}
	s := &store{cache: c}
	on := &stretch{pages: []*page{{analysis: &analysis{words: wordList{3, 1, 3, 2}}, kept: true, key: cache.Key{1}}}}
	want := []summary.Node{{Level: 1, ChildEnd: 2, LeafEnd: 2, Sentences: []int{0, 300}}, {Level: 2, ChildFirst: 1, LeafFirst: 4, LeafEnd: 7, Sentences: []int{}}}
	terms := func(of ...model.TermID) *vocabulary { return &vocabulary{term: of, stop: make([]bool, 9)} }
	weights := func(idf ...float32) []float32 { return idf }
	stopped := terms(0, 2, 1, 3)
	stopped.stop[2] = true
	for _, test := range []struct {
		name  string
		v     *vocabulary
		idf   []float32
		o     summary.Options
		on    *stretch
		grows bool
	}{
		{"the first time", terms(0, 2, 1, 3), weights(9, 1, 2, 3), summary.Options{}, on, true},
		{"the same", terms(0, 2, 1, 3), weights(9, 1, 2, 3), summary.Options{}, on, false},
		{"a word elsewhere", terms(0, 2, 1, 3), weights(8, 1, 2, 3), summary.Options{}, on, false},
		{"terms with other numbers", terms(1, 4, 3, 5), weights(9, 9, 9, 1, 2, 3), summary.Options{}, on, false},
		{"another weight", terms(0, 2, 1, 3), weights(9, 1, 2.5, 3), summary.Options{}, on, true},
		{"another order", terms(0, 1, 2, 3), weights(9, 1, 2, 3), summary.Options{}, on, true},
		{"two forms of a term", terms(0, 2, 2, 3), weights(9, 1, 2, 3), summary.Options{}, on, true},
		{"a stop word", stopped, weights(9, 1, 2, 3), summary.Options{}, on, true},
		{"other options", terms(0, 2, 1, 3), weights(9, 1, 2, 3), summary.Options{Group: 3}, on, true},
		{"another page", terms(0, 2, 1, 3), weights(9, 1, 2, 3), summary.Options{}, &stretch{pages: []*page{{analysis: on.pages[0].analysis, kept: true, key: cache.Key{2}}}}, true},
	} {
		grown := false
		got := s.trees(test.v, test.idf, test.o).build(test.on, func() []summary.Node {
			grown = true
			return want
		})
		if grown != test.grows || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: grown: %v, want %v; got %v", test.name, grown, test.grows, got)
		}
	}
}
