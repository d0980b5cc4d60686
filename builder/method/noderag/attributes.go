package noderag

import (
	"cmp"
	"slices"

	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/engine/method/noderag/heterograph"
)

const (
	attributeTokens = 150  // of an attribute
	attributeInput  = 2000 // most terms that it is chosen from, without stop words
	elementTokens   = 120  // of a high-level element
)

// A sentence is chosen for an entity if it is central among the sentences that name it (0.6), begins with the name, as
// definitions do (0.2), and names many other important entities (0.2). Extract expects these beside a centrality of
// weight 1, so bonuses and the balance with novelty, 0.7 to 0.3, are divided by 0.6.
const (
	centrality = 0.6
	cue        = 0.2 / centrality
	company    = 0.2 / centrality
	balance    = 0.7 * centrality / (0.7*centrality + 0.3)
)

// maxArticle is the most bytes before a name that begins a unit: "The ".
const maxArticle = 4

// findAttributes chooses, for every important entity, the units that best describe it (section 2.3: from the units and
// relations around the entity, never from the texts).
func (m *maker) findAttributes() error {
	isImportant := make([]bool, len(m.Entities))
	for _, e := range m.important {
		isImportant[e] = true
	}
	rows := make([]heterograph.AttributeRow, len(m.important))
	parallel.Do(len(m.important), func(i int) {
		e := m.important[i]
		rows[i] = heterograph.AttributeRow{Entity: e, Units: m.attribute(e, isImportant)}
	})
	m.out.Attributes = rows
	entities, first := m.first(heterograph.Entity), m.first(heterograph.Attribute)
	for i, row := range rows {
		m.tie(entities+row.Entity, first+uint32(i))
	}
	return nil
}

// attribute returns the units chosen for an entity.
func (m *maker) attribute(e uint32, important []bool) []uint32 {
	units := m.richest(e)
	others, most := make([]int, len(units)), 0
	for i, u := range units {
		for _, x := range m.namedIn(&m.Units[u]) {
			if x != e && important[x] {
				others[i]++
			}
		}
		most = max(most, others[i])
	}
	return m.extract(units, attributeTokens, summary.Options{Lambda: balance}, func(i int) float64 {
		bonus := 0.0
		if first := m.Units[units[i]].Mentions; len(first) > 0 && first[0].Entity == e && first[0].Start <= maxArticle {
			bonus += cue
		}
		if most > 0 {
			bonus += company * float64(others[i]) / float64(most)
		}
		return bonus
	})
}

// richest returns the units that name an entity, in the order of the texts. If they have more than attributeInput
// terms, it keeps those whose entities are named most.
func (m *maker) richest(e uint32) []uint32 {
	units := slices.Clone(m.named[e])
	total := 0
	for _, u := range units {
		total += len(m.Units[u].Terms)
	}
	if total <= attributeInput {
		return units
	}
	weight := map[uint32]int{}
	for _, u := range units {
		for _, x := range m.namedIn(&m.Units[u]) {
			weight[u] += m.mentions(x)
		}
	}
	slices.SortStableFunc(units, func(a, b uint32) int { return cmp.Compare(weight[b], weight[a]) })
	total = 0
	for i, u := range units {
		if total += len(m.Units[u].Terms); total > attributeInput && i > 0 {
			units = units[:i]
			break
		}
	}
	slices.Sort(units)
	return units
}

// extract chooses units that summarise all units, within a number of tokens.
func (m *maker) extract(units []uint32, tokens int, o summary.Options, bonus func(i int) float64) []uint32 {
	sentences := make([]summary.Sentence, len(units))
	for i, u := range units {
		sentences[i] = summary.Sentence{Tokens: m.Units[u].Tokens, Terms: countTerms(m.Units[u].Terms)}
		if bonus != nil {
			sentences[i].Bonus = bonus(i)
		}
	}
	var out []uint32
	for _, i := range summary.Extract(sentences, m.IDF, tokens, o) {
		out = append(out, units[i])
	}
	return out
}

// countTerms counts terms.
func countTerms(terms []uint32) []summary.TermCount {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	var out []summary.TermCount
	for i, t := range terms {
		if i > 0 && terms[i-1] == t {
			out[len(out)-1].Count++
			continue
		}
		out = append(out, summary.TermCount{Term: t, Count: 1})
	}
	return out
}
