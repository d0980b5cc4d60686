package rerank

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"slices"
	"strconv"

	"mycel/engine/method/bridge"
)

// LambdaMART (Burges 2010): gradient boosting of regression trees, in which every
// pair of a relevant and another passage of a query pulls the two apart, the harder
// the more the order of the two changes nDCG. Few and shallow trees with large
// leaves: there is little data, and what is learnt must hold elsewhere.
const (
	rounds   = 40
	rate     = 0.15
	bins     = 32 // thresholds tried of a feature
	minLeaf  = 60 // passages below which a node is not split
	minMass  = 3  // of the second derivatives, on either side of a split
	ridge    = 1
	minGain  = 1
	treeBits = 3 // depth of the trees
)

// passage is one candidate of a query.
type passage struct {
	features bridge.Features
	relevant bool
	said     float64 // by the trees so far
	pull     float64 // first derivative
	mass     float64 // second derivative
}

// group is the candidates of one query, best first.
type group []*passage

// teaches tells whether the group has passages of both kinds.
func (g group) teaches() bool {
	relevant := slices.ContainsFunc(g, func(p *passage) bool { return p.relevant })
	return relevant && slices.ContainsFunc(g, func(p *passage) bool { return !p.relevant })
}

// grow returns the trees for the groups.
func grow(groups []group) []bridge.Tree {
	all := slices.Concat(groups...)
	cuts := thresholds(all)
	var trees []bridge.Tree
	for range rounds {
		for _, g := range groups {
			g.derive()
		}
		t := newTree()
		split(&t, 0, 0, all, cuts)
		for _, p := range all {
			p.said += float64(t.Value(&p.features))
		}
		trees = append(trees, t)
	}
	return trees
}

// derive computes how much each passage should rise.
func (g group) derive() {
	order := slices.Clone(g)
	slices.SortStableFunc(order, func(a, b *passage) int {
		switch {
		case a.said > b.said:
			return -1
		case a.said < b.said:
			return 1
		}
		return 0
	})
	discount := make(map[*passage]float64, len(g))
	for i, p := range order {
		discount[p] = 1 / math.Log2(float64(i+2))
		p.pull, p.mass = 0, 0
	}
	for _, good := range g {
		if !good.relevant {
			continue
		}
		for _, bad := range g {
			if bad.relevant {
				continue
			}
			wrong := 1 / (1 + math.Exp(good.said-bad.said))
			weight := math.Abs(discount[good] - discount[bad])
			good.pull -= weight * wrong
			bad.pull += weight * wrong
			mass := weight * wrong * (1 - wrong)
			good.mass += mass
			bad.mass += mass
		}
	}
}

// thresholds returns for each feature the values that part the passages into bins.
func thresholds(all []*passage) [bridge.NumFeatures][]float32 {
	var cuts [bridge.NumFeatures][]float32
	values := make([]float32, len(all))
	for f := range cuts {
		for i, p := range all {
			values[i] = p.features[f]
		}
		slices.Sort(values)
		for b := 1; b < bins; b++ {
			cut := values[len(values)*b/bins]
			if cut < values[len(values)-1] && (len(cuts[f]) == 0 || cut > cuts[f][len(cuts[f])-1]) {
				cuts[f] = append(cuts[f], cut)
			}
		}
	}
	return cuts
}

// newTree returns a tree that always goes down on the left.
func newTree() bridge.Tree {
	var t bridge.Tree
	for i := range t.Threshold {
		t.Threshold[i] = math.MaxFloat32
	}
	return t
}

// split parts the passages at a node of the tree, and those below.
func split(t *bridge.Tree, node, level int, all []*passage, cuts [bridge.NumFeatures][]float32) {
	pull, mass := 0.0, 0.0
	for _, p := range all {
		pull += p.pull
		mass += p.mass
	}
	if level == treeBits {
		t.Leaf[node-len(t.Threshold)] = float32(-rate * pull / (mass + ridge))
		return
	}
	feature, threshold, ok := 0, float32(math.MaxFloat32), false
	if len(all) >= minLeaf {
		feature, threshold, ok = bestCut(all, pull, mass, cuts)
	}
	below, above := all, []*passage(nil)
	if ok {
		t.Feature[node], t.Threshold[node] = uint8(feature), threshold
		below = nil
		for _, p := range all {
			if p.features[feature] > threshold {
				above = append(above, p)
			} else {
				below = append(below, p)
			}
		}
	}
	split(t, 2*node+1, level+1, below, cuts)
	split(t, 2*node+2, level+1, above, cuts)
}

// bestCut returns the cut that gains most; ok is false if none gains enough.
func bestCut(all []*passage, pull, mass float64, cuts [bridge.NumFeatures][]float32) (feature int, threshold float32, ok bool) {
	worth := func(pull, mass float64) float64 { return pull * pull / (mass + ridge) }
	best := float64(minGain)
	for f := range cuts {
		var binPull, binMass [bins]float64
		for _, p := range all {
			b, _ := slices.BinarySearch(cuts[f], p.features[f])
			binPull[b] += p.pull
			binMass[b] += p.mass
		}
		left, leftMass := 0.0, 0.0
		for b, cut := range cuts[f] {
			left += binPull[b]
			leftMass += binMass[b]
			if leftMass < minMass || mass-leftMass < minMass {
				continue
			}
			gain := worth(left, leftMass) + worth(pull-left, mass-leftMass) - worth(pull, mass)
			if gain > best {
				best, feature, threshold, ok = gain, f, cut, true
			}
		}
	}
	return feature, threshold, ok
}

// source returns the trees as a Go file.
func source(trees []bridge.Tree) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by mycel-lab rerank. DO NOT EDIT.\n\npackage bridge\n\nvar trees = [...]Tree{\n")
	for _, t := range trees {
		fmt.Fprintf(&b, "\t{[...]uint8{")
		for _, f := range t.Feature {
			fmt.Fprintf(&b, "%d, ", f)
		}
		fmt.Fprintf(&b, "}, [...]float32{%s}, [...]float32{%s}},\n", list(t.Threshold[:]), list(t.Leaf[:]))
	}
	b.WriteString("}\n")
	formatted, err := format.Source(b.Bytes())
	if err != nil {
		panic(err) // made of numbers alone
	}
	return formatted
}

// list writes numbers with the fewest digits that mean the same float32.
func list(values []float32) string {
	var b []byte
	for _, v := range values {
		b = strconv.AppendFloat(b, float64(v), 'g', -1, 32)
		b = append(b, ", "...)
	}
	return string(b)
}
