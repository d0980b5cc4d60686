package method

import (
	"slices"

	"mycel/engine/bundle"
	"mycel/engine/model"
	"mycel/engine/text"
)

// Outline lists the topics of documents: lines for the nodes of their summary trees, in the order of the documents.
type Outline struct {
	Lines []Line
	Cost  int  // of all lines
	Next  int  // the least larger budget that may change the lines; 0 for none
	Cut   bool // documents are left out
}

// Line names a node of a summary tree, or the first chunk of a document that is too short for a tree.
type Line struct {
	Node    model.NodeID
	Title   string   // of the document, at its first line
	Phrases []string // of the node's title, without those of earlier lines
	Cost    int      // tokens of the line as a passage without text, at most
	First   model.ChunkID
	Size    int // number of chunks from First on that the line is about
}

// Outline divides the documents as finely as a budget allows. First come their titles, those of documents with most
// chunks before others. While the lines fit, the largest document gets the title of its root, or the largest node is
// replaced by the summaries below it. The budget is in tokens; if most is not 0, it is the most lines. keep chooses the
// nodes, by the chunks [first, end) below them. Titles of chosen documents and the tree must be loaded; otherwise
// Outline notes their parts.
func (x *Index) Outline(budget, most int, keep func(first, end model.ChunkID) bool) *Outline {
	o := &outliner{x: x, keep: keep}
	if !x.HasPart(bundle.GroupTree) || !x.Corpus.OutlineLoaded() {
		return &o.out
	}
	topics := o.documents()
	for !x.AnyMissing() {
		at, greatest := -1, 0
		for i := range topics {
			if size := o.divisible(&topics[i]); size > greatest {
				at, greatest = i, size
			}
		}
		if at < 0 {
			break
		}
		topics[at].closed = true
		finer := append([]topic(nil), topics[:at]...)
		finer = append(o.divide(finer, topics[at]), topics[at+1:]...)
		lines, cost := o.lines(finer)
		least := 2 * cost // the other half of the budget is for sentences
		switch {
		case most > 0 && len(lines) <= most || most == 0 && least <= budget:
			topics, o.out.Lines, o.out.Cost = finer, lines, cost
			continue
		case most == 0 && (o.out.Next == 0 || least < o.out.Next):
			o.out.Next = least
		}
		o.out.Cut = o.out.Cut || topics[at].stage == hidden
	}
	return &o.out
}

// topic is the subject of a line: a node, or the first chunk of a document without nodes.
type topic struct {
	node   model.NodeID
	first  model.ChunkID
	size   int // chunks of the node; for a chunk, those of its document
	stage  stage
	closed bool // the topics that would replace it do not fit
}

// stage is the part of a topic's title that its line shows.
type stage uint8

const (
	hidden stage = iota // there is no line
	bare                // the title of the document
	full                // and the title of the node
)

// outliner makes one outline.
type outliner struct {
	x    *Index
	keep func(first, end model.ChunkID) bool
	out  Outline
}

// documents returns the roots, and the documents without a tree, in their order.
func (o *outliner) documents() (all []topic) {
	n := o.x.Tree.Len()
	inner := make([]bool, n+1)
	for i := range n {
		for child, end := o.x.Tree.Below(o.x.Tree.Node(i)); child < end; child++ {
			inner[child] = true
		}
	}
	covered := model.ChunkID(0)
	for i, is := range inner {
		if is {
			continue
		}
		next := model.ChunkID(o.x.Corpus.NumChunks())
		if i < n {
			next, _ = o.x.Tree.Leaves(o.x.Tree.Node(i))
		}
		for covered < next {
			all, covered = o.add(all, model.NodeID(covered), hidden)
		}
		if i < n {
			all, covered = o.add(all, o.x.Tree.Node(i), hidden)
		}
	}
	return all
}

// add appends a topic, if keep chooses it, and returns the end of its chunks.
func (o *outliner) add(all []topic, n model.NodeID, at stage) (_ []topic, end model.ChunkID) {
	t := topic{node: n, stage: at}
	t.first, end = o.x.Tree.Leaves(n)
	if o.x.Tree.IsLeaf(n) {
		t.first, end = o.x.Corpus.DocChunks(o.x.Document(uint32(n)))
	}
	t.size = int(end - t.first)
	if o.keep(t.first, end) {
		all = append(all, t)
	}
	return all, end
}

// divisible ranks the topics to divide: hidden ones first, then by size. It returns 0 for a topic that cannot be
// divided.
func (o *outliner) divisible(t *topic) int {
	first, end := o.x.Tree.Below(t.node)
	switch {
	case t.closed || t.stage == hidden && o.out.Cut:
		return 0
	case t.stage == hidden:
		return t.size + o.x.Corpus.NumChunks()
	case first < end || t.stage == bare && !o.x.Tree.IsLeaf(t.node):
		return t.size
	}
	return 0
}

// divide appends the topics that replace a topic.
func (o *outliner) divide(finer []topic, t topic) []topic {
	if t.stage < full {
		t.stage++
		t.closed = false
		return append(finer, t)
	}
	for i, end := o.x.Tree.Below(t.node); i < end; i++ {
		finer, _ = o.add(finer, o.x.Tree.Node(i), full)
	}
	return finer
}

// lines makes the lines of topics, without lines that repeat others, and sums their costs.
func (o *outliner) lines(topics []topic) (lines []Line, cost int) {
	var said []string
	last := model.DocID(0)
	for i := range topics {
		t := &topics[i]
		if t.stage == hidden {
			continue
		}
		n := len(lines)
		lines = append(lines, Line{Node: t.node, First: t.first, Size: t.size})
		line := &lines[n]
		doc := o.x.Document(uint32(t.first))
		if n == 0 || doc != last {
			line.Title, line.Cost = o.x.Corpus.DocTitle.At(int(doc)), o.titleCost(doc)+len(" › ")
			last = doc
		}
		phrases, costs := o.x.Tree.Phrases(t.node)
		for k, p := range phrases {
			if key := text.Key(p); t.stage == full && !slices.Contains(said, key) {
				said = append(said, key)
				line.Phrases = append(line.Phrases, p)
				line.Cost += int(costs[k])
			}
		}
		line.Cost += len("[]\n\n") + Digits(n+1)
		if cost += line.Cost; line.Title == "" && line.Phrases == nil {
			cost -= line.Cost
			lines = lines[:n]
		}
	}
	return lines, cost
}

// titleCost bounds the tokens of a document's title: the labels of its sections begin with it.
func (o *outliner) titleCost(d model.DocID) int {
	if o.x.Costs == nil || !o.x.HasPart(bundle.GroupTokens) {
		return 0
	}
	section, end := o.x.Corpus.DocSections(d)
	least := o.x.Costs.Label(section)
	for section++; section < end; section++ {
		least = min(least, o.x.Costs.Label(section))
	}
	return least
}
