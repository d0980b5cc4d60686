package summary

import (
	"cmp"
	"slices"
)

// A Leaf is a chunk: the sentences First..End-1, counted within the document. Leaves may overlap.
type Leaf struct{ First, End int }

// A Node summarises consecutive nodes of the level below.
type Node struct {
	Level                int   // 1 above the leaves
	ChildFirst, ChildEnd int   // its children, as positions in the level below
	LeafFirst, LeafEnd   int   // the leaves below it
	Sentences            []int // its text: indices of sentences of the document, ascending and distinct
	Gist                 int   // the most central of Sentences, as a position
}

// Build returns the summary tree of one document (Zhao et al. 2025), level by level from the lowest. While a level has
// more than one node, each o.Group consecutive nodes become the children of a node above. So every document of several
// leaves has one summary of the whole; the paper stops at o.Group nodes. There are about len(leaves)/(o.Group−1) nodes.
//
// The sentences of a node are an extract (see Extract) from its children, of at most o.Budget of their tokens. A
// sentence in overlapping leaves counts once. Summaries above level 1 choose from the sentences of the summaries below.
// A single child at the end of a level is not shortened: its node has the same sentences.
//
// sentences and their terms are those of the document; Lead is not read. o must pass Validate.
func Build(leaves []Leaf, sentences []Sentence, idf []float32, o Options) []Node {
	o = o.withDefaults()
	var tree []Node
	level := leafNodes(leaves)
	for number := 1; len(level) > 1; number++ {
		var above []Node
		for first := 0; first < len(level); first += o.Group {
			end := min(first+o.Group, len(level))
			n := Node{
				Level:      number,
				ChildFirst: first,
				ChildEnd:   end,
				LeafFirst:  level[first].LeafFirst,
				LeafEnd:    level[end-1].LeafEnd,
			}
			n.Sentences, n.Gist = summarise(level[first:end], sentences, idf, o)
			above = append(above, n)
		}
		tree = append(tree, above...)
		level = above
	}
	return tree
}

// Grows reports whether there are enough leaves for a summary.
func Grows(leaves int) bool { return leaves > 1 }

// leafNodes returns the leaves as the level 0 of the tree.
func leafNodes(leaves []Leaf) []Node {
	nodes := make([]Node, len(leaves))
	for i, l := range leaves {
		nodes[i] = Node{LeafFirst: i, LeafEnd: i + 1}
		for s := l.First; s < l.End; s++ {
			nodes[i].Sentences = append(nodes[i].Sentences, s)
		}
	}
	return nodes
}

// summarise chooses the sentences of a node from those of its children, and the position of the first choice.
func summarise(children []Node, sentences []Sentence, idf []float32, o Options) (chosen []int, gist int) {
	if len(children) == 1 && children[0].Level > 0 {
		return slices.Clone(children[0].Sentences), children[0].Gist
	}
	input := gather(children)
	text := make([]Sentence, len(input))
	tokens := 0
	for i, s := range input {
		text[i] = sentences[s.ordinal]
		text[i].Lead = s.lead
		tokens += text[i].Tokens
	}
	chosen, best := extract(text, idf, o.Budget(tokens), o)
	if len(children) == 1 {
		return slices.Clone(children[0].Sentences), best
	}
	for i, c := range chosen {
		if c == best {
			gist = i
		}
		chosen[i] = input[c].ordinal
	}
	return chosen, gist
}

type inputSentence struct {
	ordinal int
	lead    bool // first of a child
}

// gather returns the sentences of children, ascending and distinct.
func gather(children []Node) []inputSentence {
	var all []inputSentence
	for _, c := range children {
		for i, s := range c.Sentences {
			all = append(all, inputSentence{s, i == 0})
		}
	}
	slices.SortFunc(all, func(a, b inputSentence) int { return cmp.Compare(a.ordinal, b.ordinal) })
	distinct := all[:0]
	for _, s := range all {
		if n := len(distinct); n > 0 && distinct[n-1].ordinal == s.ordinal {
			distinct[n-1].lead = distinct[n-1].lead || s.lead
			continue
		}
		distinct = append(distinct, s)
	}
	return distinct
}
