package givengraph

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Node is a node of an exported graph: a document, chunk, sentence, entity or summary; see its Type. Its ID is a letter
// for the type and the number in the index. A user may add a description, and give an entity another kind.
type Node struct {
	ID      string   `json:"id"`
	Type    string   `json:"type"`
	Name    string   `json:"name,omitempty"`    // of an entity; title of a document or summary; heading of a chunk
	Kind    string   `json:"kind,omitempty"`    // of an entity: name, code, title or term, or its type in a graph made elsewhere
	Aliases []string `json:"aliases,omitempty"` // further names of an entity, in lower case, ascending
	Source  string   `json:"source,omitempty"`  // of a document: its path or id
	URL     string   `json:"url,omitempty"`     // of a document; of a chunk, with its anchor
	Level   int      `json:"level,omitempty"`   // of a summary: 1 is made of chunks
	Text    string   `json:"text,omitempty"`    // of a sentence; of a summary that a language model wrote
	Said
}

// Said is a statement of a graph made elsewhere about an entity or a relation.
type Said struct {
	Description string `json:"description,omitempty"`
	Chunk       string `json:"chunk,omitempty"` // ID of the chunk of the statement
}

// Edge joins two nodes. Types are contains (document and chunk, chunk and sentence, summary and
// chunk, summary and summary, summary and its sentences), mentions (chunk and entity) and related
// (two entities). At most one edge joins two nodes.
type Edge struct {
	Source string `json:"source"`
	Target string `json:"target"`
	Type   string `json:"type"`
	// Weight is the number of mentions of an entity in a chunk, at most 255. Between two entities it is the number of
	// sentences that mention both, or the weight in a graph made elsewhere if that is greater, at most 65,535.
	Weight    *float64 `json:"weight,omitempty"`
	Sentences []string `json:"sentences,omitempty"` // IDs of the sentences that mention both entities
	Said
}

// ownKinds are the kinds of Mycel's own entities. They are not types.
var ownKinds = map[string]bool{"name": true, "code": true, "title": true, "term": true}

// export reads the JSON that mycel export prints: nodes and edges in the form of networkx.
func (r *reader) export(raw []byte) error {
	var all struct {
		Nodes []json.RawMessage `json:"nodes"`
		Edges []json.RawMessage `json:"edges"`
		Links []json.RawMessage `json:"links"` // the name of edges in older versions of networkx
	}
	if err := decode(raw, &all); err != nil {
		return err
	}
	x := &exported{reader: r, nodes: map[string]*Node{}, entities: map[string]int{}, chunks: map[string][]string{}, texts: map[string]*strings.Builder{}}
	nodes := make([]Node, len(all.Nodes))
	for i, raw := range all.Nodes {
		if err := decode(raw, &nodes[i]); err != nil {
			return fmt.Errorf("nodes[%d]: %w", i, err)
		}
		if err := x.node(&nodes[i]); err != nil {
			return fmt.Errorf("nodes[%d]: %w", i, err)
		}
	}
	key := "edges"
	if all.Edges == nil {
		key, all.Edges = "links", all.Links
	}
	edges := make([]Edge, len(all.Edges))
	for i, raw := range all.Edges {
		if err := decode(raw, &edges[i]); err != nil {
			return fmt.Errorf("%s[%d]: %w", key, i, err)
		}
		x.contains(&edges[i])
	}
	x.addChunks()
	for _, n := range nodes {
		if e, ok := x.entities[n.ID]; ok {
			x.cite(n.Chunk, &x.Entities[e].Passages)
		}
	}
	for i := range edges {
		if err := x.edge(&edges[i]); err != nil {
			return fmt.Errorf("%s[%d]: %w", key, i, err)
		}
	}
	return nil
}

// exported is an exported graph that is being read.
type exported struct {
	*reader
	nodes    map[string]*Node
	entities map[string]int              // number of an entity by the id of its node
	chunks   map[string][]string         // by document: its chunks in their order
	texts    map[string]*strings.Builder // by chunk
	order    []string                    // documents with chunks
}

func (x *exported) node(n *Node) error {
	if n.ID == "" {
		return errors.New("got no id")
	}
	if x.nodes[n.ID] != nil {
		return fmt.Errorf("id: got %q twice, want one node of an id", n.ID)
	}
	x.nodes[n.ID] = n
	if n.Type != "entity" {
		return nil
	}
	number, err := x.reader.entity("name", n.Name)
	if err != nil {
		return err
	}
	x.entities[n.ID] = number
	e := &x.Entities[number]
	e.Aliases = append(e.Aliases, n.Aliases...)
	if !ownKinds[n.Kind] {
		e.setType(n.Kind)
	}
	addTexts(&e.Texts, n.Description)
	return nil
}

// contains records the chunks of documents and the sentences of chunks.
func (x *exported) contains(e *Edge) {
	of, part := x.nodes[e.Source], x.nodes[e.Target]
	if of == nil || part == nil || e.Type != "contains" {
		return
	}
	switch {
	case of.Type == "document" && part.Type == "chunk":
		if x.chunks[of.ID] == nil {
			x.order = append(x.order, of.ID)
		}
		x.chunks[of.ID] = append(x.chunks[of.ID], part.ID)
	case of.Type == "chunk" && part.Type == "sentence":
		if x.texts[of.ID] == nil {
			x.texts[of.ID] = &strings.Builder{}
		}
		x.texts[of.ID].WriteString(part.Text)
	}
}

// addChunks turns the chunks into passages.
func (x *exported) addChunks() {
	for _, document := range x.order {
		list := x.chunks[document]
		for i, chunk := range list {
			p := Passage{Document: x.nodes[document].Source, Number: i, Chunks: len(list)}
			if text := x.texts[chunk]; text != nil {
				p.Text = text.String()
			}
			x.addPassage(chunk, p)
		}
	}
}

// edge reads a mention or a relation.
func (x *exported) edge(e *Edge) error {
	for _, id := range []string{e.Source, e.Target} {
		if x.nodes[id] == nil {
			return fmt.Errorf("got the node %q, want one of nodes", id)
		}
	}
	a, first := x.entities[e.Source]
	b, second := x.entities[e.Target]
	switch {
	case first && second:
		to := x.between(a, b)
		if to == nil {
			return nil
		}
		addTexts(&to.Texts, e.Description)
		to.weigh(e.Weight)
		x.cite(e.Chunk, &to.Passages)
	case second:
		x.cite(e.Source, &x.Entities[b].Passages)
	case first:
		x.cite(e.Target, &x.Entities[a].Passages)
	}
	return nil
}

// cite adds the passage of a chunk.
func (x *exported) cite(chunk string, passages *[]int) {
	if n, ok := x.passage[chunk]; ok {
		*passages = append(*passages, n)
	}
}
