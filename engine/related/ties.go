package related

import (
	"mycel/engine/method"
	"mycel/engine/model"
)

// Tie is a link or a heading that joins a section to another.
type Tie struct {
	Kind string
	From uint32 // section of the link; for a sibling the section around both; else the other section
	Text string // of the link; "" for headings

	to uint32 // section that is near
}

// Kinds of ties, from a section or document to a near one. They are kinds of reasons, too.
const (
	TieLink     = "link"     // the section links to it
	TieBacklink = "backlink" // it links to the section
	TieParent   = "parent"   // it is around the section
	TieChild    = "child"    // it is directly within the section
	TieSibling  = "sibling"  // both are directly within the same section
)

// A link adds half of the cosine to the cosine. On four sites of documentation this brought pages that
// answer a question together near each other more often than any weight of links alone. With the
// constant, units with ties and nothing else stand behind units that share more.
const (
	linkFactor  = 0.5
	tieConstant = 0.01
)

// tie adds a tie, unless there is one of its kind.
func (n *Neighbour) tie(t *Tie) {
	for _, known := range n.Ties {
		if known.Kind == t.Kind {
			return
		}
	}
	n.Ties = append(n.Ties, t)
}

// addTies adds the ties to a score that is the cosine of the entities.
func (n *Neighbour) addTies() {
	cosine := n.Score
	for _, t := range n.Ties {
		n.Score += tieConstant
		if t.Text != "" {
			n.Score += float32(linkFactor * cosine)
		}
	}
	n.Score = min(n.Score, 1)
}

// tieList collects ties.
type tieList []*Tie

// add is kept out of line for the size of the browser's engine.
//
//go:noinline
func (l *tieList) add(kind string, from, to uint32, text string) {
	*l = append(*l, &Tie{kind, from, text, to})
}

// tiesOf lists the links between the sections [first, end) and others. If headings is set, it also lists
// the sections around, within and beside the section first.
func tiesOf(x *method.Index, first, end model.SectionID, headings bool) (ties tieList) {
	links := x.Links
	for i, from := range links.From {
		if to := links.To[i]; from-uint32(first) < uint32(end-first) {
			ties.add(TieLink, from, to, links.Text(i))
		} else if to-uint32(first) < uint32(end-first) {
			ties.add(TieBacklink, from, from, links.Text(i))
		}
	}
	if !headings {
		return ties
	}
	c := x.Corpus
	parent, top := uint32(first), true
	if p, ok := c.Parent(first); ok {
		parent, top = uint32(p), false
	}
	for s, end := c.DocSections(c.SectionDoc(first)); s < end; s++ {
		p, within := c.Parent(s)
		switch {
		case s == first:
		case uint32(s) == parent:
			ties.add(TieParent, parent, parent, "")
		case within && p == first:
			ties.add(TieChild, uint32(s), uint32(s), "")
		case within && uint32(p) == parent && !top:
			ties.add(TieSibling, parent, uint32(s), "")
		}
	}
	return ties
}
