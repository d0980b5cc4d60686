// Package noderag builds the graph of NodeRAG (Xu et al. 2025, "NodeRAG: Structuring Graph-based RAG with Heterogeneous
// Nodes", arXiv 2504.11544). Instead of the authors' language model it chooses sentences, unless the corpus has units
// that a model wrote (Unit.Note) and a Write:
//
//	S  semantic units     runs of one to three sentences, as they stand in the text
//	N  entities           those of the index
//	R  relations          a unit's words from one entity to the next
//	A  attributes         the sentences that say most of an important entity
//	H  high-level element the central sentences of a group within a community
//	O  overviews          the entities that set such a group apart
//	T  texts              the chunks
//
// docs/noderag.md has the differences from the paper. The steps follow section 2 of the paper, each in its file:
// decomposition (decompose.go), important entities (importance.go) and their attributes (attributes.go), communities
// and their elements (communities.go), semantic matching (matching.go), and edges between near texts (semantic.go).
package noderag

import (
	"context"

	"mycel/builder/embed"
	"mycel/builder/method"
	"mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/param"
)

// Parameters of the build.
var (
	paramMinMentions = &param.Param{Name: "node-min-mentions", Least: 1, Most: 1e6, Default: 2, Meaning: "units that name an important entity, at least"}
	paramNeighbours  = &param.Param{Name: "node-neighbours", Least: 1, Most: 100, Default: 10, Meaning: "near texts to which each text is tied"}
	paramMutual      = &param.Param{Name: "node-mutual", Kind: param.Switch, Meaning: "tie two texts only if each is among the nearest of the other"}
)

// Method builds the sections of NodeRAG.
var Method = method.Method{Name: noderag.Mode, Params: []*param.Param{paramMinMentions, paramNeighbours, paramMutual}, Sections: sections, Texts: texts}

// Corpus is the source of the graph. Everything is numbered across all documents.
type Corpus struct {
	Chunks   []heterograph.Range
	Entities []string // names
	// EntityTerms are the terms of the names.
	EntityTerms [][]uint32
	IDF         []float32 // by term
	Units       []Unit    // ascending by their first sentence; equal texts are one
	// Signs makes the vectors of nodes' texts, and Vectors has the chunks' vectors. Both are nil without vectors: terms
	// are then compared.
	Signs   func(contents []Content) (*embed.Signs, error)
	Vectors *embed.Signs
	// ChunkTerms are the terms of each chunk, in any order, for corpora without vectors.
	ChunkTerms [][]uint32
	// Write makes a language model write the texts of nodes; notes are parallel to tasks. nil: attributes and elements
	// are extracts.
	Write func(tasks []Task) ([]Note, error)
}

// Content is the text of a node.
type Content struct {
	Units []uint32
	Names []uint32 // entities in front of them
	Note  Note     // a model's text, which replaces the units; empty without a model
}

// Unit is a run of sentences, or a model's text about them: Note then has a text.
type Unit struct {
	heterograph.UnitRow
	Chunks    []uint32  // sources, ascending
	Weight    int       // number of occurrences of the text
	Terms     []uint32  // in any order, without stop words
	Title     []uint32  // terms of the page's title
	Subjects  []uint32  // entities that its page or section is about
	Mentions  []Mention // in the order of the text, none within another; only the entities if a model wrote the unit
	Note      Note
	Relations []Said // relations that the model wrote with the event, or that a given graph has
}

// Said is a model's text about two entities, A < B.
type Said struct {
	A, B uint32
	Text string
}

// Mention is an entity in a unit.
type Mention struct {
	Entity     uint32
	Start, End uint32 // bytes from the unit's beginning
	Gap        int    // words between this mention and the one before
}

// Graph is the result: the tables of the section, and the vectors of units, attributes and elements, in this order; nil
// if the corpus has no vectors.
type Graph struct {
	heterograph.Tables
	Vectors *embed.Signs
	Notes   []Note // by attribute, then by element; nil without a Write
	// Said has a model's texts about each relation, each text once, in the order of the texts; empty if units were
	// clipped.
	Said [][]string

	titles [][]uint32  // by element
	ends   [][2]uint32 // by relation
}

// Ends returns the two entities of a relation, ascending.
func (g *Graph) Ends(relation int) [2]uint32 { return g.ends[relation] }

// About returns the entity of an attribute, or the title of an element; they are numbered as Notes.
func (g *Graph) About(i int) []uint32 {
	if i < len(g.Attributes) {
		return []uint32{g.Attributes[i].Entity}
	}
	return g.titles[i-len(g.Attributes)]
}

// maker is the state of Build. Nodes have the numbers of heterograph.Graph.
type maker struct {
	*Corpus
	param.Settings
	ctx   context.Context
	out   *Graph
	edges []heterograph.Edge

	named     [][]uint32 // by entity: units that name it, ascending
	important []uint32   // entities, ascending
	community []uint32   // by entity, unit, relation and attribute: see communities.go
	elements  []element
	notes     []Note   // see write
	cluster   []uint32 // by unit, attribute and element; nil if there is one cluster
	vectors   space
}

// Build makes the graph. The same corpus and settings give the same graph, on any number of cores.
func Build(ctx context.Context, c *Corpus, s param.Settings) (*Graph, error) {
	m := newMaker(ctx, c, s)
	if err := m.run(
		m.decompose, m.findImportant, m.findAttributes, m.findCommunities, m.findElements, m.write, m.addElements,
		m.placeNodes, m.match, m.insertTexts, m.addSemanticEdges,
	); err != nil {
		return nil, err
	}
	m.out.Edges = merge(m.edges)
	return m.out, nil
}

// Contents lists the texts for which Build calls Signs: units, then attributes and elements. For a corpus without Signs
// the list is exact except for the elements of communities of more than fourteen units, which are grouped by vectors.
func Contents(ctx context.Context, c *Corpus, s param.Settings) (units, others []Content, err error) {
	m := newMaker(ctx, c, s)
	if err := m.run(m.decompose, m.findImportant, m.findAttributes, m.findCommunities, m.findElements, m.write, m.addElements); err != nil {
		return nil, nil, err
	}
	all := m.contents()
	return all[:len(m.Units)], all[len(m.Units):], nil
}

func newMaker(ctx context.Context, c *Corpus, s param.Settings) *maker {
	m := &maker{Corpus: c, Settings: s, ctx: ctx, out: &Graph{}, vectors: space{c: c}}
	m.out.Chunks, m.out.Entities = c.Chunks, len(c.Entities)
	return m
}

// run runs steps until one fails.
func (m *maker) run(steps ...func() error) error {
	for _, step := range steps {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// first returns the number of the first node of a type. The types before it must be final.
func (m *maker) first(t heterograph.Type) uint32 { return m.out.First(t) }

// tie adds an edge; ties that are made twice count twice.
func (m *maker) tie(u, v uint32) {
	m.edges = append(m.edges, heterograph.Edge{U: min(u, v), V: max(u, v), Weight: 1})
}
