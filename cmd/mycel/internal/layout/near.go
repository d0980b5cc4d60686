package layout

import (
	"strings"

	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/related"
)

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
		case method.ByEntities:
			parts = append(parts, "both mention "+strings.Join(r.Path, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
