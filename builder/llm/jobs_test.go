package llm

import (
	"slices"
	"testing"

	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/internal/must"
)

// Each level is made of the level below, whatever the trees beside it.
func TestJobLevels(t *testing.T) {
	tree1, tree2 := &trees.Stretch{}, &trees.Stretch{}
	node := func(s *trees.Stretch, level, first, end int) trees.Node {
		return trees.Node{Stretch: s, Node: summary.Node{Level: level, ChildFirst: first, ChildEnd: end}}
	}
	nodes := []trees.Node{
		node(tree1, 1, 0, 2), node(tree1, 1, 2, 4), node(tree1, 2, 0, 2),
		node(tree2, 1, 0, 2), node(tree2, 1, 2, 4), node(tree2, 1, 4, 5), node(tree2, 2, 0, 2), node(tree2, 2, 2, 3), node(tree2, 3, 0, 2),
	}
	levels := jobsOf(nodes)
	must.Hold(t, len(levels) == 3 && len(levels[0]) == 5 && len(levels[1]) == 3 && len(levels[2]) == 1, "%d levels", len(levels))
	children := func(d *job) (out []int) {
		for _, c := range d.children {
			out = append(out, slices.IndexFunc(nodes, func(n trees.Node) bool {
				return n.Stretch == c.node.Stretch && n.Node.ChildFirst == c.node.ChildFirst && n.Level == c.node.Level
			}))
		}
		return out
	}
	for i, want := range [][]int{{0, 1}, {3, 4}, {5}} {
		must.Equal(t, children(levels[1][i]), want, "summary %d of level 2 is made of", i)
	}
	must.Equal(t, children(levels[2][0]), []int{6, 7}, "the summary of level 3 is made of")
}
