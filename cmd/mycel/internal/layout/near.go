package layout

import (
	"strings"

	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/related"
)

// Label names a section for people. A first heading usually repeats the title.
func Label(title, heading string) string {
	if heading == "" || heading == title {
		return title
	}
	return title + " › " + heading
}

// Entity says in a line what an entity is, and which are its neighbours.
func Entity(e *answer.About) string {
	var names []string
	for _, n := range e.Near {
		names = append(names, n.Path[0])
	}
	if len(names) == 0 {
		return e.Name + " (" + e.Type + ")"
	}
	return e.Name + " (" + e.Type + "), near " + strings.Join(names, ", ")
}

// Near says in a line what joins a neighbour to the document or section that was asked about.
func Near(n *answer.Neighbour) string {
	var parts []string
	for i := range n.Reasons {
		r := &n.Reasons[i]
		switch r.Kind {
		case related.TieLink:
			parts = append(parts, "linked from there as “"+r.Label+"”")
		case related.TieBacklink:
			parts = append(parts, "links there as “"+r.Label+"”")
		case related.TieParent:
			parts = append(parts, "the section around")
		case related.TieChild:
			parts = append(parts, "a section within")
		case related.TieSibling:
			parts = append(parts, "a section beside")
		case "mention": // of an entity that was asked about
			parts = append(parts, r.From.Sentence)
		case method.ByEntities:
			parts = append(parts, "both mention "+strings.Join(r.Path, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
