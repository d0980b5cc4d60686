package noderag

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"mycel/engine/graph"
	"mycel/engine/method/noderag/heterograph"
)

// maxGap is the most words between two entities of a relation.
const maxGap = 10

// decompose makes the first graph: units, the entities that they name, and relations between entities that follow each
// other in a unit (section 2.2 of the paper). All statements about a pair of entities, in either order, are one
// relation.
func (m *maker) decompose() error {
	m.named = make([][]uint32, len(m.Entities))
	relations := map[uint64]*relation{}
	entities, units := m.first(heterograph.Entity), m.first(heterograph.Unit)
	for i := range m.Units {
		u := &m.Units[i]
		m.out.Units = append(m.out.Units, u.UnitRow)
		for _, e := range m.namedIn(u) {
			m.named[e] = append(m.named[e], uint32(i))
			for range u.times(e) {
				m.tie(entities+e, units+uint32(i))
			}
		}
		for _, r := range u.relations(uint32(i)) {
			pair := uint64(r.said.A)<<32 | uint64(r.said.B)
			if relations[pair] == nil {
				relations[pair] = &relation{}
			}
			relations[pair].add(r)
		}
	}
	m.addRelations(relations)
	return nil
}

// relation is all statements about a pair.
type relation struct {
	clips []heterograph.Clip
	texts []string // by a model
}

func (r *relation) add(s statement) {
	r.clips = append(r.clips, s.clip)
	if s.said.Text != "" && !slices.Contains(r.texts, s.said.Text) {
		r.texts = append(r.texts, s.said.Text)
	}
}

// statement is a unit's statement about a pair. That of a model has a text and an empty clip.
type statement struct {
	said Said
	clip heterograph.Clip
}

// relations lists the unit's statements about pairs: those of a model or a given graph, and, unless a model wrote the
// unit, pairs of mentions that follow each other.
func (u *Unit) relations(number uint32) (out []statement) {
	for _, r := range u.Relations {
		out = append(out, statement{r, heterograph.Clip{Unit: number}})
	}
	if u.Note.Text != "" {
		return out
	}
	for k := 1; k < len(u.Mentions); k++ {
		if a, b := &u.Mentions[k-1], &u.Mentions[k]; b.Gap <= maxGap && a.Entity != b.Entity {
			pair := Said{A: min(a.Entity, b.Entity), B: max(a.Entity, b.Entity)}
			out = append(out, statement{pair, heterograph.Clip{Unit: number, Start: a.Start, Length: b.End - a.Start}})
		}
	}
	return out
}

// namedIn returns the entities of a unit, ascending: those that it mentions, and the subjects of its page, which a
// paraphrase would name. The text of a model names its entities itself, in the text or in a relation.
func (m *maker) namedIn(u *Unit) []uint32 {
	var ids []uint32
	for _, mention := range u.Mentions {
		ids = append(ids, mention.Entity)
	}
	for _, r := range u.Relations {
		ids = append(ids, r.A, r.B)
	}
	if u.Note.Text == "" {
		ids = append(ids, u.Subjects...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// times counts an entity's mentions; an entity that is only the page's subject counts once.
func (u *Unit) times(entity uint32) int {
	n := 0
	for _, mention := range u.Mentions {
		if mention.Entity == entity {
			n++
		}
	}
	return max(1, n)
}

// addRelations numbers the relations by their pairs, and ties them to both ends.
func (m *maker) addRelations(relations map[uint64]*relation) {
	entities, first := m.first(heterograph.Entity), m.first(heterograph.Relation)
	for i, pair := range slices.Sorted(maps.Keys(relations)) {
		node := first + uint32(i)
		m.tie(entities+uint32(pair>>32), node)
		m.tie(entities+uint32(pair), node)
		m.out.Relations = append(m.out.Relations, relations[pair].clips)
		m.out.ends = append(m.out.ends, [2]uint32{uint32(pair >> 32), uint32(pair)})
		m.out.Said = append(m.out.Said, relations[pair].texts)
	}
}

// merge sorts edges, and adds the weights of those between the same nodes.
func merge(edges []heterograph.Edge) []heterograph.Edge {
	slices.SortFunc(edges, func(a, b heterograph.Edge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	out := edges[:0]
	for _, e := range edges {
		if n := len(out); n > 0 && out[n-1].U == e.U && out[n-1].V == e.V {
			out[n-1].Weight += e.Weight
			continue
		}
		out = append(out, e)
	}
	return out
}

// plain returns edges without their weights, each once.
func plain(edges []heterograph.Edge) []graph.Edge {
	merged := merge(slices.Clone(edges))
	out := make([]graph.Edge, len(merged))
	for i, e := range merged {
		out[i] = graph.Edge{U: e.U, V: e.V, Weight: 1}
	}
	return out
}

// threshold is the paper's k₀ for a graph of the given size: ⌊ln n · √(mean degree)⌋, but at least 1.
func threshold(nodes, edges int) int {
	n := float64(max(1, nodes))
	return max(1, int(math.Log(n)*math.Sqrt(2*float64(edges)/n)))
}
