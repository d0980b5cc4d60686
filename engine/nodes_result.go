package engine

import "mycel/engine/strategy"

// NodeReason is a node of NodeRAG's graph as a reason.
type NodeReason struct {
	Type  string // "text", "unit", "relation", "attribute" or "element"
	By    strategy.FoundBy
	Names []string // entities: whom an attribute is about, the ends of a relation, an element's title
	Score float32

	Written string // its text, if a language model wrote it; "" if it is sentences
}

// nodeTypes are the names of the types of nodes.
var nodeTypes = [...]string{"text", "entity", "unit", "relation", "attribute", "element", "overview"}

// nodeReason describes a node that was found; nil for none.
func (e *Engine) nodeReason(f *strategy.Found) *NodeReason {
	if f == nil {
		return nil
	}
	return &NodeReason{Type: nodeTypes[f.Type], By: f.By, Names: e.entityNames(f), Score: f.Score, Written: f.Text}
}

func (e *Engine) entityNames(f *strategy.Found) []string {
	var names []string
	for _, id := range f.Names {
		names = append(names, e.index.Entities.Name(id))
	}
	return names
}

// node writes a node that was found.
func (w *jsonWriter) node(n *NodeReason) {
	w.open('{')
	w.key("type").str(n.Type)
	w.key("by").str(string(n.By))
	if len(n.Names) > 0 {
		w.key("names").strs(n.Names)
	}
	w.key("score").float(n.Score)
	if n.Written != "" {
		w.key("written").str(n.Written)
	}
	w.close('}')
}

// NodeTrace is what NodeRAG's search did.
type NodeTrace struct {
	Elements []string     // what the query is about, as keys of words
	Named    int          // entities and overviews that were entered by name
	Found    []NodeReason // what answers, best first
}

// nodeTrace describes a search; nil for none.
func (e *Engine) nodeTrace(t *strategy.NodeTrace) *NodeTrace {
	if t == nil {
		return nil
	}
	out := &NodeTrace{Elements: t.Elements, Named: len(t.Named)}
	for i := range t.Found {
		out.Found = append(out.Found, *e.nodeReason(&t.Found[i]))
	}
	return out
}

func (w *jsonWriter) nodeTrace(t *NodeTrace) {
	w.key("node").open('{')
	w.key("elements").strs(t.Elements)
	w.key("named").num(t.Named)
	w.key("found").open('[')
	for i := range t.Found {
		w.item().node(&t.Found[i])
	}
	w.close(']')
	w.close('}')
}
