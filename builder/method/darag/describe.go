package darag

import (
	"slices"

	"mycel/builder/parallel"
	"mycel/builder/summary"
)

const (
	descriptionTokens = 60  // longest description of an entity
	maxCandidates     = 256 // most sentences from which it is chosen; of more, this number is taken at even distances

	// A sentence that begins with the entity is more likely to define it: its relevance is
	// 0.7 · centrality + 0.3, scaled so that the weight of centrality is 1.
	definitionBonus = 0.3 / 0.7
)

// Descriptions chooses a description for each entity: the most central sentences that mention it
// and differ from each other, in the order of the documents. An entity that only titles mention
// has no description. An entity with little text is described by all of it.
func (c *Corpus) Descriptions() [][]uint32 {
	rows := c.mentionedIn()
	parallel.Do(len(rows), func(e int) { rows[e] = c.describe(uint32(e), rows[e]) })
	return rows
}

// describe chooses from the sentences that mention an entity.
func (c *Corpus) describe(entity uint32, mentioned []uint32) []uint32 {
	tokens := 0
	for _, s := range mentioned {
		tokens += c.Sentences[s].Tokens
	}
	if tokens <= descriptionTokens || len(mentioned) == 1 {
		return mentioned
	}
	candidates := summary.Spread(mentioned, maxCandidates)
	sentences := make([]summary.Sentence, len(candidates))
	for i, s := range candidates {
		from := &c.Sentences[s]
		sentences[i] = summary.Sentence{Tokens: from.Tokens, Terms: from.Terms, Lead: from.opens(entity)}
	}
	chosen := summary.Extract(sentences, c.IDF, descriptionTokens, summary.Options{LeadBonus: definitionBonus})
	out := make([]uint32, len(chosen))
	for i, k := range chosen {
		out[i] = candidates[k]
	}
	return out
}

// opens reports whether a sentence begins with an entity.
func (s *Sentence) opens(entity uint32) bool {
	i, ok := slices.BinarySearchFunc(s.Mentions, entity, func(m Mention, e uint32) int { return int(m.Entity) - int(e) })
	return ok && s.Mentions[i].Opens
}
