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
	c, problem := cache.Open(filepath.Join(t.TempDir(), "cache"), "program")
	if problem != "" {
		t.Fatal(problem)
	}
	s := &store{cache: c}
	stretchOf := func(key cache.Key) *stretch {
		p := &page{analysis: &analysis{words: wordList{3, 1, 3, 2}}, kept: true, key: key}
		return &stretch{pages: []*page{p}, chunks: []int{0, 3}, sentences: []int{0, 301}}
	}
	on := stretchOf(cache.Key{1})
	want := []summary.Node{
		{Level: 1, ChildEnd: 2, LeafEnd: 2, Sentences: []int{0, 300}}, {Level: 1, ChildFirst: 2, ChildEnd: 3, LeafFirst: 2, LeafEnd: 3, Sentences: []int{7}},
		{Level: 2, ChildEnd: 2, LeafEnd: 3, Sentences: []int{}},
	}
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
		{"another page", terms(0, 2, 1, 3), weights(9, 1, 2, 3), summary.Options{}, stretchOf(cache.Key{2}), true},
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

// A tree that cannot be that of the page is not taken for it.
func TestTreeThatCannotBe(t *testing.T) {
	s := &stretch{pages: make([]*page, 1), chunks: []int{0, 4}, sentences: []int{0, 10}}
	node := func(level, childFirst, childEnd, leafFirst, leafEnd int, sentences ...int) summary.Node {
		return summary.Node{Level: level, ChildFirst: childFirst, ChildEnd: childEnd, LeafFirst: leafFirst, LeafEnd: leafEnd, Sentences: sentences}
	}
	first, second, top := node(1, 0, 2, 0, 2, 0, 3), node(1, 2, 4, 2, 4, 9), node(2, 0, 2, 0, 4, 3)
	if good := []summary.Node{first, second, top}; !s.grows(good) {
		t.Errorf("%+v can be a tree", good)
	}
	for name, tree := range map[string][]summary.Node{
		"none": nil, "a level less": {top}, "a level between": {first, second, node(3, 0, 2, 0, 4)}, "level 0": {node(0, 0, 4, 0, 4)},
		"a chunk less": {first, node(1, 2, 3, 2, 3, 9)}, "a chunk more": {first, node(1, 2, 5, 2, 5, 9)}, "a gap": {first, node(1, 3, 4, 3, 4, 9)},
		"a child more": {first, second, node(2, 0, 3, 0, 4)}, "no child": {first, second, node(1, 4, 4, 4, 4)},
		"leaves of others": {first, node(1, 2, 4, 0, 4, 9)}, "leaves of others above": {first, second, node(2, 0, 2, 0, 3)},
		"a sentence more": {first, node(1, 2, 4, 2, 4, 10)}, "a sentence twice": {first, node(1, 2, 4, 2, 4, 9, 9)},
		"again": {first, second, top, node(1, 0, 4, 0, 4)},
	} {
		if s.grows(tree) {
			t.Errorf("%s: %+v cannot be a tree", name, tree)
		}
	}
}
