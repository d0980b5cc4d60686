package layout

import (
	"strings"

	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/related"
)

// Label returns title and heading of a section for people. The first heading of a page
// usually repeats the title.
func Label(title, heading string) string {
	if heading == "" || heading == title {
		return title
	}
	return title + " › " + heading
}

// Entity returns a line with the kind of an entity and its neighbours.
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

// Near returns a line with the connections of a neighbour to the document or section in
// question.
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
		case "mention": // by the entity in question
			parts = append(parts, r.From.Sentence)
		case method.ByEntities:
			parts = append(parts, "both mention "+strings.Join(r.Path, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
