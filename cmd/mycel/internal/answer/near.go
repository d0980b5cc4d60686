package answer

import (
	"strings"

	"mycel/engine"
	"mycel/engine/method"
)

// Near says in a line what joins a neighbour to the document or section that was asked about.
func Near(n *engine.Neighbour) string {
	var parts []string
	for i := range n.Reasons {
		r := &n.Reasons[i]
		switch r.Kind {
		case method.TieLink:
			parts = append(parts, "linked from there as “"+r.Label+"”")
		case method.TieBacklink:
			parts = append(parts, "links there as “"+r.Label+"”")
		case method.TieParent:
			parts = append(parts, "the section around")
		case method.TieChild:
			parts = append(parts, "a section within")
		case method.TieSibling:
			parts = append(parts, "a section beside")
		case method.ByEntities:
			parts = append(parts, "both mention "+strings.Join(r.Path, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
