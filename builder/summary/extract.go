package summary

import "slices"

// Extract chooses the sentences of a summary of at most budget tokens by maximal marginal relevance (Carbonell &
// Goldstein 1998). It takes, one after the other, the sentence i with the highest
//
//	λ·relevance(i) − (1−λ)·max over the chosen j of cos(i, j)
//
// where relevance is the LexRank score scaled to 0..1, plus o.LeadBonus for lead
// sentences, plus the Bonus of the sentence. It returns their indices, ascending.
//
// It skips a sentence that does not fit into the rest of the budget, and a sentence with a cosine above maxCosine to a
// chosen one. It chooses poor sentences only if there are no others. It chooses sentences without terms, and sentences
// of fewer than minSentence or more than maxSentence tokens, only if all are such. If no sentence fits, the best is the
// summary. A budget of 0 chooses nothing.
//
// O(n²) for n sentences, and LexRank.
func Extract(sentences []Sentence, idf []float32, budget int, o Options) []int {
	chosen, _ := extract(sentences, idf, budget, o)
	return chosen
}

// extract returns the chosen sentences, and the sentence that was chosen first.
func extract(sentences []Sentence, idf []float32, budget int, o Options) (chosen []int, first int) {
	if len(sentences) == 0 || budget <= 0 {
		return nil, 0
	}
	o = o.withDefaults()
	v := newVectors(sentences, idf)
	c := newChoice(v, sentences, o.Lambda, relevance(v, sentences, o))
	chosen = c.run(sentences, budget)
	first = chosen[0]
	slices.Sort(chosen)
	return chosen, first
}

// relevance returns the centralities scaled to 0..1, plus the bonuses.
func relevance(v *vectors, sentences []Sentence, o Options) []float64 {
	scores := v.centrality()
	low, high := slices.Min(scores), slices.Max(scores)
	for i := range scores {
		scores[i] -= low
		if high > low {
			scores[i] /= high - low
		}
		if sentences[i].Lead {
			scores[i] += o.LeadBonus
		}
		scores[i] += sentences[i].Bonus
	}
	return scores
}

// eligible returns the sentences to choose from, ascending.
func eligible(v *vectors, sentences []Sentence) []int {
	var open []int
	for _, poor := range []bool{false, true} {
		for i, s := range sentences {
			if s.Tokens >= minSentence && s.Tokens <= maxSentence && !v.isEmpty(i) && s.Poor == poor {
				open = append(open, i)
			}
		}
		if len(open) > 0 {
			return open
		}
	}
	for i := range sentences {
		open = append(open, i)
	}
	return open
}

// choice is the state of the greedy choice.
type choice struct {
	vectors   *vectors
	lambda    float64 // see Options
	relevance []float64
	nearest   []float64 // greatest cosine with a chosen sentence
	open      []int     // sentences still to choose from, ascending
	row       []float64 // scratch: cosines of one sentence
	most      int       // sentences to choose at most; 0 for any number
}

func newChoice(v *vectors, sentences []Sentence, lambda float64, relevance []float64) *choice {
	n := len(sentences)
	return &choice{vectors: v, lambda: lambda, relevance: relevance, nearest: make([]float64, n), open: eligible(v, sentences), row: make([]float64, n)}
}

func (c *choice) run(sentences []Sentence, budget int) (chosen []int) {
	first := c.best()
	for len(c.open) > 0 && (c.most == 0 || len(chosen) < c.most) {
		c.open = slices.DeleteFunc(c.open, func(i int) bool { return sentences[i].Tokens > budget })
		if len(c.open) == 0 {
			break
		}
		i := c.best()
		chosen = append(chosen, i)
		budget -= sentences[i].Tokens
		c.take(i)
	}
	if len(chosen) == 0 {
		return []int{first}
	}
	return chosen
}

// best returns the open sentence with the highest marginal relevance, the first of equals.
func (c *choice) best() int {
	best, highest := -1, 0.0
	for _, i := range c.open {
		score := float64(c.lambda*c.relevance[i]) - float64((1-c.lambda)*c.nearest[i])
		if best < 0 || score > highest {
			best, highest = i, score
		}
	}
	return best
}

// take closes sentence i and those that repeat it.
func (c *choice) take(i int) {
	c.vectors.cosines(c.row, i)
	for j, cosine := range c.row {
		c.nearest[j] = max(c.nearest[j], cosine)
	}
	c.open = slices.DeleteFunc(c.open, func(j int) bool { return j == i || c.row[j] > maxCosine })
}

// Spread returns a list unchanged if it has at most most elements; otherwise most of its elements, at even distances.
func Spread[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	out := make([]T, most)
	for i := range out {
		out[i] = all[i*len(all)/most]
	}
	return out
}
